package visit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/page/items"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/needs"
	"fieldhouse/plugins/plugintest/clock"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/site/settings"
)

// source answers needs from a map; blocked needs answer when they are let go.
type source struct {
	mutex   sync.Mutex
	bodies  map[string]string
	blocked chan struct{}
	asked   int
	readAt  time.Time
	block   uint64
}

func (s *source) Need(ctx context.Context, need string) (needs.Answer, error) {
	s.mutex.Lock()
	s.asked++
	body, known := s.bodies[need]
	blocked := s.blocked
	s.mutex.Unlock()
	if blocked != nil {
		select {
		case <-blocked:
		case <-ctx.Done():
			return needs.Answer{}, ctx.Err()
		}
	}
	if !known {
		return needs.Answer{}, errors.New("no such need")
	}
	digest := sha256.Sum256([]byte(body))
	return needs.Answer{Body: []byte(body), Version: hex.EncodeToString(digest[:4]), ReadAt: s.readAt, Block: s.block}, nil
}

func (s *source) set(need, body string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.bodies[need] = body
}

func envelope(rows ...json.RawMessage) string {
	content, err := json.Marshal(map[string]any{"rows": rows, "more": false, "next_key": ""})
	if err != nil {
		panic(err)
	}
	return string(content)
}

// taken are the drafts that were taken in this run, by what they say: taking
// writes to the disk and waits for it.
var taken = struct {
	sync.Mutex
	folder string
	opened map[string]*release.Folder
}{opened: map[string]*release.Folder{}}

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "page-test-")
	if err != nil {
		panic(err)
	}
	taken.folder = folder
	code := m.Run()
	os.RemoveAll(folder)
	os.Exit(code)
}

// compiled takes a draft and compiles it.
func compiled(t testing.TB, draft *releasetest.Draft) *page.Edition {
	t.Helper()
	taken.Lock()
	defer taken.Unlock()
	said, err := json.Marshal(draft)
	if err != nil {
		t.Fatal(err)
	}
	opened := taken.opened[string(said)]
	if opened == nil {
		store := store.NewStore(taken.folder, items.Check)
		found, err := store.Take(draft.Write(t))
		if err != nil {
			t.Fatal(err)
		}
		if opened, err = store.Open(found.Manifest.Edition, found.Name); err != nil {
			t.Fatal(err)
		}
		taken.opened[string(said)] = opened
	}
	return must.Get(items.Compile(opened))(t)
}

func lineupOf(editions ...*page.Edition) *page.Lineup {
	shown := &page.Lineup{Releases: map[string]*page.Edition{}, Names: map[string]string{}}
	for _, edition := range editions {
		shown.Releases[edition.Manifest.Edition] = edition
		shown.Names[edition.Manifest.Edition] = edition.Name
		shown.ID += edition.Manifest.Edition + ":" + edition.Name + ","
	}
	return shown
}

// stage is a site with three editions and a clock.
type stage struct {
	*Pages
	clock  *clock.Clock
	source *source
	shown  *page.Lineup
	report []string
}

func newStage(t testing.TB, change ...func(*Options)) *stage {
	t.Helper()
	s := &stage{
		clock:  clock.New(at),
		source: &source{bodies: map[string]string{release.NeedDrops: envelope(row(1, nil)), release.NeedMedian: `{"rows":[{"median":598,"timestamp":"2026-11-27T13:59:00.000"}],"more":false,"next_key":""}`}},
		shown:  lineupOf(compiled(t, releasetest.Host()), compiled(t, releasetest.Shell()), compiled(t, releasetest.Sport(releasetest.Football)), compiled(t, releasetest.Sport(releasetest.Basketball))),
	}
	report := func(err error) { s.report = append(s.report, err.Error()) }
	options := Options{
		Options:   page.Options{Site: page.NewSite(releasetest.Settings(), releasetest.Editions...)},
		Data:      NewData(s.source, time.Minute, s.clock.Now, report),
		CacheSize: 1 << 20,
		Now:       s.clock.Now,
		Report:    report,
	}
	for _, change := range change {
		change(&options)
	}
	s.Pages = NewPages(options)
	return s
}

// Get is the page of a visitor who was nowhere before.
func (s *stage) Get(shown *page.Lineup, path string, language release.Language) *Page {
	return s.Pages.Get(context.Background(), shown, path, "", language, page.Looks{})
}

// after is the page of a visitor whose last page left these looks.
func (s *stage) after(before, path string, language release.Language) *Page {
	r := httptest.NewRequest("GET", path, nil)
	r.Header.Set("Cookie", "language=SP; looks="+before+"; bucket=1")
	return s.Pages.Get(context.Background(), s.shown, path, "", language, looksBefore(r))
}

func (s *stage) body(path string, language release.Language) string {
	return string(s.Get(s.shown, path, language).Body)
}

