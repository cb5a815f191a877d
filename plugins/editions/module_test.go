package editions

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/ship/command"
	"fieldhouse/plugins/editions/ship/webhook"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/editions/visit"
	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2"
)

func TestPagesOfEveryEdition(t *testing.T) {
	testNeeds.Store(release.NeedDrops, `{"rows":[{"drop_id":1,"edition":"football","name":"Starter","listing_price":"9.99 USD"}],"more":false,"next_key":""}`)
	// On a loaded machine the data may take longer than a page usually waits for it.
	s := run(t, `,"images":["https://ipfs.example"],"origin":"https://fieldhouse.example","snapshot_wait":"30s"`)
	for path, want := range map[string]string{
		"/":               "<h1>Welcome to Fieldhouse</h1>",
		"/football":       "<h3>Starter</h3>",
		"/football/faq":   "<h1>Questions</h1>",
		"/football?x=1":   "<h1>football</h1>",
		"/basketball":     "<p>Nothing is on sale.</p>",
		"/basketball/faq": `<link rel="canonical" href="https://fieldhouse.example/basketball/faq">`,
	} {
		answer := s.ask("GET", path)
		if answer.StatusCode != 200 || !strings.Contains(answer.body, want) {
			t.Errorf("%s answers %d without %s: %s", path, answer.StatusCode, want, answer.body)
		}
		if !strings.Contains(answer.Header.Get("Content-Security-Policy"), "img-src 'self' data: https://ipfs.example;") {
			t.Errorf("%s has the policy %s", path, answer.Header.Get("Content-Security-Policy"))
		}
		if wallets := "connect-src 'self' https://cb.anchor.link wss://cb.anchor.link wss://fieldhouse.example https://wax.greymass.com; frame-src esr:;"; !strings.Contains(answer.Header.Get("Content-Security-Policy"), wallets) {
			t.Errorf("%s has the policy %s, want %s for the wallets", path, answer.Header.Get("Content-Security-Policy"), wallets)
		}
	}
	for _, path := range []string{"/footballer", "/football/nowhere", "/nowhere", "/Football", "/football//faq", "/football/%2e%2e/faq", "/favicon.ico"} {
		if answer := s.ask("GET", path); answer.StatusCode != 404 || !strings.Contains(answer.body, "<h1>Not found</h1>") {
			t.Errorf("%s answers %d", path, answer.StatusCode)
		}
	}
	if data := s.ask("GET", "/_page/data?rowDrops="); data.StatusCode != 200 || !strings.Contains(data.body, `"name":"Starter"`) {
		t.Errorf("what pages follow is answered %d %s", data.StatusCode, data.body)
	}
	if head := s.ask("HEAD", "/football"); head.StatusCode != 200 || head.body != "" || head.Header.Get("Etag") == "" {
		t.Errorf("HEAD answers %d %v", head.StatusCode, head.Header)
	}
}

func TestALanguageInTheAddressIsRemembered(t *testing.T) {
	s := run(t, "")
	answer := s.ask("GET", "/football/faq?lang=es")
	if !strings.Contains(answer.body, `<html lang="es"`) || answer.Header.Get("Set-Cookie") != "language=SP; Path=/; Max-Age=31536000; SameSite=Lax" {
		t.Errorf("the cookie is %q", answer.Header.Get("Set-Cookie"))
	}
	if again := s.ask("GET", "/football/faq", "Cookie", "language=SP"); again.Header.Get("Etag") != answer.Header.Get("Etag") || again.Header.Get("Set-Cookie") != "" {
		t.Errorf("the kept page has the cookie %q", again.Header.Get("Set-Cookie"))
	}
}

func TestOnlyATrustedProxyTellsTheScheme(t *testing.T) {
	s := run(t, "")
	proxied := s.ask("GET", "/?lang=en", "X-Forwarded-Proto", "https", "X-Forwarded-For", "192.0.2.1")
	if proxied.Header.Get("Strict-Transport-Security") == "" || !strings.Contains(proxied.Header.Get("Set-Cookie"), "; Secure") {
		t.Errorf("behind a trusted proxy over TLS: %v", proxied.Header)
	}
	if direct := s.ask("GET", "/"); direct.Header.Get("Strict-Transport-Security") != "" {
		t.Error("HSTS without TLS")
	}
}

func TestATrailingSlashLeadsToThePage(t *testing.T) {
	s := run(t, "")
	answer := s.ask("GET", "/football/faq/?lang=es&x=%0d%0aSet-Cookie:a=b")
	if answer.StatusCode != http.StatusPermanentRedirect || answer.Header.Get("Location") != "/football/faq?lang=es&x=%0d%0aSet-Cookie:a=b" {
		t.Errorf("answers %d, Location %q", answer.StatusCode, answer.Header.Get("Location"))
	}
}

func TestMethods(t *testing.T) {
	s := run(t, "")
	for _, test := range []struct{ method, path, allow string }{
		{"POST", "/football", "GET, HEAD"}, {"PUT", "/", "GET, HEAD"}, {"DELETE", "/nowhere", "GET, HEAD"},
		{"POST", "/_page", "GET, HEAD"}, {"POST", s.fileAddress("host", "host.js"), "GET, HEAD"}, {"OPTIONS", "/", "GET, HEAD"},
		{"GET", "/_report", "POST"}, {"HEAD", "/_report", "POST"},
	} {
		if answer := s.ask(test.method, test.path); answer.StatusCode != 405 || answer.Header.Get("Allow") != test.allow {
			t.Errorf("%s %s answers %d, Allow %q", test.method, test.path, answer.StatusCode, answer.Header.Get("Allow"))
		}
	}
}

