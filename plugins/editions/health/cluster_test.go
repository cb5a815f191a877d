package health

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/peers"
	"fieldhouse/plugins/peers/peerstest"
	"fieldhouse/plugins/plugintest"
)

// member is a process of a cluster, with a folder of its own.
type member struct {
	*process
	mesh *peerstest.Mesh
}

func join(t *testing.T, room *peerstest.Room, name string) *member {
	t.Helper()
	own := new(peers.Process)
	m := &member{process: start(t, t.TempDir()), mesh: room.Mesh(name)}
	m.counts = NewCluster(m.counts.Folder, own)
	m.counts.began = time.Time{} // long ago
	m.mesh.Connect(true)
	own.Join(m.mesh)
	t.Cleanup(func() { own.Leave(m.mesh) })
	return m
}

// awaits waits until a process has so many views of the canary and of live's release.
func (m *member) awaits(t *testing.T, what string, views, ofLive int) {
	t.Helper()
	plugintest.Eventually(t, what, func() bool {
		m.share()
		got, of := m.counted()
		return got == views && of == ofLive
	})
}

func TestProcessesOfAClusterAddUpWhatEachHasCountedAndOneJudges(t *testing.T) {
	room := peerstest.NewRoom(3)
	a, b, c := join(t, room, "a"), join(t, room, "b"), join(t, room, "c")
	for at := range 30 {
		a.add(canaryName, at, false)
		b.add(canaryName, at+10, false)
		c.add(liveName, at, true)
	}
	for _, m := range []*member{a, b, c} {
		m.share()
	}
	for _, m := range []*member{a, b, c} {
		m.awaits(t, "each has what all have counted", 60, 30)
	}
	if side := c.Read("football").Verdict.Canary; side.Networks != 40 {
		t.Errorf("%d networks", side.Networks)
	}
	if !a.counts.Judges() || b.counts.Judges() || c.counts.Judges() {
		t.Error("not one process alone judges")
	}
	// What none of them would have found alone, of views that came to two that do not judge.
	chances := rand.New(rand.NewPCG(1, 1))
	b.honest(chances, 1000, 0.06, 0.02)
	c.said = 1000
	c.honest(chances, 1000, 0.06, 0.02)
	plugintest.Eventually(t, "the one that judges finds the canary worse", func() bool {
		for _, m := range []*member{a, b, c} {
			m.share()
		}
		return len(a.Decisions()) == 1
	})
	if len(b.Decisions())+len(c.Decisions()) > 0 {
		t.Error("another one decides as well")
	}
	// What one had counted that has gone is not lost, and another one judges.
	views, ofLive := a.counted()
	c.mesh.Connect(false)
	a.mesh.Connect(false)
	plugintest.Eventually(t, "another one judges", b.counts.Judges)
	b.awaits(t, "what those had counted that have gone counts", views, ofLive)
}

func TestAProcessThatHasOnlyBegunDoesNotJudgeBeforeItHearsOfTheOthers(t *testing.T) {
	alone := join(t, peerstest.NewRoom(3), "a")
	if !alone.counts.Judges() {
		t.Error("a process that is alone does not judge")
	}
	alone.counts.began = time.Now()
	if alone.counts.Judges() {
		t.Error("a process judges that has only begun and has heard of nobody")
	}
}

// What was said before is not there any more when it is asked for.
func TestAProcessHasWhatAnotherOneCountedThoughThatCountsOn(t *testing.T) {
	room := peerstest.NewRoom(3)
	a, b := join(t, room, "a"), join(t, room, "b")
	plugintest.Eventually(t, "they know of each other", func() bool { return len(b.counts.peers.Others()) == 1 })
	for round := range 20 {
		a.add(canaryName, round, false)
		a.share()
		b.share()
		if views, _ := b.counted(); views != round+1 {
			t.Fatalf("after %d views one has %d", round+1, views)
		}
	}
}

// The others see the canary go before they hear of a verdict.
func TestTheVerdictOnACanaryThatIsGoneIsThatOfTheProcessThatJudged(t *testing.T) {
	room := peerstest.NewRoom(3)
	a, b, c := join(t, room, "a"), join(t, room, "b"), join(t, room, "c")
	share := func() {
		for _, m := range []*member{c, b, a} {
			m.share()
		}
	}
	for at := range 15 {
		b.add(canaryName, at, true)
		b.add(liveName, at+100, false)
		c.add(canaryName, at+200, true)
		c.add(liveName, at+300, false)
	}
	plugintest.Eventually(t, "the canary is found to be worse", func() bool {
		share()
		return len(a.Decisions()) == 1
	})
	for _, m := range []*member{c, b, a} {
		m.Follow(map[string]Standing{"football": {Live: liveName}})
	}
	share()
	share()
	for _, m := range []*member{a, b, c} {
		if verdict := m.Read("football").Verdict; verdict == nil || verdict.State != Worse || verdict.Canary.Views != 30 || verdict.Live.Views != 30 {
			t.Errorf("%s has the verdict %+v", m.mesh.Name(), verdict)
		}
	}
}

// Machines are replaced while one runs on.
func TestProcessesThatHaveGoneMakeRoomForThoseThatLive(t *testing.T) {
	room := peerstest.NewRoom(3)
	a, b := join(t, room, "a"), join(t, room, "b")
	for at := range maxProcesses {
		a.counts.known[fmt.Sprint("a", at)] = counted{[]byte("{}"), "gone"}
	}
	b.add(canaryName, 1, false)
	b.share()
	a.awaits(t, "what the one that lives has counted", 1, 0)
	if len(a.counts.known) > maxProcesses {
		t.Errorf("%d processes are remembered, more than %d", len(a.counts.known), maxProcesses)
	}
}

func TestReportsThatAreNotWhatAProcessSaidCountForNothing(t *testing.T) {
	room := peerstest.NewRoom(3)
	a, b := join(t, room, "a"), join(t, room, "b")
	b.add(canaryName, 1, false)
	b.share()
	for what, tampered := range map[string]func([]byte) []byte{
		"another sum":  func(part []byte) []byte { return append([]byte("x"), part[1:]...) },
		"another size": func(part []byte) []byte { return append(part, 'x') },
		"nothing":      func([]byte) []byte { return nil },
	} {
		b.mesh.Tamper(func(_ string, part []byte) []byte { return tampered(append([]byte(nil), part...)) })
		plugintest.Eventually(t, what+" is reported", func() bool {
			err := a.Share(a.counts)
			return err != nil && strings.Contains(err.Error(), "what the process b has counted")
		})
		if views, _ := a.counted(); views != 0 {
			t.Errorf("%s: %d views count", what, views)
		}
	}
	b.mesh.Tamper(nil)
	a.awaits(t, "what it has counted", 1, 0)
}