func TestAPageWithASheetOfItsOwnGetsTheOthersWithItsScripts(t *testing.T) {
	const own = ".football-main{color:blue}"
	draft := releasetest.Sport(releasetest.Football)
	draft.Content["styles/home.css"] = own
	draft.Manifest.Routes[0].Sheet = "styles/home.css"
	s := newStage(t)
	football := compiled(t, draft)
	shown := lineupOf(s.shown.Releases["host"], s.shown.Releases["shell"], football)
	whole := releasetest.Address(football.Manifest, "styles.css")

	made := s.Get(shown, football.Manifest.Routes[0].Path, release.English)
	head, scripts, _ := strings.Cut(string(made.Body), `<template id="fh-scripts">`)
	if !strings.Contains(head, "<style>"+own+"</style>") || strings.Contains(head, whole) {
		t.Errorf("before its scripts the page has %s", head)
	}
	preload := `<link rel="preload" as="style" fetchpriority="low" href="` + whole + `" integrity="sha384-`
	if !strings.HasPrefix(scripts, preload) {
		t.Errorf("with its scripts it has %.300s, want %s", scripts, preload)
	}
	if !strings.Contains(made.Policy, hashOf(own)) {
		t.Errorf("the policy %s does not allow its sheet", made.Policy)
	}

	other := s.Get(shown, football.Manifest.Routes[1].Path, release.English)
	if !strings.Contains(string(other.Body), `<style data-href="`+whole+`">`) || strings.Contains(other.Policy, hashOf(own)) {
		t.Errorf("a page without one has the policy %s and %s", other.Policy, other.Body)
	}
}

func TestAPageIsJoinedInTheOrderOfTheContract(t *testing.T) {
	s := newStage(t)
	body := s.body("/football", release.English)
	football, shell, host := s.shown.Releases["football"], s.shown.Releases["shell"], s.shown.Releases["host"]
	basketball := s.shown.Releases["basketball"]
	rest := body
	for _, part := range []string{
		`<!doctype html><html lang="en" data-floor="football"><head><script type="importmap">`,
		`</script><title>Title of /football</title><link rel="expect" href="#fh-main" blocking="render">`,
		`<script>(()=>{const page=document.documentElement;`,
		`<link rel="preload" as="font" type="font/woff2" href="` + releasetest.Address(shell.Manifest, "fonts/text.woff2") + `" crossorigin>`,
		`<link rel="preload" as="font" type="font/woff2" href="` + releasetest.Address(football.Manifest, "fonts/text.woff2") + `" crossorigin>`,
		`<meta name="description" content="About /football">`,
		`<link rel="canonical" href="/football">`,
		`<link rel="alternate" hreflang="en" href="/football"><link rel="alternate" hreflang="es" href="/football?lang=es"><link rel="alternate" hreflang="x-default" href="/football">`,
		`<meta property="og:title" content="Title of /football">`,
		`<style data-href="` + releasetest.Address(host.Manifest, "host.css") + `">.fh-notice{color:red}</style>`,
		`<style data-href="` + releasetest.Address(shell.Manifest, "styles.css") + `">.shell-main{color:red}</style>`,
		`<style data-href="` + releasetest.Address(football.Manifest, "styles.css") + `">.football-main{color:red}</style>`,
		`<template id="fh-scripts"><link rel="modulepreload" fetchpriority="low" href="` + releasetest.Address(host.Manifest, "host.js") + `" integrity="sha384-`,
		`<link rel="modulepreload" fetchpriority="low" href="` + releasetest.Address(shell.Manifest, "remoteEntry.js") + `" integrity="sha384-`,
		`<link rel="modulepreload" fetchpriority="low" href="` + releasetest.Address(football.Manifest, "remoteEntry.js") + `" integrity="sha384-`,
		`<link rel="modulepreload" fetchpriority="low" href="` + releasetest.Address(football.Manifest, "mount.js") + `" integrity="sha384-`,
		`<script type="module" src="` + releasetest.Address(host.Manifest, "host.js") + `" integrity="sha384-`,
		`"></script><link rel="prefetch" as="style" href="` + releasetest.Address(basketball.Manifest, "styles.css") + `"></template><script>`, `</script></head><body><nav id="fh-spanish" lang="es" aria-label="Idioma"><a href="?lang=es" hreflang="es">¿Prefieres leerlo en español?</a></nav><div id="fh-header" data-floor="football"><header class="football">`,
		`</header></div><main id="fh-main" tabindex="-1" data-floor="football"><h1>football</h1><div class="drops" data-slot="drops"><article data-state="live lead"><h3>Pack</h3><p lang="en" title="Five cards">24.99 USD, 417.90 WAX, 1,204 of 5,000,`,
		`</main><div id="fh-footer" data-floor="football"><footer class="football">`,
		`</div><div id="fh-overlay"></div><script type="application/json" id="fh-settings">{"product":"Fieldhouse"`,
		`<script type="application/json" id="fh-page">{"path":"/football","route":"/football","status":200,"language":"en","edition":"football","header":"football","footer":"football"`,
		`<script type="application/json" id="fh-snapshot">{"medianPrice":{"rows":`,
		`</script></body></html>`,
	} {
		_, after, found := strings.Cut(rest, part)
		if !found {
			t.Fatalf("after what came before it, the page lacks\n%s\nin\n%s", part, body)
		}
		rest = after
	}
	if rest != "" || strings.Contains(body, "style=") || regexp.MustCompile(`@(release|setting|list|item)/`).MatchString(body) {
		t.Errorf("the page holds a mark, a style or an end after its end:\n%s", body)
	}
}

