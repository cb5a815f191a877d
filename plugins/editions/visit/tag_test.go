package visit

import (
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
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
