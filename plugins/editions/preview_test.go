package editions

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/ship/api"
	"fieldhouse/plugins/editions/ship/command"
	"fieldhouse/plugins/editions/ship/token"
	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/must"
)

// previewOf takes a release of football whose home says another text, makes it a preview by
// the command, and answers its name and the path of its link.
func previewOf(t *testing.T, s *testSite) (at *terminal, name, link string) {
	t.Helper()
	address := must.Get(loadReleases(t, s.store, `[`+strings.Replace(pagesRoute, `"origin"`, `"store": "`+s.store+`", "origin"`, 1)+`]`, `[`+releasesRoute+`]`))(t)
	at = &terminal{t, map[string]string{"FIELDHOUSE_RELEASES": "http://" + address}}
	at.environment["FIELDHOUSE_TOKEN"] = strings.TrimSpace(at.want(command.ExitDone, token.Prefix, "token", "make", "football-ci", "football", "--store", s.store))
	draft := releasetest.Sport(releasetest.Football)
	for path, content := range draft.Content {
		draft.Content[path] = strings.ReplaceAll(content, "<h1>", "<h1>The next ")
	}
	var shipped api.Shipped
	must.Do(t, json.Unmarshal([]byte(at.want(command.ExitDone, "", "ship", "football", draft.Write(t), "--preview", "--json")), &shipped))
	link, found := strings.CutPrefix(shipped.See, "https://play.example")
	if !found || !strings.HasPrefix(link, "/_preview/") || shipped.SeeUntil.IsZero() {
		t.Fatalf("it is to be seen at %q until %s", shipped.See, shipped.SeeUntil)
	}
	return at, shipped.Release, link
}

// A preview's whole way: its link, its pages, navigation in it, what others get meanwhile,
// and the way out.
func TestALinkShowsAPreviewInTheSite(t *testing.T) {
	s := run(t, "")
	_, name, link := previewOf(t, s)
	s.load()

	entered := s.ask("GET", link)
	cookie := entered.Header.Get("Set-Cookie")
	if entered.StatusCode != http.StatusSeeOther || entered.Header.Get("Location") != "/football" || !strings.Contains(cookie, "HttpOnly") || entered.Header.Get("Cache-Control") != "no-store" || entered.Header.Get("X-Robots-Tag") != "noindex" {
		t.Fatalf("the link answers %d %v", entered.StatusCode, entered.Header)
	}
	cookie, _, _ = strings.Cut(cookie, ";")

	live := s.ask("GET", "/football")
	for language, words := range map[string][]string{"en": {"Preview", "Leave the preview", "until"}, "es": {"Vista previa", "Salir de la vista previa", "hasta el"}} {
		page := s.ask("GET", "/football?lang="+language, "Cookie", cookie)
		for _, said := range append(words, `"release":"`+name+`"`, "The next ", `<aside id="fh-preview" aria-label="`+words[0]+`">`, `action="/_preview/leave"`, "<code>"+name+"</code>") {
			if !strings.Contains(page.body, said) {
				t.Errorf("the page in %s has no %q", language, said)
			}
		}
		if page.Header.Get("X-Robots-Tag") != "noindex" || page.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("it is %v", page.Header)
		}
		_, rest, _ := strings.Cut(page.body, "<style>#fh-preview")
		if style, _, found := strings.Cut(rest, "</style>"); !found || !strings.Contains(page.Header.Get("Content-Security-Policy"), hashOf("#fh-preview"+style)) {
			t.Error("the policy does not let the badge's style in")
		}
	}
	// Unknown paths, and the pages of the other editions, are in it as well.
	for _, path := range []string{"/", "/basketball", "/football/nothing"} {
		page := s.ask("GET", path, "Cookie", cookie)
		if !strings.Contains(page.body, `id="fh-preview"`) || !strings.Contains(page.body, `"release":"`+s.names["basketball"]+`"`) {
			t.Errorf("%s shows no badge, or another basketball", path)
		}
	}
	signed := signedLineupOf(t, s.ask("GET", "/football", "Cookie", cookie).body)
	next := s.ask("GET", "/_page?path=/football&lineup="+signed)
	if next.StatusCode != http.StatusOK || !strings.Contains(next.body, "The next ") || next.Header.Get("X-Robots-Tag") != "noindex" {
		t.Errorf("navigation in it: %d %.200s", next.StatusCode, next.body)
	}

	after := s.ask("GET", "/football")
	if after.body != live.body || strings.Contains(after.body, "fh-preview") || after.Header.Get("X-Robots-Tag") != "" || after.Header.Get("Cache-Control") != "private, no-cache" {
		t.Error("visitors get something of it")
	}

	for referer, to := range map[string]string{
		"http://fieldhouse.example/basketball": "/basketball", "http://fieldhouse.example/nothing": "/",
		"http://fieldhouse.example/basketball?lang=es&asset=7": "/basketball?lang=es&asset=7",
		"http://other.example/basketball":                      "/", "http://fieldhouse.example//other.example": "/", "": "/",
	} {
		left := s.send("POST", "/_preview/leave", "", "Cookie", cookie, "Referer", referer)
		if left.StatusCode != http.StatusSeeOther || left.Header.Get("Location") != to || !strings.HasPrefix(left.Header.Get("Set-Cookie"), "preview=;") {
			t.Errorf("leaving from %q: %d %v", referer, left.StatusCode, left.Header)
		}
	}
	if got := s.send("POST", "/_preview/leave", "", "Sec-Fetch-Site", "cross-site"); got.StatusCode != http.StatusForbidden {
		t.Errorf("another site's leaving: %d", got.StatusCode)
	}
	if got := s.ask("GET", "/_preview/leave"); got.Header.Get("Set-Cookie") != "" {
		t.Error("a link that is looked at leaves")
	}
}