func TestTheImportMapHasEveryScriptOfTheLineupAndItsHashIsInThePolicy(t *testing.T) {
	s := newStage(t)
	page := s.Get(s.shown, "/football/faq", release.English)
	_, rest, _ := strings.Cut(string(page.Body), `<script type="importmap">`)
	text, _, _ := strings.Cut(rest, "</script>")
	var importMap struct {
		Imports   map[string]string
		Integrity map[string]string
	}
	must.Do(t, json.Unmarshal([]byte(text), &importMap))
	scripts := 0
	for _, edition := range s.shown.Releases {
		for _, file := range edition.Manifest.Files {
			if strings.HasSuffix(file.Path, ".js") {
				scripts++
				if importMap.Integrity[edition.Base()+file.Path] != file.SHA384 {
					t.Errorf("%s of %s has not its integrity in the map", file.Path, edition.Manifest.Edition)
				}
			}
		}
	}
	if len(importMap.Integrity) != scripts || len(importMap.Imports) != 1 {
		t.Errorf("the map has %d scripts and %d imports, want %d and the host alone", len(importMap.Integrity), len(importMap.Imports), scripts)
	}
	host := s.shown.Releases["host"]
	if script := importMap.Imports[release.HostImport]; script != host.Base()+host.Manifest.Entry {
		t.Errorf("%s is %q in the map, want the host's entry", release.HostImport, script)
	}
	for _, script := range append(inlineScripts(string(page.Body)), text, ".shell-main{color:red}", ".football-main{color:red}") {
		if !strings.Contains(page.Policy, hashOf(script)) {
			t.Errorf("the policy lacks %s: %s", hashOf(script), page.Policy)
		}
	}
}

func TestUnknownPathsOfAnEditionShareOnePage(t *testing.T) {
	s := newStage(t)
	for _, test := range []struct{ path, header, footer string }{
		{"/nowhere", "default", "basketball"},
		{"/footballer", "default", "basketball"},
		{"/football/nowhere", "football", "football"},
		{"/basketball/nowhere", "basketball", "basketball"},
	} {
		page := s.Get(s.shown, test.path, release.Spanish)
		body := string(page.Body)
		if page.Status != http.StatusNotFound || !strings.Contains(body, "<h1>No encontrado</h1>") {
			t.Errorf("%s answers %d: %s", test.path, page.Status, body)
		}
		info := `{"path":"","route":null,"status":404,"language":"es","edition":"shell","header":"` + test.header + `","footer":"` + test.footer + `","title":"No encontrado"`
		if !strings.Contains(body, info) {
			t.Errorf("%s lacks %s", test.path, info)
		}
		if strings.Contains(body, "nowhere") || strings.Contains(body, "footballer") {
			t.Errorf("the path %s is in its page", test.path)
		}
		if !strings.Contains(body, `id="fh-header" data-floor="`+test.header+`"`) || !strings.Contains(body, `id="fh-footer" data-floor="`+test.footer+`"`) {
			t.Errorf("%s stands on other floors: %s", test.path, body)
		}
	}
	kept := len(s.kept)
	for index := range 1000 {
		s.Get(s.shown, fmt.Sprintf("/nowhere/%d/<script>", index), release.Spanish)
	}
	if len(s.kept) != kept {
		t.Errorf("unknown paths made %d entries", len(s.kept)-kept)
	}
}

