package visit

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/page/items"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/peers"
	"fieldhouse/plugins/plugintest/must"

	"go.uber.org/goleak"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

func TestClosingEndsAllThatRuns(t *testing.T) {
	before := goleak.IgnoreCurrent()
	openReleases(t.TempDir(), zap.NewNop).Close()
	goleak.VerifyNone(t, before)
}

func TestEachChangeIsPassedOnOnceAlsoWhenAnotherIsMadeMeanwhile(t *testing.T) {
	store := store.NewStore(t.TempDir(), items.Check)
	var passedOn []uint64
	r := NewReleases(store.Folder(), zap.NewNop, func(entry journal.Entry) { passedOn = append(passedOn, entry.Version) }, new(peers.Process))
	r.Start()
	// Nothing follows the journal: the looks are those below.
	r.Close()
	for _, draft := range []*releasetest.Draft{releasetest.Host(), releasetest.Shell(), releasetest.Sport(releasetest.Football)} {
		taken := must.Get(store.Take(draft.Write(t)))(t)
		releasetest.SetLive(t, store.Folder(), map[string]string{taken.Manifest.Edition: taken.Name})
	}
	for version := range uint64(3) {
		r.notifyOf(version, version+1)
	}
	r.notifyOf(3, 3)
	if !slices.Equal(passedOn, []uint64{1, 2, 3}) {
		t.Errorf("versions %v were passed on", passedOn)
	}
}

// As a process has them that joins a cluster with an empty store.
func TestWhatWasChangedLongAgoIsNotPassedOn(t *testing.T) {
	folder := t.TempDir()
	var passedOn []uint64
	r := NewReleases(folder, zap.NewNop, func(entry journal.Entry) { passedOn = append(passedOn, entry.Version) }, new(peers.Process))
	r.Start()
	r.Close()
	for _, ago := range []time.Duration{30 * 24 * time.Hour, 2 * time.Hour, time.Minute} {
		changes := journal.Open(folder, journal.Options{Now: func() time.Time { return time.Now().Add(-ago) }})
		must.Get(changes.SetFreeze(journal.Change{By: "test", Reason: "a test"}, "football", nil))(t)
	}
	r.notifyOf(0, 3)
	if !slices.Equal(passedOn, []uint64{3}) {
		t.Errorf("versions %v were passed on", passedOn)
	}
}

func TestAChangeThroughTheProcessIsWhatTheNextRequestGets(t *testing.T) {
	store := store.NewStore(t.TempDir(), items.Check)
	var names []string
	for _, version := range []string{"1.0.0", "1.0.1"} {
		draft := releasetest.Sport(releasetest.Football)
		draft.Manifest.Version = version
		taken := must.Get(store.Take(draft.Write(t)))(t)
		names = append(names, taken.Name)
	}
	r := openReleases(store.Folder(), zap.NewNop)
	// It is not what follows the journal that shows it.
	r.Close()
	checks := journal.ChecksOf(store)
	for index := range 10 {
		name := names[index%2]
		must.Get(r.Journal().SetLive(journal.Change{}, map[string]string{releasetest.Football: name}, checks))(t)
		if got := r.Choose(nil).Names[releasetest.Football]; got != name {
			t.Fatalf("the next request gets %s, not %s", got, name)
		}
	}
	must.Get(r.journal.Withdraw(journal.Change{}, map[string]string{releasetest.Football: names[1]}, checks))(t)
	if got := r.Choose(nil).Names[releasetest.Football]; got != names[0] {
		t.Errorf("with the live one withdrawn the next request gets %q", got)
	}
	if _, err := r.Journal().SetLive(journal.Change{If: 1}, map[string]string{releasetest.Football: names[0]}, checks); !errors.Is(err, journal.ErrConflict) {
		t.Errorf("a change for an older version is answered %v", err)
	}
}

func TestWhatIsOldIsPrunedByItselfEachHour(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := t.TempDir()
		store := store.NewStore(folder, items.Check)
		for index := range journal.KeptLast + 2 {
			draft := releasetest.Sport(releasetest.Football)
			draft.Manifest.Version = fmt.Sprintf("1.0.%d", index)
			taken := must.Get(store.Take(draft.Write(t)))(t)
			// In the bubble's time.
			at := time.Now().Add(time.Duration(index) * time.Second)
			must.Do(t, os.Chtimes(filepath.Join(folder, releasetest.Football, "releases", taken.Name+".json"), at, at))
			if index == 0 {
				releasetest.SetLive(t, folder, map[string]string{releasetest.Football: taken.Name})
			}
		}
		r := openReleases(folder, zap.NewNop)
		r.Close()
		// Without what follows the journal, which looks twice a second.
		ctx, stop := context.WithCancel(t.Context())
		r.running.Go(func() { r.pruneHourly(ctx) })
		defer r.running.Wait()
		defer stop()
		stored := func() int {
			found := must.Get(filepath.Glob(filepath.Join(folder, releasetest.Football, "releases", "*.json")))(t)
			return len(found) / 2 // with what built it
		}
		time.Sleep(journal.KeptFor - time.Hour)
		synctest.Wait()
		if got := stored(); got != journal.KeptLast+2 {
			t.Errorf("an hour before there are %d", got)
		}
		time.Sleep(2*time.Hour + time.Minute)
		synctest.Wait()
		// The live one is the oldest.
		if got := stored(); got != journal.KeptLast+1 || r.Choose(nil).Releases[releasetest.Football] == nil {
			t.Errorf("an hour after there are %d", got)
		}
	})
}

func TestAReleaseIsCompiledOnceAlsoForThePagesThatWereMadeWithItBefore(t *testing.T) {
	store := store.NewStore(t.TempDir(), items.Check)
	r := openReleases(store.Folder(), zap.NewNop)
	defer r.Close()
	makeLive := func(version string) *page.Edition {
		t.Helper()
		draft := releasetest.Sport(releasetest.Football)
		draft.Manifest.Version = version
		taken := must.Get(store.Take(draft.Write(t)))(t)
		releasetest.SetLive(t, r.Folder(), map[string]string{releasetest.Football: taken.Name})
		r.Poll()
		return r.Choose(nil).Releases[releasetest.Football]
	}
	first := makeLive("1.0.0")
	if again := makeLive("1.0.0"); again != first {
		t.Error("it was compiled again while it was live")
	}
	opened := r.Choose(nil).Signed
	if next := makeLive("1.0.1"); next == first {
		t.Error("the next release is not live")
	}
	served, found := r.Served(opened)
	if !found || served.Releases[releasetest.Football] != first {
		t.Error("it was compiled again for a page that was made with it")
	}
}

func TestTheLogSaysOnceWhatIsLeftEmptyOfARelease(t *testing.T) {
	store := store.NewStore(t.TempDir(), items.Check)
	draft := releasetest.Sport(releasetest.Football)
	draft.Manifest.Minor++
	draft.Manifest.Routes[1].Data = []string{"rowRankings"}
	draft.Content["fragments/main/football-faq.en.html"] += "@setting/motto@"
	taken := must.Get(store.Take(draft.Write(t)))(t)
	core, logged := observer.New(zap.WarnLevel)
	r := openReleases(store.Folder(), func() *zap.Logger { return zap.New(core) })
	defer r.Close()
	for range 2 {
		r.ready.Purge()
		must.Get(r.load(releasetest.Football, taken.Name))(t)
	}
	entries := logged.FilterField(zap.Strings("unknown", []string{"data rowRankings", "mark @setting/motto@"})).FilterField(zap.String("release", taken.Name)).All()
	if len(entries) != 1 {
		t.Errorf("the log has %v", logged.All())
	}
}
