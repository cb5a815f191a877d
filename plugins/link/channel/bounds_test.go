package channel

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/plugintest/must"
)

// sends has a client's message of so many bytes wait on a channel, or be refused.
func sends(t *testing.T, h *Hub, name, client string, bytes int, want error) {
	t.Helper()
	if outcome, err := h.Send(t.Context(), name, client, make([]byte, bytes), Wait{}); !errors.Is(err, want) || (outcome == Buffered) != (want == nil) {
		t.Errorf("%d bytes of %s on %q: %q, %v, want %v", bytes, client, name, outcome, err, want)
	}
}

func refusesListener(t *testing.T, h *Hub, name, client string, want error) {
	t.Helper()
	if _, err := h.Listen(name, client, newSink(false), false); !errors.Is(err, want) {
		t.Errorf("a listener of %s on %q: %v, want %v", client, name, err, want)
	}
}

func TestAKeptMessageIsForgottenAfterItsAge(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		sends(t, h, testName, testClient, 5, nil)
		time.Sleep(10*time.Minute - 1)
		if h.Stats().Kept != 1 {
			t.Error("it is gone before its age")
		}
		time.Sleep(1)
		synctest.Wait()
		if s := h.Stats(); s.Expired != 1 {
			t.Errorf("%+v, want one that expired", s)
		}
	})
}

// Its timer must not outlive it either, nor forget the one that came after it.
func TestTheAgeOfAReplacedMessageDoesNotEndTheNewer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
		for range 2 {
			sends(t, h, testName, testClient, 5, nil)
			time.Sleep(6 * time.Minute)
		}
		if s := h.Stats(); s.Kept != 1 || s.Expired != 0 {
			t.Errorf("%+v, want the newer one kept", s)
		}
		h.Close()
	})
}

func TestChannelsAreBounded(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		for i := range 8 {
			sends(t, h, fmt.Sprint(i), testClient, 1, nil)
		}
		sends(t, h, "one more", testClient, 1, ErrFull)
		refusesListener(t, h, "one more", testClient, ErrFull)
		// Those that are there go on.
		sends(t, h, "3", testClient, 1, nil)
		h.Close()
	})
}

func TestListenersAreBounded(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		for range 4 {
			listen(t, h, testName, newSink(false))
		}
		refusesListener(t, h, testName, testClient, ErrChannelFull)
		for i := range 4 {
			listen(t, h, fmt.Sprint(i), newSink(false))
		}
		refusesListener(t, h, "one more", testClient, ErrFull)
		if s := h.Stats(); s.Full != 2 || s.Channels != 5 {
			t.Errorf("%+v, want two refusals and five channels", s)
		}
		h.Close()
	})
}

func TestKeptBytesAreBounded(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		sends(t, h, "large", testClient, 900, nil)
		sends(t, h, "more", testClient, 101, ErrFull)
		// A newer message has the place of the older.
		sends(t, h, "large", testClient, 1000, nil)
		h.Close()
	})
}

func TestWhatOneClientLeavesWaitingIsBounded(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		for _, send := range []struct {
			name, client string
			bytes        int
			want         error
		}{
			{"large", "2001:db8::1", 501, ErrClientFull},
			{"large", "2001:db8::1", 499, nil},
			{"small", "2001:db8::2", 2, ErrClientFull}, // of one /64
			{"small", "2001:db8::2", 1, nil},
			{"third", "2001:db8::1", 1, ErrClientFull},
			{"third", "192.0.2.2", 1, nil},
			// A newer message has the place of the older.
			{"large", "2001:db8::1", 498, nil},
			{"third", "2001:db8::1", 1, ErrClientFull},
			{"small", "192.0.2.2", 1, nil},
			{"third", "2001:db8::1", 1, nil},
		} {
			sends(t, h, send.name, send.client, send.bytes, send.want)
		}
		if s := h.Stats(); s.Full != 4 || s.Kept != 3 || s.KeptBytes != 500 {
			t.Errorf("%+v, want four refusals and three messages of 500 bytes", s)
		}
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		if held := h.bytes.Networks() + h.places.Networks(); held != 0 {
			t.Errorf("%d networks are remembered", held)
		}
	}, func(s *Settings) { s.MaxClientMessages, s.MaxClientKept = 2, 500 })
}

func TestAMessageThatAListenerTakesNeedsNoRoom(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		sends(t, h, "large", testClient, 1000, nil)
		sink := newSink(false)
		l := listen(t, h, testName, sink)
		(<-sending(t.Context(), h, "hello", Wait{})).want(t, Delivered, nil, 0)
		if s := h.Stats(); s.Kept != 1 || s.KeptBytes != 1000 {
			t.Errorf("%+v, want that the large one is kept", s)
		}
		l.Close()
		// Without an acknowledgement it would have to be kept, and its sender gets the error.
		slow := newSink(true)
		l = listen(t, h, testName, slow)
		result := sending(t.Context(), h, "hello", Wait{})
		<-slow.got
		l.Close()
		(<-result).want(t, "", ErrFull, anyTime)
		h.Close()
	})
}

func TestNewBoundsHoldAtOnceAndTakeNothingAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
		for i := range 4 {
			sends(t, h, fmt.Sprint(i), testClient, 1, nil)
		}
		narrow := testSettings()
		narrow.MaxChannels = 2
		h.Update(narrow)
		sends(t, h, "one more", testClient, 1, ErrFull)
		if s := h.Stats(); s.Kept != 4 {
			t.Errorf("%d messages are kept, want all 4", s.Kept)
		}
		h.Close()
	})
}