func TestAnUnknownPathThatNavigationLedToKeepsItsLooksOverAReload(t *testing.T) {
	s := newStage(t)
	// before is what the header of the page leaves: looks that a page stands in, or what somebody made up.
	get := func(path, before string) *Page { return s.after(before, path, release.Spanish) }
	for _, test := range []struct{ path, before, header, footer string }{
		{"/nowhere", "football.football", "football", "football"},
		{"/nowhere", "basketball.basketball", "basketball", "basketball"},
		{"/football/nowhere", "basketball.basketball", "basketball", "basketball"},
		{"/football/nowhere", "default.basketball", "default", "basketball"},
		{"/nowhere", "basketball.football", "default", "basketball"},
		{"/nowhere", "hockey.hockey", "default", "basketball"},
		{"/nowhere", "football", "default", "basketball"},
		{"/football/nowhere", `"><script>.football`, "football", "football"},
		{"/football/nowhere", "", "football", "football"},
	} {
		page := get(test.path, test.before)
		body := string(page.Body)
		if strings.Contains(body, `<nav id="fh-spanish"`) {
			t.Error("a Spanish page asks whether it shall be Spanish")
		}
		for _, part := range []string{
			`<html lang="es" data-floor="` + test.header + `">`,
			`<div id="fh-header" data-floor="` + test.header + `"><header class="` + test.header + `">`,
			`<div id="fh-footer" data-floor="` + test.footer + `"><footer class="` + test.footer + `">`,
			`"edition":"shell","header":"` + test.header + `","footer":"` + test.footer + `"`,
		} {
			if page.Status != http.StatusNotFound || !strings.Contains(body, part) {
				t.Errorf("%s after %q answers %d without %s: %s", test.path, test.before, page.Status, part, body)
			}
		}
		if info, _ := s.Info(s.shown, test.path, release.Spanish); info.Main != string(page.Main) {
			t.Errorf("%s after %q has another main than navigation shows: %s", test.path, test.before, page.Main)
		}
	}
	if page := get("/basketball", "football.football"); page.Status != http.StatusOK || !strings.Contains(string(page.Body), `<header class="basketball">`) {
		t.Errorf("a page of its own is answered %d: %s", page.Status, page.Body)
	}
	kept := len(s.kept)
	for index := range 1000 {
		get(fmt.Sprintf("/nowhere/%d", index), fmt.Sprintf("football.%d", index))
		get(fmt.Sprintf("/nowhere/%d", index), "football.football")
	}
	if len(s.kept) != kept {
		t.Errorf("looks that were made up made %d entries", len(s.kept)-kept)
	}
}

func TestAPageOfTheShellKeepsTheLooksThatNavigationCameFromOverAReload(t *testing.T) {
	s := newStage(t)
	shell := releasetest.Shell()
	shell.Route("/terms", release.DefaultLook, release.DefaultLook, "<h1>Terms</h1>", "<h1>Condiciones</h1>")
	s.shown = lineupOf(compiled(t, releasetest.Host()), compiled(t, shell), compiled(t, releasetest.Sport(releasetest.Football)), compiled(t, releasetest.Sport(releasetest.Basketball)))
	for _, test := range []struct{ before, header, footer string }{
		{"football.football", "football", "football"},
		{"basketball.football", "default", "default"},
		{"", "default", "default"},
	} {
		page := s.after(test.before, "/terms", release.Spanish)
		body := string(page.Body)
		for _, part := range []string{
			`<html lang="es" data-floor="` + test.header + `">`,
			`<div id="fh-footer" data-floor="` + test.footer + `"><footer class="` + test.footer + `">`,
		} {
			if page.Status != http.StatusOK || !strings.Contains(body, part) {
				t.Errorf("/terms after %q answers %d without %s: %s", test.before, page.Status, part, body)
			}
		}
	}
	if info, _ := s.Info(s.shown, "/terms", release.Spanish); info.Header != nil || info.Footer != nil || info.FooterMarkup != "" || info.Main == "" {
		t.Errorf("navigation to /terms shows another header or footer: %+v", info)
	}
	if page := s.after("football.football", "/", release.Spanish); !strings.Contains(string(page.Body), `<header class="default">`) {
		t.Errorf("the home is in other looks than its own: %s", page.Body)
	}
}

func TestAnEditionWithoutAReleaseApologisesInsideTheShell(t *testing.T) {
	s := newStage(t)
	shown := lineupOf(s.shown.Releases["host"], s.shown.Releases["shell"], s.shown.Releases["basketball"])
	page := s.Get(shown, "/football/faq", release.English)
	body := string(page.Body)
	if page.Status != http.StatusServiceUnavailable || !strings.Contains(body, `data-floor="football"><h1>Back in a moment</h1>`) || !strings.Contains(body, `<header class="football">`) {
		t.Errorf("answers %d: %s", page.Status, body)
	}
	if page := s.Get(shown, "/", release.English); page.Status != http.StatusOK {
		t.Errorf("the home answers %d", page.Status)
	}
	if page := s.Get(lineupOf(s.shown.Releases["football"]), "/football", release.Spanish); page.Status != http.StatusServiceUnavailable || !strings.Contains(string(page.Body), "Volvemos enseguida") {
		t.Errorf("without a shell it answers %d: %s", page.Status, page.Body)
	}
}

func TestAPageOfMarkupAloneLoadsNoScriptOfItsEdition(t *testing.T) {
	s := newStage(t)
	head, _, _ := strings.Cut(s.body("/football/faq", release.English), "<body>")
	_, links, _ := strings.Cut(head, "</title>")
	if shell, football := s.shown.Releases["shell"], s.shown.Releases["football"]; strings.Contains(links, releasetest.Address(football.Manifest, "remoteEntry.js")) || !strings.Contains(links, releasetest.Address(shell.Manifest, "remoteEntry.js")) {
		t.Errorf("the head names scripts of the edition, or none of the shell's: %s", links)
	}
}

