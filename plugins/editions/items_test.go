package editions

import (
	"net/url"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
)

// runItems is a site whose football has pages of posts and drops.
func runItems(t testing.TB) *testSite {
	t.Helper()
	t.Cleanup(func() { testNeeds.Delete(release.NeedPosts) })
	testNeeds.Store(release.NeedPosts, `{"status":"ok","items":[{"title":"We counted","slug":"we-counted","content":"<p>All of it</p>","excerpt":"Begins"}]}`)
	testNeeds.Store(release.NeedDrops, `{"rows":[{"drop_id":42,"edition":"football","name":"Starter","listing_price":"9.99 USD"}],"more":false,"next_key":""}`)
	s := newTestSite(t, `,"origin":"https://fieldhouse.example","snapshot_wait":"30s"`)
	s.take(releasetest.Host(), releasetest.Shell(), releasetest.Sport(releasetest.Football).Items(), releasetest.Sport(releasetest.Basketball))
	s.load()
	return s
}

func TestAnItemHasOneAddress(t *testing.T) {
	s := runItems(t)
	const post, drop = "<title>We counted · Fieldhouse</title>", "<title>Starter · Fieldhouse</title>"
	for path, title := range map[string]string{
		"/football/blog/we-counted": post,
		// Escapes that need not be are the same path (RFC 3986, section 6.2.2.2).
		"/football/blog/we%2Dcounted":   post,
		"/f%6Fotball/blog/%77e-counted": post,
		"/football/drops/42":            drop,
		"/football/drops/42?x=1":        drop,
		"/football/drops/%34%32":        drop,
	} {
		answer := s.ask("GET", path)
		if answer.StatusCode != 200 || !strings.Contains(answer.body, title) {
			t.Errorf("%s answers %d: %s", path, answer.StatusCode, answer.body)
		}
		canonical := `<link rel="canonical" href="https://fieldhouse.example/football/drops/42">`
		if title == post {
			canonical = `<link rel="canonical" href="https://fieldhouse.example/football/blog/we-counted">`
		}
		if !strings.Contains(answer.body, canonical) {
			t.Errorf("%s lacks %s", path, canonical)
		}
		pathname, _, _ := strings.Cut(path, "?")
		info := decode[page.Info](t, s.ask("GET", "/_page?path="+url.QueryEscape(pathname)).body)
		if info.Status != 200 || "<title>"+info.Title+"</title>" != title || !strings.Contains(canonical, info.Path+`"`) {
			t.Errorf("%s is by navigation %d %q at %s", path, info.Status, info.Title, info.Path)
		}
	}
	for path, leadsTo := range map[string]string{
		"/football/blog/we-counted/":                   "/football/blog/we-counted",
		"/football/drops/42/?lang=es":                  "/football/drops/42?lang=es",
		"/football/blog/we%2Dcounted/":                 "/football/blog/we-counted",
		"/football/blog/made-up/":                      "",
		"/football/blog/we-counted%2F":                 "",
		"/football%2Fblog/we-counted":                  "",
		"/football/blog%2fwe-counted":                  "",
		"/football/blog/x%2F..%2Fwe-counted":           "",
		"/football/blog/we-counted%00":                 "",
		"/football/blog/%2e%2e/we-counted":             "",
		"/football/blog/we-counted%C0%AF":              "",
		"/football/Blog/we-counted":                    "",
		"/football/blog/We-Counted":                    "",
		"//football/blog/we-counted":                   "",
		"/football/blog/" + strings.Repeat("x", 20000): "",
	} {
		answer := s.ask("GET", path)
		switch {
		case leadsTo != "" && (answer.StatusCode != 308 || answer.Header.Get("Location") != leadsTo):
			t.Errorf("%s answers %d to %s", path, answer.StatusCode, answer.Header.Get("Location"))
		case leadsTo == "" && (answer.StatusCode != 404 || !strings.Contains(answer.body, "<h1>Not found</h1>")):
			t.Errorf("%.60s answers %d", path, answer.StatusCode)
		}
		if pathname, _, _ := strings.Cut(path, "?"); len(pathname) < 2048 {
			info := decode[page.Info](t, s.ask("GET", "/_page?path="+url.QueryEscape(pathname)).body)
			if (info.Status == 200) != (leadsTo != "") {
				t.Errorf("%s is %d by navigation", path, info.Status)
			}
		}
	}
}

func TestSearchEnginesFindThePages(t *testing.T) {
	s := runItems(t)
	if robots := s.ask("GET", "/robots.txt"); robots.StatusCode != 200 || !strings.Contains(robots.body, "\nSitemap: https://fieldhouse.example/sitemap.xml\n") {
		t.Errorf("robots.txt answers %d: %s", robots.StatusCode, robots.body)
	}
	sitemap := s.ask("GET", "/sitemap.xml")
	if sitemap.StatusCode != 200 || !strings.Contains(sitemap.body, "<loc>https://fieldhouse.example/football/drops/42?lang=es</loc>") {
		t.Errorf("sitemap.xml answers %d: %s", sitemap.StatusCode, sitemap.body)
	}
	if again := s.ask("GET", "/sitemap.xml", "If-None-Match", sitemap.Header.Get("Etag")); again.StatusCode != 304 {
		t.Errorf("who has it is answered %d", again.StatusCode)
	}
	for _, path := range []string{"/sitemap.xml/", "/robots.txt/x"} {
		if answer := s.ask("GET", path); answer.StatusCode != 404 {
			t.Errorf("%s answers %d", path, answer.StatusCode)
		}
	}
}

func TestASiteWhosePostsCannotBeReadYetAsksForPatience(t *testing.T) {
	s := runItems(t)
	testNeeds.Delete(release.NeedPosts)
	s.load()
	answer := s.ask("GET", "/football/blog/we-counted")
	if answer.StatusCode != 503 || answer.Header.Get("Retry-After") != "30" || !strings.Contains(answer.body, "<h1>Back in a moment</h1>") {
		t.Errorf("answers %d %v", answer.StatusCode, answer.Header)
	}
	if answer = s.ask("GET", "/football/drops/42"); answer.StatusCode != 200 {
		t.Errorf("a drop answers %d meanwhile", answer.StatusCode)
	}
}
