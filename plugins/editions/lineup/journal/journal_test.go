package journal_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/plugintest/must"
)

const (
	first  = "00000000000000000001"
	second = "00000000000000000002"
	third  = "00000000000000000003"
	fourth = "00000000000000000004"
	fifth  = "00000000000000000005"
)

// at is a journal in a new store, that asks nothing about releases.
type at struct {
	t *testing.T
	*journal.File
	folder string
	now    time.Time
	// said is what it reported.
	said []string
}

func open(t *testing.T) *at {
	a := &at{t: t, folder: t.TempDir(), now: time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)}
	a.again()
	return a
}

// again opens the same journal as another process does.
func (a *at) again() {
	a.File = journal.Open(a.folder, journal.Options{
		Now:    func() time.Time { return a.now },
		Report: func(err error) { a.said = append(a.said, err.Error()) },
	})
}

// did is the state after a change that must not fail.
func (a *at) did(state journal.State, err error) journal.State {
	a.t.Helper()
	if err != nil {
		a.t.Fatal(err)
	}
	return state
}

func (a *at) state() journal.State { a.t.Helper(); return a.did(a.Read()) }

func (a *at) football() journal.Edition {
	a.t.Helper()
	return a.state().Editions[releasetest.Football]
}

// live makes releases of football live, one after the other.
func (a *at) live(names ...string) journal.State {
	a.t.Helper()
	var state journal.State
	for _, name := range names {
		state = a.did(a.SetLive(journal.Change{By: "anna"}, football(name), journal.Checks{}))
	}
	return state
}

func football(name string) map[string]string { return map[string]string{releasetest.Football: name} }

// summed is a state with its sum, for what can have one.
func summed(t *testing.T, content []byte) []byte {
	t.Helper()
	var state map[string]any
	if json.Unmarshal(content, &state) != nil {
		return content
	}
	sum, err := journal.SumOf(content)
	if err != nil {
		t.Fatal(err)
	}
	state["check"] = map[string]any{"version": state["version"], "sha256": sum}
	if content, err = json.MarshalIndent(state, "", "\t"); err != nil {
		t.Fatal(err)
	}
	return content
}

func TestSetLiveRaisesTheVersionAndKeepsTheOnesBefore(t *testing.T) {
	a := open(t)
	for index, name := range []string{first, second, third, second} {
		if state := a.live(name); state.Version != uint64(index+1) {
			t.Fatalf("version %d after %d changes", state.Version, index+1)
		}
	}
	a.did(a.SetLive(journal.Change{}, map[string]string{release.Shell: first}, journal.Checks{}))
	a.again()
	// Of the third it was gone back from: that is no release to fall back to.
	if got := a.football(); got.Live != second || !slices.Equal(got.Previous, []string{first}) || !slices.Equal(got.Withdrawn, []string{third}) {
		t.Errorf("football is %+v", got)
	}
	if state := a.state(); state.Version != 5 || state.Editions[release.Shell].Live != first {
		t.Errorf("the state is %+v", state)
	}
}

func TestPreviousReleasesAreBounded(t *testing.T) {
	a := open(t)
	for index := range 30 {
		a.live(fmt.Sprintf("%020d", index))
	}
	if previous := a.football().Previous; len(previous) != 10 || previous[0] != fmt.Sprintf("%020d", 28) {
		t.Errorf("previous are %q", previous)
	}
}

// Requests at the same time read the names of one entry.
func TestReadingTheNamesOfAnEntryWritesNothing(t *testing.T) {
	previews := make([]string, 1, 3)
	_ = journal.Shown{Previews: previews, Live: "live", Canary: &journal.Canary{Release: "canary"}}.Names()
	if behind := previews[:3]; behind[1] != "" || behind[2] != "" {
		t.Errorf("%q", behind)
	}
}

