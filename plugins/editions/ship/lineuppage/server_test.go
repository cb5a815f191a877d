package lineuppage_test

import (
	"bytes"
	"fmt"
	"html"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/editions/health"
	"fieldhouse/plugins/editions/lineup"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/page/items"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/ship/api"
	"fieldhouse/plugins/editions/ship/lineuppage"
	"fieldhouse/plugins/plugintest/clock"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/site/settings"

	"go.uber.org/zap"
)

const origin = "https://releases.play.example"

// site is the page of a store.
type site struct {
	*lineuppage.Server
	*releasetest.Site
	Clock   *clock.Clock
	reading health.Reading
	// visitors is where they find the site.
	visitors string
}

func newSite(t *testing.T) *site {
	t.Helper()
	now := clock.New(time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC))
	s := &site{Clock: now, Site: releasetest.NewSite(t, now.Now, items.Check, release.WithinBudget)}
	s.Server = lineuppage.New(lineuppage.Config{
		Store: s.Store, Journal: s.Journal, Tokens: s.Tokens, Sessions: lineuppage.NewSessions(),
		API: api.New(api.Config{
			Store: s.Store, Journal: s.Journal, Checks: s.Checks(), Tokens: s.Tokens, Origin: func() string { return s.visitors },
			LinkPreview: func(p lineup.Preview) string { return "/" + p.Edition + "?preview=" + p.Release },
			Client:      func(r *http.Request) string { return r.RemoteAddr }, Usage: api.NewUsage(), Logger: zap.NewNop, Now: now.Now,
		}),
		Editions: func() []settings.Edition { return releasetest.Editions },
		Reports:  func(string) health.Reading { return s.reading },
		Secure:   func(r *http.Request) bool { return r.TLS != nil }, Logger: zap.NewNop, Now: now.Now,
	})
	return s
}

// football is a release of it with another text and version.
func (s *site) football(version string) string {
	s.T.Helper()
	draft := releasetest.Sport(releasetest.Football)
	draft.Manifest.Version = version
	draft.Content["mount.js"] += "// " + version
	return s.Take(draft)
}

func (s *site) live(name, why string) {
	s.T.Helper()
	s.Clock.Move(time.Hour)
	must.Get(s.Journal.SetLive(journal.Change{By: "bastian", Reason: why}, map[string]string{"football": name}, s.Checks()))(s.T)
}

// browser keeps a cookie, as one does.
type browser struct {
	*site
	cookie *http.Cookie
	// header is sent with each request, on top of what browsers send.
	header map[string]string
}

// ask answers what a browser is answered on the page's own origin.
func (b *browser) ask(method, path string, form url.Values) *httptest.ResponseRecorder {
	b.T.Helper()
	r := httptest.NewRequest(method, origin+path, strings.NewReader(form.Encode()))
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", origin)
	}
	for name, value := range b.header {
		if r.Header.Set(name, value); value == "" {
			r.Header.Del(name)
		}
	}
	if b.cookie != nil {
		r.AddCookie(b.cookie)
	}
	w := httptest.NewRecorder()
	b.ServeHTTP(w, r)
	for _, cookie := range w.Result().Cookies() {
		if b.cookie = cookie; cookie.MaxAge < 0 {
			b.cookie = nil
		}
	}
	return w
}

// signedIn is a browser of who has a token.
func (s *site) signedIn(name string) *browser {
	s.T.Helper()
	b := &browser{site: s}
	if w := b.ask("POST", "/releases/session", url.Values{"token": {s.Secrets[name]}}); w.Code != http.StatusSeeOther || b.cookie == nil {
		s.T.Fatalf("%d %s", w.Code, w.Body)
	}
	return b
}

// page is what the page says, without its markup.
func (b *browser) page() string {
	b.T.Helper()
	w := b.ask("GET", "/releases/", nil)
	if w.Code != http.StatusOK {
		b.T.Fatalf("%d %s", w.Code, w.Body)
	}
	return words(w.Body.String())
}

func words(markup string) string {
	text := regexp.MustCompile(`(?s)<(title|dialog).*?</(title|dialog)>`).ReplaceAllString(markup, "")
	return strings.Join(strings.Fields(html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(text, " "))), " ")
}

// press sends the form behind a button as it stands in the page.
func (b *browser) press(label string, typed url.Values) *httptest.ResponseRecorder {
	b.T.Helper()
	return b.ask("POST", "/releases/change", b.form(label, typed))
}