func TestTheMenuIsThatOfThePagesUnlessTheSettingsSayAnother(t *testing.T) {
	football, basketball := releasetest.Sport(releasetest.Football), releasetest.Sport(releasetest.Basketball)
	football.Manifest.Navigation = []settings.NavEntry{{NameEN: "Questions", NameSP: "Preguntas", Link: "/football/faq"}}
	basketball.Manifest.Navigation = []settings.NavEntry{{NameEN: "Court", NameSP: "Cancha", Content: []settings.NavEntry{{NameEN: "Packs", NameSP: "Sobres", Link: "/basketball"}}}}
	shown := lineupOf(compiled(t, releasetest.Host()), compiled(t, releasetest.Shell()), compiled(t, football), compiled(t, basketball))
	own := []settings.NavEntry{{NameEN: "Mine", NameSP: "Mía", Link: "/mine"}}
	for _, test := range []struct {
		said []settings.NavEntry
		html string
		json string
	}{
		{nil, `<ul><li><a href="/football/faq" aria-current="page">Preguntas</a></li></ul>`,
			`"navigation":[{"nameEN":"Questions","NameSP":"Preguntas","link":"/football/faq"},{"nameEN":"Court","NameSP":"Cancha","link":"","content":[{"nameEN":"Packs"`},
		{own, `<ul><li><a href="/mine">Mía</a></li></ul>`, `"navigation":[{"nameEN":"Mine","NameSP":"Mía","link":"/mine"}]`},
	} {
		s := newStage(t, func(options *Options) {
			said := releasetest.Settings()
			said.Navigation = test.said
			options.Site = page.NewSite(said, releasetest.Editions...)
		})
		page := string(s.Get(shown, "/football/faq", release.Spanish).Body)
		for _, part := range []string{test.html, test.json} {
			if !strings.Contains(page, part) {
				t.Errorf("the page lacks %s in\n%s", part, page)
			}
		}
	}
}

func TestTheSettingsNameThePagesOfALineupThatAreTheirVisitorsOwn(t *testing.T) {
	football, basketball := releasetest.Sport(releasetest.Football), releasetest.Sport(releasetest.Basketball)
	for index := range football.Manifest.Routes {
		football.Manifest.Routes[index].NoIndex = football.Manifest.Routes[index].Path == "/football/faq"
	}
	shown := lineupOf(compiled(t, releasetest.Host()), compiled(t, releasetest.Shell()), compiled(t, football), compiled(t, basketball))
	s := newStage(t)
	for own, shown := range map[string]*page.Lineup{`"own":["/football/faq"]`: shown, `"own":[]`: s.shown} {
		if page := string(s.Get(shown, "/basketball", release.English).Body); !strings.Contains(page, own) {
			t.Errorf("the page lacks %s in\n%s", own, page)
		}
	}
}

func TestAnEditionsHeaderLeadsToItsOwnPagesAndAnyOtherToAllBelowTheHomes(t *testing.T) {
	football, basketball := releasetest.Sport(releasetest.Football), releasetest.Sport(releasetest.Basketball)
	football.Manifest.Navigation = []settings.NavEntry{
		{NameEN: "Questions", NameSP: "Questions", Link: "/football/faq"},
		{NameEN: "Both", NameSP: "Both", Content: []settings.NavEntry{{NameEN: "Field", NameSP: "Field", Link: "/football"}, {NameEN: "Court", NameSP: "Court", Link: "/basketball"}}},
	}
	basketball.Manifest.Navigation = []settings.NavEntry{{NameEN: "Shop", NameSP: "Shop", Link: "https://shop.example/"}}
	shown := lineupOf(compiled(t, releasetest.Host()), compiled(t, releasetest.Shell()), compiled(t, football), compiled(t, basketball))
	s := newStage(t)
	for path, want := range map[string][]string{
		"/":                 {"/football/faq", "https://shop.example/"},
		"/football":         {"/football/faq", "/football", "https://shop.example/"},
		"/basketball":       {"/basketball", "https://shop.example/"},
		"/basketball/wrong": {"/basketball", "https://shop.example/"},
	} {
		header, _, _ := strings.Cut(string(s.Get(shown, path, release.English).Body), "</header>")
		// Editions and the flat list come before it.
		menu := strings.SplitN(header, "<ul>", 4)[3]
		var links []string
		for _, link := range regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(menu, -1) {
			links = append(links, link[1])
		}
		if fmt.Sprint(links) != fmt.Sprint(want) {
			t.Errorf("on %s the menu leads to %v, want %v, in %s", path, links, want, header)
		}
	}
}