func TestAPreviewThatIsNotThereIsAClearPageThatLeadsBack(t *testing.T) {
	s := run(t, "")
	_, name, link := previewOf(t, s)
	s.load()
	cookie, _, _ := strings.Cut(s.ask("GET", link).Header.Get("Set-Cookie"), ";")
	clear := func(got answer, status int, said string) {
		t.Helper()
		if got.StatusCode != status || !strings.Contains(got.body, said) || !strings.Contains(got.body, `<a href="/`) || got.Header.Get("X-Robots-Tag") != "noindex" || got.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%d %v %s, want %d and %q", got.StatusCode, got.Header, got.body, status, said)
		}
	}
	clear(s.ask("GET", link+"1"), http.StatusNotFound, "This link leads to no preview")
	clear(s.ask("GET", "/_preview/", "Accept-Language", "es-ES"), http.StatusNotFound, "no lleva a ninguna vista previa")
	if page := s.ask("GET", "/football", "Cookie", cookie+"1"); page.StatusCode != http.StatusOK || strings.Contains(page.body, "fh-preview") {
		t.Errorf("a made-up cookie shows %d", page.StatusCode)
	}

	must.Get(journal.Open(s.store, journal.Options{}).EndPreview(journal.Change{By: "test"}, "football", name))(t)
	plugintest.Eventually(t, "the preview is over", func() bool { return s.ask("GET", link).StatusCode == http.StatusGone })
	clear(s.ask("GET", link), http.StatusGone, "This preview is over")
	over := s.ask("GET", "/football", "Cookie", cookie)
	clear(over, http.StatusGone, `<a href="/football"`)
	clear(s.ask("GET", "/football?lang=en&asset=7", "Cookie", cookie), http.StatusGone, `<a href="/football?lang=en&amp;asset=7"`)
	clear(s.ask("GET", "//other.example/", "Cookie", cookie), http.StatusGone, `<a href="/"`)
	if !strings.HasPrefix(over.Header.Get("Set-Cookie"), "preview=;") {
		t.Errorf("it goes on: %v", over.Header)
	}
	signed := signedLineupOf(t, s.ask("GET", "/football").body)
	if got := s.ask("GET", "/_page?path=/football&lineup="+signed, "Cookie", cookie); got.StatusCode != http.StatusOK {
		t.Errorf("a page of visitors goes on with %d", got.StatusCode)
	}
}

func TestTheCommandPrintsAPreviewsLink(t *testing.T) {
	s := run(t, "")
	at, name, _ := previewOf(t, s)
	at.want(command.ExitDone, "https://play.example/_preview/", "preview", "football", name, "--for", "48h")
	at.want(command.ExitDone, `"until"`, "preview", "football", name, "--json")
	at.want(command.ExitWrong, "at most", "preview", "football", name, "--for", "721h")
	at.want(command.ExitWrong, "take one", "preview", "football", name, "--for", "1h", "--end")
	at.want(command.ExitRefused, "is for football, not for shell", "preview", "shell", s.names["shell"])
	at.want(command.ExitRefused, "another release than the live one", "preview", "football", s.names["football"])
	at.want(command.ExitDone, "lineup", "preview", "football", name, "--end")
	if previews := releasetest.State(t, s.store).Editions["football"].Previews; len(previews) != 0 {
		t.Errorf("%q are left", previews)
	}
}

// hashOf is a style's source in a policy (CSP Level 3, section 2.3.1).
func hashOf(text string) string {
	digest := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(digest[:]) + "'"
}
