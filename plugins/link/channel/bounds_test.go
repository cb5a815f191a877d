package channel

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestAKeptMessageIsForgottenAfterItsAge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
		if _, err := h.Send(t.Context(), testName, []byte("hello"), Wait{}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10*time.Minute - 1)
		if h.Stats().Kept != 1 {
			t.Error("it is gone before its age")
		}
		time.Sleep(1)
		synctest.Wait()
		if s := h.Stats(); s.Expired != 1 {
			t.Errorf("%+v, want one that expired", s)
		}
		empty(t, h)
	})
}

// Its timer must not outlive it either, nor forget the one that came after it.
func TestTheAgeOfAReplacedMessageDoesNotEndTheNewer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
		for range 2 {
			if _, err := h.Send(t.Context(), testName, []byte("hello"), Wait{}); err != nil {
				t.Fatal(err)
			}
			time.Sleep(6 * time.Minute)
		}
		if s := h.Stats(); s.Kept != 1 || s.Expired != 0 {
			t.Errorf("%+v, want the newer one kept", s)
		}
		h.Close()
	})
}

func TestChannelsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
		for i := range 8 {
			if _, err := h.Send(t.Context(), fmt.Sprint(i), []byte("x"), Wait{}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := h.Send(t.Context(), "one more", []byte("x"), Wait{}); !errors.Is(err, ErrFull) {
			t.Errorf("one more channel: %v, want %v", err, ErrFull)
		}
		if _, err := h.Listen("one more", newSink(false), false); !errors.Is(err, ErrFull) {
			t.Errorf("a listener on one more channel: %v, want %v", err, ErrFull)
		}
		// Those that are there go on.
		if outcome, err := h.Send(t.Context(), "3", []byte("y"), Wait{}); outcome != Buffered || err != nil {
			t.Errorf("a channel that is there: %q, %v", outcome, err)
		}
		h.Close()
		empty(t, h)
	})
}

func TestListenersAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
		for range 4 {
			listen(t, h, testName, newSink(false))
		}
		if _, err := h.Listen(testName, newSink(false), false); !errors.Is(err, ErrChannelFull) {
			t.Errorf("a fifth on one channel: %v, want %v", err, ErrChannelFull)
		}
		for i := range 4 {
			listen(t, h, fmt.Sprint(i), newSink(false))
		}
		if _, err := h.Listen("one more", newSink(false), false); !errors.Is(err, ErrFull) {
			t.Errorf("a ninth in all: %v, want %v", err, ErrFull)
		}
		if s := h.Stats(); s.Full != 2 || s.Channels != 5 {
			t.Errorf("%+v, want two refusals and five channels", s)
		}
		h.Close()
		empty(t, h)
	})
}

func TestKeptBytesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
		if _, err := h.Send(t.Context(), "large", make([]byte, 900), Wait{}); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Send(t.Context(), "more", make([]byte, 101), Wait{}); !errors.Is(err, ErrFull) {
			t.Errorf("101 bytes more: %v, want %v", err, ErrFull)
		}
		// A newer message has the place of the older.
		if outcome, err := h.Send(t.Context(), "large", make([]byte, 1000), Wait{}); outcome != Buffered || err != nil {
			t.Errorf("a newer message in the place of an older: %q, %v", outcome, err)
		}
		h.Close()
		empty(t, h)
	})
}

func TestNewBoundsHoldAtOnceAndTakeNothingAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
		for i := range 4 {
			if _, err := h.Send(t.Context(), fmt.Sprint(i), []byte("x"), Wait{}); err != nil {
				t.Fatal(err)
			}
		}
		narrow := testSettings()
		narrow.MaxChannels = 2
		h.Settle(narrow)
		if _, err := h.Send(t.Context(), "one more", []byte("x"), Wait{}); !errors.Is(err, ErrFull) {
			t.Errorf("one more channel: %v, want %v", err, ErrFull)
		}
		if s := h.Stats(); s.Kept != 4 {
			t.Errorf("%d messages are kept, want all 4", s.Kept)
		}
		h.Close()
	})
}

func TestTheEndTellsEverybody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
		sink, slow := newSink(false), newSink(true)
		listen(t, h, "another one", sink)
		waiting := sending(t.Context(), h, "hello", Wait{For: 60 * second})
		synctest.Wait()
		listen(t, h, testName, slow)
		early, err := h.Listen("not yet begun", sink, false)
		if err != nil {
			t.Fatal(err)
		}
		h.Close()
		h.Close()
		if err := early.Start(); !errors.Is(err, ErrClosed) {
			t.Errorf("a listener that begins after the end: %v, want %v", err, ErrClosed)
		}
		got := <-waiting
		want(t, got.outcome, got.err, "", ErrClosed)
		for _, s := range []*testSink{sink, slow} {
			if reason := <-s.ended; reason != Closing {
				t.Errorf("a listener is ended for %d", reason)
			}
		}
		_, err = h.Send(t.Context(), testName, []byte("late"), Wait{})
		want(t, "", err, "", ErrClosed)
		if _, err := h.Listen(testName, sink, false); !errors.Is(err, ErrClosed) {
			t.Errorf("a late listener: %v", err)
		}
		empty(t, h)
	})
}

// Senders and listeners of few channels come and go at once: nothing is left
// behind, and no sender waits for ever. For the race detector.
func TestManyAtOnce(t *testing.T) {
	settings := testSettings()
	settings.MaxListeners, settings.MaxChannelListeners = 1000, 1000
	h := New(settings)
	var working sync.WaitGroup
	for i := range 8 {
		name := fmt.Sprint("channel ", i%3)
		working.Go(func() {
			for j := range 200 {
				_, err := h.Send(t.Context(), name, []byte("x"), Wait{For: time.Duration(j%3) * time.Millisecond, Required: j%2 == 0})
				if err != nil && !errors.Is(err, ErrUndelivered) && !errors.Is(err, ErrReplaced) {
					t.Error(err)
				}
			}
		})
		working.Go(func() {
			for j := range 200 {
				sink := &nowAndThen{every: i%3 + 1}
				l, err := h.Listen(name, sink, j%2 == 0)
				if err != nil {
					t.Error(err)
					return
				}
				if err := l.Start(); err != nil {
					t.Error(err)
				}
				h.Stats()
				l.Close()
			}
		})
	}
	working.Wait()
	h.Close()
	empty(t, h)
}

// nowAndThen acknowledges some messages.
type nowAndThen struct{ every, seen int }

func (s *nowAndThen) Deliver(d *Delivery) {
	if s.seen++; s.seen%s.every == 0 {
		d.Acknowledge()
	}
}

func (*nowAndThen) End(Reason) {}
