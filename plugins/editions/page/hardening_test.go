package page

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/plugintest/must"
)

// testContents have one list of data: the drops of releasetest.Sport.
var testContents = Contents{{Lists: map[string]List{"drops": {
	Needed:   []string{"live", "soon", "soldout", "ended", "empty"},
	Optional: []string{"live-open", "live-lead", "live-open-lead", "soon-lead", "soldout-lead", "ended-lead"},
	Fields:   []string{"name", "descriptionLanguage", "description", "usd", "wax", "left", "total", "endsAt", "endsText"},
	Need:     release.NeedDrops, IsSlot: true,
	Fill: func(Context) ([]Item, time.Time) { return nil, time.Time{} },
}}}}

// compiled takes a draft and compiles it.
func compiled(t testing.TB, draft *releasetest.Draft) *Edition {
	t.Helper()
	releases := store.NewStore(t.TempDir())
	found := must.Get(releases.Take(draft.Write(t)))(t)
	opened := must.Get(releases.Open(found.Manifest.Edition, found.Name))(t)
	return must.Get(Compile(opened, testContents))(t)
}

// TestTitlesAndDescriptionsCannotBreakOut: nor can a manifest, though its team is trusted.
func TestTitlesAndDescriptionsCannotBreakOut(t *testing.T) {
	build := func(value string) string {
		host, shell := compiled(t, releasetest.Host()), compiled(t, releasetest.Shell())
		home := shell.routes["/"]
		home.Title, home.Description = releasetest.Both(value), releasetest.Both(value)
		shown := &Lineup{Releases: map[string]*Edition{release.Host: host, release.Shell: shell}}
		composer := NewComposer(Options{Site: NewSite(releasetest.Settings(), releasetest.Editions...)}, testContents, func(string) *Rows { return nil })
		found, _ := composer.Find(shown, "/")
		return string(composer.Compose(shown, found, release.English, nil, time.Unix(0, 0)).Body)
	}
	harmless := releasetest.Structure(build("x"))
	for _, value := range releasetest.HostileValues {
		if body := build(value); releasetest.Structure(body) != harmless {
			t.Errorf("%q changes the page:\n%s", value, body)
		}
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
	if policy := good.header([]string{"'sha256-x'"}, []string{"'sha256-y'"}); !strings.Contains(policy, "script-src 'self' 'sha256-x'; style-src 'self' 'sha256-y'; worker-src 'self'; font-src") {
		t.Errorf("the policy is %s", policy)
	}
	if policy := good.header([]string{"'sha256-x'"}, []string{"'sha256-y'"}); !strings.Contains(policy, "img-src 'self' data: https://ipfs.example; connect-src 'self' wss://x.example:8443 http://127.0.0.1:8888 http://[::1]:80; frame-src https://wallet.example;") {
		t.Errorf("the policy is %s", policy)
	}
}

// FuzzScriptJSON holds that JSON in a script is the same JSON, and has nothing
// that ends the script or a line.
func FuzzScriptJSON(f *testing.F) {
	for _, value := range releasetest.HostileValues {
		f.Add(MustScriptJSON(map[string]string{value: value}))
		f.Add([]byte(`"` + value + `"`))
	}
	f.Add([]byte(`{"a":[1, 2.50, -0, 1e400, 18446744073709551615]}`))
	f.Fuzz(func(t *testing.T, source []byte) {
		script, err := ScriptJSON(source)
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
		must.Do(t, json.Unmarshal(script, &after))
		if !bytes.Equal(MustScriptJSON(before), MustScriptJSON(after)) {
			t.Errorf("%q becomes %q", source, script)
		}
	})
}

// What was taken before it was looked at is shown as it is.
func TestMarkupThatIsNotClosedIsRefusedWhereAReleaseIsTaken(t *testing.T) {
	if err := compiled(t, releasetest.Sport(releasetest.Football)).CheckClosed(); err != nil {
		t.Error(err)
	}
	floor := releasetest.Sport(releasetest.Football).Storey()
	floor.Content["fragments/painted.es.html"] = "<i></i><!-- a note"
	if err := compiled(t, floor).CheckClosed(); err == nil || !strings.HasPrefix(err.Error(), "fragments-painted.es") {
		t.Errorf("a comment in a painted floor: %v", err)
	}
	for _, markup := range []string{`<p>text</p></html><!-- a note -->`, `</main><p>text</p>`, `<p>text</p><!-- a note`, `<p>text</p><textarea>`, `<p>all the <a href="/x">rest`} {
		page := releasetest.Sport(releasetest.Football)
		page.Route("/football/new", "football", "football", "<p>text</p>", markup)
		partial := releasetest.Sport(releasetest.Football)
		for _, variants := range partial.Manifest.Partials {
			for variant := range variants {
				variants[variant] = release.Texts{release.English: "<p>text</p>", release.Spanish: markup}
			}
		}
		for where, draft := range map[string]*releasetest.Draft{"fragments-main-football-new.es": page, "partials: ": partial} {
			if err := compiled(t, draft).CheckClosed(); err == nil || !strings.HasPrefix(err.Error(), where) {
				t.Errorf("%s in %s: %v", markup, where, err)
			}
		}
	}
}