func TestPathsOfOtherPluginsGoOnToThem(t *testing.T) {
	s := run(t, "")
	if answer := s.ask("GET", "/api/v1/rows/drops"); answer.StatusCode != 200 || answer.body != "rows" {
		t.Errorf("answers %d %q", answer.StatusCode, answer.body)
	}
	for _, path := range []string{"/api/v1/unknown", "/v1/chain/get_info", "/link/x", "/_releases", "/_lineup", "/_dev/events"} {
		if answer := s.ask("GET", path); answer.StatusCode != 404 || strings.Contains(answer.body, "<") {
			t.Errorf("%s answers %d %q", path, answer.StatusCode, answer.body)
		}
	}
}

func TestInfoForNavigation(t *testing.T) {
	s := run(t, "")
	lineup := s.signedLineup()
	answer := s.ask("GET", "/_page?path=/football/faq&lang=es&lineup="+lineup)
	info := decode[page.Info](t, answer.body)
	if answer.StatusCode != 200 || info.Path != "/football/faq" || info.Language != "es" || info.Status != 200 || info.Edition != "football" || info.Lineup["football"].Release != s.names["football"] {
		t.Errorf("answers %d %+v", answer.StatusCode, info)
	}
	if answer.Header.Get("Content-Type") != "application/json" || answer.Header.Get("Cache-Control") != "no-store" || answer.Header.Get("Set-Cookie") != "" {
		t.Errorf("headers are %v", answer.Header)
	}
	unknown := s.ask("GET", "/_page?path=/nowhere%3C/script%3E&lang=en&lineup="+lineup)
	if info := decode[page.Info](t, unknown.body); unknown.StatusCode != 200 || info.Status != 404 || info.Header != nil || info.Path != "/nowhere</script>" || strings.Contains(unknown.body, "<") {
		t.Errorf("an unknown path answers %d %s", unknown.StatusCode, unknown.body)
	}
	for query, want := range map[string]int{
		"path=/&lineup=" + strings.Repeat("a", 20000): 409,
		"path=football":                      400,
		"path=":                              400,
		"":                                   400,
		"path=/%ff":                          400,
		"path=/" + strings.Repeat("a", 3000): 400,
		"path=/;x=%":                         400,
		"path=/":                             200,
	} {
		if answer := s.ask("GET", "/_page?"+query); answer.StatusCode != want {
			t.Errorf("%.100s answers %d, want %d", query, answer.StatusCode, want)
		}
	}
}

func TestOtherSitesShowImagesAndRunNothing(t *testing.T) {
	s := newTestSite(t, "")
	football := releasetest.Sport(releasetest.Football)
	football.Content["card.png"] = "a picture"
	football.Content["badge.svg"] = "<svg xmlns='http://www.w3.org/2000/svg'/>"
	s.take(releasetest.Host(), releasetest.Shell(), football)
	s.load()
	for file, want := range map[string]string{"card.png": "cross-origin", "badge.svg": "cross-origin", "remoteEntry.js": "same-origin"} {
		answer := s.ask("GET", s.fileAddress("football", file))
		if got := answer.Header.Values("Cross-Origin-Resource-Policy"); answer.StatusCode != 200 || len(got) != 1 || got[0] != want {
			t.Errorf("%s answers %d with the policy %q, want %s", file, answer.StatusCode, got, want)
		}
	}
}

func TestFilesAreServedImmutableAndPacked(t *testing.T) {
	s := run(t, "")
	path := s.fileAddress("football", "remoteEntry.js")
	content := must.Get(os.ReadFile(s.stored(path)))(t)
	etags := map[string]bool{}
	for _, test := range []struct{ accept, encoding, ending string }{
		{"gzip, deflate, br, zstd", "br", ".br"},
		{"zstd, gzip", "zstd", ".zst"},
		{"gzip;q=1, br;q=0.5", "gzip", ".gz"},
		{"identity", "", ""},
	} {
		answer := s.ask("GET", path, "Accept-Encoding", test.accept)
		want := must.Get(os.ReadFile(s.stored(path) + test.ending))(t)
		if answer.StatusCode != 200 || answer.body != string(want) || answer.Header.Get("Content-Encoding") != test.encoding {
			t.Errorf("%s answers %d in %q with %d bytes", test.accept, answer.StatusCode, answer.Header.Get("Content-Encoding"), len(answer.body))
		}
		for name, want := range map[string]string{
			"Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "public, max-age=31536000, immutable",
			"Vary": "Accept-Encoding", "X-Content-Type-Options": "nosniff",
		} {
			if answer.Header.Get(name) != want {
				t.Errorf("%s is %q", name, answer.Header.Get(name))
			}
		}
		etag := answer.Header.Get("Etag")
		if etags[etag] {
			t.Errorf("two forms have the ETag %s", etag)
		}
		etags[etag] = true
		if again := s.ask("GET", path, "Accept-Encoding", test.accept, "If-None-Match", etag); again.StatusCode != 304 || again.body != "" {
			t.Errorf("again answers %d", again.StatusCode)
		}
		if head := s.ask("HEAD", path, "Accept-Encoding", test.accept); head.StatusCode != 200 || head.ContentLength != int64(len(want)) {
			t.Errorf("HEAD answers %d, %d bytes", head.StatusCode, head.ContentLength)
		}
	}
	if answer := s.ask("GET", path); answer.body != string(content) {
		t.Error("without Accept-Encoding it is not the file")
	}
	if answer := s.ask("GET", s.fileAddress("football", "fonts/text.woff2"), "Accept-Encoding", "br"); answer.Header.Get("Content-Type") != "font/woff2" || answer.Header.Get("Content-Encoding") != "" {
		t.Errorf("a font is served as %v", answer.Header)
	}
}

