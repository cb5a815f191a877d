package journal_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"fieldhouse/plugins/atomicfile/powercut"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/releasetest"
	"fieldhouse/plugins/plugintest/must"
)

// put writes a file of the store as damage does: in its place.
func (a *at) put(name string, content []byte) {
	a.t.Helper()
	releasetest.PutFile(a.t, a.folder, name, content)
}

func (a *at) read(name string) []byte {
	a.t.Helper()
	return must.Get(os.ReadFile(filepath.Join(a.folder, name)))(a.t)
}

func (a *at) remove(name string) {
	a.t.Helper()
	must.Do(a.t, os.RemoveAll(filepath.Join(a.folder, name)))
}

// entries are what was done last, the newest first.
func (a *at) entries(edition string) []journal.Entry {
	a.t.Helper()
	return must.Get(a.Entries(edition, 100))(a.t)
}

func editions(t *testing.T, state journal.State) string {
	t.Helper()
	content := must.Get(json.Marshal(state.Editions))(t)
	return string(content)
}

// with a canary, a preview, a freeze and one that was withdrawn.
func full(t *testing.T) *at {
	a := open(t)
	a.live(first, second, third)
	a.did(a.Rollback(journal.Change{By: "anna"}, football(""), false, journal.Checks{}))
	a.did(a.SetCanary(journal.Change{}, releasetest.Football, journal.Canary{Release: fourth, Share: 50}, journal.Checks{}))
	a.did(a.SetPreview(journal.Change{}, releasetest.Football, fifth, journal.Checks{}))
	until := a.now.Add(time.Hour)
	a.did(a.SetFreeze(journal.Change{By: "ops", Reason: "the sale"}, releasetest.Football, &until))
	return a
}

func TestADamagedStateIsRestoredFromTheLastGoodCopy(t *testing.T) {
	for what, damage := range map[string]func([]byte) []byte{
		"truncated": func(content []byte) []byte { return content[:len(content)/2] },
		"empty":     func([]byte) []byte { return nil },
		"of zeroes": func(content []byte) []byte { return make([]byte, len(content)) },
		"of an end of zeroes": func(content []byte) []byte {
			clear(content[len(content)/2:])
			return content
		},
		"another's": func([]byte) []byte { return []byte("<html>") },
		"no object": func([]byte) []byte { return []byte("null") },
		"too large": func(content []byte) []byte { return append(content, bytes.Repeat([]byte(" "), 256<<10)...) },
		"without its sum": func([]byte) []byte {
			return []byte(`{"version":9,"editions":{"football":{"live":"` + first + `","previous":[]}}}`)
		},
		"of other names": func(content []byte) []byte { return bytes.ReplaceAll(content, []byte(second), []byte(first)) },
	} {
		t.Run(what, func(t *testing.T) {
			a := full(t)
			before := a.state()
			a.put("lineup.json", damage(a.read("lineup.json")))
			for range 2 {
				if got := a.state(); editions(t, got) != editions(t, before) || got.Version != before.Version+1 || len(got.Frozen) != 1 {
					t.Errorf("the state is %+v, want %+v", got, before)
				}
				a.again()
			}
			if len(a.said) != 1 || !strings.Contains(a.said[0], "its last good copy, version 7") {
				t.Errorf("it said %q", a.said)
			}
			if last := a.entries("")[0]; last.Action != journal.Healed || last.Version != 8 || last.By != "the gateway" || last.Reason == "" {
				t.Errorf("the last entry is %+v", last)
			}
		})
	}
}

func TestAStateThatIsGoneIsRestored(t *testing.T) {
	a := full(t)
	before := a.state()
	a.remove("lineup.json")
	// A change finds it as well.
	if after := a.did(a.Thaw(journal.Change{}, releasetest.Football)); editions(t, after) != editions(t, before) || after.Version != before.Version+2 {
		t.Errorf("the state is %+v, want %+v", after, before)
	}
}