func (b *browser) form(label string, typed url.Values) url.Values {
	b.T.Helper()
	markup := b.ask("GET", "/releases/", nil).Body.String()
	button := regexp.MustCompile(`commandfor="([^"]+)">` + regexp.QuoteMeta(label) + `</button>`).FindStringSubmatch(markup)
	if button == nil {
		b.T.Fatalf("no button %q in %s", label, markup)
	}
	return formOf(b.T, markup, button[1], typed)
}

func formOf(t testing.TB, markup, id string, typed url.Values) url.Values {
	t.Helper()
	dialog := regexp.MustCompile(`(?s)<dialog class="ask" id="` + regexp.QuoteMeta(id) + `".*?</dialog>`).FindString(markup)
	form := url.Values{}
	for _, input := range regexp.MustCompile(`name="([^"]+)" value="([^"]*)"`).FindAllStringSubmatch(dialog, -1) {
		if input[1] != "keep" {
			form.Set(input[1], html.UnescapeString(input[2]))
		}
	}
	if form.Get("version") == "" {
		t.Fatalf("the dialog %s is %q", id, dialog)
	}
	maps.Copy(form, typed)
	return form
}

func (b *browser) says(want ...string) {
	b.T.Helper()
	page := b.page()
	for _, sentence := range want {
		if !strings.Contains(page, sentence) {
			b.T.Errorf("the page has no %q:\n%s", sentence, page)
		}
	}
}

func why(reason string) url.Values { return url.Values{"why": {reason}} }

func TestThePageSaysWhatIsShownByWhomAndSinceWhen(t *testing.T) {
	s := newSite(t)
	first := s.State().Editions["football"].Live
	second, third, fourth, fifth := s.football("2.0.0"), s.football("3.0.0-rc.1"), s.football("3.0.0-rc.2"), s.football("4.0.0")
	s.live(second, "the season begins")
	checks := s.Checks()
	s.Clock.Move(30 * time.Minute)
	must.Get(s.Journal.SetCanary(journal.Change{By: "isamu"}, "football", journal.Canary{Release: third, Share: 50}, checks))(s.T)
	must.Get(s.Journal.SetCanary(journal.Change{By: "isamu", Reason: "it holds"}, "football", journal.Canary{Release: third, Share: 105}, checks))(s.T)
	s.Clock.Move(time.Minute)
	must.Get(s.Journal.SetPreview(journal.Change{By: "wren"}, "football", fourth, checks))(s.T)
	s.signedIn("football").says(
		"Signed in by the token football of football , ends 20 Feb",
		"Football 89.5% of visitors see "+second[:4]+" 10.5% canary "+third[:4],
		"Live "+second[:4]+" 2.0.0 abc bastian 13:00",
		"Canary "+third[:4]+" 3.0.0-rc.1 abc isamu 13:30",
		"Preview "+fourth[:4]+" 3.0.0-rc.2 abc wren 13:31",
		"Kept "+first[:4]+" 1.0.0 abc odalys 12:00",
		"Stored "+fifth[:4]+" 4.0.0 abc –",
		"budget 14", "0 pages so far",
		"Basketball nothing is live", "The store has no release of it.",
		"Shell 100% of visitors see", "Host 100% of visitors see", "another team’s",
		"13:31 wren set "+fourth[:4]+" as preview abc football",
		"13:30 isamu raised canary "+third[:4]+" from 5% to 10.5% abc football it holds",
		"13:30 isamu set "+third[:4]+" as canary, 5% abc football",
		"13:00 bastian made "+second[:4]+" live abc football the season begins",
	)
	// Another size than live's is told beside it.
	if page := s.signedIn("ops").page(); !regexp.MustCompile(`3\.0\.0-rc\.1 abc isamu 13:30 0\.\d kB (as live|[+-]0\.\d kB)`).MatchString(page) || !strings.Contains(page, "of ops") {
		t.Errorf("%s", page)
	}
}

