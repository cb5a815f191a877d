package visit

import (
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/site/settings"
)

// policyOf is the policy of a page with what is hashed left out.
func policyOf(page *Page) string {
	return regexp.MustCompile(`'sha256-[^']+'`).ReplaceAllString(page.Policy, "#")
}

func TestThePolicyWithoutATagIsThatOfASiteThatHasNone(t *testing.T) {
	s := newStage(t)
	page := s.Get(s.shown, "/football", release.English)
	const want = "default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'; script-src 'self' # # #; style-src 'self' # # # #; " +
		"worker-src 'self'; font-src 'self'; manifest-src 'self'; img-src 'self' data:; connect-src 'self'; require-trusted-types-for 'script'; trusted-types fieldhouse"
	if policy := policyOf(page); policy != want {
		t.Errorf("it is\n%s, want\n%s", policy, want)
	}
	if body := string(page.Body); strings.Contains(body, "consent") || strings.Contains(body, "gtag") || strings.Contains(strings.ToLower(body), "google") {
		t.Errorf("the page speaks of it: %s", body)
	}
}

func TestATagHasItsHostsItsPolicyAndAQuestionInThePage(t *testing.T) {
	for name, test := range map[string]struct {
		tag                     page.Tag
		script, images, connect string
		address, configured     string
	}{
		"Google's": {
			page.Tag{ID: "G-ABCDEF1234"}, "https://www.googletagmanager.com",
			" https://*.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com",
			" https://*.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com",
			"address='https://www.googletagmanager.com/gtag/js?id=G-ABCDEF1234'", "gtag('config',id)",
		},
		"a tagging server's": {
			page.Tag{ID: "GT-ABCD", Origin: "https://tags.example"}, "https://tags.example", " https://tags.example", " https://tags.example",
			"address='https://tags.example/gtag/js?id=GT-ABCD'", "gtag('config',id,{server_container_url:'https://tags.example'})",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, func(options *Options) { options.Policy.Tag = test.tag })
			page := s.Get(s.shown, "/football", release.Spanish)
			want := "default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'; script-src 'self' " + test.script + " # # # #; style-src 'self' # # # # #; " +
				"worker-src 'self'; font-src 'self'; manifest-src 'self'; img-src 'self' data:" + test.images + "; connect-src 'self'" + test.connect + "; require-trusted-types-for 'script'; trusted-types fieldhouse google-tag"
			if policy := policyOf(page); policy != want {
				t.Errorf("the policy is\n%s, want\n%s", policy, want)
			}
			body := string(page.Body)
			_, rest, _ := strings.Cut(body, `<body><aside id="fh-consent" hidden aria-label="Contar visitas">`)
			line, rest, _ := strings.Cut(rest, "</aside><script>")
			script, _, _ := strings.Cut(rest, "</script>")
			for _, part := range []string{"¿Puede Google contar tu visita?", `href="/cookies#tag"`, `data-consent="no">No<`, `data-consent="yes">Sí<`} {
				if !strings.Contains(line, part) {
					t.Errorf("the line lacks %s: %s", part, line)
				}
			}
			if !strings.Contains(script, test.address) || !strings.Contains(script, test.configured) || strings.Contains(script, "@") {
				t.Errorf("the script is %s", script)
			}
			_, styled, _ := strings.Cut(body, "<style>#fh-consent")
			style, _, _ := strings.Cut(styled, "</style>")
			style = "#fh-consent" + style
			for _, hash := range []string{hashOf(script), hashOf(style)} {
				if !strings.Contains(page.Policy, hash) {
					t.Errorf("the policy lacks %s", hash)
				}
			}
			if again := string(s.Get(s.shown, "/football", release.English).Body); !strings.Contains(again, "May Google count your visit?") {
				t.Errorf("in English nobody is asked: %.3000s", again)
			}
		})
	}
}

func TestATagThatCouldBreakOutIsRefused(t *testing.T) {
	for _, tag := range []page.Tag{
		{ID: "G-1"}, {ID: "UA-12345-1"}, {ID: "G-ABCD'"}, {ID: "g-abcd"}, {Origin: "https://tags.example"},
		{ID: "G-ABCD", Origin: "tags.example"}, {ID: "G-ABCD", Origin: "https://tags.example/x"}, {ID: "G-ABCD", Origin: "https://tags.example'; script-src *"},
	} {
		if err := (page.Policy{Tag: tag}).Validate(); err == nil {
			t.Errorf("%+v is taken", tag)
		}
	}
	for _, tag := range []page.Tag{{}, {ID: "G-ABCD"}, {ID: "AW-123456", Origin: "http://localhost:8090"}} {
		if err := (page.Policy{Tag: tag}).Validate(); err != nil {
			t.Errorf("%+v: %v", tag, err)
		}
	}
}

// hashOf is a script's or a style sheet's hash as a Content-Security-Policy writes it.
func hashOf(text string) string {
	digest := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(digest[:]) + "'"
}

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
