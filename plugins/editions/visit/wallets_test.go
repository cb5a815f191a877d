package visit

import (
	"slices"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/site/settings"
)

func TestThePolicyAllowsWhatTheWalletsNeedAndNothingElse(t *testing.T) {
	const anchor = "https://cb.anchor.link wss://cb.anchor.link"
	for _, site := range []struct {
		name    string
		wallets settings.Wallets
		origin  string
		policy  page.Policy
		connect string
	}{
		{
			name:    "own link service",
			wallets: settings.Wallets{LinkService: "/link", CloudWallet: "https://wallet.example", ResourceProvider: "https://fuel.example/v2"},
			origin:  "https://fieldhouse.example",
			connect: anchor + " wss://fieldhouse.example https://fuel.example",
		},
		{
			name:    "own link service on this machine",
			wallets: settings.Wallets{LinkService: "/link", ResourceProvider: "http://localhost:8083"},
			origin:  "http://localhost:8080",
			connect: anchor + " ws://localhost:8080 http://localhost:8083",
		},
		{
			name:    "own link service of a site without an origin",
			wallets: settings.Wallets{LinkService: "/link", ResourceProvider: settings.NoResourceProvider},
			connect: anchor,
		},
		{
			name:    "link service elsewhere",
			wallets: settings.Wallets{LinkService: "https://link.example:8443/wallets", ResourceProvider: ""},
			origin:  "https://fieldhouse.example",
			connect: anchor + " https://link.example:8443 wss://link.example:8443",
		},
		{
			name:    "Anchor's own link service",
			wallets: settings.Wallets{LinkService: "https://cb.anchor.link", ResourceProvider: "https://fuel.example"},
			policy:  page.Policy{Connect: []string{"https://api.example", "https://fuel.example"}},
			connect: "https://api.example https://fuel.example " + anchor,
		},
	} {
		t.Run(site.name, func(t *testing.T) {
			got := WithWallets(site.policy, site.wallets, site.origin)
			if strings.Join(got.Connect, " ") != site.connect || !slices.Equal(got.Frames, []string{"esr:"}) {
				t.Errorf("the policy is %+v\nwant %s", got, site.connect)
			}
		})
	}
}

func TestTheOperatorsFramesStandBesideTheWallets(t *testing.T) {
	policy := WithWallets(page.Policy{Frames: []string{"https://video.example"}}, settings.Wallets{}, "")
	if !slices.Equal(policy.Frames, []string{"https://video.example", "esr:"}) {
		t.Errorf("the policy is %+v", policy)
	}
}

// A policy is joined from text: an address that could end a directive stays out.
func TestNoAddressOfAWalletEndsADirective(t *testing.T) {
	for _, address := range []string{"https://x.example;script-src", "https://x.example script-src", "ftp://x.example", "https://", "none", "/link"} {
		if origin := originOf(address); origin != "" {
			t.Errorf("originOf(%q) = %q, want none", address, origin)
		}
	}
}