func TestNoFlippedBitChangesWhatIsShown(t *testing.T) {
	a := full(t)
	before, content := a.state(), a.read("lineup.json")
	taken := 0
	for at := range content {
		for bit := range 8 {
			flipped := slices.Clone(content)
			flipped[at] ^= 1 << bit
			state, err := journal.Parse(flipped)
			if err != nil {
				continue
			}
			if taken++; editions(t, state) != editions(t, before) || len(state.Frozen) != 1 {
				t.Fatalf("bit %d of byte %d makes it %+v", bit, at, state)
			}
		}
	}
	if taken == 0 || taken > len(content) {
		t.Errorf("%d of %d flips were taken", taken, 8*len(content))
	}
}

func TestADamagedCopyIsPassedOver(t *testing.T) {
	a := full(t)
	copies, err := filepath.Glob(filepath.Join(a.folder, "lineup.journal", "*.json"))
	if err != nil || len(copies) != 7 {
		t.Fatalf("there are %q (%v)", copies, err)
	}
	last := must.Get(os.ReadFile(copies[6]))(t)
	last[len(last)/2] ^= 1
	a.put("lineup.journal/"+filepath.Base(copies[6]), last)
	a.put("lineup.journal/"+filepath.Base(copies[5]), nil)
	a.put("lineup.json", nil)
	// Of version 5: with the canary, without the preview.
	if got := a.football(); got.Canary == nil || len(got.Previews) != 0 || got.Live != second {
		t.Errorf("football is %+v", got)
	}
	if entries := a.entries(""); len(entries) != 6 || entries[0].Version != 6 || entries[1].Version != 5 {
		t.Errorf("the entries are %+v", entries)
	}
}

func TestWithoutAGoodCopyADamagedStateStaysAsItIsAndSaysWhatToDo(t *testing.T) {
	a := full(t)
	a.remove("lineup.journal")
	a.put("lineup.json", []byte("{"))
	_, err := a.Read()
	if err == nil || !strings.Contains(err.Error(), "remove it, and make releases live again with `fieldhouse take --live`") {
		t.Fatalf("the error is %v", err)
	}
	if _, err := a.SetLive(journal.Change{}, football(first), journal.Checks{}); err == nil {
		t.Error("it was changed")
	}
	if got := string(a.read("lineup.json")); got != "{" {
		t.Errorf("it is %q", got)
	}
	// What it says helps.
	a.remove("lineup.json")
	if a.live(first); a.football().Live != first {
		t.Errorf("football is %+v", a.football())
	}
}

func TestAChangeThatWasNotMadeIsNone(t *testing.T) {
	a := open(t)
	a.live(first)
	before := a.read("lineup.json")
	a.live(second)
	// As if it had ended between the entry and the state.
	a.put("lineup.json", before)
	a.again()
	if got, entries := a.football().Live, a.entries(""); got != first || len(entries) != 1 {
		t.Errorf("live is %q, with %d entries", got, len(entries))
	}
	if state := a.live(third); state.Version != 2 {
		t.Errorf("the next version is %d", state.Version)
	}
	if entries := a.entries(""); len(entries) != 2 || entries[0].Editions[releasetest.Football].After.Live != third {
		t.Errorf("the entries are %+v", entries)
	}
}

func TestAnOlderCopyThatIsPutBackIsAChangeBySomebodyUnknown(t *testing.T) {
	a := open(t)
	a.live(first)
	before := a.read("lineup.json")
	a.live(second, third, fourth)
	a.put("lineup.json", before)
	a.again()
	if got := a.football().Live; got != first {
		t.Fatalf("live is %q", got)
	}
	// No version is used twice.
	if state := a.live(second); state.Version != 6 {
		t.Errorf("the version is %d", state.Version)
	}
	found := a.entries("")[1]
	if move := found.Editions[releasetest.Football]; found.Action != journal.Found || found.By != "somebody unknown" || move.Before.Live != fourth || move.After.Live != first {
		t.Errorf("the entry is %+v", found)
	}
}