func TestAReleaseThatIsNoLongerLiveIsStillServed(t *testing.T) {
	s := run(t, "")
	address := s.fileAddress("football", "mount.js")
	next := releasetest.Next("newer")
	s.take(next)
	plugintest.Eventually(t, "the new release is live", func() bool {
		return strings.Contains(s.ask("GET", "/football").body, s.fileAddress("football", "mount.js"))
	})
	if answer := s.ask("GET", address); answer.StatusCode != 200 || address == s.fileAddress("football", "mount.js") {
		t.Errorf("a page that is still open gets %d", answer.StatusCode)
	}
}

func TestAPageIsAnsweredOfItsOwnLineupUntilOneOfItsReleasesIsWithdrawn(t *testing.T) {
	s := run(t, "")
	before, opened := s.names["basketball"], s.signedLineup()
	ship := func(version string) {
		t.Helper()
		next := releasetest.Sport(releasetest.Basketball)
		next.Manifest.Version = version
		s.take(next)
		plugintest.Eventually(t, "the new release is live", func() bool {
			return strings.Contains(s.ask("GET", "/basketball").body, s.names["basketball"])
		})
	}
	ask := func(lineup string) (int, page.Info) {
		t.Helper()
		answer := s.ask("GET", "/_page?path=/basketball/faq&lineup="+lineup)
		if answer.StatusCode != 200 {
			return answer.StatusCode, page.Info{}
		}
		return answer.StatusCode, decode[page.Info](t, answer.body)
	}
	ship("1.1.0")
	// A new process has no memory but the store.
	for _, restart := range []bool{false, true} {
		if restart {
			must.Do(t, caddy.Stop())
			s.load()
		}
		if status, info := ask(opened); status != 200 || info.Lineup["basketball"].Release != before || info.SignedLineup != opened {
			t.Errorf("restarted %v, the open page is answered %d of %+v", restart, status, info.Lineup)
		}
	}
	now := s.signedLineup()
	if status, info := ask(now); status != 200 || info.Lineup["basketball"].Release != s.names["basketball"] {
		t.Errorf("a page opened now is answered %d of %+v", status, info.Lineup)
	}
	id, signature, _ := strings.Cut(opened, ".")
	idNow, signatureNow, _ := strings.Cut(now, ".")
	for sentence, lineup := range map[string]string{
		"no signature":                      id,
		"an empty signature":                id + ".",
		"the signature of another":          id + "." + signatureNow,
		"the signature of another, now":     idNow + "." + signature,
		"a changed signature":               id + "." + strings.ToLower(signature),
		"a longer signature":                opened + "AA",
		"releases that were never together": strings.Replace(idNow, s.names["basketball"], before, 1) + "x." + signatureNow,
		"releases in another order":         strings.Join(strings.Split(id, ",")[1:], ",") + "," + strings.Split(id, ",")[0] + "." + signature,
		"a path":                            "shell:../../x." + signature,
		"nothing but a dot":                 ".",
	} {
		if status, _ := ask(lineup); status != 409 {
			t.Errorf("with %s it is answered %d", sentence, status)
		}
	}
	must.Get(command.Withdraw(io.Discard, s.store, releasetest.Basketball, before, journal.Change{By: "ops"}))(t)
	plugintest.Eventually(t, "the lineup with the withdrawn release is no more", func() bool {
		status, _ := ask(opened)
		return status == 409
	})
	if status, _ := ask(now); status != 200 {
		t.Errorf("the other one is answered %d", status)
	}
	// Who goes from a page to another that have nothing of it goes on without it.
	for question, want := range map[[2]string]int{
		{"/football/faq", "http://fieldhouse.example/football"}:       200,
		{"/", "http://fieldhouse.example/football/faq?lang=en"}:       200,
		{"/football/nowhere", "http://fieldhouse.example/"}:           200,
		{"/basketball", "http://fieldhouse.example/football"}:         409,
		{"/football/faq", "http://fieldhouse.example/basketball/faq"}: 409,
		{"/football/faq", "http://elsewhere.example/football"}:        409,
		{"/football/faq", ""}: 409,
		{"/football/faq", "http://fieldhouse.example/basketball#/../"}: 409,
	} {
		answered := s.ask("GET", "/_page?path="+question[0]+"&lineup="+opened, "Referer", question[1])
		if answered.StatusCode != want {
			t.Errorf("from %s to %s it is answered %d, want %d", question[1], question[0], answered.StatusCode, want)
			continue
		}
		if want != 200 {
			continue
		}
		info := decode[page.Info](t, answered.body)
		if _, has := info.Lineup["basketball"]; has || len(info.Lineup) != 3 || info.Lineup["football"].Release != s.names["football"] {
			t.Errorf("from %s to %s the lineup is %+v", question[1], question[0], info.Lineup)
		}
		// And further on with what it was answered.
		if again := s.ask("GET", "/_page?path=/football&lineup="+info.SignedLineup); again.StatusCode != 200 {
			t.Errorf("the next page is answered %d", again.StatusCode)
		}
	}
}