func TestATokenIsPastedOnceAndTheBrowserKeepsNothingOfIt(t *testing.T) {
	s := newSite(t)
	stranger := &browser{site: s}
	if page := stranger.page(); !strings.Contains(page, "Sign in") || strings.Contains(page, "Football") {
		t.Errorf("a stranger sees %s", page)
	}
	for given, saying := range map[string]string{"": "the request has no token", "fieldhouse_invented": "there is no such token"} {
		w := stranger.ask("POST", "/releases/session", url.Values{"token": {given}})
		if w.Code != http.StatusUnauthorized || !strings.Contains(words(w.Body.String()), saying) || stranger.cookie != nil {
			t.Errorf("%q: %d %s", given, w.Code, w.Body)
		}
	}
	b := s.signedIn("football")
	cookie := b.cookie
	if !cookie.HttpOnly || !cookie.Secure || cookie.SameSite != http.SameSiteStrictMode || cookie.Path != "/" || cookie.Domain != "" || cookie.MaxAge != 0 || !cookie.Expires.IsZero() || !strings.HasPrefix(cookie.Name, "__Host-") {
		t.Errorf("the cookie is %+v", cookie)
	}
	if strings.Contains(s.Secrets["football"], cookie.Value) || len(cookie.Value) < 26 {
		t.Errorf("the cookie has %q", cookie.Value)
	}
	// What a browser has is of no use at the API.
	r := httptest.NewRequest("GET", origin+"/releases/lineup", nil)
	r.AddCookie(cookie)
	w := httptest.NewRecorder()
	if s.ServeHTTP(w, r); w.Code != http.StatusUnauthorized {
		t.Errorf("the API answers a cookie with %d", w.Code)
	}
	r.Header.Set("Authorization", "Bearer "+cookie.Value)
	w = httptest.NewRecorder()
	if s.ServeHTTP(w, r); w.Code != http.StatusUnauthorized {
		t.Errorf("the API answers a session with %d", w.Code)
	}
	// Without TLS the cookie is for these addresses alone.
	plain := httptest.NewRequest("POST", "http://127.0.0.1:2020/releases/session", strings.NewReader(url.Values{"token": {s.Secrets["football"]}}.Encode()))
	plain.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	plain.Header.Set("Origin", "http://127.0.0.1:2020")
	w = httptest.NewRecorder()
	if s.ServeHTTP(w, plain); len(w.Result().Cookies()) != 1 || w.Result().Cookies()[0].Path != "/releases" || w.Result().Cookies()[0].Secure || !w.Result().Cookies()[0].HttpOnly {
		t.Errorf("%d %v", w.Code, w.Header())
	}
}

func TestASessionEndsWithItsTokenByItsOwnTimeAndAtOnceWhenLeft(t *testing.T) {
	for name, end := range map[string]func(*site, *browser){
		"revoked": func(s *site, _ *browser) { _, err := s.Tokens.Revoke("football"); must.Do(s.T, err) },
		"expired": func(s *site, b *browser) {
			s.Secrets["short"] = releasetest.Secret(s.T, s.Tokens, "short", releasetest.Football, time.Hour)
			b.cookie = s.signedIn("short").cookie
			b.says("Signed in by")
			s.Clock.Move(time.Hour)
		},
		"12 h": func(s *site, _ *browser) { s.Clock.Move(12 * time.Hour) },
		"left": func(_ *site, b *browser) {
			name := b.cookie
			if w := b.ask("POST", "/releases/session/end", nil); w.Code != http.StatusSeeOther || b.cookie != nil {
				t.Errorf("%d, the cookie is %v", w.Code, b.cookie)
			}
			b.cookie = name // Somebody has kept it.
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			b := s.signedIn("football")
			b.says("Signed in by")
			end(s, b)
			if page := b.page(); strings.Contains(page, "Signed in by") {
				t.Errorf("%s", page)
			}
			version := s.State().Version
			w := b.ask("POST", "/releases/change", url.Values{"action": {"rollback"}, "edition": {"football"}, "release": {s.State().Editions["football"].Live}, "version": {"1"}, "why": {"x"}})
			if w.Code != http.StatusUnauthorized || s.State().Version != version {
				t.Errorf("%d %s", w.Code, w.Body)
			}
		})
	}
}