func TestChangesOfManyAtOnceLoseNone(t *testing.T) {
	a := open(t)
	var group sync.WaitGroup
	for _, edition := range []string{release.Shell, releasetest.Football, releasetest.Basketball} {
		for range 5 {
			// Each as a process of its own.
			other := journal.Open(a.folder, journal.Options{})
			group.Go(func() {
				if _, err := other.SetLive(journal.Change{}, map[string]string{edition: first}, journal.Checks{}); err != nil {
					t.Error(err)
				}
			})
		}
	}
	group.Wait()
	if state := a.state(); state.Version != 15 || len(state.Editions) != 3 {
		t.Errorf("the state is %+v", state)
	}
}

func TestAStateThatNamesNoReleaseIsRefused(t *testing.T) {
	for _, content := range []string{
		`{"version":1,"editions":{"football":{"live":"../../etc","previous":[]}}}`,
		`{"version":1,"editions":{"football":{"live":"` + first + `","previous":["../../etc"]}}}`,
		`{"version":1,"editions":{"football":{"live":"` + first + `","previous":[],"previews":["../../etc"]}}}`,
		`{"version":1,"editions":{"football":{"live":"` + first + `","previous":[],"canary":{"release":"../../etc","share":5}}}}`,
		`{"version":1,"editions":{"football":"` + first + `"}}`,
		`{"editions":{}}`,
		`{"version":9007199254740992,"editions":{}}`,
		`{"version":1`,
		`[]`,
	} {
		a := open(t)
		a.put("lineup.json", summed(t, []byte(content)))
		if _, err := a.Read(); err == nil || !strings.Contains(err.Error(), "remove it") || strings.Contains(err.Error(), "its sum is another one") {
			t.Errorf("%s was read: %v", content, err)
		}
	}
	a := open(t)
	if _, err := a.SetLive(journal.Change{}, football("../x"), journal.Checks{}); err == nil {
		t.Error("a path was set live")
	}
}

// TestAStoreOfTheNextGatewayIsServed: one that adds members wherever it may, and actions.
func TestAStoreOfTheNextGatewayIsServed(t *testing.T) {
	a := full(t)
	version := a.state().Version
	var state map[string]any
	must.Do(t, json.Unmarshal(a.read("lineup.json"), &state))
	state["regions"] = map[string]any{"eu": 1.50}
	editions := state["editions"].(map[string]any)
	editions["football"].(map[string]any)["stage"] = "two"
	editions["football"].(map[string]any)["canary"].(map[string]any)["until"] = "tomorrow"
	editions["tennis"] = map[string]any{"live": first, "previous": []string{}, "surface": "clay"}
	content, err := json.Marshal(state)
	if err != nil {
		t.Fatal(err)
	}
	a.put("lineup.json", summed(t, content))
	a.again()
	if got := a.football(); got.Canary == nil || got.Canary.Share != 50 || a.state().Version != version || len(a.said) != 0 {
		t.Errorf("football is %+v, and it said %q", got, a.said)
	}
	a.did(a.Thaw(journal.Change{}, releasetest.Football))
	for _, kept := range []string{`"eu": 1.5`, `"stage": "two"`, `"surface": "clay"`} {
		if got := string(a.read("lineup.json")); !strings.Contains(got, kept) {
			t.Errorf("it has no %s any more:\n%s", kept, got)
		}
	}
	// An entry of an action that this one does not know.
	_, err = a.Change(journal.Change{Action: "staged", By: "ops"}, func(*journal.State, time.Time) error { return nil })
	if last := a.entries("")[0]; err != nil || last.Action != "staged" {
		t.Errorf("the last entry is %+v (%v)", last, err)
	}
}

// A disk that is read-only refuses the lock, too.
func TestASecretIsReadWhereNothingCanBeWritten(t *testing.T) {
	folder := t.TempDir()
	secret := must.Get(journal.Secret(folder))(t)
	lock := filepath.Join(folder, journal.LockName)
	must.Do(t, os.Remove(lock))
	must.Do(t, os.Mkdir(lock, 0o755))
	if again, err := journal.Secret(folder); err != nil || !slices.Equal(again, secret) {
		t.Errorf("it is %x, and was %x (%v)", again, secret, err)
	}
}