func TestAStateStaysSmallWhateverWasWithdrawn(t *testing.T) {
	a := open(t)
	a.live(first, second)
	withdrawn := make([]string, 1000)
	for index := range withdrawn {
		withdrawn[index] = strings.Repeat("f", 20)
	}
	must.Get(a.Change(journal.Change{Action: journal.Withdrawn}, func(state *journal.State, _ time.Time) error {
		for index := range 20 {
			state.Editions["sport"+string(rune('a'+index))] = journal.Edition{Live: first, Withdrawn: withdrawn}
		}
		return nil
	}))(t)
	a.again()
	if size := len(a.read("lineup.json")); size > 256<<10 {
		t.Errorf("it has %d bytes", size)
	}
	if got := a.state().Editions["sportb"].Withdrawn; len(got) < 100 {
		t.Errorf("of 1000 withdrawn %d are left", len(got))
	}
}

// refusing has the disk refuse every change until mended.
func (a *at) refusing() (mended func()) {
	a.t.Helper()
	a.remove(".lineup.lock")
	releasetest.PutFile(a.t, a.folder, ".lineup.lock/in the way", nil)
	return func() { a.remove(".lineup.lock") }
}

func TestWhatTakesBackIsInForceAtOnceWhenTheDiskRefusesIt(t *testing.T) {
	a := open(t)
	a.live(first, second, third)
	a.did(a.SetPreview(journal.Change{}, releasetest.Football, fifth, journal.Checks{}))
	command := journal.Open(a.folder, journal.Options{})
	a.File = journal.Open(a.folder, journal.Options{HoldsUnwritten: true, Now: func() time.Time { return a.now }, Report: func(err error) { a.said = append(a.said, err.Error()) }})
	mended := a.refusing()
	a.did(a.Withdraw(journal.Change{By: "anna"}, football(third), journal.Checks{}))
	a.did(a.EndPreview(journal.Change{}, releasetest.Football, fifth))
	held := a.did(a.SetFreeze(journal.Change{By: "ops", Reason: "the sale"}, releasetest.Football, nil))
	if now := a.state(); now.Version != held.Version || now.Editions[releasetest.Football].Live != second || len(now.Editions[releasetest.Football].Previews) != 0 || len(now.Frozen) != 1 {
		t.Errorf("in force is %+v", now)
	}
	if len(a.said) != 1 || !strings.Contains(a.said[0], "in this process alone") {
		t.Errorf("it said %q", a.said)
	}
	if _, err := a.SetLive(journal.Change{BreakGlass: true, Reason: "a test"}, football(fourth), journal.Checks{}); err == nil {
		t.Error("something goes live that is not written")
	}
	if _, err := command.Withdraw(journal.Change{}, football(third), journal.Checks{}); err == nil {
		t.Error("a command that ends holds a change")
	}
	mended()
	if now := a.state(); now.Version != held.Version || editions(t, now) != editions(t, held) {
		t.Errorf("written is %+v, want %+v", now, held)
	}
	a.again()
	if now := a.state(); now.Version != held.Version || editions(t, now) != editions(t, held) || len(a.entries("")) != 7 {
		t.Errorf("another process reads %+v, want %+v, with its entries", now, held)
	}
}

// counting is an order that counts what is appended.
type counting struct {
	journal.Alone
	appended *int
}

func (c counting) Append(journal.Record, bool) error { *c.appended++; return nil }

// contested is an order in which others come first as long as isBehind.
type contested struct {
	journal.Alone
	isBehind bool
	caughtUp int
}

func (c *contested) Append(journal.Record, bool) error {
	if c.isBehind {
		return journal.ErrBehind
	}
	return nil
}

func (c *contested) CatchUp() { c.caughtUp++ }