func TestHealthAndReadiness(t *testing.T) {
	s := newTestSite(t, "")
	s.load()
	if answer := s.ask("GET", "/healthz"); answer.StatusCode != 200 || answer.body != "ok" {
		t.Errorf("/healthz answers %d %q", answer.StatusCode, answer.body)
	}
	if answer := s.ask("GET", "/readyz"); answer.StatusCode != 503 {
		t.Errorf("without a shell /readyz answers %d", answer.StatusCode)
	}
	if answer := s.ask("GET", "/football"); answer.StatusCode != 503 || !strings.Contains(answer.body, "<main><h1>Back in a moment</h1>") || answer.Header.Get("Retry-After") == "" {
		t.Errorf("without a shell a page answers %d %s", answer.StatusCode, answer.body)
	}
	s.take(releasetest.Shell())
	plugintest.Eventually(t, "it waits for a host", func() bool {
		return s.ask("GET", "/readyz").body == "there is no usable release of the host: take one with --live\n"
	})
	if answer := s.ask("GET", "/"); answer.StatusCode != 503 || !strings.Contains(answer.body, "Back in a moment") {
		t.Errorf("without a host a page answers %d: %s", answer.StatusCode, answer.body)
	}
	s.take(releasetest.Host())
	plugintest.Eventually(t, "it is ready", func() bool { return s.ask("GET", "/readyz").StatusCode == 200 })
	if answer := s.ask("GET", "/football"); answer.StatusCode != 503 || !strings.Contains(answer.body, `id="fh-header"`) {
		t.Errorf("without football its page answers %d %s", answer.StatusCode, answer.body)
	}
}

func TestALiveReleaseThatIsDamagedInUseFallsBackAndHealsAndIsTold(t *testing.T) {
	s := newTestSite(t, "")
	s.take(releasetest.Host(), releasetest.Shell(), releasetest.Sport(releasetest.Football))
	before := s.names["football"]
	next := releasetest.Next("newer")
	s.take(next)
	live, file := s.names["football"], s.fileAddress("football", "mount.js")
	s.log = filepath.Join(t.TempDir(), "site.log")
	s.load()
	ready := func() string { return s.ask("GET", "/readyz").body }
	if got := ready(); !strings.HasPrefix(got, "ok\n") || !strings.Contains(got, "\nfootball: "+live+"\n") {
		t.Errorf("/readyz says %q", got)
	}
	appendTo(t, s.stored(file), "tampered")
	if answer := s.ask("GET", file); answer.StatusCode != 500 {
		t.Errorf("the damaged file is answered %d", answer.StatusCode)
	}
	plugintest.Eventually(t, "the page is made of the release before", func() bool { return strings.Contains(s.ask("GET", "/football").body, `"football":{"release":"`+before) })
	if got := ready(); !strings.Contains(got, "\nfootball: "+before+", since the live "+live+" cannot be used\n") || strings.Contains(got, s.store) {
		t.Errorf("/readyz says %q", got)
	}
	// It is written after it is shown.
	for _, want := range []string{`"msg":"an edition is not on its live release"`, `"shown":"` + before + `"`, next.Name("mount.js") + ": it has"} {
		plugintest.Eventually(t, "the log has "+want, func() bool { return strings.Contains(string(must.Get(os.ReadFile(s.log))(t)), want) })
	}
	s.take(next)
	plugintest.Eventually(t, "mended, it is shown again", func() bool { return strings.Contains(s.ask("GET", "/football").body, `"football":{"release":"`+live) })
	if got := ready(); !strings.Contains(got, "\nfootball: "+live+"\n") {
		t.Errorf("mended, /readyz says %q", got)
	}
}

func TestAVisitorOfACanaryIsShownItOnEveryPage(t *testing.T) {
	s := run(t, "")
	live := s.names["football"]
	cookies := func(got answer) (named []string) {
		for _, line := range got.Header.Values("Set-Cookie") {
			named = append(named, strings.Split(line, ";")[0])
		}
		return named
	}
	if got := s.ask("GET", "/football"); len(cookies(got)) != 0 {
		t.Errorf("without a canary it sets %q", cookies(got))
	}
	next := releasetest.Next("newer")
	must.Do(t, command.Take(io.Discard, s.store, false, []string{next.Write(t)}))
	stored := must.Get(store.NewStore(s.store).List(releasetest.Football, 1))(t)
	canary := stored[0].Name
	share := func(share int) {
		t.Helper()
		must.Get(stores.All()[0].Journal().SetCanary(journal.Change{}, releasetest.Football, journal.Canary{Release: canary, Share: share}, journal.Checks{}))(t)
	}
	share(journal.MaxShare)
	got := s.ask("GET", "/football?lang=es")
	set := cookies(got)
	if len(set) != 2 || set[0] != "language=SP" || !strings.HasPrefix(set[1], "bucket=") || !strings.Contains(got.body, canary) || strings.Contains(got.body, live) {
		t.Fatalf("a new visitor is given %q and %s", set, got.body)
	}
	for _, path := range []string{"/football", "/football/faq", "/_page?path=/football", "/basketball"} {
		got := s.ask("GET", path, "Cookie", set[1])
		if got.StatusCode != 200 || !strings.Contains(got.body, canary) || strings.Contains(got.body, live) || len(cookies(got)) != 0 {
			t.Errorf("%s is answered %d with %q: %s", path, got.StatusCode, cookies(got), got.body)
		}
	}
	if got := s.ask("GET", "/readyz").body; !strings.Contains(got, "football: "+live+"\nfootball: "+canary+" for 1000 of 1000 visitors\n") {
		t.Errorf("/readyz says %q", got)
	}
	share(0)
	if got := s.ask("GET", "/football", "Cookie", set[1]); !strings.Contains(got.body, live) || strings.Contains(got.body, canary) {
		t.Errorf("after its end a visitor is shown %s", got.body)
	}
}

