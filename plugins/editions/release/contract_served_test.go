package release_test

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/site/settings"
)

// noRows answers no need.
type noRows struct{}

func (noRows) Need(context.Context, string) ([]byte, string, error) { return nil, "", context.Canceled }

// served is the page of a lineup at a path, composed of releases as the store reads them.
func served(t *testing.T, store *release.Store, path string, names map[string]string) (status int, body string) {
	t.Helper()
	shown := &page.Lineup{ID: "test", Signed: "test", Releases: map[string]*page.Edition{}, Names: names}
	for edition, name := range names {
		opened, err := store.Open(edition, name)
		if err == nil {
			shown.Releases[edition], err = page.Compile(opened)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	given := settings.Default()
	report := func(err error) { t.Log(err) }
	pages := page.NewPages(page.Options{
		Site: page.NewSite(&given, releasetest.Editions...), Data: page.NewData(noRows{}, time.Minute, time.Now, report),
		CacheSize: 1 << 20, Now: time.Now, Report: report,
	})
	recorder := httptest.NewRecorder()
	pages.Get(shown, path, release.English, page.Looks{}).Write(recorder, httptest.NewRequest("GET", path, nil), false)
	return recorder.Code, recorder.Body.String()
}

// Contract 3 is made up.
func TestReleasesOfAContractAndOfTheOneBeforeAreServedTogether(t *testing.T) {
	for _, contracts := range []struct{ shell, football int }{{2, 3}, {3, 2}, {3, 3}, {2, 2}} {
		store := release.NewStore(t.TempDir(), page.Check)
		store.Speak(3)
		names := map[string]string{}
		for draft, contract := range map[*releasetest.Draft]int{releasetest.Host(): 3, releasetest.Shell(): contracts.shell, releasetest.Sport(releasetest.Football): contracts.football} {
			draft.Manifest.Contract = contract
			taken, err := store.Take(draft.Write(t))
			if err != nil {
				t.Fatal(err)
			}
			names[taken.Manifest.Edition] = taken.Name
		}
		status, body := served(t, store, "/football/faq", names)
		if status != 200 || !strings.Contains(body, `<header class="football">`) || !strings.Contains(body, "<h1>Questions</h1>") {
			t.Errorf("a shell of contract %d with football of %d answers %d: %s", contracts.shell, contracts.football, status, body)
		}
	}
}

// A newer gateway has taken it in, and this one comes back.
func TestAStoredReleaseOfTheNextContractIsServedWithoutWhatOnlyThatOneKnows(t *testing.T) {
	draft := releasetest.Sport(releasetest.Football)
	draft.Manifest.Contract = 3
	draft.Content["fragments/main/football-faq.en.html"] = `<h1>Questions</h1><p title="@setting/motto@">@list/rankings@</p><div data-slot="rankings"></div>`
	draft.Route("/football/rankings/:place", "football", "football", "<h1>Place</h1>", "<h1>Puesto</h1>", "rowRankings")
	draft.Manifest.Routes[2].Item = "rankings"
	draft.Route("/football/drops/:id/:place", "football", "football", "<h1>Drop</h1>", "<h1>Lote</h1>", release.NeedDrops)
	draft.Manifest.Routes[3].Item = "drops"
	draft.Manifest.Routes[1].Data = []string{"rowRankings", release.NeedDrops}
	draft.Manifest.Partials["rankings"] = map[string]release.Texts{"place": releasetest.Both("<li>@item/points@</li>")}
	draft.Manifest.Partials["drops"]["live-raffle"] = releasetest.Both("<p>@item/tickets@</p>")
	folder := draft.Write(t)
	releasetest.ChangeManifest(t, folder, func(manifest map[string]any) { manifest["mood"] = "bright" })

	store := release.NewStore(t.TempDir(), page.Check)
	names := map[string]string{}
	for _, draft := range []*releasetest.Draft{releasetest.Host(), releasetest.Shell()} {
		taken, err := store.Take(draft.Write(t))
		if err != nil {
			t.Fatal(err)
		}
		names[taken.Manifest.Edition] = taken.Name
	}
	if _, err := store.Take(folder); err == nil {
		t.Fatal("this gateway takes it at the door")
	}
	names[releasetest.Football] = store.Keep(t, folder)
	status, body := served(t, store, "/football/faq", names)
	if want := `<h1>Questions</h1><p title=""></p><div data-slot="rankings"></div></main>`; status != 200 || !strings.Contains(body, want) {
		t.Errorf("it answers %d without %s: %s", status, want, body)
	}
	for _, path := range []string{"/football/rankings/1", "/football/drops/1/2"} {
		if status, _ := served(t, store, path, names); status != 404 {
			t.Errorf("%s, which only the next contract has, answers %d", path, status)
		}
	}
	// The same at the door of a gateway that speaks its contract is a mistake.
	store.Speak(3)
	if _, err := store.Take(folder); err == nil || !strings.Contains(err.Error(), "mood") {
		t.Errorf("the error is %v", err)
	}
}
