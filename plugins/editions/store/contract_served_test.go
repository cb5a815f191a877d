package store_test

import (
	"context"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/page/items"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/editions/visit"
	"fieldhouse/plugins/needs"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/site/settings"
)

// noRows answers no need.
type noRows struct{}

func (noRows) Need(context.Context, string) (needs.Answer, error) {
	return needs.Answer{}, context.Canceled
}

// served is the page of a lineup at a path, composed of releases as the store reads them.
func served(t *testing.T, store *store.Store, path string, names map[string]string) (status int, body string) {
	t.Helper()
	shown := &page.Lineup{ID: "test", Signed: "test", Releases: map[string]*page.Edition{}, Names: names}
	for edition, name := range names {
		shown.Releases[edition] = must.Get(items.Compile(must.Get(store.Open(edition, name))(t)))(t)
	}
	given := settings.Default()
	report := func(err error) { t.Log(err) }
	pages := visit.NewPages(visit.Options{
		Options:   page.Options{Site: page.NewSite(&given, releasetest.Editions...)},
		Data:      visit.NewData(noRows{}, time.Minute, time.Now, report),
		CacheSize: 1 << 20, Now: time.Now, Report: report,
	})
	recorder := httptest.NewRecorder()
	pages.Get(t.Context(), shown, path, "", release.English, page.Looks{}).Write(recorder, httptest.NewRequest("GET", path, nil), false)
	return recorder.Code, recorder.Body.String()
}

// unknownThings are what a later minor version of the contract may add to a football, each
// with what a gateway of the same version says of the mistake.
var unknownThings = map[string]struct {
	change  func(*releasetest.Draft)
	refused string
}{
	"mark @setting/motto@": {faq(`<p title="@setting/motto@">@setting/motto@</p>`), `"motto"`},
	"mark @list/rankings@": {faq(`@list/rankings@`), `"rankings"`},
	"mark @item/points@":   {faq(`@item/points@`), `"points"`},
	"mark @weather/wind@":  {faq(`@weather/wind@`), "none of this kind"},
	"slot rankings":        {faq(`<div data-slot="rankings"></div>`), `slot "rankings"`},
	"mark @setting/slogan@": {func(d *releasetest.Draft) {
		d.Manifest.Routes[1].Title = releasetest.Both("Questions@setting/slogan@")
	}, `"slogan"`},
	"data rowRankings": {func(d *releasetest.Draft) {
		d.Manifest.Routes[1].Data = []string{"rowRankings", release.NeedDrops}
	}, `data "rowRankings"`},
	"list rankings": {func(d *releasetest.Draft) {
		d.Manifest.Partials["rankings"] = map[string]release.Texts{"place": releasetest.Both("<li>@item/points@</li>")}
	}, `list "rankings"`},
	"variant live-raffle of the list drops": {func(d *releasetest.Draft) {
		d.Manifest.Partials["drops"]["live-raffle"] = releasetest.Both("<p>@item/tickets@</p>")
	}, `variant "live-raffle"`},
	// A list within its own item would never end.
	"mark @list/drops@": {func(d *releasetest.Draft) {
		d.Manifest.Partials["drops"]["empty"] = releasetest.Both("<p>@list/drops@</p>")
	}, `"drops"`},
	"page /football/rankings/:place": {func(d *releasetest.Draft) {
		d.Route("/football/rankings/:place", "football", "football", "<h1>Place</h1>", "<h1>Puesto</h1>")
		d.Manifest.Routes[len(d.Manifest.Routes)-1].Item = "rankings"
	}, `item "rankings"`},
	"page /football/drops/:id/:place": {func(d *releasetest.Draft) {
		d.Route("/football/drops/:id/:place", "football", "football", "<h1>Drop</h1>", "<h1>Lote</h1>", release.NeedDrops)
		d.Manifest.Routes[len(d.Manifest.Routes)-1].Item = "drops"
	}, "parameter :place"},
}

// faq adds markup to the page of questions.
func faq(markup string) func(*releasetest.Draft) {
	return func(d *releasetest.Draft) { d.Content["fragments/main/football-faq.en.html"] += markup }
}

// takeAll takes releases, and answers their names by their editions.
func takeAll(t *testing.T, store *store.Store, folders ...string) (names map[string]string) {
	t.Helper()
	names = map[string]string{}
	for _, folder := range folders {
		taken := must.Get(store.Take(folder))(t)
		names[taken.Manifest.Edition] = taken.Name
	}
	return names
}

