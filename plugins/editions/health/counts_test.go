package health

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	disk "fieldhouse/plugins/atomicfile/step"
	"fieldhouse/plugins/peers"
	"fieldhouse/plugins/plugintest/must"
)

// process is one of several that count in a folder.
type process struct {
	*watched
	counts *Cluster
}

func start(t *testing.T, folder string) *process {
	t.Helper()
	counts := NewCluster(must.Get(OpenFolder(folder))(t), new(peers.Process))
	w := watch(t)
	p := &process{w, counts}
	p.Book = New(w.config)
	p.share()
	p.Follow(map[string]Standing{"football": {Live: liveName, Canary: canaryName, Share: 50}})
	return p
}

func (p *process) share() {
	p.t.Helper()
	must.Do(p.t, p.Share(p.counts))
}

// counted are the views of the canary in the verdict, and of live's release.
func (p *process) counted() (views, ofLive int) {
	p.t.Helper()
	read := p.Read("football")
	if len(read.Releases) != 2 || read.Verdict == nil {
		p.t.Fatalf("%+v", read)
	}
	return read.Verdict.Canary.Views, read.Releases[0].Views
}

func (p *process) says(what string, views, ofLive int) {
	p.t.Helper()
	if got, of := p.counted(); got != views || of != ofLive {
		p.t.Errorf("%s: %d views of the canary and %d of live, want %d and %d", what, got, of, views, ofLive)
	}
}

func TestProcessesOfAStoreAddUpWhatEachHasCounted(t *testing.T) {
	folder := t.TempDir()
	one, two := start(t, folder), start(t, folder)
	for at := range 30 {
		one.add(canaryName, at, false)
		two.add(canaryName, at+10, false)
		two.add(liveName, at, true)
	}
	one.says("before sharing", 30, 0)
	for range 2 {
		one.share()
		two.share()
	}
	one.says("one", 60, 30)
	two.says("two", 60, 30)
	// A network that both have heard of is one.
	if side := one.Read("football").Verdict.Canary; side.Networks != 40 {
		t.Errorf("%d networks", side.Networks)
	}
	// Both go on counting, and write at any time: nothing is lost or counted twice.
	for round := range 20 {
		one.add(canaryName, round, false)
		one.share()
		two.add(liveName, round, false)
		two.share()
	}
	one.share()
	one.says("one", 80, 50)
	two.says("two", 80, 50)
}

func TestWhatAProcessThatIsOverHasCountedIsTakenOverOnce(t *testing.T) {
	for name, end := range map[string]func(*process){
		"ended":  func(p *process) { p.share(); p.counts.Close() },
		"killed": func(p *process) { p.counts.Close() }, // after it had shared last
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			one, two := start(t, folder), start(t, folder)
			for at := range 25 {
				one.add(canaryName, at, false)
				two.add(liveName, at, false)
			}
			one.AddError(&Error{Kind: Uncaught, Message: "it died", Edition: "football", Release: liveName, Path: "/football"}, network(1))
			two.AddError(&Error{Kind: Uncaught, Message: "it died", Edition: "football", Release: liveName, Path: "/football"}, network(1))
			one.share()
			two.share()
			end(one)
			three := start(t, folder)
			for range 3 {
				two.share()
				three.share()
			}
			two.says("who stays", 25, 25)
			three.says("who came", 25, 25)
			end(two)
			end(three)
			four := start(t, folder)
			four.says("all have gone", 25, 25)
			if groups := four.Read("football").Releases[0].Groups; len(groups) != 1 || groups[0].Count != 2 {
				t.Errorf("%+v", groups)
			}
			four.share()
			if left, err := filepath.Glob(filepath.Join(folder, "*.json")); err != nil || len(left) != 1 {
				t.Errorf("%q is left (%v)", left, err)
			}
		})
	}
}