func TestTheEndTellsEverybody(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		sink, slow := newSink(false), newSink(true)
		listen(t, h, "another one", sink)
		waiting := sending(t.Context(), h, "hello", Wait{For: 60 * second})
		synctest.Wait()
		listen(t, h, testName, slow)
		early := must.Get(h.Listen("not yet begun", testClient, sink, false))(t)
		h.Close()
		h.Close()
		if err := early.Start(); !errors.Is(err, ErrClosed) {
			t.Errorf("a listener that begins after the end: %v, want %v", err, ErrClosed)
		}
		(<-waiting).want(t, "", ErrClosed, anyTime)
		for _, s := range []*testSink{sink, slow} {
			if reason := <-s.ended; reason != Closing {
				t.Errorf("a listener is ended for %d", reason)
			}
		}
		(<-sending(t.Context(), h, "late", Wait{})).want(t, "", ErrClosed, 0)
		if _, err := h.Listen(testName, testClient, sink, false); !errors.Is(err, ErrClosed) {
			t.Errorf("a late listener: %v", err)
		}
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
				_, err := h.Send(t.Context(), name, testClient, []byte("x"), Wait{For: time.Duration(j%3) * time.Millisecond, Required: j%2 == 0})
				if err != nil && !errors.Is(err, ErrUndelivered) && !errors.Is(err, ErrReplaced) {
					t.Error(err)
				}
			}
		})
		working.Go(func() {
			for j := range 200 {
				sink := &nowAndThen{every: i%3 + 1}
				l, err := h.Listen(name, testClient, sink, j%2 == 0)
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
	wantEmpty(t, h)
}

// nowAndThen acknowledges some messages.
type nowAndThen struct{ every, seen int }

func (s *nowAndThen) Deliver(d *Delivery) {
	if s.seen++; s.seen%s.every == 0 {
		d.Acknowledge()
	}
}

func (*nowAndThen) End(Reason) {}

// Sixteen /64s of one /56 filled the service for half an hour.
func TestNobodyFillsTheServiceForTheOthers(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		send := func(name, client string, bytes int) error {
			_, err := h.Send(t.Context(), name, client, make([]byte, bytes), Wait{})
			return err
		}
		for i := range 32 { // of one /56
			err := send(fmt.Sprint("of one subscriber ", i), fmt.Sprintf("2001:db8:0:%x::1", i), 100)
			if i < 2 && err != nil || i >= 2 && !errors.Is(err, ErrClientFull) {
				t.Errorf("message %d of a subscriber: %v", i, err)
			}
		}
		for i := range 30 { // of one /48
			if err := send(fmt.Sprint("of one network ", i), fmt.Sprintf("2001:db8:0:%x00::1", i/2+1), 100); err != nil {
				t.Errorf("message %d of a network: %v", i, err)
			}
		}
		// All channels and all bytes are taken.
		for i := range 5 {
			if err := send(fmt.Sprint("of somebody else ", i), fmt.Sprintf("192.0.%d.1", i), 50); err != nil {
				t.Errorf("somebody else's message %d: %v", i, err)
			}
		}
		if s := h.Stats(); s.Displaced == 0 || s.Channels > 32 || s.KeptBytes > 3200 || s.Kept != s.Channels {
			t.Errorf("%+v", s)
		}
		h.Close()
	}, func(s *Settings) { s.MaxChannels, s.MaxClientMessages, s.MaxKept, s.MaxClientKept = 32, 2, 3200, 200 })
}

// One client has most bytes, another most of the messages; all of both is taken.
func TestNobodyMakesRoomForWhatIsRefused(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		sends(t, h, "0", "198.51.100.1", 993, nil)
		for i := range 7 {
			sends(t, h, fmt.Sprint(i+1), "192.0.2.1", 1, nil)
		}
		sends(t, h, "of who has most", "192.0.2.1", 2, ErrFull)
		sends(t, h, "larger than all", "203.0.113.1", 1001, ErrFull)
		must.Get(h.Listen("0", "203.0.113.1", newSink(false), false))(t)
		refusesListener(t, h, "a second", "203.0.113.1", ErrClientListens)
		if s := h.Stats(); s.Displaced != 0 || s.Kept != 8 {
			t.Errorf("%+v, want that all is kept", s)
		}
		h.Close()
	}, func(s *Settings) { s.MaxClientListeners = 1 })
}

func TestListenersOfTheLargestNetworkMakeRoom(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		first := newSink(false)
		listen(t, h, "first", first)
		for i := range 3 {
			listen(t, h, fmt.Sprint("channel ", i), newSink(false))
		}
		for i := range 4 {
			must.Get(h.Listen(fmt.Sprint("of another ", i), "2001:db8::1", newSink(false), false))(t)
		}
		refusesListener(t, h, "a fifth", "2001:db8:0:1::1", ErrClientListens)
		if _, err := h.Listen("a newcomer", "198.51.100.1", newSink(false), false); err != nil {
			t.Errorf("a newcomer: %v", err)
		}
		synctest.Wait()
		if s := h.Stats(); s.Listeners != 8 || s.Displaced != 1 {
			t.Errorf("%+v", s)
		}
		h.Close()
		synctest.Wait()
		select {
		case reason := <-first.ended:
			if reason != Displaced && reason != Closing {
				t.Errorf("reason %d", reason)
			}
		default:
			t.Error("the first listener was not ended")
		}
	}, func(s *Settings) { s.MaxChannels, s.MaxListeners, s.MaxClientListeners = 16, 8, 4 })
}