func TestInfoIsThePageForNavigation(t *testing.T) {
	s := newStage(t)
	info, found := s.Info(s.shown, "/football", release.English)
	if !found || info.Status != 200 || *info.Route != "/football" || *info.Header != releasetest.Football || len(info.Snapshot) != 2 || info.Lineup["football"].Entry != releasetest.Address(s.shown.Releases["football"].Manifest, "remoteEntry.js") || info.Time != at.UnixMilli() {
		t.Errorf("info is %+v", info)
	}
	if page := s.body("/football", release.English); !strings.Contains(page, `data-floor="football">`+info.Main+`</main>`) || !strings.Contains(info.Main, "<h3>Pack</h3>") {
		t.Errorf("the main for navigation is not the page's own: %s", info.Main)
	} else if !strings.Contains(page, `<div id="fh-footer" data-floor="football">`+info.FooterMarkup+`</div><div id="fh-overlay">`) || info.FooterMarkup == "" {
		t.Errorf("the footer for navigation is not the page's own: %s", info.FooterMarkup)
	}
	info, _ = s.Info(s.shown, "/nowhere", release.English)
	if info.Status != 404 || info.Route != nil || info.Header != nil || info.Footer != nil || info.FooterMarkup != "" || info.Path != "/nowhere" || info.Title != "Not found" {
		t.Errorf("info of an unknown path is %+v", info)
	}
	if _, found = s.Info(lineupOf(), "/", release.English); found {
		t.Error("there is info without a shell")
	}
}

func TestAKeptPageIsComposedOnceAndAnewWhenItsDataChanges(t *testing.T) {
	s := newStage(t)
	get := func() *Page { return s.Get(s.shown, "/football", release.English) }
	first := get()
	s.source.set(release.NeedDrops, envelope(row(1, map[string]any{"current_claimed": 4000})))
	for _, step := range []struct {
		after   time.Duration
		changed bool
		name    string
	}{
		{0, false, "at once"},
		{lookAgainAfter, false, "while it is young"},
		{changeAfter - lookAgainAfter, true, "after 5 s"},
		{changeAfter, false, "with the same data"},
		{maxClockAge - changeAfter, true, "when its clock is too old"},
	} {
		s.clock.Move(step.after)
		next := get()
		if (next != first) != step.changed {
			t.Errorf("%s the page changed: %t", step.name, next != first)
		}
		first = next
	}
	if !strings.Contains(string(first.Body), "1,000 of 5,000") {
		t.Error("the page has not the new number")
	}
}

func TestAPageWithoutItsDataGetsItAsSoonAsItIsThere(t *testing.T) {
	s := newStage(t, func(options *Options) { options.Data.wait = time.Nanosecond })
	s.source.blocked = make(chan struct{})
	if body := s.body("/football", release.English); !strings.Contains(body, `data-slot="drops"></div>`) || !strings.Contains(body, `id="fh-snapshot">{}<`) {
		t.Errorf("the page has data that nobody sent: %s", body)
	}
	s.Data.wait = time.Minute
	close(s.source.blocked)
	s.clock.Move(lookAgainAfter)
	if body := s.body("/football", release.English); !strings.Contains(body, "<h3>Pack</h3>") {
		t.Errorf("the data is not in the page: %s", body)
	}
}

func TestADropThatEndsChangesThePageWithoutNewData(t *testing.T) {
	s := newStage(t)
	s.source.set(release.NeedDrops, envelope(row(1, map[string]any{"end_time": at.Unix() + 6})))
	if body := s.body("/football", release.English); !strings.Contains(body, `data-state="live lead"`) {
		t.Fatalf("it is not live: %s", body)
	}
	s.clock.Move(7 * time.Second)
	if body := s.body("/football", release.English); !strings.Contains(body, `data-state="ended lead"`) {
		t.Errorf("it has not ended: %s", body)
	}
}

func TestRowsStandInForAMinuteWhenTheyCannotBeRead(t *testing.T) {
	s := newStage(t)
	s.body("/football", release.English)
	s.source.mutex.Lock()
	s.source.bodies = map[string]string{}
	s.source.mutex.Unlock()
	s.clock.Move(30 * time.Second)
	if body := s.body("/football", release.English); !strings.Contains(body, "<h3>Pack</h3>") {
		t.Errorf("the drops are gone after half a minute: %s", body)
	}
	s.clock.Move(31 * time.Second)
	if body := s.body("/football", release.English); strings.Contains(body, "<h3>Pack</h3>") {
		t.Errorf("the drops are still there after a minute: %s", body)
	}
	if len(s.report) != 2 {
		t.Errorf("each need is to be reported once: %q", s.report)
	}
}

func TestBadDataNeverBlanksAPage(t *testing.T) {
	for name, body := range map[string]string{
		"no JSON":           `<html>`,
		"another shape":     `{"rows":{"a":1}}`,
		"rows of nonsense":  `{"rows":[1,"ff",null,{"drop_id":-1},[]],"more":false,"next_key":""}`,
		"far too much":      `{"rows":[],"x":"` + strings.Repeat("x", 600<<10) + `"}`,
		"nothing":           ``,
		"an unclosed array": `{"rows":[`,
	} {
		s := newStage(t)
		s.source.set(release.NeedDrops, body)
		page := s.Get(s.shown, "/football", release.English)
		if page.Status != 200 || !strings.Contains(string(page.Body), "<h1>football</h1>") {
			t.Errorf("%s: the page is %d %s", name, page.Status, page.Body)
		}
	}
}