// TestNoPageFailsOrNamesTwoReleasesWhileTheyGoLiveAndBack: of an edition, whoever asks when.
func TestNoPageFailsOrNamesTwoReleasesWhileTheyGoLiveAndBack(t *testing.T) {
	s := run(t, "")
	names := []string{s.names["football"]}
	for index := range 2 {
		next := releasetest.Next(fmt.Sprint(index))
		must.Do(t, command.Take(io.Discard, s.store, false, []string{next.Write(t)}))
		stored := must.Get(store.NewStore(s.store).List(releasetest.Football, 10))(t)
		for _, one := range stored {
			if !slices.Contains(names, one.Name) {
				names = append(names, one.Name)
			}
		}
	}
	ended := make(chan struct{})
	var asking sync.WaitGroup
	for range 2 {
		asking.Go(func() {
			for asked := 0; ; asked++ {
				select {
				case <-ended:
					if asked > 0 {
						return
					}
				default:
				}
				got, err := s.trySend("GET", "/football", "")
				if err != nil || got.StatusCode != 200 {
					t.Errorf("a page is answered %+v (%v)", got.Response, err)
					return
				}
				named := 0
				for _, name := range names {
					if strings.Contains(got.body, name) {
						named++
					}
				}
				if named != 1 {
					t.Errorf("a page names %d releases of football", named)
					return
				}
			}
		})
	}
	defer asking.Wait()
	defer close(ended)
	made := 0
	changes, checks := stores.All()[0].Journal(), journal.ChecksOf(store.NewStore(s.store))
	football := func(name string) map[string]string { return map[string]string{releasetest.Football: name} }
	for range 10 {
		for _, change := range []func() (journal.State, error){
			func() (journal.State, error) {
				return changes.SetLive(journal.Change{}, football(names[0]), checks)
			},
			func() (journal.State, error) {
				return changes.SetCanary(journal.Change{}, releasetest.Football, journal.Canary{Release: names[2], Share: 500}, checks)
			},
			func() (journal.State, error) {
				return changes.SetLive(journal.Change{}, football(names[1]), checks)
			},
			func() (journal.State, error) {
				return changes.Rollback(journal.Change{}, football(""), true, checks)
			},
			func() (journal.State, error) { return changes.Promote(journal.Change{}, football(""), checks) },
		} {
			state, err := change()
			if errors.Is(err, journal.ErrNothing) {
				// Going back and forth has withdrawn what it would go back to.
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			made++
			// Without a bucket, as a search engine's second look.
			if got := stores.All()[0].Choose(nil).Names[releasetest.Football]; got != state.Editions[releasetest.Football].Live {
				t.Fatalf("live is %s, and shown %s", state.Editions[releasetest.Football].Live, got)
			}
		}
	}
	if made < 30 {
		t.Errorf("%d changes were made", made)
	}
}

func TestAWebhookOfTheRunningConfigurationIsToldOfWhatGoesLive(t *testing.T) {
	told := make(chan webhook.Message, 10)
	t.Setenv("HOOK_SECRET", "0123456789abcdef")
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || r.Header.Get("Fieldhouse-Signature") != webhook.Sign("0123456789abcdef", body) {
			t.Errorf("it was told %q signed %v (%v)", body, r.Header, err)
		}
		told <- decode[webhook.Message](t, string(body))
	}))
	defer receiver.Close()
	s := newTestSite(t, `,"webhooks":[{"edition":"football","url":"`+receiver.URL+`","secret":"{env.HOOK_SECRET}"}]`)
	s.take(releasetest.Host(), releasetest.Shell(), releasetest.Sport(releasetest.Football))
	s.load()
	s.load()
	if err := caddy.Load([]byte(`{"admin":{"disabled":true},"apps":{"http":{"servers":{"x":{"listen":["`+s.address+`x"],"routes":[{"handle":[{"handler":"editions","store":"`+s.store+`"}]}]}}}}}`), true); err == nil {
		t.Fatal("a configuration with a bad address is taken")
	}
	for _, version := range []string{"1.1.0", "1.2.0"} {
		next := releasetest.Sport(releasetest.Football)
		next.Manifest.Version = version
		s.take(releasetest.Sport(releasetest.Basketball), next)
		select {
		case message := <-told:
			if message.Edition != "football" || message.After.Live != s.names["football"] || message.Action != journal.Live {
				t.Errorf("it was told %+v", message)
			}
		case <-time.After(20 * time.Second):
			t.Fatal("it was told nothing")
		}
	}
	s.options = ""
	s.load()
	s.take(releasetest.Sport(releasetest.Football))
	plugintest.Eventually(t, "it is live", func() bool { return strings.Contains(s.ask("GET", "/football").body, s.names["football"]) })
	if len(told) != 0 {
		t.Errorf("without its line it was told %+v", <-told)
	}
}

func TestTheLogOfTheRunningConfigurationSaysWhichReleasesWentLive(t *testing.T) {
	s := newTestSite(t, "")
	s.take(releasetest.Host(), releasetest.Shell(), releasetest.Sport(releasetest.Football))
	s.log = filepath.Join(t.TempDir(), "before.log")
	s.load()
	s.log = filepath.Join(t.TempDir(), "after.log")
	s.load()
	next := releasetest.Sport(releasetest.Football)
	next.Manifest.Version = "1.1.0"
	s.take(next)
	plugintest.Eventually(t, "the log names the release", func() bool {
		// The file comes with its first line.
		content, _ := os.ReadFile(s.log)
		for line := range strings.Lines(string(content)) {
			if strings.Contains(line, `"logger":"editions"`) && strings.Contains(line, s.names["football"]) {
				return true
			}
		}
		return false
	})
}

