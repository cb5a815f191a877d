package visit

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/editions/health"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/page/items"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/plugintest/must"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

// withCanary is a store in which half of football's visitors get a canary.
func withCanary(t *testing.T) (releases *store.Store, canary string) {
	t.Helper()
	releases = store.NewStore(t.TempDir(), items.Check)
	take := func(draft *releasetest.Draft) string {
		return must.Get(releases.Take(draft.Write(t)))(t).Name
	}
	changes, checks := journal.Open(releases.Folder(), journal.Options{}), journal.ChecksOf(releases)
	live := map[string]string{"host": take(releasetest.Host()), "shell": take(releasetest.Shell()), "football": take(releasetest.Sport(releasetest.Football))}
	must.Get(changes.SetLive(journal.Change{By: "test"}, live, checks))(t)
	draft := releasetest.Sport(releasetest.Football)
	draft.Manifest.Version = "1.0.1"
	canary = take(draft)
	must.Get(changes.SetCanary(journal.Change{By: "test"}, "football", journal.Canary{Release: canary, Share: 500}, checks))(t)
	return releases, canary
}

// reportView loads a page of a new visitor and reports its view: one that fails with the canary.
func reportView(t *testing.T, r *Releases, number int, canary string) {
	t.Helper()
	address := fmt.Sprintf("10.%d.%d.7", number>>8, number&255)
	shown, cookie, _ := r.Welcome(httptest.NewRequest(http.MethodGet, "/football", nil), address, false)
	report(t, r, address, shown.Names["football"], cookie, shown.Names["football"] == canary)
}

// report is a view of a release from an address, with the bucket of a cookie.
func report(t *testing.T, r *Releases, address, release, cookie string, failed bool) {
	t.Helper()
	errors := `{}`
	if failed {
		errors = `{"football":{"remote":1}}`
	}
	_, view, err := health.Read(fmt.Appendf(nil, `{"kind":"view","path":"/football","releases":{"football":%q},"navigation":"load","errors":%s,"vitals":{}}`, release, errors))
	if err != nil {
		t.Fatal(err)
	}
	told := httptest.NewRequest(http.MethodPost, "/_report", nil)
	bucket, _, _ := strings.Cut(cookie, ";")
	told.Header.Set("Cookie", bucket)
	r.Report(told, address, view)
}

func TestACanaryThatIsWorseIsWithdrawnByItselfWithItsNumbers(t *testing.T) {
	store, canary := withCanary(t)
	core, logged := observer.New(zap.WarnLevel)
	r := openReleases(store.Folder(), func() *zap.Logger { return zap.New(core) })
	changes, leave := r.Changes()
	defer leave()
	late := time.After(time.Minute)
	for number := range 200 {
		reportView(t, r, number, canary)
	}
	for r.Choose(nil).Watched {
		select {
		case <-changes:
		case <-late:
			t.Fatal(r.Reports().Read("football").Verdict)
		}
	}
	entries := must.Get(r.Journal().Entries("football", 1))(t)
	entry := entries[0]
	if entry.Action != journal.Withdrawn || entry.By != byRule || !strings.Contains(entry.Reason, "load failures: 1000 in 1,000 views against 0, over ") {
		t.Errorf("%+v", entry)
	}
	state, err := r.Journal().Read()
	if part := state.Editions["football"]; err != nil || part.Canary != nil || part.Live == canary || len(part.Withdrawn) != 1 {
		t.Errorf("%+v, %v", part, err)
	}
	r.Close()
	if logged.FilterMessage("a canary was withdrawn by the rule").Len() != 1 || r.withdrawals("football").Load() != 1 || r.withdrawals("shell").Load() != 0 {
		t.Errorf("the log has %v, and %d are counted", logged.All(), r.withdrawals("football").Load())
	}
}

// A decision stands until it is carried out, and is looked at every ten seconds.
func TestACanaryThatCannotGoLiveIsToldOnce(t *testing.T) {
	store, canary := withCanary(t)
	core, logged := observer.New(zap.ErrorLevel)
	r := openReleases(store.Folder(), func() *zap.Logger { return zap.New(core) })
	defer r.Close()
	must.Get(r.Journal().Confirm(journal.Change{By: "anna"}, map[string]string{"football": canary}))(t)
	frozen := func(reason string) int {
		must.Get(r.Journal().SetFreeze(journal.Change{Reason: reason}, "football", nil))(t)
		for range 3 {
			r.carryOut(health.Decision{Edition: "football", Release: canary, Promote: true, Reason: "it holds"})
		}
		return logged.FilterMessage("a canary that was decided on stays").Len()
	}
	if got := frozen("a sale"); got != 1 {
		t.Errorf("that it stays is told %d times", got)
	}
	if got := frozen("another sale"); got != 2 {
		t.Errorf("that it stays for another reason is told %d times in all", got)
	}
}

func TestAViewCountsOnlyForWhoIsShownTheRelease(t *testing.T) {
	store, canary := withCanary(t)
	r := openReleases(store.Folder(), zap.NewNop)
	defer r.Close()
	views := func() int { return r.Reports().Read("football").Verdict.Canary.Views }
	report(t, r, "10.0.0.1", canary, "", false)
	report(t, r, "10.0.0.1", canary, "bucket="+strings.Repeat("A", 36), false)
	if views() != 0 {
		t.Error("a view without a signed bucket counts")
	}
	var counted [2]int
	for visitor := range 200 {
		address := fmt.Sprintf("10.0.%d.1", visitor)
		shown, cookie, _ := r.Welcome(httptest.NewRequest(http.MethodGet, "/football", nil), address, false)
		before := views()
		report(t, r, address, canary, cookie, false)
		has := 0
		if shown.Names["football"] == canary {
			has = 1
		}
		counted[has] += views() - before
		if views()-before != has {
			t.Fatalf("a visitor with the canary %d: %d views", has, views()-before)
		}
	}
	if counted[1] == 0 {
		t.Error("no view counts")
	}
}

func TestTwoProcessesOfAStoreCountTogetherAndNeitherLosesWhatItCounted(t *testing.T) {
	store, canary := withCanary(t)
	one, two := openReleases(store.Folder(), zap.NewNop), openReleases(store.Folder(), zap.NewNop)
	for number := range 10 {
		reportView(t, one, number, canary)
		reportView(t, two, number, canary)
	}
	views := func(r *Releases) int {
		verdict := r.Reports().Read("football").Verdict
		return verdict.Canary.Views + verdict.Live.Views
	}
	for range 2 {
		one.shareReports()
		two.shareReports()
	}
	if views(one) != 20 || views(two) != 20 {
		t.Errorf("they read %d and %d views", views(one), views(two))
	}
	// The first ends after the second, which began later, has counted more: both are kept.
	reportView(t, two, 11, canary)
	two.Close()
	reportView(t, one, 12, canary)
	one.Close()
	again := openReleases(store.Folder(), zap.NewNop)
	defer again.Close()
	if views(again) != 22 {
		t.Errorf("after both have ended there are %d views", views(again))
	}
}
