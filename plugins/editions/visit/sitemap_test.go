package visit

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/paths"
)

type readSitemap struct {
	URLs []struct {
		Loc     string `xml:"loc"`
		Lastmod string `xml:"lastmod"`
		Links   []struct {
			Language string `xml:"hreflang,attr"`
			Href     string `xml:"href,attr"`
		} `xml:"link"`
	} `xml:"url"`
}

func sitemapOf(t *testing.T, s *stage) (read readSitemap, answer *httptest.ResponseRecorder) {
	t.Helper()
	answer = httptest.NewRecorder()
	if !s.WriteSitemap(answer, httptest.NewRequest("GET", "/sitemap.xml", nil), s.shown) {
		t.Fatal("there is none")
	}
	if err := xml.Unmarshal(answer.Body.Bytes(), &read); err != nil {
		t.Fatalf("%v: %s", err, answer.Body)
	}
	return read, answer
}

func TestTheSitemapHasEveryPageAndEachItemInEveryLanguage(t *testing.T) {
	s := withItems(t, func(options *Options) { options.Origin = "https://fieldhouse.example" })
	read, answer := sitemapOf(t, s)
	var paths []string
	for _, entry := range read.URLs {
		path, language, _ := strings.Cut(strings.TrimPrefix(entry.Loc, "https://fieldhouse.example"), "?lang=")
		if language == "" {
			paths = append(paths, path)
		}
		var others []string
		for _, link := range entry.Links {
			others = append(others, link.Language+" "+link.Href)
		}
		bare := "https://fieldhouse.example" + path
		if want := []string{"en " + bare, "es " + bare + "?lang=es", "x-default " + bare}; !slices.Equal(others, want) {
			t.Errorf("%s has the alternates %q", entry.Loc, others)
		}
		if isPost := strings.HasPrefix(path, "/football/blog/"); isPost != (entry.Lastmod == "2026-11-14T09:30:00Z") {
			t.Errorf("%s was changed %q", entry.Loc, entry.Lastmod)
		}
		if page := s.Get(s.shown, path, release.English); page.Status != 200 {
			t.Errorf("%s answers %d", path, page.Status)
		}
	}
	want := []string{
		"/", "/football", "/football/blog", "/football/faq",
		"/football/blog/newest", "/football/blog/middle", "/football/blog/oldest", "/football/drops/42",
		"/basketball", "/basketball/faq",
	}
	if !slices.Equal(paths, want) || len(read.URLs) != 2*len(want) {
		t.Errorf("it has %q", paths)
	}
	if answer.Header().Get("Content-Type") != "application/xml; charset=utf-8" || answer.Header().Get("Etag") == "" {
		t.Errorf("it is answered with %v", answer.Header())
	}
}

func TestTheSitemapFollowsItsDataAndIsMadeOnceForAll(t *testing.T) {
	s := withItems(t, func(options *Options) { options.Origin = "https://fieldhouse.example" })
	_, first := sitemapOf(t, s)
	s.source.set(release.NeedPosts, posts(written("other", nil)))
	asked := s.source.asked
	if _, again := sitemapOf(t, s); again.Body.String() != first.Body.String() || s.source.asked != asked {
		t.Error("it was made again at once")
	}
	s.clock.Move(changeAfter)
	if read, _ := sitemapOf(t, s); !strings.Contains(fmt.Sprint(read), "/football/blog/other?lang=es") || strings.Contains(fmt.Sprint(read), "newest") {
		t.Errorf("it is %v", read)
	}
	without := newStage(t)
	answer := httptest.NewRecorder()
	if without.WriteSitemap(answer, httptest.NewRequest("GET", "/sitemap.xml", nil), without.shown) || without.WriteRobots(answer) {
		t.Error("a site without an origin has one")
	}
}

func TestTheSitemapHasNoAddressThatIsNotFound(t *testing.T) {
	football := releasetest.Sport("football").Items()
	for index := range football.Manifest.Routes {
		if of := &football.Manifest.Routes[index]; of.Item == "posts" {
			of.Path = "/football/:year/:slug"
		}
	}
	football.Route("/football/2026/rules", "football", "football", "<h1>Rules</h1>", "<h1>Reglas</h1>")
	s := withItems(t, func(options *Options) { options.Origin = "https://fieldhouse.example" })
	s.shown = lineupOf(compiled(t, releasetest.Host()), compiled(t, releasetest.Shell()), compiled(t, football))
	s.source.set(release.NeedPosts, posts(written("a", nil), written("undated", map[string]any{"pubDate": ""}), written("rules", nil)))
	read, _ := sitemapOf(t, s)
	seen := map[string]bool{}
	for _, entry := range read.URLs {
		path, _, _ := strings.Cut(strings.TrimPrefix(entry.Loc, "https://fieldhouse.example"), "?lang=")
		if page := s.Get(s.shown, path, release.English); page.Status != 200 || seen[entry.Loc] {
			t.Errorf("%s answers %d, or is there twice", entry.Loc, page.Status)
		}
		seen[entry.Loc] = true
	}
	if !seen["https://fieldhouse.example/football/2026/a"] {
		t.Errorf("it has %v", seen)
	}
}