func TestALiveReleaseThatIsTakenAgainToMendItIsServedAtOnce(t *testing.T) {
	s := run(t, "")
	path := s.fileAddress("football", "remoteEntry.js")
	if answer := s.ask("GET", path); answer.StatusCode != 200 {
		t.Fatalf("answers %d", answer.StatusCode)
	}
	must.Do(t, os.Remove(s.stored(path)))
	if answer := s.ask("GET", path); answer.StatusCode != 500 {
		t.Fatalf("with the file gone it answers %d", answer.StatusCode)
	}
	must.Do(t, command.Take(io.Discard, s.store, false, []string{releasetest.Sport(releasetest.Football).Write(t)}))
	if answer := s.ask("GET", path); answer.StatusCode != 200 {
		t.Errorf("mended, it answers %d", answer.StatusCode)
	}
}

func TestAReloadKeepsTheReleasesOpenAndStoppingClosesThem(t *testing.T) {
	s := run(t, "")
	held := func() *openStore {
		open := stores.All()
		if len(open) != 1 {
			t.Fatalf("stores are used %d times", len(open))
		}
		return open[0]
	}
	first := held()
	s.options = `,"dev":true`
	s.load()
	if held() != first {
		t.Error("the store was opened anew by the reload")
	}
	// The server that is ending may still take a connection, and close it.
	plugintest.Eventually(t, "the new configuration answers", func() bool {
		answer, err := s.trySend("GET", "/football", "")
		return err == nil && answer.StatusCode == 200 && strings.Contains(answer.body, `"dev":true`)
	})
	must.Do(t, caddy.Stop())
	if len(stores.All()) != 0 {
		t.Error("the store is in use after the end")
	}
}

func TestAReloadLeavesTheStreamsOfOpenPagesOpenAndStoppingEndsThem(t *testing.T) {
	s := run(t, "")
	request := must.Get(http.NewRequest(http.MethodGet, "http://"+s.address+"/_page/data?"+release.NeedPosts+"=", nil))(t)
	request.Header.Set("Accept", "text/event-stream")
	response := must.Get(http.DefaultClient.Do(request))(t)
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	event := func() bool {
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), "data: ") {
				return true
			}
		}
		return false
	}
	if !event() {
		t.Fatalf("%d %v: no event", response.StatusCode, response.Header)
	}
	streams := stores.All()[0].streams
	s.options = `,"dev":true`
	s.load()
	plugintest.Eventually(t, "the new configuration answers", func() bool {
		answer, err := s.trySend("GET", "/football", "")
		return err == nil && answer.StatusCode == 200 && strings.Contains(answer.body, `"dev":true`)
	})
	if now := streams.Numbers(); now.Open != 1 || stores.All()[0].streams != streams {
		t.Errorf("after a reload: %+v", now)
	}
	must.Do(t, caddy.Stop())
	for event() {
	}
	if now := streams.Numbers(); now.Open != 0 {
		t.Errorf("after the end: %+v", now)
	}
}

func TestEventsTellOfANewRelease(t *testing.T) {
	s := run(t, `,"dev":true`)
	response := must.Get(http.Get("http://" + s.address + "/_dev/events"))(t)
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	next := func(beginning string) string {
		for lines.Scan() {
			if data, found := strings.CutPrefix(lines.Text(), beginning); found {
				return data
			}
		}
		t.Fatalf("the events end: %v", lines.Err())
		return ""
	}
	id := next("id: ")
	draft := releasetest.Sport(releasetest.Football)
	draft.Manifest.Version = "1.1.0"
	s.take(draft)
	told := decode[visit.NewRelease](t, next("data: "))
	if told.Edition != "football" || told.Entry.Release != s.names["football"] || told.Entry.Entry != s.fileAddress("football", "remoteEntry.js") {
		t.Errorf("told of %+v", told)
	}
	if told.Menu {
		t.Error("told of another menu, which it has not")
	}
	draft.Manifest.Navigation = append(draft.Manifest.Navigation, settings.NavEntry{NameEN: "Rules", NameSP: "Reglas", Link: "/football/faq"})
	s.take(draft)
	if told := decode[visit.NewRelease](t, next("data: ")); !told.Menu {
		t.Errorf("of another menu it is told %+v", told)
	}
	request := must.Get(http.NewRequest("GET", "http://"+s.address+"/_dev/events", nil))(t)
	request.Header.Set("Last-Event-ID", id)
	again := must.Get(http.DefaultClient.Do(request))(t)
	defer again.Body.Close()
	lines = bufio.NewScanner(again.Body)
	if missed := decode[visit.NewRelease](t, next("data: ")); missed.Entry.Release != s.names["football"] {
		t.Errorf("a page that comes back is told of %+v", missed)
	}
	must.Do(t, caddy.Stop())
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		t.Logf("the events ended with %v", err)
	}
}

