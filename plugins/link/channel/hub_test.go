package channel

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/plugintest/must"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	testName   = "a-channel-of-tests"
	testClient = "192.0.2.1"
	second     = time.Second
)

func testSettings() Settings {
	return Settings{
		MaxChannels: 8, MaxListeners: 8, MaxChannelListeners: 4, MaxClientListeners: 16, MaxKept: 1000,
		MaxClientMessages: 16, MaxClientKept: 2000,
		Age: 10 * time.Minute, AckTimeout: 5 * second,
	}
}

// testSink takes what it gets and acknowledges it, unless it is silent.
type testSink struct {
	got    chan string
	open   chan *Delivery // what it did not acknowledge
	silent bool
	ended  chan Reason
}

func newSink(silent bool) *testSink {
	return &testSink{got: make(chan string, 64), open: make(chan *Delivery, 64), silent: silent, ended: make(chan Reason, 1)}
}

func (s *testSink) Deliver(d *Delivery) {
	s.got <- string(d.Payload())
	if s.silent {
		s.open <- d
		return
	}
	d.Acknowledge()
}

func (s *testSink) End(reason Reason) { s.ended <- reason }

// want compares the next message that comes.
func (s *testSink) want(t *testing.T, payload string) {
	t.Helper()
	if got := <-s.got; got != payload {
		t.Errorf("a listener got %q, want %q", got, payload)
	}
}

// listen starts a listener.
func listen(t *testing.T, h *Hub, name string, sink Sink) *Listener {
	t.Helper()
	return start(t, h, name, sink, false)
}

// start starts a listener, which may listen once.
func start(t *testing.T, h *Hub, name string, sink Sink, once bool) *Listener {
	t.Helper()
	l := must.Get(h.Listen(name, testClient, sink, once))(t)
	must.Do(t, l.Start())
	return l
}

// sent is the result of a Send, and how long that took.
type sent struct {
	outcome Outcome
	err     error
	took    time.Duration
}

// anyTime is a time that want does not compare.
const anyTime = time.Duration(-1)

func (s sent) want(t *testing.T, outcome Outcome, err error, took time.Duration) {
	t.Helper()
	if s.outcome != outcome || !errors.Is(s.err, err) || (err == nil) != (s.err == nil) || took != anyTime && s.took != took {
		t.Errorf("the sender is answered %q (%v) after %s, want %q (%v) after %s", s.outcome, s.err, s.took, outcome, err, took)
	}
}

// sending sends a message to the channel of tests in a goroutine of its own.
func sending(ctx context.Context, h *Hub, payload string, wait Wait) <-chan sent {
	return sendingTo(ctx, h, testName, payload, wait)
}

// sendingTo is sending to another channel.
func sendingTo(ctx context.Context, h *Hub, name, payload string, wait Wait) <-chan sent {
	result := make(chan sent, 1)
	began := time.Now()
	go func() {
		outcome, err := h.Send(ctx, name, testClient, []byte(payload), wait)
		result <- sent{outcome, err, time.Since(began)}
	}()
	return result
}

// onHub runs a test with a Hub, in which it must leave nothing, and synctest's clock.
func onHub(t *testing.T, test func(t *testing.T, h *Hub), change ...func(*Settings)) {
	t.Helper()
	settings := testSettings()
	for _, change := range change {
		change(&settings)
	}
	synctest.Test(t, func(t *testing.T) {
		h := New(settings)
		test(t, h)
		wantEmpty(t, h)
	})
}

func wantEmpty(t *testing.T, h *Hub) {
	t.Helper()
	if s := h.Stats(); s.Channels != 0 || s.Listeners != 0 || s.Senders != 0 || s.Kept != 0 || s.KeptBytes != 0 {
		t.Errorf("there is still something in the hub: %+v", s)
	}
}

func TestAMessageIsDeliveredWhenAListenerAcknowledgedIt(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		sink := newSink(false)
		l := listen(t, h, testName, sink)
		(<-sending(t.Context(), h, "hello", Wait{})).want(t, Delivered, nil, 0)
		sink.want(t, "hello")
		l.Close()
	})
}

func TestAMessageWithoutAListenerIsKeptForTheNext(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		(<-sending(t.Context(), h, "hello", Wait{})).want(t, Buffered, nil, 0)
		time.Sleep(9 * time.Minute)
		sink := newSink(false)
		l := listen(t, h, testName, sink)
		sink.want(t, "hello")
		synctest.Wait()
		if s := h.Stats(); s.Kept != 0 || s.Fetched != 1 {
			t.Errorf("after it was acknowledged there are still %+v", s)
		}
		l.Close()
	})
}

