package page

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/site/settings"

	nethtml "golang.org/x/net/html"
)

// hostileStage is a site where everything that comes from outside is the value.
func hostileStage(t *testing.T, value string) *stage {
	t.Helper()
	return newStage(t, func(options *Options) {
		site := testSettings()
		site.Product = value
		site.Developer = settings.NamedLink{Name: value, Link: "https://x.example/" + value}
		site.Navigation = []settings.NavEntry{{NameEN: value, NameSP: value, Content: []settings.NavEntry{{NameEN: value, NameSP: value, Link: "/" + value}}}}
		site.Socials = []settings.Social{{NamedLink: settings.NamedLink{Name: value, Link: "https://x.example/" + value}}}
		options.Site = NewSite(site, releasetest.Editions...)
		options.Data.source.(*source).set(release.NeedDrops, envelope(row(1, map[string]any{
			"name": value, "display_data": `{"description":` + string(mustScriptJSON(value)) + `}`, "listing_price": value,
		})))
	})
}

// TestValuesCannotBreakOut: a product name, a link, a drop's name and description
// change nothing of a page but text and values, whatever they hold.
func TestValuesCannotBreakOut(t *testing.T) {
	harmless := structure(hostileStage(t, "x").body("/football", release.English))
	for _, value := range hostileValues {
		body := hostileStage(t, value).body("/football", release.English)
		if got := structure(body); got != harmless {
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

// TestTitlesAndDescriptionsCannotBreakOut: nor can a manifest, though its team is trusted.
func TestTitlesAndDescriptionsCannotBreakOut(t *testing.T) {
	build := func(value string) string {
		s := newStage(t)
		home := s.shown.Releases[release.Shell].routes["/"]
		home.Title, home.Description = releasetest.Both(value), releasetest.Both(value)
		return s.body("/", release.English)
	}
	harmless := structure(build("x"))
	for _, value := range hostileValues {
		if body := build(value); structure(body) != harmless {
			t.Errorf("%q changes the page:\n%s", value, body)
		}
	}
}

// TestSettingsInTitlesAreText: a title's mark is filled, and escaped afterwards.
func TestSettingsInTitlesAreText(t *testing.T) {
	draft := releasetest.Shell()
	draft.Manifest.Routes[0].Title = releasetest.Both("@setting/product@ & @settings")
	s := hostileStage(t, "</title>@setting/product@")
	body := string(s.Get(lineupOf(compiled(t, releasetest.Host()), compiled(t, draft)), "/", release.English).body)
	if !strings.Contains(body, "<title>&lt;/title&gt;@setting/product@ &amp; @settings</title>") {
		t.Errorf("the title is %s", body)
	}
}

// TestOnlyOriginsEnterThePolicy: an origin with a directive, a path or a line
// break would widen the policy or split the header.
func TestOnlyOriginsEnterThePolicy(t *testing.T) {
	for _, origin := range []string{
		"https://x.example; script-src *", "https://x.example\r\nSet-Cookie: a=b", "*", "'unsafe-inline'", "https:", "https://",
		"https://x.example/path", "https://x.example?q", "https://user@x.example", "javascript://x", "https://x.example *", "//x.example",
		"https://X.example", "https://*", "https://x,y",
	} {
		for _, policy := range []Policy{{Images: []string{origin}}, {Connect: []string{origin}}, {Frames: []string{origin}}} {
			if policy.Validate() == nil {
				t.Errorf("%q was accepted in %+v", origin, policy)
			}
		}
	}
	good := Policy{Images: []string{"https://ipfs.example"}, Connect: []string{"wss://x.example:8443", "http://127.0.0.1:8888", "http://[::1]:80"}, Frames: []string{"https://wallet.example"}}
	if err := good.Validate(); err != nil {
		t.Error(err)
	}
	if policy := good.headers([]string{"'sha256-x'"}, []string{"'sha256-y'"}).policy; !strings.Contains(policy, "script-src 'self' 'sha256-x'; style-src 'self' 'sha256-y'; font-src") {
		t.Errorf("the policy is %s", policy)
	}
	if policy := good.headers([]string{"'sha256-x'"}, []string{"'sha256-y'"}).policy; !strings.Contains(policy, "img-src 'self' data: https://ipfs.example; connect-src 'self' wss://x.example:8443 http://127.0.0.1:8888 http://[::1]:80; frame-src https://wallet.example;") {
		t.Errorf("the policy is %s", policy)
	}
}

// FuzzScriptJSON holds that JSON in a script is the same JSON, and has nothing
// that ends the script or a line.
func FuzzScriptJSON(f *testing.F) {
	for _, value := range hostileValues {
		f.Add(mustScriptJSON(map[string]string{value: value}))
		f.Add([]byte(`"` + value + `"`))
	}
	f.Add([]byte(`{"a":[1, 2.50, -0, 1e400, 18446744073709551615]}`))
	f.Fuzz(func(t *testing.T, source []byte) {
		script, err := scriptJSON(source)
		if err != nil {
			if json.Valid(source) {
				t.Errorf("%q is JSON and was refused: %v", source, err)
			}
			return
		}
		if !json.Valid(script) || !utf8.Valid(script) || bytes.ContainsAny(script, "<>&\u2028\u2029") {
			t.Fatalf("%q becomes %q", source, script)
		}
		var before, after any
		// What is no UTF-8 becomes U+FFFD, once for a run of it.
		if json.Unmarshal(bytes.ToValidUTF8(source, []byte("\uFFFD")), &before) != nil {
			return
		}
		if err := json.Unmarshal(script, &after); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(mustScriptJSON(before), mustScriptJSON(after)) {
			t.Errorf("%q becomes %q", source, script)
		}
	})
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