func TestNoViewWaitsWhileTheReportsAreWritten(t *testing.T) {
	p := start(t, t.TempDir())
	p.add(canaryName, 1, false)
	defer func() { marshal = json.Marshal }()
	written := false
	marshal = func(all any) ([]byte, error) {
		written = true
		if !p.mutex.TryLock() {
			t.Fatal("a view would wait")
		}
		p.mutex.Unlock()
		before, err := json.Marshal(all)
		p.add(canaryName, 2, true)
		p.AddError(&Error{Kind: Uncaught, Message: "it died", Edition: "football", Release: canaryName}, network(1))
		if after, _ := json.Marshal(all); !bytes.Equal(before, after) {
			t.Error("a view changes what is being written")
		}
		return before, err
	}
	p.share()
	if !written {
		t.Error("nothing was written")
	}
	marshal = json.Marshal
	if content, err := p.Write(); err != nil || content == nil {
		t.Errorf("what came meanwhile is not written: %v", err)
	}
}

// Two that took over the same would count it twice.
func TestWhoDoesNotDecideTakesNothingOver(t *testing.T) {
	folder := t.TempDir()
	one, two := start(t, folder), start(t, folder)
	for at := range 25 {
		two.add(canaryName, at, false)
	}
	two.share()
	two.counts.Close()
	three := start(t, folder)
	three.share()
	if _, err := os.Stat(filepath.Join(folder, two.counts.name+countsEnding)); err != nil {
		t.Error(err)
	}
	three.says("the other", 25, 0)
	one.share()
	three.share()
	one.says("who decides", 25, 0)
	three.says("the other then", 25, 0)
}

func TestWhoDiesWhileTakingOverCountsNothingTwice(t *testing.T) {
	folder := t.TempDir()
	one := start(t, folder)
	for at := range 25 {
		one.add(canaryName, at, false)
	}
	one.share()
	one.counts.Close()
	for range 3 {
		two := start(t, t.TempDir())
		counts := NewCluster(must.Get(OpenFolder(folder))(t), new(peers.Process))
		disk.Before(func(operation disk.Operation) error {
			if operation.What == disk.Remove {
				return errors.New("killed before it forgets")
			}
			return nil
		})
		err := two.Share(counts)
		disk.Before(nil)
		if err == nil {
			t.Error("what it has taken over is forgotten")
		}
		counts.Close()
	}
	three := start(t, folder)
	three.share()
	three.says("after three deaths", 25, 0)
}

func TestOneProcessDecidesByWhatAllHaveCounted(t *testing.T) {
	folder := t.TempDir()
	one, two := start(t, folder), start(t, folder)
	chances := rand.New(rand.NewPCG(9, 9))
	// None of the two has 20 networks of each by itself.
	for at := range 1000 {
		one.add(canaryName, at%15, chances.Float64() < 0.6)
		two.add(canaryName, 15+at%15, chances.Float64() < 0.6)
		one.add(liveName, at%15, false)
		two.add(liveName, 15+at%15, false)
	}
	for _, p := range []*process{one, two} {
		if state := p.state(); state != Watching {
			t.Errorf("alone: %s", state)
		}
	}
	two.share()
	one.share()
	two.share()
	if decisions := one.Decisions(); len(decisions) != 1 || decisions[0].Promote {
		t.Errorf("who decides: %+v", decisions)
	}
	if decisions := two.Decisions(); len(decisions) != 0 {
		t.Errorf("the other: %+v", decisions)
	}
	if state := two.state(); state != Worse {
		t.Errorf("the other reads %s", state)
	}
	// Who decides dies before it has withdrawn it: the other does.
	one.counts.Close()
	two.share()
	if decisions := two.Decisions(); len(decisions) != 1 {
		t.Errorf("after its death: %+v", decisions)
	}
}

func TestCountsOfAnotherTrialAreNotCompared(t *testing.T) {
	folder := t.TempDir()
	one, two := start(t, folder), start(t, folder)
	for at := range 25 {
		two.add(canaryName, at, true)
	}
	two.share()
	one.Follow(map[string]Standing{"football": {Live: liveName, Canary: canaryName, Share: 100}})
	one.share()
	if views := one.Read("football").Verdict.Canary.Views; views != 0 {
		t.Errorf("%d views of another share are compared", views)
	}
}

