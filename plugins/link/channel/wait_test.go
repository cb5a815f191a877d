package channel

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestAListenerThatNeverComesLeavesTheMessageUnlessItWasRequired(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		for _, long := range []time.Duration{0, 10 * second} {
			(<-sending(t.Context(), h, "hello", Wait{For: long, Required: true})).want(t, "", ErrUndelivered, long)
			wantEmpty(t, h)
		}
		(<-sending(t.Context(), h, "hello", Wait{For: 10 * second})).want(t, Buffered, nil, 10*second)
		if h.Stats().Kept != 1 {
			t.Errorf("%+v", h.Stats())
		}
		h.Close()
	})
}

func TestASenderIsToldAsSoonAsAListenerComes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, required := range []bool{true, false} {
			h := New(testSettings())
			result := sending(t.Context(), h, "hello", Wait{For: 10 * second, Required: required})
			time.Sleep(4 * second)
			l := listen(t, h, testName, newSink(false))
			(<-result).want(t, Delivered, nil, 4*second)
			l.Close()
			wantEmpty(t, h)
		}
	})
}

// A listener that took the message just before the end of the wait may yet say so.
func TestAnAcknowledgementAfterTheWaitCounts(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		result := sending(t.Context(), h, "hello", Wait{For: 10 * second, Required: true})
		time.Sleep(9 * second)
		slow := newSink(true)
		l := listen(t, h, testName, slow)
		time.Sleep(3 * second)
		(<-slow.open).Acknowledge()
		(<-result).want(t, Delivered, nil, 12*second)
		l.Close()
	})
}

func TestAFailedDeliveryLeavesTheRestOfTheWait(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		listen(t, h, testName, newSink(true))
		result := sending(t.Context(), h, "hello", Wait{For: 30 * second, Required: true})
		time.Sleep(20 * second)
		l := listen(t, h, testName, newSink(false))
		(<-result).want(t, Delivered, nil, 20*second)
		l.Close()
	})
}

func TestANewerMessageReplacesAWaitingOne(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		older := sending(t.Context(), h, "older", Wait{For: 60 * second, Required: true})
		time.Sleep(second)
		(<-sending(t.Context(), h, "newer", Wait{})).want(t, Buffered, nil, 0)
		(<-older).want(t, "", ErrReplaced, second)
		if s := h.Stats(); s.Kept != 1 || s.KeptBytes != 5 {
			t.Errorf("%+v", s)
		}
		sink := newSink(false)
		l := listen(t, h, testName, sink)
		sink.want(t, "newer")
		synctest.Wait()
		l.Close()
	})
}

// What a listener has already is not taken back by a newer message.
func TestAMessageOnItsWayIsReplacedOnlyIfItIsNotAcknowledged(t *testing.T) {
	for _, acknowledged := range []bool{true, false} {
		onHub(t, func(t *testing.T, h *Hub) {
			slow := newSink(true)
			l := listen(t, h, testName, slow)
			older := sending(t.Context(), h, "older", Wait{})
			synctest.Wait()
			newer := sending(t.Context(), h, "newer", Wait{})
			synctest.Wait()
			if acknowledged {
				(<-slow.open).Acknowledge()
				(<-older).want(t, Delivered, nil, anyTime)
			}
			l.Close()
			if !acknowledged {
				(<-older).want(t, "", ErrReplaced, anyTime)
			}
			(<-newer).want(t, Buffered, nil, anyTime)
			h.Close()
		})
	}
}

func TestASenderThatGoesAwayLeavesItsMessageUnlessAListenerWasRequired(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, required := range []bool{true, false} {
			h := New(testSettings())
			ctx, cancel := context.WithCancel(t.Context())
			result := sending(ctx, h, "hello", Wait{For: 60 * second, Required: required})
			synctest.Wait()
			cancel()
			(<-result).want(t, "", context.Canceled, anyTime)
			kept := 1
			if required {
				kept = 0
			}
			if s := h.Stats(); s.Kept != kept || s.Senders != 0 || s.Left != 1 {
				t.Errorf("required %t: %+v, want %d kept", required, s, kept)
			}
			time.Sleep(11 * time.Minute)
			wantEmpty(t, h) // it gets old like any other
		}
	})
}