func TestAPanicWhileComposingKeepsThePageThereWas(t *testing.T) {
	s := newStage(t)
	good := s.Get(s.shown, "/football", release.English)
	s.shown.Releases[release.Host].Folder = nil
	s.clock.Move(time.Minute)
	if page := s.Get(s.shown, "/football", release.English); page != good {
		t.Errorf("the page became %d %s", page.Status, page.Body)
	}
	fresh := NewPages(s.Options)
	if page := fresh.Get(t.Context(), s.shown, "/football", "", release.English, page.Looks{}); page.Status != http.StatusServiceUnavailable {
		t.Errorf("a page that was never there answers %d", page.Status)
	}
	if len(s.report) != 2 || !strings.Contains(s.report[0], "composing the page") {
		t.Errorf("reported %.200q", s.report)
	}
}

// Each try is a page's work, and a stack in the log.
func TestAPageThatCannotBeComposedIsTriedFourTimesASecond(t *testing.T) {
	s := newStage(t)
	s.shown.Releases[release.Host].Folder = nil
	for range 8 {
		for range 5 {
			if made := s.Get(s.shown, "/football", release.English); made.Status != http.StatusServiceUnavailable {
				t.Fatalf("it answers %d", made.Status)
			}
		}
		s.clock.Move(lookAgainAfter / 2)
	}
	if len(s.report) != 4 {
		t.Errorf("%d times it is reported", len(s.report))
	}
}

func TestAPageThatWouldTakeAllMemoryIsNotMade(t *testing.T) {
	draft := releasetest.Sport(releasetest.Football)
	draft.Manifest.Partials["socials"] = map[string]release.Texts{"link": releasetest.Both("<li>" + strings.Repeat("x", 32<<10) + "</li>")}
	draft.Manifest.Routes[1].Fragment = draft.Fragment("main/large", strings.Repeat("@list/socials@", 1000), "<h1>Preguntas</h1>")
	s := newStage(t, func(options *Options) {
		site := releasetest.Settings()
		site.Socials = []settings.Social{{NamedLink: settings.NamedLink{Name: "x", Link: "https://x.example"}}}
		options.Site = page.NewSite(site, releasetest.Editions...)
	})
	shown := lineupOf(s.shown.Releases["host"], s.shown.Releases["shell"], compiled(t, draft))
	if made := s.Get(shown, "/football/faq", release.English); made.Status != http.StatusServiceUnavailable || len(s.report) != 1 || !strings.Contains(s.report[0], "more than") {
		t.Errorf("it is %d with %d bytes; reported %.200q", made.Status, len(made.Body), s.report)
	}
	if made := s.Get(shown, "/football", release.English); made.Status != http.StatusOK {
		t.Errorf("another of its pages is %d", made.Status)
	}
}

func TestKeptPagesAreBounded(t *testing.T) {
	one := newStage(t).Get(newStage(t).shown, "/football/faq", release.English).size()
	s := newStage(t, func(options *Options) { options.CacheSize = 3 * one })
	for _, path := range []string{"/football/faq", "/basketball/faq", "/", "/football", "/basketball", "/nowhere", "/football/nowhere"} {
		for _, language := range release.Languages {
			s.Get(s.shown, path, language)
			s.clock.Move(time.Second)
			var sum int64
			for _, kept := range s.kept {
				sum += kept.size
			}
			if sum > s.CacheSize || sum != s.bytes {
				t.Fatalf("after %s %d bytes are kept, %d counted, of %d", path, sum, s.bytes, s.CacheSize)
			}
		}
	}
	if len(s.kept) == 0 {
		t.Error("nothing is kept at all")
	}
}

func TestSimultaneousVisitorsComposeAPageOnce(t *testing.T) {
	s := newStage(t)
	pages := make(chan *Page, 50)
	for range cap(pages) {
		go func() { pages <- s.Get(s.shown, "/football", release.English) }()
	}
	first := <-pages
	for range cap(pages) - 1 {
		if <-pages != first {
			t.Fatal("two visitors got different pages")
		}
	}
	if s.source.asked != 2 {
		t.Errorf("the data was asked for %d times, want once for each need", s.source.asked)
	}
}

