package composer_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/page/composer"
	"fieldhouse/plugins/editions/page/items"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/site/settings"
)

// now is the gateway's clock.
var now = time.Date(2026, 11, 27, 14, 0, 0, 0, time.UTC)

// call asks a composer, and reads what it answers into value.
func call(t testing.TB, of *composer.Composer, request, value any) (problem string) {
	t.Helper()
	asked := must.Get(json.Marshal(request))(t)
	answer := struct {
		Value any
		Error string
	}{Value: value}
	must.Do(t, json.Unmarshal(of.Call(asked), &answer))
	return answer.Error
}

// take is the request that takes the release in a folder.
func take(t testing.TB, folder string) any {
	t.Helper()
	files := map[string]string{}
	paths := must.Get(filepath.Glob(filepath.Join(folder, "*")))(t)
	for _, path := range paths {
		content := must.Get(os.ReadFile(path))(t)
		files[filepath.Base(path)] = string(content)
	}
	return map[string]any{"take": map[string]any{"manifest": files[release.ManifestFile], "files": files}}
}

// part is what a composer answers of a page.
type part struct {
	Route, Title, Description, Main string
	Snapshot                        map[string]json.RawMessage
}

const (
	drops = `{"rows":[{"drop_id":7,"edition":"football","name":"<Pack>","listing_price":"24.99 USD","max_claimable":10,"current_claimed":4,"start_time":0,"end_time":0,"is_hidden":0}],"more":false,"next_key":""}`
	price = `{"rows":[{"median":598,"timestamp":"2026-11-27T13:59:00.000"}],"more":false,"next_key":""}`
)

func TestAPartOfAPageIsByteForByteTheGateways(t *testing.T) {
	folders := []string{releasetest.Host().Write(t), releasetest.Shell().Write(t), releasetest.Sport(releasetest.Football).Write(t)}
	releases := store.NewStore(t.TempDir(), items.Check)
	shown := &page.Lineup{ID: "test", Releases: map[string]*page.Edition{}}
	for _, folder := range folders {
		taken := must.Get(releases.Take(folder))(t)
		opened := must.Get(releases.Open(taken.Manifest.Edition, taken.Name))(t)
		shown.Releases[taken.Manifest.Edition] = must.Get(items.Compile(opened))(t)
	}
	given := settings.Default()
	rows := map[string]*page.Rows{}
	data := map[string]json.RawMessage{release.NeedDrops: json.RawMessage(drops), release.NeedMedian: json.RawMessage(price)}
	for need, body := range data {
		read := must.Get(items.Contents.ReadRows(need, body, "1"))(t)
		rows[need] = read
	}
	gateway := page.NewComposer(page.Options{Site: page.NewSite(&given, releasetest.Editions...)}, items.Contents, func(need string) *page.Rows { return rows[need] })
	local := composer.New()
	var entry page.LineupEntry
	if problem := call(t, local, take(t, folders[2]), &entry); problem != "" || entry.Entry == "" {
		t.Fatalf("the release is taken as %+v: %s", entry, problem)
	}
	for _, path := range []string{"/football", "/football/faq"} {
		for _, language := range release.Languages {
			at, found := gateway.Find(shown, path)
			if !found || at.Status != page.Found {
				t.Fatalf("%s is %d", path, at.Status)
			}
			whole := gateway.Compose(shown, at, language, rows, now)
			info := gateway.Info(shown, at, whole, path, language, now)
			_, text, _ := strings.Cut(string(whole.Body), `id="fh-settings">`)
			text, _, _ = strings.Cut(text, "</script>")
			request := map[string]any{"compose": map[string]any{
				"path": path, "language": language, "time": now.UnixMilli(), "settings": json.RawMessage(text), "data": data,
			}}
			var composed part
			if problem := call(t, local, request, &composed); problem != "" {
				t.Fatalf("%s in %s: %s", path, language, problem)
			}
			if composed.Main != string(whole.Main) || composed.Title != info.Title || composed.Description != info.Description || composed.Route != *info.Route {
				t.Errorf("%s in %s is\n%+v\nthe gateway's is\n%q, %q:\n%s", path, language, composed, info.Title, info.Description, whole.Main)
			}
			if path == "/football" && !strings.Contains(composed.Main, "&lt;Pack&gt;") {
				t.Errorf("without its drop: %s", composed.Main)
			}
			for need, body := range info.Snapshot {
				if string(composed.Snapshot[need]) != string(body) {
					t.Errorf("%s in %s carries %s, not %s", path, language, composed.Snapshot[need], body)
				}
			}
		}
	}
}