// The visitors' pages may be of the same site, to which SameSite sends cookies: every
// edition's script runs there.
func TestWhatAnotherOriginSendsDoesNothing(t *testing.T) {
	s := newSite(t)
	s.live(s.football("2.0.0"), "")
	b := s.signedIn("football")
	form, version := b.form("Roll back to "+s.State().Editions["football"].Previous[0][:4], why("stolen")), s.State().Version
	for _, header := range []map[string]string{
		{"Sec-Fetch-Site": "same-site", "Origin": "https://play.example"},
		{"Sec-Fetch-Site": "cross-site", "Origin": "https://else.example"},
		{"Sec-Fetch-Site": "none", "Origin": ""},
		{"Sec-Fetch-Site": "", "Origin": "https://play.example"},
		{"Sec-Fetch-Site": "", "Origin": "http://releases.play.example"},
		{"Sec-Fetch-Site": "", "Origin": "null"},
		{"Sec-Fetch-Site": "", "Origin": ""},
	} {
		b.header = header
		for _, path := range []string{"/releases/change", "/releases/session", "/releases/session/end"} {
			if w := b.ask("POST", path, form); w.Code != http.StatusForbidden || b.cookie == nil || len(w.Result().Cookies()) > 0 || s.State().Version != version {
				t.Errorf("%v %s: %d %s", header, path, w.Code, w.Body)
			}
		}
	}
	// Browsers that say no more than the origin are let in with the right one.
	b.header = map[string]string{"Sec-Fetch-Site": ""}
	if w := b.ask("POST", "/releases/change", form); w.Code != http.StatusSeeOther || s.State().Version != version+1 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	w := b.ask("GET", "/releases/", nil)
	for name, want := range map[string]string{
		"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lineup",
		"Cache-Control":           "no-store", "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Cross-Origin-Resource-Policy": "same-origin",
		"Access-Control-Allow-Origin": "",
	} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s is %q", name, got)
		}
	}
	if markup := w.Body.String(); regexp.MustCompile(`(?i)\son\w+=|\sstyle=|javascript:|<style|<script[^>]*>[^<]`).MatchString(markup) {
		t.Errorf("the page has script or style of its own: %s", markup)
	}
}

func TestEachButtonDoesWhatItSays(t *testing.T) {
	s := newSite(t)
	first, second, third := s.State().Editions["football"].Live, s.football("2.0.0"), s.football("3.0.0")
	b := s.signedIn("football")
	does := func(label string, typed url.Values, said string, is func(journal.Edition) bool) {
		t.Helper()
		w := b.press(label, typed)
		if w.Code != http.StatusSeeOther {
			t.Fatalf("%s: %d %s", label, w.Code, words(w.Body.String()))
		}
		if part := s.State().Editions["football"]; !is(part) {
			t.Errorf("%s: football is %+v", label, part)
		}
		if done := words(b.ask("GET", w.Header().Get("Location"), nil).Body.String()); !strings.Contains(done, said) {
			t.Errorf("%s: the page has no %q: %s", label, said, done)
		}
		if entries, err := s.Journal.Entries("football", 1); err != nil || entries[0].By != "football" || entries[0].Reason != typed.Get("why") {
			t.Errorf("%s: the journal has %+v (%v)", label, entries, err)
		}
	}
	s.live(second, "")
	does("Roll back to "+first[:4], url.Values{"why": {"Totals wrong in Spanish"}, "keep": {"yes"}}, "football "+first[:4]+": rolled back to "+first[:4]+" from "+second[:4], func(e journal.Edition) bool {
		return e.Live == first && slices.Contains(e.Previous, second)
	})
	does("Roll back to "+second[:4], why("and there"), "rolled back to "+second[:4], func(e journal.Edition) bool { return e.Live == second && e.Withdrawn[0] == first })
	does("Make live", why("mended"), "made "+first[:4]+" live", func(e journal.Edition) bool { return e.Live == first })
	s.live(second, "")
	does("Preview", why("to look at"), "set", func(e journal.Edition) bool { return len(e.Previews) == 1 })
	does("End preview", why("seen"), "ended the preview", func(e journal.Edition) bool { return len(e.Previews) == 0 })
	must.Get(s.Journal.SetPreview(journal.Change{By: "ci"}, "football", third, s.Checks()))(s.T)
	for _, visitors := range []string{"", "https://play.example"} {
		s.visitors = visitors
		w := b.ask("GET", "/releases/preview?edition=football&release="+third, nil)
		if leads := w.Header().Get("Location"); visitors == "" && !strings.Contains(w.Body.String(), "where visitors find the site") || visitors != "" && leads != "https://play.example/football?preview="+third {
			t.Errorf("from %q: %d %q %s", visitors, w.Code, leads, w.Body)
		}
	}
	if w := s.signedIn("basketball").ask("GET", "/releases/preview?edition=football&release="+third, nil); w.Code != http.StatusForbidden {
		t.Errorf("another team's preview: %d", w.Code)
	}
	does("Canary 5%", why("ready"), "set "+third[:4]+" as canary, 5%", func(e journal.Edition) bool { return e.Canary.Release == third && e.Canary.Share == 50 })
	does("Change share", url.Values{"why": {"it holds"}, "share": {"12.5"}}, "raised canary "+third[:4]+" from 5% to 12.5%", func(e journal.Edition) bool { return e.Canary.Share == 125 })
	does("End canary", why("enough"), "ended the canary "+third[:4], func(e journal.Edition) bool { return e.Canary == nil })
	does("Canary 5%", why("again"), "set "+third[:4]+" as canary, 5%", func(e journal.Edition) bool { return e.Canary != nil })
	s.reading.Verdict = &health.Verdict{Promotes: true, Canary: health.Side{Release: third}}
	does("Confirm", why("it sells"), "confirmed the canary "+third[:4], func(e journal.Edition) bool { return e.Canary.Confirmed == "football" })
	if shown := words(b.ask("GET", "/releases/", nil).Body.String()); !strings.Contains(shown, "Confirmed by football.") || strings.Contains(shown, "Once it holds and somebody has confirmed it") {
		t.Errorf("a confirmed canary is to be confirmed: %s", shown)
	}
	does("Promote", why("it is good"), "promoted "+third[:4], func(e journal.Edition) bool { return e.Live == third && e.Canary == nil })
	if w := b.press("Roll back to "+second[:4], why(" ")); w.Code != http.StatusBadRequest || s.State().Editions["football"].Live != third || !strings.Contains(w.Body.String(), "say why") {
		t.Errorf("without a reason: %d %s", w.Code, w.Body)
	}
}