func TestAChangeThatIsMadeOnceWaitsForNobody(t *testing.T) {
	a, others := open(t), &contested{isBehind: true}
	a.live(first, second)
	a.File = journal.Open(a.folder, journal.Options{HoldsUnwritten: true})
	a.SetOrder(others)
	withdraw := func() error {
		_, err := a.Withdraw(journal.Change{Once: true}, football(second), journal.Checks{})
		return err
	}
	if err := withdraw(); !errors.Is(err, journal.ErrBehind) || others.caughtUp != 0 {
		t.Errorf("behind others it is answered %v, and waited %d times", err, others.caughtUp)
	}
	powercut.Full(t, a.folder)
	if err := withdraw(); err != nil || others.caughtUp != 0 || a.Unwritten() != 1 {
		t.Errorf("with a full disk it is answered %v, and waited %d times", err, others.caughtUp)
	}
}

func TestWhatTheDiskRefusedIsWrittenAfterOthersThatCameFirst(t *testing.T) {
	a, others := open(t), &contested{}
	a.live(first, second)
	a.File = journal.Open(a.folder, journal.Options{HoldsUnwritten: true})
	a.SetOrder(others)
	makeRoom := powercut.Full(t, a.folder)
	a.did(a.Withdraw(journal.Change{}, football(second), journal.Checks{}))
	makeRoom()
	others.isBehind = true
	if now := a.football().Live; now != first || a.Unwritten() != 1 {
		t.Errorf("behind others %s is live, and %d changes are not written", now, a.Unwritten())
	}
	others.isBehind = false
	if now := a.football().Live; now != first || a.Unwritten() != 0 {
		t.Errorf("after them %s is live, and %d changes are not written", now, a.Unwritten())
	}
}

func TestAFullDiskRefusesBeforeOthersAreTold(t *testing.T) {
	a, appended := open(t), 0
	a.live(first)
	a.SetOrder(counting{appended: &appended})
	powercut.Full(t, a.folder)
	if _, err := a.SetLive(journal.Change{}, football(second), journal.Checks{}); !errors.Is(err, syscall.ENOSPC) || appended != 0 {
		t.Errorf("%v, and %d records were appended", err, appended)
	}
	if left, err := filepath.Glob(filepath.Join(a.folder, "*", ".lineup-*")); len(left) > 0 || err != nil {
		t.Errorf("%q are left, %v", left, err)
	}
}

func TestWhatAllHaveAndTheDiskRefusesIsInForceAndBounded(t *testing.T) {
	others, a := open(t), open(t)
	records := func() []journal.Record {
		t.Helper()
		return must.Get(others.Pending(true))(t)
	}
	others.live(first)
	must.Get(a.Apply(records()[0], nil))(t)
	makeRoom := powercut.Full(t, a.folder)
	refusedAt := 0
	for number := range 110 {
		next := second
		if number%2 == 1 {
			next = third
		}
		others.live(next)
		all := records()
		if _, err := a.Apply(all[len(all)-1], nil); err != nil {
			refusedAt = number
			break
		}
		if now := a.football().Live; now != next || a.Unwritten() != number+1 {
			t.Fatalf("in force is %s, with %d that are not written", now, a.Unwritten())
		}
	}
	if refusedAt != 100 || len(a.said) != 1 || !strings.Contains(a.said[0], "make room") {
		t.Errorf("record %d is the first that is not kept; it said %q", refusedAt, a.said)
	}
	makeRoom()
	want := a.state()
	a.again()
	if now := a.state(); !now.Same(want) || now.Version != 101 || a.Unwritten() != 0 {
		t.Errorf("the disk has %+v, want %+v", now, want)
	}
}

