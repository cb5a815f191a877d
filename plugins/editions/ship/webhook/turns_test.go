package webhook_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/editions/ship/webhook"
	"fieldhouse/plugins/peers"
	"fieldhouse/plugins/peers/peerstest"
	"fieldhouse/plugins/plugintest/must"
)

// process is one of a cluster. Its receiver is what it reaches of the target.
type process struct {
	*receiver
	*webhook.Sender
	peers *peers.Process
	mesh  *peerstest.Mesh
}

func join(room *peerstest.Room, name string, answer func(int) (*http.Response, error), targets ...webhook.Target) *process {
	p := &process{receiver: &receiver{answer: answer}, peers: new(peers.Process), mesh: room.Mesh(name)}
	p.Sender = webhook.New(webhook.Options{Transport: p.receiver, Peers: p.peers, Report: func(err error) {
		p.mutex.Lock()
		defer p.mutex.Unlock()
		p.said = append(p.said, err.Error())
	}})
	p.SetTargets(targets)
	p.mesh.Connect(true)
	p.peers.Join(p.mesh)
	return p
}

// leave ends a process as if it was killed.
func (p *process) leave() {
	p.mesh.Connect(false)
	p.Close()
	p.peers.Leave(p.mesh)
}

// answers has what the process sends answered with a status from now on.
func (p *process) answers(code int) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.answer = status(code)
}

// wantSent waits for so long, and looks which versions a process has sent until then.
func (p *process) wantSent(t *testing.T, step string, within time.Duration, want ...string) {
	t.Helper()
	time.Sleep(within) // of the bubble's clock
	synctest.Wait()
	p.mutex.Lock()
	defer p.mutex.Unlock()
	var sent []string
	for _, got := range p.got {
		sent = append(sent, versionOf(got.header))
	}
	if !slices.Equal(sent, want) {
		t.Errorf("%s: %s has sent %q, want %q", step, p.mesh.Name(), sent, want)
	}
}

// inCluster runs a test with three processes that have told each other of themselves.
func inCluster(t *testing.T, answer func(int) (*http.Response, error), test func(t *testing.T, room *peerstest.Room, a, b, c *process)) {
	synctest.Test(t, func(t *testing.T) {
		room := peerstest.NewRoom(3)
		a, b, c := join(room, "a", answer, football), join(room, "b", answer, football), join(room, "c", answer, football)
		defer a.leave()
		defer b.leave()
		defer c.leave()
		time.Sleep(2 * time.Second)
		synctest.Wait()
		test(t, room, a, b, c)
	})
}

// change has processes find changes of the lineup.
func change(versions []int, all ...*process) {
	for _, version := range versions {
		for _, p := range all {
			p.Send(live(version))
		}
	}
}

func TestOneProcessOfAClusterSendsAMessage(t *testing.T) {
	inCluster(t, status(200), func(t *testing.T, _ *peerstest.Room, a, b, c *process) {
		change([]int{2, 3}, c, b, a)
		a.wantSent(t, "at once", 0, "football-2", "football-3")
		b.wantSent(t, "at once", time.Minute)
		c.wantSent(t, "at once", 0)
	})
}

// Its first tries fail. What the others have waits until it is gone, and goes on in order.
func TestAnotherProcessSendsWhatOneThatIsGoneDidNot(t *testing.T) {
	inCluster(t, status(503), func(t *testing.T, _ *peerstest.Room, a, b, c *process) {
		change([]int{2, 3}, a, b, c)
		a.wantSent(t, "while it fails", 10*time.Second, "football-2", "football-2", "football-2")
		b.wantSent(t, "while another one tries", 0)
		a.leave()
		b.answers(200)
		b.wantSent(t, "when that one is gone", 8*time.Second, "football-2", "football-3")
		c.wantSent(t, "when that one is gone", time.Minute)
		if a.got[0].body != b.got[0].body {
			t.Errorf("it was told %s and then %s", a.got[0].body, b.got[0].body)
		}
	})
}

func TestWhatATargetRefusesIsNotSentByAnother(t *testing.T) {
	inCluster(t, status(403), func(t *testing.T, _ *peerstest.Room, a, b, c *process) {
		change([]int{2}, a, b, c)
		a.wantSent(t, "refused", time.Minute, "football-2")
		b.wantSent(t, "refused", 0)
		c.wantSent(t, "refused", 0)
	})
}

// A process that has no such target, or does not hear of a change, keeps nobody from sending.
func TestAProcessSendsWhatOneBeforeItDoesNotHave(t *testing.T) {
	inCluster(t, status(200), func(t *testing.T, _ *peerstest.Room, a, b, c *process) {
		change([]int{2}, b, c)
		b.wantSent(t, "one does not have it", 4*time.Second)
		b.wantSent(t, "one does not have it", 2*time.Second, "football-2")
		change([]int{2, 3}, a) // now it does
		a.wantSent(t, "one has it late", time.Minute, "football-3")
		a.SetTargets(nil)
		change([]int{3, 4}, a, b, c)
		b.wantSent(t, "one has no target", time.Second, "football-2", "football-4")
		c.wantSent(t, "at the end", time.Minute)
	})
}