func TestASitemapHasAsManyAddressesAsOneMayHave(t *testing.T) {
	// sitemaps.org, "Sitemap file".
	const maxSitemap = 50_000
	s := withItems(t, func(options *Options) { options.Origin = "https://fieldhouse.example" })
	var many []map[string]any
	for index := range maxSitemap / 2 {
		many = append(many, map[string]any{"title": "x", "slug": fmt.Sprint("p", index)})
	}
	s.source.set(release.NeedPosts, posts(many...))
	if read, _ := sitemapOf(t, s); len(read.URLs) != maxSitemap {
		t.Errorf("it has %d", len(read.URLs))
	}
}

func TestWhatIsSomebodysOwnIsNotToBeFound(t *testing.T) {
	s := withItems(t, func(options *Options) { options.Origin = "https://fieldhouse.example" })
	football := releasetest.Sport(releasetest.Football).Items()
	for index := range football.Manifest.Routes {
		if path := football.Manifest.Routes[index].Path; path == "/football/faq" || path == "/football/drops/:id" {
			football.Manifest.Routes[index].NoIndex = true
		}
	}
	s.shown = lineupOf(compiled(t, releasetest.Host()), compiled(t, releasetest.Shell()), compiled(t, football))
	s.body("/football/drops/42", release.English)
	read, _ := sitemapOf(t, s)
	for _, address := range read.URLs {
		if strings.Contains(address.Loc, "/faq") || strings.Contains(address.Loc, "/drops/") {
			t.Errorf("the sitemap has %s", address.Loc)
		}
	}
	for path, own := range map[string]bool{"/football/faq": true, "/football/drops/42": true, "/football": false} {
		body := s.body(path, release.Spanish)
		for part, wanted := range map[string]bool{
			`<meta name="robots" content="noindex">`: own, `rel="canonical"`: !own, `hreflang=`: !own, `property="og:title"`: true,
		} {
			if strings.Contains(body, part) != wanted {
				t.Errorf("%s has %s: %v, want %v", path, part, !wanted, wanted)
			}
		}
	}
}

func TestTheWebAppManifestIsOfTheSiteAndItsShell(t *testing.T) {
	s := newStage(t)
	ask := func(shown *page.Lineup, header ...string) (*httptest.ResponseRecorder, bool) {
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, paths.WebManifest, nil)
		for index := 0; index < len(header); index += 2 {
			r.Header.Set(header[index], header[index+1])
		}
		return w, s.WriteWebManifest(w, r, shown)
	}
	shell := releasetest.Shell()
	shell.Content["icon.svg"] = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"
	shell.Manifest.Icon = shell.Name("icon.svg")
	pngOf := func(size int, purpose string) release.Icon {
		file := fmt.Sprintf("%s-%d.png", purpose, size)
		shell.Content[file] = file
		return release.Icon{Path: shell.Name(file), Size: size, Purpose: purpose}
	}
	tab, touch, plain, cut := pngOf(32, release.IconAny), pngOf(180, release.IconAny), pngOf(192, release.IconAny), pngOf(512, release.IconMaskable)
	shell.Manifest.Icons = []release.Icon{tab, touch, plain, cut}
	shown := lineupOf(compiled(t, releasetest.Host()), compiled(t, shell))
	w, found := ask(shown)
	type webIcon struct{ Src, Sizes, Type, Purpose string }
	var read struct {
		Name     string
		StartURL string `json:"start_url"`
		Icons    []webIcon
	}
	if err := json.Unmarshal(w.Body.Bytes(), &read); err != nil || !found || w.Header().Get("Content-Type") != "application/manifest+json" {
		t.Fatalf("%v, %v, %v %s", err, found, w.Header(), w.Body)
	}
	if read.Name != "Fieldhouse" || read.StartURL != "/" || !slices.Equal(read.Icons, []webIcon{
		{"/_r/shell/" + shell.Manifest.Icon, "any", "image/svg+xml", ""},
		{"/_r/shell/" + plain.Path, "192x192", "image/png", ""},
		{"/_r/shell/" + cut.Path, "512x512", "image/png", "maskable"},
	}) {
		t.Errorf("it is %+v", read)
	}
	if again, _ := ask(shown, "If-None-Match", w.Header().Get("Etag")); again.Code != http.StatusNotModified {
		t.Errorf("a client that has it is answered %d", again.Code)
	}
	const link = `<link rel="manifest" href="` + paths.WebManifest + `">`
	icons := `<link rel="icon" type="image/png" sizes="32x32" href="/_r/shell/` + tab.Path + `"><link rel="apple-touch-icon" href="/_r/shell/` + touch.Path +
		`"><link rel="icon" type="image/svg+xml" sizes="any" href="/_r/shell/` + shell.Manifest.Icon + `">`
	if body := string(s.Get(shown, "/", release.English).Body); !strings.Contains(body, icons+link) {
		t.Errorf("a page does not lead to it and the icons: %.2000s", body)
	}
	without := lineupOf(compiled(t, releasetest.Host()), compiled(t, releasetest.Shell()))
	if _, found := ask(without); found || strings.Contains(string(s.Get(without, "/", release.English).Body), link) {
		t.Error("a shell without an icon has one too")
	}
}