func TestAnswerOfAPage(t *testing.T) {
	s := newStage(t)
	// As long as pages are: all its forms together are smaller than it.
	long := releasetest.Sport(releasetest.Football)
	long.Content["fragments/main/football.es.html"] += strings.Repeat("<p>The same words again.</p>", 200)
	s.shown = lineupOf(s.shown.Releases["host"], s.shown.Releases["shell"], compiled(t, long))
	page := s.Get(s.shown, "/football", release.Spanish)
	ask := func(method string, secure bool, headers ...string) *httptest.ResponseRecorder {
		request := httptest.NewRequest(method, "/football", nil)
		for index := 0; index < len(headers); index += 2 {
			request.Header.Add(headers[index], headers[index+1])
		}
		recorder := httptest.NewRecorder()
		page.Write(recorder, request, secure)
		return recorder
	}
	got := ask("GET", false)
	for name, want := range map[string]string{
		"Content-Type": "text/html; charset=utf-8", "Content-Language": "es", "Cache-Control": "private, no-cache",
		"Vary": "Accept-Language, Cookie, Accept-Encoding", "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
		"X-Content-Type-Options": "nosniff", "Referrer-Policy": "strict-origin-when-cross-origin", "Strict-Transport-Security": "",
		"Content-Encoding": "", "Content-Length": fmt.Sprint(len(page.Body)), "Set-Cookie": "",
	} {
		if got.Header().Get(name) != want {
			t.Errorf("%s is %q, want %q", name, got.Header().Get(name), want)
		}
	}
	if ask("GET", true).Header().Get("Strict-Transport-Security") != "max-age=31536000" {
		t.Error("over TLS there is no HSTS")
	}
	etags := map[string]bool{}
	for _, encoding := range []string{"br", "zstd", "gzip", ""} {
		answer := ask("GET", false, "Accept-Encoding", encoding)
		etag := answer.Header().Get("Etag")
		if answer.Header().Get("Content-Encoding") != encoding || etags[etag] {
			t.Errorf("%s is sent as %q with the ETag %s", encoding, answer.Header().Get("Content-Encoding"), etag)
		}
		etags[etag] = true
		again := ask("GET", false, "Accept-Encoding", encoding, "If-None-Match", `"x", W/`+etag)
		if again.Code != http.StatusNotModified || again.Body.Len() != 0 || again.Header().Get("Etag") != etag {
			t.Errorf("%s again answers %d with %d bytes", encoding, again.Code, again.Body.Len())
		}
		if head := ask("HEAD", false, "Accept-Encoding", encoding); head.Code != 200 || head.Body.Len() != 0 || head.Header().Get("Content-Length") != fmt.Sprint(answer.Body.Len()) {
			t.Errorf("HEAD for %s answers %d with %d bytes, Content-Length %s", encoding, head.Code, head.Body.Len(), head.Header().Get("Content-Length"))
		}
	}
	if english := s.Get(s.shown, "/football", release.English); english.tag == page.tag {
		t.Error("both languages have the same ETag")
	}
}

// idle is a stage whose page was composed five hours ago and whose source is slow since.
func idle(t *testing.T, wait time.Duration) *stage {
	s := newStage(t, func(options *Options) { options.Data.wait = wait })
	s.Data.wait = time.Minute
	s.body("/football", release.English)
	s.Data.wait = wait
	s.source.mutex.Lock()
	s.source.blocked = make(chan struct{})
	s.source.mutex.Unlock()
	s.clock.Move(5 * time.Hour)
	return s
}

func TestAPageAfterIdleHoursHasNoOldRowsWhenTheReadIsSlow(t *testing.T) {
	s := idle(t, time.Nanosecond)
	if body := s.body("/football", release.English); strings.Contains(body, "<h3>Pack</h3>") {
		t.Error("drops of five hours ago stand in a page with the clock of now")
	}
	if rows := s.Data.latest(release.NeedDrops); rows != nil {
		t.Error("an item is looked for among rows of five hours ago")
	}
	close(s.source.blocked)
}

func TestAllWhoComeAfterIdleHoursWaitForTheNextPage(t *testing.T) {
	s := idle(t, time.Minute)
	pages := make(chan *Page, 20)
	var coming sync.WaitGroup
	coming.Add(cap(pages))
	for range cap(pages) {
		go func() {
			coming.Done()
			pages <- s.Get(s.shown, "/football", release.English)
		}()
	}
	coming.Wait()
	close(s.source.blocked)
	for range cap(pages) {
		if page := <-pages; !page.ComposedAt.Equal(s.clock.Now()) {
			t.Fatalf("the page is %s old", s.clock.Now().Sub(page.ComposedAt))
		}
	}
}

func TestAPageChangesWhenTheMachinesClockWasSetBack(t *testing.T) {
	now := time.Now()
	s := newStage(t, func(options *Options) {
		options.Now = func() time.Time { return now }
		options.Data.now = options.Now
	})
	first := s.Get(s.shown, "/football", release.English)
	now = clock.SetBack(now.Add(maxClockAge), 3600)
	if s.Get(s.shown, "/football", release.English) == first {
		t.Error("the page stays as it was for an hour")
	}
}

// inlineScripts are the scripts that stand in a page.
func inlineScripts(body string) (scripts []string) {
	for _, found := range regexp.MustCompile(`<script>([^<]*)</script>`).FindAllStringSubmatch(body, -1) {
		scripts = append(scripts, found[1])
	}
	return scripts
}
