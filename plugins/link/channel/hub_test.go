package channel

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

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

// testSink takes what it gets and acknowledges it, unless it is told not to.
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

// listen starts a listener.
func listen(t *testing.T, h *Hub, name string, sink Sink) *Listener {
	t.Helper()
	l, err := h.Listen(name, testClient, sink, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Start(); err != nil {
		t.Fatal(err)
	}
	return l
}

// want compares what a sender is told.
func want(t *testing.T, outcome Outcome, err error, wantOutcome Outcome, wantErr error) {
	t.Helper()
	if outcome != wantOutcome || !errors.Is(err, wantErr) || (wantErr == nil) != (err == nil) {
		t.Errorf("the sender is told %q (%v), want %q (%v)", outcome, err, wantOutcome, wantErr)
	}
}

// told is what a sender in a goroutine of its own was, and after how long.
type told struct {
	outcome Outcome
	err     error
	after   time.Duration
}

func sending(ctx context.Context, h *Hub, payload string, wait Wait) <-chan told {
	result := make(chan told, 1)
	began := time.Now()
	go func() {
		outcome, err := h.Send(ctx, testName, testClient, []byte(payload), wait)
		result <- told{outcome, err, time.Since(began)}
	}()
	return result
}

// empty fails a test that leaves something in the Hub.
func empty(t *testing.T, h *Hub) {
	t.Helper()
	if s := h.Stats(); s.Channels != 0 || s.Listeners != 0 || s.Senders != 0 || s.Kept != 0 || s.KeptBytes != 0 {
		t.Errorf("there is still something in the hub: %+v", s)
	}
}

func TestAMessageIsDeliveredWhenAListenerAcknowledgedIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
		sink := newSink(false)
		l := listen(t, h, testName, sink)
		outcome, err := h.Send(t.Context(), testName, testClient, []byte("hello"), Wait{})
		want(t, outcome, err, Delivered, nil)
		if got := <-sink.got; got != "hello" {
			t.Errorf("the listener got %q", got)
		}
		l.Close()
		empty(t, h)
	})
}

func TestAMessageWithoutAListenerIsKeptForTheNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
		outcome, err := h.Send(t.Context(), testName, testClient, []byte("hello"), Wait{})
		want(t, outcome, err, Buffered, nil)
		time.Sleep(9 * time.Minute)
		sink := newSink(false)
		l := listen(t, h, testName, sink)
		if got := <-sink.got; got != "hello" {
			t.Errorf("the listener got %q", got)
		}
		synctest.Wait()
		if s := h.Stats(); s.Kept != 0 || s.Fetched != 1 {
			t.Errorf("after it was acknowledged there are still %+v", s)
		}
		l.Close()
		empty(t, h)
	})
}

func TestAMessageIsOfferedAgainUntilItIsAcknowledged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
		outcome, err := h.Send(t.Context(), testName, testClient, []byte("hello"), Wait{})
		want(t, outcome, err, Buffered, nil)
		// Each is killed between receiving and acknowledging.
		for range 3 {
			killed := newSink(true)
			l := listen(t, h, testName, killed)
			if got := <-killed.got; got != "hello" {
				t.Errorf("a listener got %q", got)
			}
			l.Close()
			(<-killed.open).Acknowledge() // too late
		}
		last := newSink(false)
		l := listen(t, h, testName, last)
		if got := <-last.got; got != "hello" {
			t.Errorf("the last listener got %q", got)
		}
		synctest.Wait()
		if s := h.Stats(); s.Unacknowledged != 3 || s.Kept != 0 {
			t.Errorf("%+v, want three that were not acknowledged and none kept", s)
		}
		l.Close()
		empty(t, h)
	})
}

func TestAHandedMessageIsDeliveredWhenItsConnectionAsksAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
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
		got := <-result
		want(t, got.outcome, got.err, Delivered, nil)
		if got.after != 4*second {
			t.Errorf("the sender is told after %s, want 4s", got.after)
		}
		empty(t, h)
	})
}

func TestAListenerThatDoesNotAcknowledgeInTimeIsEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
		dead := newSink(true)
		listen(t, h, testName, dead)
		result := <-sending(t.Context(), h, "hello", Wait{})
		want(t, result.outcome, result.err, Buffered, nil)
		if result.after != 5*second {
			t.Errorf("the sender was told after %s, want 5s", result.after)
		}
		if reason := <-dead.ended; reason != Unacknowledged {
			t.Errorf("the listener was ended for %d", reason)
		}
		sink := newSink(false)
		l := listen(t, h, testName, sink)
		<-sink.got
		synctest.Wait()
		l.Close()
		empty(t, h)
	})
}