func TestAMessageIsOfferedAgainUntilItIsAcknowledged(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		(<-sending(t.Context(), h, "hello", Wait{})).want(t, Buffered, nil, 0)
		// Each is killed between receiving and acknowledging.
		for range 3 {
			killed := newSink(true)
			l := listen(t, h, testName, killed)
			killed.want(t, "hello")
			l.Close()
			(<-killed.open).Acknowledge() // too late
		}
		last := newSink(false)
		l := listen(t, h, testName, last)
		last.want(t, "hello")
		synctest.Wait()
		if s := h.Stats(); s.Unacknowledged != 3 || s.Kept != 0 {
			t.Errorf("%+v, want three that were not acknowledged and none kept", s)
		}
		l.Close()
	})
}

func TestAHandedMessageIsDeliveredWhenItsConnectionAsksAgain(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		result := sending(t.Context(), h, "hello", Wait{For: 30 * second})
		synctest.Wait()
		for _, connection := range []string{"lost", "living"} {
			h.Received(testName, connection)
			sink := newSink(true)
			l := listen(t, h, testName, sink)
			(<-sink.open).Handed(connection)
			l.Close()
			synctest.Wait()
			if len(result) != 0 || h.Stats().Kept != 1 {
				t.Errorf("handed to the %s connection it is gone", connection)
			}
		}
		time.Sleep(4 * second)
		h.Received(testName, "living")
		(<-result).want(t, Delivered, nil, 4*second)
	})
}

func TestAListenerThatDoesNotAcknowledgeInTimeIsEnded(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		dead := newSink(true)
		listen(t, h, testName, dead)
		(<-sending(t.Context(), h, "hello", Wait{})).want(t, Buffered, nil, 5*second)
		if reason := <-dead.ended; reason != Unacknowledged {
			t.Errorf("the listener was ended for %d", reason)
		}
		sink := newSink(false)
		l := listen(t, h, testName, sink)
		<-sink.got
		synctest.Wait()
		l.Close()
	})
}

func TestOneOfSeveralListenersIsEnough(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		dead, alive := newSink(true), newSink(false)
		d, a := listen(t, h, testName, dead), listen(t, h, testName, alive)
		(<-sending(t.Context(), h, "hello", Wait{})).want(t, Delivered, nil, 0)
		d.Close()
		a.Close()
	})
}

func TestMessagesArriveInTheirOrder(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		sink := newSink(false)
		l := listen(t, h, testName, sink)
		for i := range 50 {
			(<-sending(t.Context(), h, fmt.Sprint(i), Wait{})).want(t, Delivered, nil, 0)
			sink.want(t, fmt.Sprint(i))
		}
		l.Close()
	})
}

func TestAListenerHasAtMostAWindowOfMessages(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		slow := newSink(true)
		l := listen(t, h, testName, slow)
		var results []<-chan sent
		for i := range window {
			results = append(results, sending(t.Context(), h, fmt.Sprint(i), Wait{}))
			synctest.Wait()
		}
		(<-sending(t.Context(), h, "over", Wait{})).want(t, Buffered, nil, anyTime)
		if len(slow.got) != window {
			t.Errorf("the listener has %d messages, want %d", len(slow.got), window)
		}
		// Each acknowledgement reaches its own sender, and makes way for the rest.
		for _, result := range results {
			(<-slow.open).Acknowledge()
			(<-result).want(t, Delivered, nil, anyTime)
		}
		synctest.Wait()
		(<-slow.open).Acknowledge()
		if s := h.Stats(); s.Kept != 0 {
			t.Errorf("%d messages are kept", s.Kept)
		}
		l.Close()
	})
}

func TestAListenerOfOneMessageGetsNoMore(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		sink := newSink(true)
		start(t, h, testName, sink, true)
		first := sending(t.Context(), h, "first", Wait{})
		synctest.Wait()
		(<-sending(t.Context(), h, "second", Wait{})).want(t, Buffered, nil, anyTime)
		(<-sink.open).Acknowledge()
		(<-first).want(t, Delivered, nil, anyTime)
		synctest.Wait()
		if s := h.Stats(); s.Listeners != 0 || s.Kept != 1 || len(sink.got) != 1 {
			t.Errorf("%+v and %d messages, want no listener, one kept, one received", s, len(sink.got))
		}
		h.Close()
	})
}

// A listener that has its place but is not ready yet is one already: what is sent
// meanwhile waits for it.
func TestAListenerGetsNothingBeforeItStarts(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		sink := newSink(false)
		l := must.Get(h.Listen(testName, testClient, sink, false))(t)
		result := sending(t.Context(), h, "early", Wait{})
		time.Sleep(2 * second)
		if len(sink.got) != 0 || len(result) != 0 {
			t.Error("a message arrived before the listener started")
		}
		must.Do(t, l.Start())
		(<-result).want(t, Delivered, nil, anyTime)
		l.Close()
	})
}

func TestAListenerThatDoesNotStartInTimeIsNone(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		l := must.Get(h.Listen(testName, testClient, newSink(false), false))(t)
		(<-sending(t.Context(), h, "early", Wait{})).want(t, Buffered, nil, anyTime)
		if err := l.Start(); !errors.Is(err, ErrClosed) {
			t.Errorf("it starts after that: %v", err)
		}
		h.Close()
	})
}