func TestSettingsThatCannotBeAreRefused(t *testing.T) {
	for option, want := range map[string]string{
		`"images":["https://x.example; script-src *"]`:              "images",
		`"connect":["ftp://x.example"]`:                             "connect",
		`"frames":["*"]`:                                            "frames",
		`"origin":"https://x.example/"`:                             "origin",
		`"cache_size":-1`:                                           "cache_size",
		`"editions":[{"name":"shell","nameEN":"x","NameSP":"x"}]`:   "every site has it",
		`"editions":[{"name":"default","nameEN":"x","NameSP":"x"}]`: "every site has it",
		`"editions":[{"name":"link","nameEN":"x","NameSP":"x"}]`:    `edition "link": write 2 to 32`,
		`"editions":[{"name":"Ice","nameEN":"x","NameSP":"x"}]`:     `edition "Ice": write 2 to 32`,
		`"editions":[{"name":"ice","nameEN":"x","NameSP":"x"},{"name":"ice","nameEN":"x","NameSP":"x"}]`: "edition ice: it is there twice",
		`"editions":[{"name":"ice","nameEN":" ","NameSP":"x"}]`:                                          "edition ice: navigation nameEN: it is empty",
		`"snapshot_wait":"2m"`: "snapshot_wait",
		`"webhooks":[{"edition":"football","url":"https://ci.example","secret":"short"}]`: "webhook football: the secret has 5 bytes",
	} {
		err := caddy.Validate(decode[*caddy.Config](t, `{"admin":{"disabled":true},"apps":{"http":{"servers":{"x":{"routes":[{"handle":[{"handler":"editions",`+option+`}]}]}}}}}`))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v", option, err)
		}
	}
}

func TestTakePrintsALineForEachReleaseAndMakesThemLive(t *testing.T) {
	store := t.TempDir()
	var out bytes.Buffer
	folders := []string{releasetest.Shell().Write(t), releasetest.Sport(releasetest.Football).Write(t)}
	must.Do(t, command.Take(&out, store, true, folders))
	state := releasetest.State(t, store)
	want := "shell " + state.Editions["shell"].Live + " (1.0.0) live in lineup 1\nfootball " + state.Editions["football"].Live + " (1.0.0) live in lineup 1\n"
	if out.String() != want {
		t.Errorf("printed\n%swant\n%s", out.String(), want)
	}
	// A refused release changes nothing, whatever was taken before it.
	draft := releasetest.Sport(releasetest.Football)
	draft.Manifest.Version = "2.0.0"
	bad := releasetest.Sport(releasetest.Basketball)
	bad.Content["fragments/main/basketball.en.html"] = "@setting/nothing@"
	err := command.Take(io.Discard, store, true, []string{draft.Write(t), bad.Write(t)})
	if err == nil || !strings.Contains(err.Error(), bad.Name("fragments/main/basketball.en.html")) {
		t.Errorf("the error is %v", err)
	}
	if after := releasetest.State(t, store); after.Version != 1 {
		t.Errorf("the lineup is %+v", after)
	}
}

func TestWhatGoesLiveRunsOnTheHostThatIsLive(t *testing.T) {
	store := t.TempDir()
	react := func(draft *releasetest.Draft, version, accepted string) string {
		draft.Manifest.Shared[0].Version, draft.Manifest.Shared[0].Range = version, accepted
		return draft.Write(t)
	}
	host := func(version string) string {
		draft := releasetest.Host()
		draft.Manifest.Provides[0].Version = version
		return draft.Write(t)
	}
	below := releasetest.Shell()
	below.Route("/football/extra", release.DefaultLook, release.DefaultLook, "<h1>x</h1>", "<h1>x</h1>")
	asksForMore := releasetest.Sport(releasetest.Basketball)
	asksForMore.Manifest.Shared = append(asksForMore.Manifest.Shared, release.SharedLibrary{Name: "vue", Version: "4.0.0", Range: "^4.0.0"})
	for _, step := range []struct {
		name    string
		folders []string
		want    string
	}{
		{"an edition before any host", []string{react(releasetest.Sport(releasetest.Football), "19.3.1", "^19.0.0")}, ""},
		{"a host that the live edition does not run on", []string{host("20.0.0")}, "football 1.0.0 asks for react ^19.0.0, and host 1.0.0 provides 20.0.0"},
		{"a host that it runs on, of another minor version", []string{host("19.9.0")}, ""},
		{"a shell that does not run on it", []string{react(releasetest.Shell(), "20.0.0", "^20.0.0")}, "shell 1.0.0 asks for react ^20.0.0, and host 1.0.0 provides 19.9.0"},
		{"a shell with a page of a live edition's", []string{below.Write(t)}, "the page /football/extra of shell 1.0.0 belongs to football 1.0.0"},
		{"a shell that runs on it", []string{react(releasetest.Shell(), "19.3.1", "^19.0.0")}, ""},
		{"an edition that wants a newer host", []string{react(releasetest.Sport(releasetest.Football), "20.0.0", "^20.0.0")}, "football 1.0.0 asks for react ^20.0.0"},
		{"an edition that wants what no host has", []string{asksForMore.Write(t)}, "basketball 1.0.0 asks for vue, which host 1.0.0 does not provide"},
		{"two releases of one edition", []string{host("19.1.0"), host("19.2.0")}, "are both releases of host: name one"},
		{"all at once", []string{react(releasetest.Sport(releasetest.Football), "20.0.0", "^20.0.0"), host("20.1.0"), react(releasetest.Shell(), "20.0.0", "^20.0.0")}, ""},
	} {
		before := releasetest.State(t, store)
		err := command.Take(io.Discard, store, true, step.folders)
		after := releasetest.State(t, store)
		switch {
		case step.want == "" && err != nil:
			t.Errorf("%s is refused: %v", step.name, err)
		case step.want != "" && (err == nil || !strings.Contains(err.Error(), step.want)):
			t.Errorf("%s: the error is %v, want one that holds %q", step.name, err, step.want)
		case step.want != "" && after.Version != before.Version:
			t.Errorf("%s was refused and is live", step.name)
		}
	}
}