func TestWhatCannotBeReadIsToldAndLeftOut(t *testing.T) {
	folder := t.TempDir()
	one := start(t, folder)
	one.add(canaryName, 1, false)
	for _, broken := range []string{
		`{`, `{"Editions":{"football":null}}`, `{"Editions":{"football":{"Records":[null]}}}`, `{"Editions":{"football":{"Trial":{"Of":null}}}}`,
		`{"Editions":{"football":{"Records":[{"Name":"` + liveName + `","Series":{"lcp":null}}]}}}`,
	} {
		must.Do(t, os.WriteFile(filepath.Join(folder, "broken.json"), []byte(broken), 0o600))
		if err := one.Share(one.counts); err == nil {
			t.Errorf("%s is not told", broken)
		}
		one.says(broken, 1, 0)
		// It is of nobody: it is gone then.
		one.share()
	}
	for at := range maxProcesses + 1 {
		other, err := OpenFolder(folder)
		if err == nil {
			err = other.Keep(fmt.Appendf(nil, `{"Editions":{"football":{"Now":{},"Records":[{"Name":%q,"Tally":{"Views":1}}]}}}`, liveName))
		}
		if err != nil {
			t.Fatal(at, err)
		}
		defer other.Close()
	}
	if err := one.Share(one.counts); err == nil {
		t.Error("that there are too many is not told")
	}
	one.says("with too many processes", 1, maxProcesses)
}

func TestMoreThanIsReadOfAProcessIsToldAndNotCut(t *testing.T) {
	folder := t.TempDir()
	one := start(t, folder)
	one.add(canaryName, 1, false)
	large := append(fmt.Appendf(nil, `{"Editions":{"football":{"Now":{},"Records":[{"Name":%q,"Tally":{"Views":7}}]}}}`, liveName), bytes.Repeat([]byte(" "), maxCounts)...)
	must.Do(t, os.WriteFile(filepath.Join(folder, "large.json"), large[:maxCounts+1], 0o600))
	if err := one.Share(one.counts); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("that one has too much is told as %v", err)
	}
	one.says("with too large a file", 1, 0)
	must.Do(t, os.WriteFile(filepath.Join(folder, "large.json"), large[:maxCounts], 0o600))
	one.share()
	one.says("with one as large as it may be", 1, 7)
}

func TestASeriesOfSeveralProcessesHasEachPointAtItsTime(t *testing.T) {
	began := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	for name, times := range map[string][2][]time.Duration{
		"the other began later":   {{0, time.Minute}, {2 * time.Hour, 3 * time.Hour}},
		"the other began earlier": {{2 * time.Hour, 3 * time.Hour}, {0, time.Minute}},
		"the other was seldom":    {{0, time.Minute, 2 * time.Minute}, {0, 40 * time.Hour}},
	} {
		var both [2]series
		for i, of := range times {
			for _, at := range of {
				both[i].add(float64(at/time.Minute)+1, began.Add(at))
			}
		}
		theirs := both[1].clone()
		both[0].addAll(&both[1])
		vital := both[0].vital()
		if vital.Views != len(times[0])+len(times[1]) || len(vital.Series) > maxPoints {
			t.Errorf("%s: %+v", name, vital)
		}
		for _, at := range slices.Concat(times[0], times[1]) {
			if !slices.ContainsFunc(vital.Series, func(p Point) bool {
				when := began.Add(at)
				return !when.Before(p.At.Add(-both[0].Width)) && when.Before(p.At.Add(2*both[0].Width))
			}) {
				t.Errorf("%s: nothing near %s: %+v", name, at, vital.Series)
			}
		}
		if got, want := both[1].vital(), theirs.vital(); got.Views != want.Views {
			t.Errorf("%s: the other's own has %d views, had %d", name, got.Views, want.Views)
		}
	}
}