// A process that begins while a message waits has later ones alone.
func TestAProcessThatJoinsWaitsForOlderMessages(t *testing.T) {
	inCluster(t, status(503), func(t *testing.T, room *peerstest.Room, a, b, c *process) {
		change([]int{2}, a, b, c)
		a.wantSent(t, "at once", 0, "football-2")
		a.leave()
		joined := join(room, "0", status(200), football)
		defer joined.leave()
		change([]int{3}, joined, b, c)
		b.wantSent(t, "the older one", 10*time.Second, "football-2", "football-2", "football-2")
		joined.wantSent(t, "meanwhile", 0)
		b.answers(200)
		b.wantSent(t, "the older one", 20*time.Second, "football-2", "football-2", "football-2", "football-2", "football-3")
		joined.wantSent(t, "then", time.Minute)
		c.wantSent(t, "at the end", 0)
	})
}

// A process that was away finds what happened meanwhile in the list of all.
func TestAProcessThatComesBackSendsNothingThatOthersHave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room := peerstest.NewRoom(3)
		b, c := join(room, "b", status(200), football), join(room, "c", status(200), football)
		defer b.leave()
		defer c.leave()
		time.Sleep(2 * time.Second)
		change([]int{2, 3}, b, c)
		b.wantSent(t, "while one is away", 11*time.Second, "football-2", "football-3")
		a := join(room, "a", status(200), football)
		defer a.leave()
		change([]int{2, 3}, a)
		a.wantSent(t, "back again", time.Minute)
		c.wantSent(t, "at the end", 0)
	})
}

// Processes that cannot reach each other both send: the delivery is the same.
func TestProcessesThatAreCutOffSendForThemselves(t *testing.T) {
	inCluster(t, status(200), func(t *testing.T, _ *peerstest.Room, a, b, c *process) {
		a.mesh.Connect(false)
		change([]int{2}, a, b, c)
		a.wantSent(t, "cut off", 6*time.Second, "football-2")
		b.wantSent(t, "cut off", 0, "football-2")
		a.mesh.Connect(true)
		time.Sleep(2 * time.Second)
		change([]int{3}, a, b, c)
		a.wantSent(t, "together again", time.Minute, "football-2", "football-3")
		b.wantSent(t, "together again", 0, "football-2")
		c.wantSent(t, "at the end", 0)
	})
}

// Each took back what the other knows nothing of: the versions are equal, and the changes are not.
func TestChangesOfOneVersionThatWereMadeWhileCutOffAreBothTold(t *testing.T) {
	inCluster(t, status(200), func(t *testing.T, _ *peerstest.Room, a, b, c *process) {
		a.mesh.Connect(false)
		other := live(2)
		other.At = other.At.Add(time.Second)
		a.Send(other)
		b.answers(503)
		change([]int{2}, b, c)
		a.wantSent(t, "cut off", 6*time.Second, "football-2")
		b.wantSent(t, "cut off", 0, "football-2", "football-2")
		a.mesh.Connect(true)
		b.answers(200)
		b.wantSent(t, "together again", 10*time.Second, "football-2", "football-2", "football-2")
		change([]int{3}, a, b, c)
		a.wantSent(t, "at the end", time.Minute, "football-2", "football-3")
		b.wantSent(t, "at the end", 0, "football-2", "football-2", "football-2")
		c.wantSent(t, "at the end", 0)
		if mine, theirs := a.got[0].header.Get("Fieldhouse-Delivery"), b.got[0].header.Get("Fieldhouse-Delivery"); mine == theirs {
			t.Errorf("both are the delivery %s", mine)
		}
	})
}

// Two that send the same message when they meet do not both go on.
func TestOfTwoThatMeetWhileTheySendOneGoesOn(t *testing.T) {
	inCluster(t, status(503), func(t *testing.T, _ *peerstest.Room, a, b, c *process) {
		a.mesh.Connect(false)
		change([]int{2}, a, b, c)
		a.wantSent(t, "cut off", 7*time.Second, "football-2", "football-2")
		b.wantSent(t, "cut off", 0, "football-2", "football-2")
		a.mesh.Connect(true)
		a.wantSent(t, "together again", 20*time.Second, "football-2", "football-2", "football-2", "football-2")
		b.wantSent(t, "together again", 0, "football-2", "football-2")
	})
}

func TestDamagedWordsOfOthersKeepNobodyFromSending(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		room := peerstest.NewRoom(3)
		a := join(room, "a", status(200), football)
		defer a.leave()
		bad := room.Mesh("0")
		bad.Connect(true)
		must.Do(t, bad.Tell("presence.webhooks", []byte("{")))
		change([]int{2}, a)
		a.wantSent(t, "beside damaged words", 10*time.Second, "football-2")
		if len(a.said) != 1 || !strings.Contains(a.said[0], "what the process 0 says of its webhooks") {
			t.Errorf("it said %q", a.said)
		}
	})
}