func TestWithdrawingMakesLiveWhatRunsWithTheRest(t *testing.T) {
	store := t.TempDir()
	live := func(t *testing.T, edition string) string {
		t.Helper()
		return releasetest.State(t, store).Editions[edition].Live
	}
	taken := func(t *testing.T, drafts ...*releasetest.Draft) string {
		t.Helper()
		var folders []string
		for _, draft := range drafts {
			folders = append(folders, draft.Write(t))
		}
		must.Do(t, command.Take(io.Discard, store, true, folders))
		return live(t, drafts[0].Manifest.Edition)
	}
	of := func(draft *releasetest.Draft, version, provided, accepted string) *releasetest.Draft {
		draft.Manifest.Version = version
		if provided != "" {
			draft.Manifest.Provides[0].Version = provided
		}
		if accepted != "" {
			draft.Manifest.Shared[0].Version, draft.Manifest.Shared[0].Range = accepted, "^"+accepted
		}
		return draft
	}
	football := func(version, react string) *releasetest.Draft {
		return of(releasetest.Sport(releasetest.Football), version, "", react)
	}
	older := taken(t, of(releasetest.Host(), "1.0.0", "19.3.1", ""), of(releasetest.Shell(), "1.0.0", "", "19.0.0"))
	onNineteen := taken(t, football("1.0.0", "19.0.0"))
	newer := taken(t, of(releasetest.Host(), "2.0.0", "20.0.0", ""), of(releasetest.Shell(), "2.0.0", "", "20.0.0"), football("2.0.0", "20.0.0"))
	onTwenty := live(t, releasetest.Football)
	latest := taken(t, football("3.0.0", "20.0.0"))
	withdrawn := func(edition, name, want, said string) {
		t.Helper()
		var out bytes.Buffer
		must.Get(command.Withdraw(&out, store, edition, name, journal.Change{By: "ops"}))(t)
		if got := live(t, edition); got != want || !strings.Contains(out.String(), said) {
			t.Errorf("live of %s is %q, want %q, and it said %q", edition, got, want, out.String())
		}
	}
	withdrawn(releasetest.Football, latest, onTwenty, "")
	// What was live before that does not run on the host.
	withdrawn(releasetest.Football, onTwenty, "", "")
	if state := releasetest.State(t, store); !slices.Contains(state.Editions[releasetest.Football].Previous, onNineteen) {
		t.Errorf("football is %+v", state.Editions[releasetest.Football])
	}
	taken(t, football("4.0.0", "20.0.0"))
	if state := releasetest.State(t, store); !slices.Contains(state.Editions[releasetest.Football].Previous, onNineteen) {
		t.Errorf("football is %+v once it is live again", state.Editions[releasetest.Football])
	}
	withdrawn(release.Host, newer, older, "not shown any more: shell 2.0.0 asks for react ^20.0.0")
}

func TestVerifyNamesTheDamagedReleasesAndFails(t *testing.T) {
	s := newTestSite(t, "")
	s.take(releasetest.Host(), releasetest.Shell(), releasetest.Sport(releasetest.Football))
	var out bytes.Buffer
	if err := command.Verify(&out, s.store); err != nil || out.String() != "3 releases are whole\n" {
		t.Errorf("of a whole store it says %q (%v)", out.String(), err)
	}
	out.Reset()
	appendTo(t, s.stored(s.fileAddress("football", "mount.js")), "x")
	if err := command.Verify(&out, s.store); err == nil || !strings.HasPrefix(out.String(), "football/"+s.names["football"]+": ") || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("of a damaged one it says %q (%v)", out.String(), err)
	}
}

func TestAStoreWithoutALiveReleaseIsSaidAtStartInOneLineWithWhatFillsIt(t *testing.T) {
	s := newTestSite(t, "")
	said := func() (lines []string) {
		s.log = filepath.Join(t.TempDir(), "start.log")
		s.load()
		content := must.Get(os.ReadFile(s.log))(t)
		for line := range strings.Lines(string(content)) {
			if strings.Contains(line, s.store) {
				lines = append(lines, line)
			}
		}
		return lines
	}
	lines := said()
	if len(lines) != 1 || !strings.Contains(lines[0], "fieldhouse take --store "+s.store+" --live") || !strings.Contains(lines[0], `"level":"error"`) {
		t.Errorf("of an empty store it says %q", lines)
	}
	s.take(releasetest.Host(), releasetest.Shell())
	plugintest.Eventually(t, "the shell is live", func() bool { return s.ask("GET", "/readyz").StatusCode == 200 })
	if lines := said(); len(lines) != 0 {
		t.Errorf("of a store with a shell it says %q", lines)
	}
}

func TestTheServiceWorkerIsTheLiveHostsAndRemovesItselfWhereThatHasNone(t *testing.T) {
	s := run(t, "")
	gone := s.ask("GET", "/_worker.js")
	if gone.StatusCode != 200 || !strings.Contains(gone.body, "registration.unregister()") || gone.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("without one: %d %v %s", gone.StatusCode, gone.Header, gone.body)
	}
	host := releasetest.Host()
	host.Content["worker.js"] = "onfetch = () => {}\n"
	host.Manifest.Worker = "worker.js"
	s.take(host)
	plugintest.Eventually(t, "the host with a worker is live", func() bool {
		return s.ask("GET", "/_worker.js").body == host.Content["worker.js"]
	})
	for header, want := range map[string]string{
		"Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache",
		"Content-Security-Policy": "default-src 'none'; connect-src 'self'",
	} {
		if got := s.ask("GET", "/_worker.js").Header.Get(header); got != want {
			t.Errorf("%s is %q, want %q", header, got, want)
		}
	}
	answer := s.ask("GET", "/_worker.js")
	if again := s.ask("GET", "/_worker.js", "If-None-Match", answer.Header.Get("Etag")); again.StatusCode != 304 {
		t.Errorf("once it is known: %d", again.StatusCode)
	}
}