func TestGoingBackPassesOverWhatCannotBeUsed(t *testing.T) {
	s := newSite(t)
	first, second, third := s.State().Editions["football"].Live, s.football("2.0.0"), s.football("3.0.0")
	s.live(second, "")
	s.live(third, "")
	must.Do(t, os.Remove(filepath.Join(s.Store.Folder(), "football", "releases", second+".json")))
	w := s.signedIn("football").press("Roll back to "+first[:4], why("it is broken"))
	if part := s.State().Editions["football"]; w.Code != http.StatusSeeOther || part.Live != first {
		t.Errorf("%d %s: football is %+v", w.Code, words(w.Body.String()), part)
	}
}

// Nothing was shown yet: the lineup has no version.
func TestTheFirstReleaseIsMadeLiveByItsButton(t *testing.T) {
	s := newSite(t)
	for _, name := range []string{"lineup.json", "lineup.journal"} {
		must.Do(t, os.RemoveAll(filepath.Join(s.Store.Folder(), name)))
	}
	b := s.signedIn("football")
	form := b.form("Make live", why("the season begins"))
	if w := b.ask("POST", "/releases/change", form); w.Code != http.StatusSeeOther || s.State().Editions["football"].Live != form.Get("release") {
		t.Fatalf("%d %s", w.Code, words(w.Body.String()))
	}
	// Another window had the same page.
	form.Set("release", s.football("2.0.0"))
	if w := b.ask("POST", "/releases/change", form); w.Code != http.StatusPreconditionFailed || !strings.Contains(w.Body.String(), "Look at what was done meanwhile") {
		t.Errorf("a form of before is answered %d %s", w.Code, words(w.Body.String()))
	}
}

func TestAnotherTeamsHasNoButtonsAndItsFormsAreRefused(t *testing.T) {
	s := newSite(t)
	second := s.football("2.0.0")
	s.live(second, "")
	form := s.signedIn("football").form("Roll back to "+s.State().Editions["football"].Previous[0][:4], why("theirs"))
	b := s.signedIn("basketball")
	if markup := b.ask("GET", "/releases/", nil).Body.String(); strings.Contains(markup, "commandfor") || strings.Contains(markup, "<dialog") || !strings.Contains(markup, "another team’s") {
		t.Errorf("it has buttons: %s", markup)
	}
	version := s.State().Version
	w := b.ask("POST", "/releases/change", form)
	if w.Code != http.StatusForbidden || s.State().Version != version || !strings.Contains(w.Body.String(), "the token basketball is for basketball, not for football") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	for _, wrong := range []url.Values{
		{"action": {"freeze"}}, {"action": {"prune"}}, {"edition": {"../football"}}, {"release": {""}}, {"version": {"-1"}}, {"version": {""}},
	} {
		given := maps.Clone(form)
		maps.Copy(given, wrong)
		if w := s.signedIn("football").ask("POST", "/releases/change", given); w.Code != http.StatusBadRequest || s.State().Version != version {
			t.Errorf("%v: %d", wrong, w.Code)
		}
	}
}

