package journal_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/page/items"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/flock"
	"fieldhouse/plugins/plugintest/must"
)

func TestAReleaseIsKeptWhileAnybodyMayWantIt(t *testing.T) {
	const day = 24 * time.Hour
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	name := func(index int) string { return fmt.Sprintf("%020d", index) }
	// Twenty releases, one a day, the newest a hundred days old.
	var stored []store.Stored
	for index := range 20 {
		stored = append(stored, store.Stored{Edition: "football", Name: name(index), TakenAt: now.Add(-time.Duration(100+index) * day)})
	}
	// Of a year ago, so that the journal reaches back.
	start := journal.Entry{Version: 7, At: now.Add(-365 * day)}
	moved := func(age time.Duration, before, after journal.Shown) journal.Entry {
		return journal.Entry{Version: 8, At: now.Add(-age), Editions: map[string]journal.Move{"football": {Before: before, After: after}}}
	}
	for what, test := range map[string]struct {
		state   journal.Edition
		entries []journal.Entry
		stored  []store.Stored
		// kept are those kept besides the newest ten.
		kept []int
	}{
		"nothing is shown":            {journal.Edition{}, []journal.Entry{start}, stored, nil},
		"live":                        {journal.Edition{Live: name(15)}, []journal.Entry{start}, stored, []int{15}},
		"canary":                      {journal.Edition{Live: name(0), Canary: &journal.Canary{Release: name(15), Share: 1}}, []journal.Entry{start}, stored, []int{15}},
		"preview":                     {journal.Edition{Live: name(0), Previews: []string{name(15)}}, []journal.Entry{start}, stored, []int{15}},
		"what is fallen back to":      {journal.Edition{Live: name(0), Previous: []string{name(15), name(16)}}, []journal.Entry{start}, stored, []int{15, 16}},
		"withdrawn":                   {journal.Edition{Live: name(0), Withdrawn: []string{name(15)}, Previous: []string{name(15)}}, []journal.Entry{start}, stored, nil},
		"live six days ago":           {journal.Edition{Live: name(0)}, []journal.Entry{moved(6*day, journal.Shown{Live: name(15)}, journal.Shown{Live: name(0)}), start}, stored, []int{15}},
		"live for an hour since":      {journal.Edition{Live: name(0)}, []journal.Entry{moved(5*day, journal.Shown{Live: name(15)}, journal.Shown{Live: name(0)}), moved(5*day+time.Hour, journal.Shown{Live: name(0)}, journal.Shown{Live: name(15)}), start}, stored, []int{15}},
		"canary six days ago":         {journal.Edition{Live: name(0)}, []journal.Entry{moved(6*day, journal.Shown{Canary: &journal.Canary{Release: name(15)}}, journal.Shown{}), start}, stored, []int{15}},
		"preview six days ago":        {journal.Edition{Live: name(0)}, []journal.Entry{moved(6*day, journal.Shown{Previews: []string{name(15)}}, journal.Shown{}), start}, stored, []int{15}},
		"live until seven days ago":   {journal.Edition{Live: name(0)}, []journal.Entry{moved(7*day, journal.Shown{Live: name(15)}, journal.Shown{Live: name(0)}), start}, stored, nil},
		"a later clock was wrong":     {journal.Edition{Live: name(0)}, []journal.Entry{moved(400*day, journal.Shown{}, journal.Shown{}), moved(6*day, journal.Shown{Live: name(15)}, journal.Shown{Live: name(0)}), start}, stored, []int{15}},
		"taken six days ago":          {journal.Edition{}, []journal.Entry{start}, append(slices.Clone(stored), store.Stored{Edition: "basketball", Name: name(99), TakenAt: now.Add(-6 * day)}), nil},
		"all of the journal is known": {journal.Edition{}, []journal.Entry{{Version: 1, At: now}}, stored, nil},
		"the journal is young":        {journal.Edition{}, []journal.Entry{{Version: 2, At: now.Add(-6 * day)}}, stored, []int{10, 11, 12, 13, 14, 15, 16, 17, 18, 19}},
		"there is no journal":         {journal.Edition{}, nil, stored, []int{10, 11, 12, 13, 14, 15, 16, 17, 18, 19}},
	} {
		var want []string
		for index := range 20 {
			if index >= 10 && !slices.Contains(test.kept, index) {
				want = append(want, name(index))
			}
		}
		var got []string
		for _, old := range journal.Unused(test.stored, journal.State{Version: 9, Editions: map[string]journal.Edition{"football": test.state}}, test.entries, now) {
			got = append(got, old.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q may go, want %q", what, got, want)
		}
	}
}

// taken takes so many releases of football that share files, and have one each; they are
// ten days old and each was live.
func (a *at) taken(count int) (names []string) {
	a.t.Helper()
	for index := range count {
		found := must.Get(store.NewStore(a.folder, items.Check).Take(draft(index).Write(a.t)))(a.t)
		names = append(names, found.Name)
		a.age("football/releases/"+found.Name+".json", 10*24*time.Hour-time.Duration(index)*time.Second)
		a.live(found.Name)
	}
	files := must.Get(filepath.Glob(filepath.Join(a.folder, "football", "files", "*")))(a.t)
	for _, file := range files {
		a.age("football/files/"+filepath.Base(file), 10*24*time.Hour)
	}
	return names
}

func draft(index int) *releasetest.Draft {
	return releasetest.Next(fmt.Sprint(index))
}

// age makes a file of the store as old.
func (a *at) age(path string, old time.Duration) {
	a.t.Helper()
	must.Do(a.t, os.Chtimes(filepath.Join(a.folder, path), a.now.Add(-old), a.now.Add(-old)))
}

func (a *at) prune(dry bool) store.Pruned {
	a.t.Helper()
	return must.Get(a.Prune(journal.Change{By: "ops"}, store.NewStore(a.folder), a.now, dry))(a.t)
}

func (a *at) has(pattern string) bool {
	a.t.Helper()
	found := must.Get(filepath.Glob(filepath.Join(a.folder, pattern)))(a.t)
	return len(found) > 0
}

func TestPruningRemovesOldReleasesWithTheFilesThatOnlyTheyHave(t *testing.T) {
	a := open(t)
	a.now = time.Now()
	// The first ten leave what is fallen back to as well.
	names := a.taken(22)
	old := names[:11]
	a.now = a.now.Add(journal.KeptFor)
	dry := a.prune(true)
	if !a.has("football/releases/" + old[0] + ".json") {
		t.Fatal("a dry one removes")
	}
	pruned := a.prune(false)
	if len(pruned.Releases) != len(old) || pruned.Files != dry.Files || pruned.Bytes != dry.Bytes || len(dry.Releases) != len(old) {
		t.Errorf("it removed %+v, and a dry one %+v", pruned, dry)
	}
	for index, name := range names {
		there := a.has("football/releases/" + name + "*")
		script := a.has("football/files/" + draft(index).Name("mount.js") + "*")
		if want := index >= len(old); there != want || script != want {
			t.Errorf("release %d is there: %v, and its script: %v", index, there, script)
		}
	}
	if entry := a.entries("")[0]; entry.Action != journal.Pruned || entry.By != "ops" || !slices.Equal(sorted(entry.Removed["football"]), sorted(old)) {
		t.Errorf("the journal says %+v", entry)
	}
	a.whole(11)
	version := a.state().Version
	if again := a.prune(false); len(again.Releases) != 0 || again.Files != 0 || a.state().Version != version {
		t.Errorf("again it removes %+v", again)
	}
}

func sorted(names []string) []string {
	names = slices.Clone(names)
	slices.Sort(names)
	return names
}

// whole makes sure that so many releases are there and none lacks a file.
func (a *at) whole(want int) {
	a.t.Helper()
	found, err := store.NewStore(a.folder).Verify(func(err error) { a.t.Error(err) })
	if err != nil || found != want {
		a.t.Errorf("%d releases are there, want %d (%v)", found, want, err)
	}
}

func TestPruningRemovesWhatTakesThatDiedHaveLeft(t *testing.T) {
	a := open(t)
	a.now = time.Now()
	a.taken(1)
	for _, name := range []string{"football/files/.taking-X", "football/releases/.taking-X", ".taking-DEAD/a.js", ".taking-ALIVE/a.js", "football/files/a.0123456789abcdef0123.js", "football/files/a.0123456789abcdef0123.js.br"} {
		a.put(name, []byte("x"))
	}
	unlock := must.Get(flock.Exclusive(filepath.Join(a.folder, ".taking-ALIVE", ".lock")))(t)
	defer unlock()
	a.prune(false)
	for name, want := range map[string]bool{
		".taking-DEAD": false, ".taking-ALIVE/a.js": true,
		// Somebody may be copying a store back.
		"football/files/.taking-X": true, "football/releases/.taking-X": true, "football/files/a.*": true,
	} {
		if a.has(name) != want {
			t.Errorf("%s is there: %v", name, !want)
		}
	}
	a.now = a.now.Add(2 * time.Hour)
	a.prune(false)
	for _, name := range []string{"football/files/.taking-X", "football/releases/.taking-X", "football/files/a.*"} {
		if a.has(name) {
			t.Errorf("two hours later %s is there", name)
		}
	}
	a.whole(1)
}

func TestAnEditionWithAManifestThatCannotBeReadKeepsItsFiles(t *testing.T) {
	a := open(t)
	a.now = time.Now()
	a.taken(1)
	a.put("football/files/a.0123456789abcdef0123.js", nil)
	a.put("football/releases/00000000000000000001.json", []byte("{"))
	a.now = a.now.Add(2 * time.Hour)
	if _, err := a.Prune(journal.Change{}, store.NewStore(a.folder), a.now, false); err == nil || !strings.Contains(err.Error(), "00000000000000000001") {
		t.Errorf("the error is %v", err)
	}
	if !a.has("football/files/a.0123456789abcdef0123.js") {
		t.Error("a file is gone that the manifest may list")
	}
	// So does one whose releases cannot be listed.
	a.remove("football/releases")
	a.put("football/releases", nil)
	if _, err := a.Prune(journal.Change{}, store.NewStore(a.folder), a.now, false); err == nil || !a.has("football/files/a.0123456789abcdef0123.js") {
		t.Errorf("the error is %v", err)
	}
}

func TestAReleaseThatGoesLiveWhileItIsPrunedStays(t *testing.T) {
	a := open(t)
	a.now = time.Now()
	names := a.taken(22)
	a.now = a.now.Add(journal.KeptFor)
	other := journal.Open(a.folder, journal.Options{})
	// The time of a change is asked for after what there is was read.
	pruning := journal.Open(a.folder, journal.Options{Now: func() time.Time {
		must.Get(other.SetLive(journal.Change{}, football(names[0]), journal.ChecksOf(store.NewStore(a.folder))))(t)
		return a.now
	}})
	if _, err := pruning.Prune(journal.Change{}, store.NewStore(a.folder), a.now, false); !errors.Is(err, journal.ErrConflict) {
		t.Errorf("the error is %v", err)
	}
	a.whole(22)
}

func TestTakesThatRunWhileItIsPrunedLoseNoFile(t *testing.T) {
	a := open(t)
	a.now = time.Now()
	a.taken(22)
	a.now = a.now.Add(journal.KeptFor)
	taking := store.NewStore(a.folder, items.Check)
	folders := make([]string, 6)
	for index := range folders {
		folders[index] = draft(index).Write(t)
	}
	var group sync.WaitGroup
	for _, folder := range folders {
		group.Go(func() {
			if _, err := taking.Take(folder); err != nil {
				t.Error(err)
			}
		})
	}
	for range 3 {
		group.Go(func() {
			if _, err := a.Prune(journal.Change{}, store.NewStore(a.folder), a.now, false); err != nil && !errors.Is(err, journal.ErrConflict) {
				t.Error(err)
			}
		})
	}
	group.Wait()
	for _, folder := range folders {
		if _, err := taking.Take(folder); err != nil {
			t.Error(err)
		}
	}
	a.whole(22 - 11 + len(folders))
}

func TestNobodyStoresAnythingWhileItIsPruned(t *testing.T) {
	folder := t.TempDir()
	free := true
	_, err := store.NewStore(folder).Prune(time.Now(), false, func([]store.Stored, func(store.Stored) error) error {
		unlock, got, err := flock.Try(filepath.Join(folder, store.LockFile))
		if free = got; got {
			unlock()
		}
		return err
	})
	if err != nil || free {
		t.Errorf("the lock of takes is free: %v (%v)", free, err)
	}
}
