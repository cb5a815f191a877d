package pause

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/peers"
	"fieldhouse/plugins/peers/peerstest"
	"fieldhouse/plugins/plugintest/must"
)

// member is a process of a cluster with a store of its own.
type member struct {
	*File
	*peers.Process
	mesh     *peerstest.Mesh
	problems []string
}

// inCluster runs a test with three processes that have heard of each other.
func inCluster(t *testing.T, test func(t *testing.T, a, b, c *member)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		room := peerstest.NewRoom(3)
		var all []*member
		for _, name := range []string{"a", "b", "c"} {
			m := &member{mesh: room.Mesh(name), Process: new(peers.Process)}
			folder, _ := store(t, "football", "basketball")
			tell := func() {}
			m.File = Open(folder, Config{Tell: func() { tell() }})
			tell = m.Share(peers.Shared{
				Name: "pauses", Say: m.File.Say, Take: func(_ string, said []byte) error { return m.Take(said) },
				Report: func(err error) { m.problems = append(m.problems, err.Error()) },
			})
			m.mesh.Connect(true)
			m.Join(m.mesh)
			defer m.Leave(m.mesh)
			all = append(all, m)
		}
		pass()
		test(t, all[0], all[1], all[2])
	})
}

// pass lets every process look at its file and say it to the others, and the others take it.
func pass() {
	time.Sleep(2 * time.Second)
	synctest.Wait()
}

// wantPaused compares what is paused, as <edition>: <English notice>.
func wantPaused(t *testing.T, step, want string, all ...*member) {
	t.Helper()
	for _, m := range all {
		var paused []string
		for edition, notice := range m.Current().Notices() {
			paused = append(paused, edition+": "+notice.English)
		}
		if slices.Sort(paused); strings.Join(paused, ", ") != want {
			t.Errorf("%s: at %s %q, want %q", step, m.Name(), paused, want)
		}
	}
}

func pauseAt(t *testing.T, m *member, english, edition string) {
	t.Helper()
	must.Do(t, m.Pause(Notice{English: english, Spanish: "Volvemos.", By: m.Name()}, edition))
}

func resumeAt(t *testing.T, m *member, edition string) {
	t.Helper()
	must.Do(t, m.Resume(edition))
}

func TestAPauseAndAResumeAtOneProcessHoldAtAllAtOnceAndAfterTheirRestart(t *testing.T) {
	inCluster(t, func(t *testing.T, a, b, c *member) {
		pauseAt(t, a, "Soon.", "football")
		synctest.Wait()
		wantPaused(t, "paused", "football: Soon.", a, b, c)
		pauseAt(t, c, "Later.", "football")
		synctest.Wait()
		wantPaused(t, "another notice", "football: Later.", a, b, c)
		resumeAt(t, b, "football")
		synctest.Wait()
		wantPaused(t, "resumed", "", a, b, c)
		pauseAt(t, a, "Again.", "football")
		synctest.Wait()
		wantPaused(t, "paused again", "football: Again.", a, b, c)
		if after := Open(b.folder, Config{}).Current().Notices(); after["football"].By != "a" {
			t.Errorf("after a restart %v", after)
		}
	})
}

func TestAProcessThatWasAwayHearsWhatChangedAndTellsWhatItChanged(t *testing.T) {
	inCluster(t, func(t *testing.T, a, b, c *member) {
		pauseAt(t, a, "Soon.", "football")
		pass()
		c.mesh.Connect(false)
		resumeAt(t, a, "football")
		pauseAt(t, c, "Alone.", "basketball")
		pass()
		wantPaused(t, "away", "basketball: Alone., football: Soon.", c)
		wantPaused(t, "without it", "", a, b)
		c.mesh.Connect(true)
		pass()
		wantPaused(t, "back", "basketball: Alone.", a, b, c)
		// What a command changes in the file of one counts as well.
		must.Do(t, Open(b.folder, Config{}).Resume("basketball"))
		pass()
		wantPaused(t, "resumed by a command", "", a, b, c)
	})
}

func TestANewProcessPausesWhatOthersResumedBeforeItKnewOfThem(t *testing.T) {
	inCluster(t, func(t *testing.T, a, b, c *member) {
		c.mesh.Connect(false)
		for range 3 {
			pauseAt(t, a, "Soon.", "football")
			resumeAt(t, a, "football")
		}
		pass()
		pauseAt(t, c, "New.", "football")
		c.mesh.Connect(true)
		pass()
		wantPaused(t, "connected", "football: New.", a, b, c)
	})
}

