package visit

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/site/settings"

	nethtml "golang.org/x/net/html"
)

// hostileStage is a site where everything that comes from outside is the value.
func hostileStage(t *testing.T, value string) *stage {
	t.Helper()
	return newStage(t, func(options *Options) {
		site := releasetest.Settings()
		site.Product = value
		site.Developer = settings.NamedLink{Name: value, Link: "https://x.example/" + value}
		site.Navigation = []settings.NavEntry{{NameEN: value, NameSP: value, Content: []settings.NavEntry{{NameEN: value, NameSP: value, Link: "/" + value}}}}
		site.Socials = []settings.Social{{NamedLink: settings.NamedLink{Name: value, Link: "https://x.example/" + value}}}
		options.Site = page.NewSite(site, releasetest.Editions...)
		options.Data.source.(*source).set(release.NeedDrops, envelope(row(1, map[string]any{
			"name": value, "display_data": `{"description":` + string(asJSON(value)) + `}`, "listing_price": value,
		})))
	})
}

// TestValuesCannotBreakOut: a product name, a link, a drop's name and description
// change nothing of a page but text and values, whatever they hold.
func TestValuesCannotBreakOut(t *testing.T) {
	harmless := releasetest.Structure(hostileStage(t, "x").body("/football", release.English))
	for _, value := range releasetest.HostileValues {
		body := hostileStage(t, value).body("/football", release.English)
		if got := releasetest.Structure(body); got != harmless {
			t.Errorf("%q changes the page:\n%s", value, body)
		}
		for _, id := range []string{"fh-settings", "fh-page", "fh-snapshot"} {
			if script := scriptOf(t, body, id); !json.Valid([]byte(script)) || strings.ContainsAny(script, "<>&\u2028\u2029") {
				t.Errorf("%q breaks #%s: %s", value, id, script)
			}
		}
		if !utf8.ValidString(scriptOf(t, body, "fh-snapshot")) {
			t.Errorf("%q leaves invalid UTF-8 in the snapshot", value)
		}
	}
}

// TestAMarkInsideAValueStaysText: a value is never searched for marks again.
func TestAMarkInsideAValueStaysText(t *testing.T) {
	for _, mark := range []string{"@setting/network.chainId@", "@item/usd@", "@release/x", "@list/socials@"} {
		body := hostileStage(t, mark).body("/football", release.English)
		if !strings.Contains(body, "<h3>"+mark+"</h3>") {
			t.Errorf("the mark %s in a drop's name was read: %s", mark, body)
		}
		if !strings.Contains(body, ">"+mark+"</a></footer>") && !strings.Contains(body, ">"+mark+"</a><ul>") {
			t.Errorf("the mark %s in a setting was read: %s", mark, body)
		}
	}
}

// TestSettingsInTitlesAreText: a title's mark is filled, and escaped afterwards.
func TestSettingsInTitlesAreText(t *testing.T) {
	draft := releasetest.Shell()
	draft.Manifest.Routes[0].Title = releasetest.Both("@setting/product@ & @settings")
	s := hostileStage(t, "</title>@setting/product@")
	body := string(s.Get(lineupOf(compiled(t, releasetest.Host()), compiled(t, draft)), "/", release.English).Body)
	if !strings.Contains(body, "<title>&lt;/title&gt;@setting/product@ &amp; @settings</title>") {
		t.Errorf("the title is %s", body)
	}
}

// scriptOf is the content of a data block, as a browser finds its end.
func scriptOf(t *testing.T, body, id string) string {
	t.Helper()
	tokens := nethtml.NewTokenizer(strings.NewReader(body))
	for tokens.Next() != nethtml.ErrorToken {
		for _, attribute := range tokens.Token().Attr {
			if attribute.Key == "id" && attribute.Val == id {
				tokens.Next()
				return string(tokens.Raw())
			}
		}
	}
	t.Fatalf("the page has no #%s", id)
	return ""
}
