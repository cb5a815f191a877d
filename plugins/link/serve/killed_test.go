package serve

import (
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/must"

	"github.com/gorilla/websocket"
)

func TestAListenerKilledBetweenReceivingAndAcknowledgingLosesNothing(t *testing.T) {
	for _, query := range []string{"?v=2", ""} {
		s := newTCPSite(t)
		ws := s.listen(query)
		result := s.posting("hello")
		ws.next()
		ws.kill()
		(<-result).want(t, http.StatusOK, "buffered")
		s.restart()
	}
}

// restart has a new listener get the message that was kept.
func (s *testSite) restart() {
	s.t.Helper()
	restarted := s.listen("?v=2")
	number, payload := restarted.nextNumbered()
	if payload != "hello" {
		s.t.Errorf("after the restart it gets %q", payload)
	}
	restarted.acknowledge(number)
	s.awaitKept(0)
	restarted.kill()
	s.awaitListeners(0)
}

// awaitKept waits until so many messages are kept.
func (s *testSite) awaitKept(count int) {
	s.t.Helper()
	plugintest.Eventually(s.t, fmt.Sprintf("%d messages are kept", count), func() bool { return s.hub.Stats().Kept == count })
}

// The network takes the connection away without telling anybody: what the
// service writes into it is acknowledged by a system on the way, and lost.
func TestAListenerWhoseConnectionIsDroppedLosesNothing(t *testing.T) {
	for _, query := range []string{"?v=2", ""} {
		s := newTCPSite(t)
		s.setAckTimeout(100 * time.Millisecond)
		network := newNetwork(t, s)
		direct := s.dial
		s.dial = network.dial
		s.listen(query)
		s.dial = direct
		network.drop()
		s.post("hello").want(t, http.StatusOK, "buffered")
		s.awaitListeners(0) // it is found to be gone by that
		s.setAckTimeout(AckTimeout)
		s.restart()
	}
}

// network is a relay before the service that can drop what passes.
type network struct {
	listener net.Listener
	target   func() (net.Conn, error)
	dropping atomic.Bool
	working  sync.WaitGroup
}

func newNetwork(t *testing.T, s *testSite) *network {
	t.Helper()
	listener := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	n := &network{listener: listener, target: s.dial}
	n.working.Go(n.accept)
	// Registered before the site's own connections end.
	t.Cleanup(func() {
		listener.Close()
		s.server.Close()
		n.working.Wait()
	})
	return n
}

func (n *network) dial() (net.Conn, error) {
	return net.DialTimeout("tcp", n.listener.Addr().String(), 5*time.Second)
}

func (n *network) drop() { n.dropping.Store(true) }

func (n *network) accept() {
	for {
		near, err := n.listener.Accept()
		if err != nil {
			return
		}
		far, err := n.target()
		if err != nil {
			near.Close()
			return
		}
		n.working.Go(func() { n.pass(far, near) })
		n.working.Go(func() { n.pass(near, far) })
	}
}

// pass copies until one side ends; what is dropped is read all the same.
func (n *network) pass(from, to net.Conn) {
	defer from.Close()
	defer to.Close()
	buffer := make([]byte, 4096)
	for {
		got, err := from.Read(buffer)
		if err != nil {
			return
		}
		if n.dropping.Load() {
			continue
		}
		if _, err := to.Write(buffer[:got]); err != nil {
			return
		}
	}
}

// TestKilledAndRestartedListenersLoseNoMessage has a listener that is killed and
// restarted all the time, before, while and after it gets a message: each message
// whose sender was answered that it is delivered or kept arrives, and in its order.
func TestKilledAndRestartedListenersLoseNoMessage(t *testing.T) {
	const messages = 150
	s := newTCPSite(t)
	random := rand.New(rand.NewPCG(4, 2))
	var got []string // as acknowledged
	over := make(chan struct{})
	var listening sync.WaitGroup
	listening.Go(func() {
		for {
			select {
			case <-over:
				return
			default:
			}
			ws, err := s.tryListen("?v=2")
			if err != nil {
				t.Error(err)
				return
			}
			got = append(got, liveAndDie(t, ws, random.IntN(4), over)...)
		}
	})
	for i := range messages {
		text := fmt.Sprint(i)
		// Until it is delivered, so that none is replaced by the next.
		for answered := s.post(text, "X-Buoy-Wait", "20"); ; answered = s.post(text, "X-Buoy-Wait", "20") {
			if answered.err != nil {
				t.Fatal(answered.err)
			}
			if answered.header.Get("X-Buoy-Delivery") == "delivered" {
				break
			}
		}
	}
	close(over)
	listening.Wait()
	next := 0
	for _, text := range got {
		if next < messages && text == fmt.Sprint(next) {
			next++
		}
	}
	if next != messages {
		t.Errorf("message %d of %d, which was answered as delivered, is not among the %d that arrived in order", next, messages, len(got))
	}
	if s.hub.Stats().Unacknowledged == 0 {
		t.Error("no listener was killed with a message at hand: nothing was tried")
	}
}

// liveAndDie reads and acknowledges some messages, then reads one more and dies
// without a word. It returns what it acknowledged.
func liveAndDie(t *testing.T, ws *websocket.Conn, lives int, over <-chan struct{}) (acknowledged []string) {
	read := make(chan []byte)
	done := make(chan struct{})
	defer func() {
		ws.NetConn().Close()
		<-done
	}()
	dying := make(chan struct{})
	defer close(dying)
	go func() {
		defer close(done)
		for {
			_, frame, err := ws.ReadMessage()
			if err != nil {
				return
			}
			select {
			case read <- frame:
			case <-dying:
				return
			}
		}
	}()
	for {
		select {
		case frame := <-read:
			if lives == 0 {
				return acknowledged
			}
			lives--
			// What is on its way when a process dies may arrive or not: that it
			// had the message is all that counts.
			acknowledged = append(acknowledged, string(frame[frameHeader:]))
			if err := ws.WriteMessage(websocket.BinaryMessage, []byte{0x42, 0x42, 0x02, frame[3]}); err != nil {
				return acknowledged
			}
		case <-done:
			return acknowledged
		case <-over:
			return acknowledged
		}
	}
}
