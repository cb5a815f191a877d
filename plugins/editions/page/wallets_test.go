package page

import (
	"strings"
	"testing"

	"fieldhouse/plugins/site/settings"
)

func TestThePolicyAllowsWhatTheWalletsNeedAndNothingElse(t *testing.T) {
	const anchor = "https://cb.anchor.link wss://cb.anchor.link"
	for _, site := range []struct {
		name    string
		wallets settings.Wallets
		origin  string
		policy  Policy
		connect string
	}{
		{
			name:    "own link service",
			wallets: settings.Wallets{LinkService: "/link", CloudWallet: "https://wallet.example", ResourceProvider: "https://fuel.example/v2"},
			origin:  "https://fieldhouse.example",
			connect: "'self' " + anchor + " wss://fieldhouse.example https://fuel.example",
		},
		{
			name:    "own link service on this machine",
			wallets: settings.Wallets{LinkService: "/link", ResourceProvider: "http://localhost:8083"},
			origin:  "http://localhost:8080",
			connect: "'self' " + anchor + " ws://localhost:8080 http://localhost:8083",
		},
		{
			name:    "own link service of a site without an origin",
			wallets: settings.Wallets{LinkService: "/link", ResourceProvider: settings.NoResourceProvider},
			connect: "'self' " + anchor,
		},
		{
			name:    "link service elsewhere",
			wallets: settings.Wallets{LinkService: "https://link.example:8443/wallets", ResourceProvider: ""},
			origin:  "https://fieldhouse.example",
			connect: "'self' " + anchor + " https://link.example:8443 wss://link.example:8443",
		},
		{
			name:    "Anchor's own link service",
			wallets: settings.Wallets{LinkService: "https://cb.anchor.link", ResourceProvider: "https://fuel.example"},
			policy:  Policy{Connect: []string{"https://api.example", "https://fuel.example"}},
			connect: "'self' https://api.example https://fuel.example " + anchor,
		},
	} {
		t.Run(site.name, func(t *testing.T) {
			got := site.policy.WithWallets(site.wallets, site.origin).header(nil, nil)
			if want := "; connect-src " + site.connect + "; frame-src esr:; "; !strings.Contains(got, want) {
				t.Errorf("the policy is %s\nand lacks %s", got, want)
			}
		})
	}
}

func TestTheOperatorsFramesStandBesideTheWallets(t *testing.T) {
	policy := Policy{Frames: []string{"https://video.example"}}.WithWallets(settings.Wallets{}, "")
	if got := policy.header(nil, nil); !strings.Contains(got, "; frame-src https://video.example esr:; ") {
		t.Errorf("the policy is %s", got)
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