func TestALateFormSaysWhatWasDoneMeanwhileAndKeepsWhatWasTyped(t *testing.T) {
	s := newSite(t)
	first, second, third := s.State().Editions["football"].Live, s.football("2.0.0"), s.football("3.0.0")
	s.live(second, "")
	b := s.signedIn("football")
	form := b.form("Roll back to "+first[:4], url.Values{"why": {`Totals "wrong"`}, "keep": {"yes"}})
	s.Clock.Move(time.Minute)
	must.Get(s.Journal.SetCanary(journal.Change{By: "isamu", Reason: "for the meeting"}, "football", journal.Canary{Release: third, Share: 50}, s.Checks()))(s.T)
	w := b.ask("POST", "/releases/change", form)
	markup := w.Body.String()
	if w.Code != http.StatusPreconditionFailed || s.State().Editions["football"].Live != second {
		t.Fatalf("%d %s", w.Code, markup)
	}
	dialog := html.UnescapeString(markup[strings.Index(markup, `id="ask-again"`):])
	for _, want := range []string{"another one than you were looking at", "isamu set " + third[:4] + " as canary, 5% (football): for the meeting", `value="Totals "wrong""`, " checked", "open data-opened", "Roll football back to " + first[:4]} {
		if !strings.Contains(dialog, want) {
			t.Errorf("the form has no %q: %s", want, dialog)
		}
	}
	if w := b.ask("POST", "/releases/change", formOf(t, markup, "ask-again", url.Values{"keep": {"yes"}})); w.Code != http.StatusSeeOther || s.State().Editions["football"].Live != first {
		t.Errorf("pressed again: %d %s", w.Code, w.Body)
	}
	// What the page does not offer any more is said, too.
	if w := b.ask("POST", "/releases/change", form); w.Code != http.StatusPreconditionFailed || !strings.Contains(w.Body.String(), "Try it all the same") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestNothingFromOutsideIsMarkup(t *testing.T) {
	s := newSite(t)
	const hostile = `<img src=x onerror="alert(1)"></script><script>alert(2)</script>'"--><svg/onload=alert(3)>`
	s.live(s.football("2.0.0"), hostile)
	canary := s.football("3.0.0")
	must.Get(s.Journal.SetCanary(journal.Change{By: "ci", Reason: hostile}, "football", journal.Canary{Release: canary, Share: 50}, s.Checks()))(s.T)
	s.reading = health.Reading{
		Releases: []health.Release{{Release: canary, Views: 3, Groups: []health.Group{{Kind: hostile, Message: hostile, Where: hostile, Count: 2}}}},
		Verdict:  &health.Verdict{Text: hostile, Notes: []string{hostile}, Canary: health.Side{Release: canary}},
	}
	b := s.signedIn("football")
	markup := b.ask("GET", "/releases/?done="+url.QueryEscape(fmt.Sprint(s.State().Version)+hostile), nil).Body.String()
	if strings.Contains(markup, "<img") || strings.Contains(markup, "<script>") || strings.Contains(markup, "<svg/") || strings.Count(markup, "&lt;img") < 7 {
		t.Errorf("%s", markup)
	}
	form := b.form("Roll back to "+s.State().Editions["football"].Previous[0][:4], url.Values{"why": {hostile}, "version": {"1"}, "share": {hostile}})
	if markup := b.ask("POST", "/releases/change", form).Body.String(); strings.Contains(markup, "<img") || strings.Contains(markup, "<script>") || strings.Count(markup, "&lt;img") < 2 {
		t.Errorf("%s", markup)
	}
	if w := b.ask("POST", "/releases/change", url.Values{"why": {strings.Repeat("x", 9<<10)}}); w.Code != http.StatusBadRequest {
		t.Errorf("a form of 9 KiB: %d", w.Code)
	}
}

func TestThePageStandsWhenNoReleaseCanBeUsed(t *testing.T) {
	s := newSite(t)
	first, second := s.State().Editions["football"].Live, s.football("2.0.0")
	s.live(second, "")
	for _, edition := range []string{"host", "shell", "football"} {
		must.Do(s.T, os.RemoveAll(filepath.Join(s.Store.Folder(), edition, "files")))
		must.Do(s.T, os.RemoveAll(filepath.Join(s.Store.Folder(), edition, "releases")))
	}
	b := s.signedIn("ops")
	b.says("Live "+second[:4]+" damaged bastian", "Kept "+first[:4]+" damaged")
	if w := b.press("Roll back to "+first[:4], why("all is broken")); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "Nothing was changed") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	for _, name := range []string{"page.css", "page.js", "archivo.woff2", "big-shoulders.woff2", "OFL.txt"} {
		if w := b.ask("GET", "/releases/assets/"+name, nil); w.Code != http.StatusOK || w.Body.Len() < 1000 || strings.Contains(w.Header().Get("Content-Type"), "octet") {
			t.Errorf("%s: %d %v", name, w.Code, w.Header())
		}
	}
	// A journal that cannot be read is told, too, to who is signed in.
	must.Do(s.T, os.RemoveAll(filepath.Join(s.Store.Folder(), "lineup.journal")))
	must.Do(s.T, os.WriteFile(filepath.Join(s.Store.Folder(), "lineup.json"), []byte("{"), 0o600))
	if w := b.ask("GET", "/releases/", nil); w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), "Signed in by") || !strings.Contains(w.Body.String(), `role="alert"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestWhatHasNotChangedIsNotSentAgain(t *testing.T) {
	s := newSite(t)
	b := s.signedIn("football")
	etag := b.ask("GET", "/releases/", nil).Header().Get("ETag")
	for _, condition := range []string{etag, `"another", W/` + etag, "*"} {
		b.header = map[string]string{"If-None-Match": condition}
		if w := b.ask("GET", "/releases/", nil); w.Code != http.StatusNotModified || w.Body.Len() > 0 || w.Header().Get("ETag") != etag {
			t.Errorf("%s: %d", condition, w.Code)
		}
	}
	b.header = map[string]string{"If-None-Match": etag}
	s.live(s.football("2.0.0"), "")
	if w := b.ask("GET", "/releases/", nil); w.Code != http.StatusOK || w.Header().Get("ETag") == etag {
		t.Errorf("%d", w.Code)
	}
}

func TestAPlotHasItsFiguresInWordsAndAColumnHasOneScale(t *testing.T) {
	s := newSite(t)
	first, second := s.State().Editions["football"].Live, s.football("2.0.0")
	s.live(second, "")
	x := func(p75 ...float64) (vital health.Vital) {
		for at, value := range p75 {
			if value < 0 { // What nobody told of is left out.
				continue
			}
			point := health.Point{At: s.Clock.Now().Add(time.Duration(at) * time.Minute), P75: value, Views: 1}
			vital.Series, vital.P75, vital.Views = append(vital.Series, point), value, 1
		}
		return vital
	}
	s.reading.Releases = []health.Release{
		{
			Release: second, Views: 3108, Erroneous: 59, Vitals: map[string]health.Vital{"lcp": x(1200, -1, 1500, 1210), "cls": x(0.004)},
			Groups:      []health.Group{{Kind: health.Uncaught, Message: "x is not a function", Where: "src/a.ts:3", Count: 59}},
			ErrorSeries: []health.ErrorPoint{{At: s.Clock.Now(), Views: 1000, Erroneous: 50}, {At: s.Clock.Now().Add(time.Minute), Views: 1000}, {At: s.Clock.Now().Add(3 * time.Minute), Views: 1108, Erroneous: 1}},
		},
		{Release: first, Views: 4, Vitals: map[string]health.Vital{"lcp": x(6000)}},
	}
	b := s.signedIn("football")
	b.says("LCP 1.21 s LCP, p75: 1.21 s, from 1.20 s to 1.50 s over the time shown, budget 2.50 s", "CLS 0.00 CLS, p75: 0.00, budget 0.10",
		"Errors 19.0 Errors: 19.0 in 1,000 pages, of 3108, at most 50.0 over the time shown", "See the 59 reports", "59 × uncaught x is not a function src/a.ts:3")
	markup := b.ask("GET", "/releases/", nil).Body.String()
	// 6 s is the top for both: 1.2 s is at 4/5 of the height, and there is a gap.
	for _, want := range []string{`class="line" d="M0.0 30.4h33.0M66.0 28.5h33.0H99.0V30.3h33.0"`, `class="line" d="M0.0 0.0h132.0"`, `class="budget" d="M0 22.2H132"`,
		// 50 in 1,000 is the top of the errors, and one error is to be seen.
		`class="bars" d="M5.0 39v-38.0h6.0v38.0zM104.0 39v-3.0h6.0v3.0z"`} {
		if !strings.Contains(markup, want) {
			t.Errorf("no %s in %s", want, markup)
		}
	}
}

func TestTheBannerLeadsToTheReportsOfWhatWasWithdrawn(t *testing.T) {
	s := newSite(t)
	bad := s.football("2.0.0")
	must.Get(s.Journal.SetCanary(journal.Change{By: "ci"}, "football", journal.Canary{Release: bad, Share: 50}, s.Checks()))(s.T)
	must.Get(s.Journal.Withdraw(journal.Change{By: "the rule", Reason: "worse than live"}, map[string]string{"football": bad}, s.Checks()))(s.T)
	b := s.signedIn("basketball")
	b.says("football: the rule withdrew canary " + bad[:4])
	if page := b.page(); strings.Contains(page, "reports") {
		t.Errorf("there is nothing to see: %s", page)
	}
	s.reading.Releases = []health.Release{{Release: bad, Views: 100, Erroneous: 59, Groups: []health.Group{{Kind: health.Hang, Message: "it hangs", Count: 58}, {Kind: health.Remote, Count: 1}}}}
	markup := b.ask("GET", "/releases/", nil).Body.String()
	link := `<a href="#groups-football-` + bad + `">See the 59 reports</a>`
	if !strings.Contains(markup, link) || strings.Count(markup, `id="groups-football-`+bad+`"`) != 1 {
		t.Errorf("no %s in %s", link, markup)
	}
}

func TestThePageTellsOfRefusedUploadsBetweenThePlays(t *testing.T) {
	s := newSite(t)
	s.Clock.Move(time.Hour)
	archive := func(path string) {
		draft := releasetest.Sport(releasetest.Football)
		draft.Manifest.Routes[1].Path = path
		r := httptest.NewRequest("POST", origin+"/releases/editions/football", bytes.NewReader(releasetest.Archive(t, draft.Write(t))))
		r.Header.Set("Authorization", "Bearer "+s.Secrets["football"])
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, r); w.Code != http.StatusUnprocessableEntity {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	archive("/basketball/faq")
	archive("/basketball/faq")
	s.Clock.Move(time.Hour)
	s.live(s.football("2.0.0"), "the season begins")
	page := s.signedIn("basketball").page()
	made, refused, first := strings.Index(page, "the season begins"), strings.Index(page, "football refused: "), strings.Index(page, "odalys made ")
	if made < 0 || refused < made || first < refused || !strings.Contains(page, "/basketball/faq") || !strings.Contains(page, "2 times in a row") {
		t.Errorf("%s", page)
	}
	// Another process, whose clock is behind.
	s.Clock.Move(-time.Hour - time.Minute) // live moves it on by an hour
	s.live(s.football("3.0.0"), "the season goes on")
	page = s.signedIn("basketball").page()
	if next, made := strings.LastIndex(page, "the season goes on"), strings.LastIndex(page, "the season begins"); next < 0 || made < next {
		t.Errorf("a change comes before the one that it follows: %s", page)
	}
}

func TestThePageTellsOfAFreezeUntilItIsOver(t *testing.T) {
	s := newSite(t)
	b, until := s.signedIn("ops"), s.Clock.Now().Add(time.Hour)
	must.Get(s.Journal.SetFreeze(journal.Change{By: "bastian", Reason: "the sale"}, journal.All, &until))(s.T)
	const told = "Shipping of every edition is frozen until"
	if page := b.page(); !strings.Contains(page, told) {
		t.Errorf("the page says %s", page)
	}
	s.Clock.Move(time.Hour)
	if page := b.page(); strings.Contains(page, told) {
		t.Errorf("when it is over the page says %s", page)
	}
}