func TestAnEditionsChangesAreFoundWithoutReadingThoseOfOthersAgain(t *testing.T) {
	a := open(t)
	a.live(first, second)
	if found := a.entries(releasetest.Basketball); len(found) != 0 {
		t.Fatalf("found %+v", found)
	}
	// Another content than what was read: it would be found if it were read again.
	name := "lineup.journal/00000000000000000001.json"
	other := open(t)
	other.did(other.SetLive(journal.Change{}, map[string]string{releasetest.Basketball: first}, journal.Checks{}))
	a.put(name, other.read(name))
	if found := a.entries(releasetest.Basketball); len(found) != 0 {
		t.Errorf("%+v was read again", found)
	}
	a.again()
	if found := a.entries(releasetest.Basketball); len(found) != 1 {
		t.Errorf("found %+v", found)
	}
}

// A version that was set aside may be another edition's the next time.
func TestAnEditionsChangesAreFoundAfterOthersTookThePlaceOfSomeThatWereRead(t *testing.T) {
	others, a := open(t), open(t)
	others.live(first, second)
	records := must.Get(others.Pending(true))(t)
	apply := func(record journal.Record) {
		t.Helper()
		must.Get(a.Apply(record, nil))(t)
	}
	apply(records[0])
	for _, reason := range []string{"alone", "still"} {
		a.did(a.SetFreeze(journal.Change{Reason: reason}, releasetest.Football, nil))
	}
	if found := a.entries(releasetest.Football); len(found) != 3 {
		t.Fatalf("found %+v", found)
	}
	apply(records[1])
	a.did(a.SetLive(journal.Change{}, map[string]string{releasetest.Basketball: first}, journal.Checks{}))
	if found := a.entries(releasetest.Basketball); len(found) != 1 || found[0].Version != 3 {
		t.Errorf("found %+v", found)
	}
}

func TestAPowerCutLeavesTheLineupBeforeOrAfterAChange(t *testing.T) {
	for name, change := range map[string]func(*at){
		"the first":  func(a *at) { a.live(first) },
		"another":    func(a *at) { a.live(third) },
		"a rollback": func(a *at) { a.did(a.Rollback(journal.Change{}, football(""), false, journal.Checks{})) },
	} {
		a := open(t)
		if name != "the first" {
			a.live(first, second)
		}
		before := editions(t, a.state())
		powercut.Each(t, a.folder, func() { change(a) }, func(folder, when string, done bool) {
			cut := &at{t: t, folder: folder, now: a.now}
			cut.again()
			if now := editions(t, cut.state()); now != editions(t, a.state()) && (now != before || done) {
				t.Errorf("%s, %s: the lineup is %s", name, when, now)
			}
			if live := cut.live(fifth).Editions[releasetest.Football].Live; live != fifth {
				t.Errorf("%s, %s: the next change makes %s live", name, when, live)
			}
		})
	}
}

// What others have made is read from their list again after the cut.
func TestAPowerCutLosesNothingOfWhatAllHave(t *testing.T) {
	others, a := open(t), open(t)
	others.live(first, second)
	others.did(others.Rollback(journal.Change{}, football(""), false, journal.Checks{}))
	records := must.Get(others.Pending(true))(t)
	apply := func(a *at, records ...journal.Record) {
		t.Helper()
		for _, one := range records {
			must.Get(a.Apply(one, nil))(t)
		}
	}
	apply(a, records[:2]...)
	// Changes of its own, in whose place theirs is.
	for _, reason := range []string{"alone", "still", "yet"} {
		a.did(a.SetFreeze(journal.Change{Reason: reason}, releasetest.Football, nil))
	}
	powercut.Each(t, a.folder, func() { apply(a, records[2]) }, func(folder, when string, _ bool) {
		cut := &at{t: t, folder: folder, now: a.now}
		cut.again()
		apply(cut, records...)
		aside, err := cut.SetAside()
		if !cut.state().Same(others.state()) || err != nil || len(aside) != 3 || aside[0].Reason != "alone" {
			t.Errorf("%s: the lineup is %+v; set aside is %+v, %v", when, cut.state(), aside, err)
		}
	})
}
