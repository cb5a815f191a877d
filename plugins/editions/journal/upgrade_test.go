package journal_test

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldhouse/plugins/editions/journal"
	"fieldhouse/plugins/editions/journal/internal/before"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/releasetest"
)

// older is what the gateway before the journal reads; it must be what this one does.
func (a *at) older() before.File {
	a.t.Helper()
	a.again()
	file, err := before.Load(a.folder)
	if err != nil {
		a.t.Fatal(err)
	}
	state := a.state()
	if len(file.Editions) != len(state.Editions) || file.Version > state.Version {
		a.t.Errorf("the older gateway reads %+v, this one %+v", file, state)
	}
	for edition, part := range file.Editions {
		now := state.Editions[edition]
		if part.Live != now.Live || !slices.Equal(part.Previous, now.Previous) || !slices.Equal(part.Withdrawn, now.Withdrawn) {
			a.t.Errorf("of %s the older gateway reads %+v, this one %+v", edition, part, now)
		}
	}
	return file
}

// olderLive makes a release of football live as the older gateway does.
func (a *at) olderLive(name string) {
	a.t.Helper()
	if _, err := before.SetLive(a.folder, football(name), nil); err != nil {
		a.t.Fatal(err)
	}
}

func (a *at) olderWithdraw(name string) {
	a.t.Helper()
	if _, err := before.Withdraw(a.folder, releasetest.Football, name, nil); err != nil {
		a.t.Fatal(err)
	}
}

func TestAStoreOfTheGatewayBeforeIsServedAndItsChangesAreFound(t *testing.T) {
	a := open(t)
	a.olderLive(first)
	a.olderLive(second)
	a.older()
	if found := a.entries(""); len(found) != 1 || found[0].Action != journal.Found || found[0].By != "somebody unknown" || found[0].Version != 2 || found[0].Editions["football"].After.Live != second {
		t.Errorf("the entries are %+v", found)
	}
	a.live(third)
	a.older()
	a.olderWithdraw(third)
	a.older()
	if found := a.entries("football")[0]; found.Action != journal.Found || found.Version != 4 || found.Editions["football"].Before.Live != third || found.Editions["football"].After.Live != second || !slices.Equal(found.Editions["football"].Withdrawn, []string{third}) {
		t.Errorf("the entry is %+v", found)
	}
	if len(a.said) != 0 {
		t.Errorf("it said %q", a.said)
	}
}

func TestTheWayBackAndForthLosesNothing(t *testing.T) {
	a := full(t)
	want := a.football()
	a.older()
	a.olderLive(second) // it is live already
	a.older()
	if got := a.football(); *got.Canary != *want.Canary || !slices.Equal(got.Previews, want.Previews) || len(a.state().Frozen) != 1 {
		t.Errorf("football is %+v, was %+v", got, want)
	}
	a.olderLive("00000000000000000006")
	a.older()
	if got := a.football(); got.Live != "00000000000000000006" || got.Canary == nil || len(got.Previews) != 1 {
		t.Errorf("football is %+v", got)
	}
	// What the older one makes live or withdraws is no canary and no preview any more.
	a.olderLive(fourth)
	a.olderWithdraw(fifth)
	a.older()
	if got := a.football(); got.Live != fourth || got.Canary != nil || len(got.Previews) != 0 {
		t.Errorf("football is %+v", got)
	}
	versions := []uint64{}
	for _, entry := range a.entries("") {
		versions = append(versions, entry.Version)
	}
	if slices.Reverse(versions); !slices.IsSorted(versions) || len(slices.Compact(versions)) != len(versions) {
		t.Errorf("versions are %v", versions)
	}
	if len(a.said) != 0 {
		t.Errorf("it said %q", a.said)
	}
}

func TestBothGatewaysAtOnceLoseNoChange(t *testing.T) {
	a := open(t)
	var group sync.WaitGroup
	for range 5 {
		group.Go(func() {
			if _, err := before.SetLive(a.folder, map[string]string{release.Shell: first}, nil); err != nil {
				t.Error(err)
			}
		})
		group.Go(func() {
			if _, err := journal.SetLive(journal.Open(a.folder, journal.Options{}), journal.Change{}, football(first), journal.Checks{}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if a.older(); a.state().Version != 10 || liveNow(a.state()) != "football1 shell1" {
		t.Errorf("the state is %+v", a.state())
	}
}

// TestAStoreOfTheNextGatewayIsServed: one that adds members wherever it may, and actions.
func TestAStoreOfTheNextGatewayIsServed(t *testing.T) {
	a := full(t)
	version := a.state().Version
	var state map[string]any
	if err := json.Unmarshal(a.read("lineup.json"), &state); err != nil {
		t.Fatal(err)
	}
	state["regions"] = map[string]any{"eu": 1.50}
	state["editions"].(map[string]any)["football"].(map[string]any)["stage"] = "two"
	state["editions"].(map[string]any)["football"].(map[string]any)["canary"].(map[string]any)["until"] = "tomorrow"
	content, err := json.Marshal(state)
	if err != nil {
		t.Fatal(err)
	}
	sum, err := journal.SumOf(content)
	if err != nil {
		t.Fatal(err)
	}
	state["check"].(map[string]any)["sha256"] = sum
	if content, err = json.MarshalIndent(state, "", "\t"); err != nil {
		t.Fatal(err)
	}
	a.put("lineup.json", content)
	a.again()
	if got := a.football(); got.Canary == nil || got.Canary.Share != 50 || a.state().Version != version || len(a.said) != 0 {
		t.Errorf("football is %+v, and it said %q", got, a.said)
	}
	a.did(journal.Thaw(a, journal.Change{}, releasetest.Football))
	for _, kept := range []string{`"eu": 1.5`, `"stage": "two"`} {
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