func TestChangesAtOnceEndEqualAndPausedRatherThanResumed(t *testing.T) {
	inCluster(t, func(t *testing.T, a, b, c *member) {
		pauseAt(t, a, "Soon.", "football")
		pass()
		for _, m := range []*member{a, b, c} {
			m.mesh.Connect(false)
		}
		pauseAt(t, a, "By a.", "football") // all in one millisecond: time stands
		pauseAt(t, b, "By b.", "football")
		resumeAt(t, c, "football")
		for _, m := range []*member{a, b, c} {
			m.mesh.Connect(true)
		}
		pass()
		wantPaused(t, "met", "football: By b.", a, b, c)
		if string(a.File.Say()) != string(b.File.Say()) || string(b.File.Say()) != string(c.File.Say()) {
			t.Errorf("they say %s, %s, %s", a.File.Say(), b.File.Say(), c.File.Say())
		}
	})
}

func TestADamagedMessageChangesNothingAndIsReportedOnce(t *testing.T) {
	for name, said := range map[string]string{
		"cut": `{"paused":{"football":{"en":"Ba`, "without a list": `{}`, "without a text": `{"paused":{"football":{"en":"Back."}}}`,
		"no edition":          `{"paused":{"../x":{"en":"Back.","es":"Volvemos."}}}`,
		"a change of none":    `{"paused":{},"changes":{"../x":1}}`,
		"a number beyond all": `{"paused":{},"changes":{"football":9007199254740993}}`,
		"a number below all":  `{"paused":{},"changes":{"football":-1}}`,
		"too large":           `{"paused":{}}` + strings.Repeat(" ", maxBytes),
	} {
		inCluster(t, func(t *testing.T, a, b, c *member) {
			pauseAt(t, a, "Soon.", "football")
			pass()
			for range 3 {
				must.Do(t, c.Tell("presence.pauses", []byte(said)))
				synctest.Wait()
			}
			wantPaused(t, name, "football: Soon.", a, b, c)
			if len(a.problems) != 1 || !strings.HasPrefix(a.problems[0], "what the process c says of its pauses: ") {
				t.Errorf("%s: reported %q", name, a.problems)
			}
		})
	}
}

func TestAFileOfAnEarlierVersionIsReadAndOneOfThisVersionIsByIt(t *testing.T) {
	inCluster(t, func(t *testing.T, a, b, c *member) {
		earlier := `{"paused":{"football":{"en":"Soon.","es":"Volvemos.","since":"2026-11-22T19:30:00Z","by":"anna"}}}`
		must.Do(t, os.WriteFile(filepath.Join(a.folder, fileName), []byte(earlier), 0o600))
		pass()
		wantPaused(t, "an earlier file", "football: Soon.", a, b, c)
		resumeAt(t, b, "football")
		pauseAt(t, b, "Other.", "basketball")
		pass()
		wantPaused(t, "changed", "basketball: Other.", a, b, c)
		written, err := os.ReadFile(filepath.Join(a.folder, fileName))
		var read struct{ Paused map[string]Notice }
		if err == nil {
			err = json.Unmarshal(written, &read)
		}
		if err != nil || !slices.Equal(slices.Collect(maps.Keys(read.Paused)), []string{"basketball"}) {
			t.Errorf("the file is %s, %v", written, err)
		}
	})
}

func TestAStateIsBoundedAndKeepsWhatIsPausedFirst(t *testing.T) {
	notices, numbers := map[string]Notice{}, map[string]int64{}
	for n := range int64(maxKept) {
		notices[fmt.Sprint("paused", n)] = Notice{English: strings.Repeat("<", MaxNotice), Spanish: strings.Repeat("&", MaxNotice), By: strings.Repeat("b", 64)}
		numbers[fmt.Sprint("paused", n)], numbers[fmt.Sprint("resumed", n)] = n+1, 1000+n
	}
	delete(notices, "paused0") // was resumed long ago
	state := must.Get(newState(notices, numbers))(t)
	_, last := state.numbers[fmt.Sprint("resumed", maxKept-1)]
	if len(state.numbers) != maxKept || len(state.paused().Notices()) != maxKept-1 || !last {
		t.Errorf("it has the changes %v", state.numbers)
	}
	if written, err := state.format(); err != nil {
		t.Error(err)
	} else if _, err := parse(written); err != nil {
		t.Error(err)
	}
	for edition, notice := range notices {
		notice.By = strings.Repeat("b", maxBytes/(maxKept-1))
		notices[edition] = notice
	}
	state = must.Get(newState(notices, numbers))(t)
	if _, err := state.format(); err == nil {
		t.Error("a file is written that is too large to be read")
	}
}