func TestThePartOfAShellHasNoFloorsOfOtherReleases(t *testing.T) {
	local := composer.New()
	if problem := call(t, local, take(t, releasetest.House().Write(t)), nil); problem != "" {
		t.Fatal(problem)
	}
	var composed part
	request := map[string]any{"compose": map[string]any{"path": "/", "language": "en", "settings": json.RawMessage(`{"product":"Fieldhouse","editions":[{"nameEN":"Football","link":"/football"}]}`)}}
	problem := call(t, local, request, &composed)
	if want := `<h1>none</h1><nav></nav><a href="/"></a><a href="/"></a>`; problem != "" || composed.Main != want || composed.Description != "0 floors: " {
		t.Errorf("it is %q, with %q: %s", composed.Main, composed.Description, problem)
	}
}

func TestAReleaseThatAGatewayWouldRefuseLeavesTheOneBefore(t *testing.T) {
	local := composer.New()
	if problem := call(t, local, map[string]string{"find": "/football"}, nil); !strings.Contains(problem, "no release was taken") {
		t.Errorf("without a release it says %q", problem)
	}
	if problem := call(t, local, take(t, releasetest.Sport(releasetest.Football).Write(t)), nil); problem != "" {
		t.Fatal(problem)
	}
	for sentence, change := range map[string]func(*releasetest.Draft){
		"mark":            func(d *releasetest.Draft) { d.Content["fragments/main/football-faq.en.html"] = "@list/nobody@" },
		".football-":      func(d *releasetest.Draft) { d.Content["styles.css"] = "body{color:red}" },
		"version \"one\"": func(d *releasetest.Draft) { d.Manifest.Version = "one" },
	} {
		draft := releasetest.Sport(releasetest.Football)
		change(draft)
		if problem := call(t, local, take(t, draft.Write(t)), nil); problem == "" {
			t.Errorf("a release with a bad %s is taken", sentence)
		}
	}
	var route string
	if problem := call(t, local, map[string]string{"find": "/football/faq"}, &route); problem != "" || route != "/football/faq" {
		t.Errorf("the one before has %q: %s", route, problem)
	}
}

func TestARequestThatMakesNoSenseIsAnError(t *testing.T) {
	local := composer.New()
	if problem := call(t, local, take(t, releasetest.Sport(releasetest.Football).Write(t)), nil); problem != "" {
		t.Fatal(problem)
	}
	compose := func(language, settings, drops string) string {
		return `{"compose":{"path":"/football","language":"` + language + `","settings":` + settings + `,"data":{"rowDrops":` + drops + `}}}`
	}
	for request, want := range map[string]string{
		`{`:                        "reading the request",
		`{}`:                       "asks for nothing",
		compose("fr", `{}`, `{}`):  `language "fr"`,
		compose("en", `[]`, `{}`):  "reading the settings",
		compose("en", `{}`, `"x"`): "reading rowDrops",
	} {
		var answer struct{ Error string }
		if err := json.Unmarshal(local.Call([]byte(request)), &answer); err != nil || !strings.Contains(answer.Error, want) {
			t.Errorf("%s is answered with %q (%v), want %q", request, answer.Error, err, want)
		}
	}
}

// What one page costs, with a drop in its list.
func BenchmarkCompose(b *testing.B) {
	local := composer.New()
	if problem := call(b, local, take(b, releasetest.Sport(releasetest.Football).Write(b)), nil); problem != "" {
		b.Fatal(problem)
	}
	request := []byte(`{"compose":{"path":"/football","language":"en","settings":{},"data":{"rowDrops":` + drops + `,"medianPrice":` + price + `}}}`)
	if problem := call(b, local, json.RawMessage(request), nil); problem != "" {
		b.Fatal(problem)
	}
	b.ReportAllocs()
	for b.Loop() {
		local.Call(request)
	}
}