func TestOneOfSeveralListenersIsEnough(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
		dead, alive := newSink(true), newSink(false)
		d, a := listen(t, h, testName, dead), listen(t, h, testName, alive)
		result := <-sending(t.Context(), h, "hello", Wait{})
		want(t, result.outcome, result.err, Delivered, nil)
		if result.after != 0 {
			t.Errorf("the sender waited %s for the other listener", result.after)
		}
		d.Close()
		a.Close()
		empty(t, h)
	})
}

func TestMessagesArriveInTheirOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
		sink := newSink(false)
		l := listen(t, h, testName, sink)
		for i := range 50 {
			outcome, err := h.Send(t.Context(), testName, testClient, fmt.Append(nil, i), Wait{})
			want(t, outcome, err, Delivered, nil)
			if got := <-sink.got; got != fmt.Sprint(i) {
				t.Fatalf("the listener got %q as number %d", got, i)
			}
		}
		l.Close()
		empty(t, h)
	})
}

func TestAListenerHasAtMostAWindowOfMessages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
		slow := newSink(true)
		l := listen(t, h, testName, slow)
		var results []<-chan told
		for i := range window {
			results = append(results, sending(t.Context(), h, fmt.Sprint(i), Wait{}))
			synctest.Wait()
		}
		over := <-sending(t.Context(), h, "over", Wait{})
		want(t, over.outcome, over.err, Buffered, nil)
		if len(slow.got) != window {
			t.Errorf("the listener has %d messages, want %d", len(slow.got), window)
		}
		// Each acknowledgement reaches its own sender, and makes way for the rest.
		for _, result := range results {
			(<-slow.open).Acknowledge()
			got := <-result
			want(t, got.outcome, got.err, Delivered, nil)
		}
		synctest.Wait()
		(<-slow.open).Acknowledge()
		if s := h.Stats(); s.Kept != 0 {
			t.Errorf("%d messages are kept", s.Kept)
		}
		l.Close()
		empty(t, h)
	})
}

func TestAListenerOfOneMessageGetsNoMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
		sink := newSink(true)
		l, err := h.Listen(testName, testClient, sink, true)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Start(); err != nil {
			t.Fatal(err)
		}
		first := sending(t.Context(), h, "first", Wait{})
		synctest.Wait()
		second := <-sending(t.Context(), h, "second", Wait{})
		want(t, second.outcome, second.err, Buffered, nil)
		(<-sink.open).Acknowledge()
		got := <-first
		want(t, got.outcome, got.err, Delivered, nil)
		synctest.Wait()
		if s := h.Stats(); s.Listeners != 0 || s.Kept != 1 || len(sink.got) != 1 {
			t.Errorf("%+v and %d messages, want no listener, one kept, one received", s, len(sink.got))
		}
		h.Close()
		empty(t, h)
	})
}

// A listener that has its place but is not ready yet is one already: what is sent
// meanwhile waits for it.
func TestAListenerGetsNothingBeforeItStarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
		sink := newSink(false)
		l, err := h.Listen(testName, testClient, sink, false)
		if err != nil {
			t.Fatal(err)
		}
		result := sending(t.Context(), h, "early", Wait{})
		time.Sleep(2 * second)
		if len(sink.got) != 0 || len(result) != 0 {
			t.Error("a message arrived before the listener started")
		}
		if err := l.Start(); err != nil {
			t.Fatal(err)
		}
		got := <-result
		want(t, got.outcome, got.err, Delivered, nil)
		l.Close()
		empty(t, h)
	})
}

func TestAListenerThatDoesNotStartInTimeIsNone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
		l, err := h.Listen(testName, testClient, newSink(false), false)
		if err != nil {
			t.Fatal(err)
		}
		got := <-sending(t.Context(), h, "early", Wait{})
		want(t, got.outcome, got.err, Buffered, nil)
		if err := l.Start(); !errors.Is(err, ErrClosed) {
			t.Errorf("it starts after that: %v", err)
		}
		h.Close()
		empty(t, h)
	})
}