func TestAReleaseOfALaterMinorVersionIsServedWithoutWhatOnlyThatOneHas(t *testing.T) {
	draft := releasetest.Sport(releasetest.Football).Storey()
	draft.Manifest.Minor++
	// It knows both of what a page shows.
	draft.Content["cards.json"], draft.Manifest.CardPictures = "{}", "cards.json"
	draft.Route("/football/card", "football", "football", "<h1>Card</h1>", "<h1>Carta</h1>")
	draft.Route("/football/wall/:account", "football", "football", "<h1>Wall</h1>", "<h1>Pared</h1>")
	card, wall := &draft.Manifest.Routes[len(draft.Manifest.Routes)-2], &draft.Manifest.Routes[len(draft.Manifest.Routes)-1]
	card.Shows, wall.Shows, wall.Item = release.ShowsCard, release.ShowsWall, "accounts"
	want := []string{"field mood", "field routes.weather", "field storey.roof"}
	for name, thing := range unknownThings {
		thing.change(draft)
		want = append(want, name)
	}
	folder := draft.Write(t)
	releasetest.ChangeManifest(t, folder, func(manifest map[string]any) {
		manifest["mood"] = "bright"
		manifest["storey"].(map[string]any)["roof"] = true
		manifest["routes"].([]any)[0].(map[string]any)["weather"] = map[string]any{"wind": 3}
	})
	store := store.NewStore(t.TempDir(), items.Check)
	names := takeAll(t, store, releasetest.Host().Write(t), releasetest.Shell().Write(t), folder)
	status, body := served(t, store, "/football/faq", names)
	for _, want := range []string{"<h1>Questions</h1>", `<p title=""></p>`, `<div data-slot="rankings"></div>`, "<title>Questions</title>"} {
		if status != 200 || !strings.Contains(body, want) {
			t.Errorf("it answers %d without %s: %s", status, want, body)
		}
	}
	if strings.Contains(body, "@") {
		t.Errorf("a mark is left: %s", body)
	}
	if status, body = served(t, store, "/football", names); status != 200 || !strings.Contains(body, "<h1>football</h1>") {
		t.Errorf("the home answers %d: %s", status, body)
	}
	for _, path := range []string{"/football/rankings/1", "/football/drops/1/2"} {
		if status, _ := served(t, store, path, names); status != 404 {
			t.Errorf("%s, which only the later version has, answers %d", path, status)
		}
	}
	opened, err := store.Open(releasetest.Football, names[releasetest.Football])
	if err == nil {
		err = items.Check(opened)
	}
	slices.Sort(want)
	if got := opened.Unknown.Names(); err != nil || !slices.Equal(got, want) {
		t.Errorf("it leaves empty\n%q, want\n%q (%v)", got, want, err)
	}
}

func TestWhatIsUnknownInAReleaseOfTheGatewaysVersionIsRefused(t *testing.T) {
	for name, thing := range unknownThings {
		draft := releasetest.Sport(releasetest.Football)
		thing.change(draft)
		if _, err := store.NewStore(t.TempDir(), items.Check).Take(draft.Write(t)); err == nil || !strings.Contains(err.Error(), thing.refused) {
			t.Errorf("%s: the error is %v, want one that holds %s", name, err, thing.refused)
		}
	}
}

func TestAMistakeInAReleaseOfALaterMinorVersionIsRefusedAllTheSame(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*releasetest.Draft)
		want   string
	}{
		"a mark that is not closed": {faq("@setting/motto"), "not closed"},
		"a script":                  {faq("<script>1</script>"), "<script>"},
		"a list without its data":   {faq(`<div data-slot="drops"></div>`), release.NeedDrops},
		"a list without its items":  {faq("@list/navigation@"), `no partial for its variant "link"`},
		"another edition's page":    {func(d *releasetest.Draft) { d.Manifest.Routes[1].Path = "/basketball" }, "/basketball"},
	} {
		draft := releasetest.Sport(releasetest.Football)
		draft.Manifest.Minor++
		test.change(draft)
		if _, err := store.NewStore(t.TempDir(), items.Check).Take(draft.Write(t)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: the error is %v, want one that holds %s", name, err, test.want)
		}
	}
}

func TestAReleaseOfALaterMinorVersionMayHaveOnlyPagesThatThisOneDoesNotKnow(t *testing.T) {
	draft := releasetest.Sport(releasetest.Football)
	draft.Manifest.Minor++
	for index := range draft.Manifest.Routes {
		draft.Manifest.Routes[index].Path += "/:place"
		draft.Manifest.Routes[index].Item = "rankings"
	}
	store := store.NewStore(t.TempDir(), items.Check)
	if status, _ := served(t, store, "/football", takeAll(t, store, releasetest.Host().Write(t), releasetest.Shell().Write(t), draft.Write(t))); status != 404 {
		t.Errorf("it answers %d", status)
	}
}

func TestPicturesAndTitlesOfALaterMinorVersionAreLeftOut(t *testing.T) {
	shell := releasetest.Shell()
	shell.Content["icon.png"] = "drawn"
	shell.Manifest.Icons = []release.Icon{{Path: shell.Name("icon.png"), Size: 192, Purpose: "monochrome"}}
	shell.Manifest.Frame.NotFoundTitle = releasetest.Both("Not found@setting/slogan@")
	packs := releasetest.Sport(releasetest.Football).Items()
	packs.Content["drop.png"] = "drawn"
	drawn := releasetest.Both(packs.Name("drop.png"))
	for index := range packs.Manifest.Routes {
		if route := &packs.Manifest.Routes[index]; route.Item == "drops" {
			route.Picture, route.PackPictures = drawn, map[string]release.Texts{"9-0": drawn}
		}
	}
	for draft, want := range map[*releasetest.Draft][]string{
		shell: {"mark @setting/slogan@", "purpose of an icon monochrome"},
		packs: {"kind of pack 9-0"},
	} {
		store := store.NewStore(t.TempDir(), items.Check)
		if _, err := store.Take(draft.Write(t)); err == nil {
			t.Errorf("a %s of this version is taken with %q", draft.Manifest.Edition, want)
		}
		draft.Manifest.Minor++
		taken, err := store.Take(draft.Write(t))
		if err != nil {
			t.Error(err)
		} else if got := taken.Unknown.Names(); !slices.Equal(got, want) {
			t.Errorf("it leaves out %q, want %q", got, want)
		}
	}
	store := store.NewStore(t.TempDir(), items.Check)
	names := takeAll(t, store, releasetest.Host().Write(t), shell.Write(t))
	if status, body := served(t, store, "/nowhere", names); status != 404 || !strings.Contains(body, "<title>Not found</title>") {
		t.Errorf("an unknown path answers %d: %s", status, body)
	}
}
