package channel

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestARequiredListenerThatNeverComesKeepsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
		result := <-sending(t.Context(), h, "hello", Wait{For: 10 * second, Required: true})
		want(t, result.outcome, result.err, "", ErrUndelivered)
		if result.after != 10*second {
			t.Errorf("the sender was told after %s, want 10s", result.after)
		}
		empty(t, h)
	})
}

func TestARequiredListenerWithoutWaitingMustBeThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
		result := <-sending(t.Context(), h, "hello", Wait{Required: true})
		want(t, result.outcome, result.err, "", ErrUndelivered)
		if result.after != 0 {
			t.Errorf("the sender was told after %s, want at once", result.after)
		}
		empty(t, h)
	})
}

func TestAWantedListenerThatNeverComesLeavesTheMessage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
		result := <-sending(t.Context(), h, "hello", Wait{For: 10 * second})
		want(t, result.outcome, result.err, Buffered, nil)
		if result.after != 10*second || h.Stats().Kept != 1 {
			t.Errorf("the sender was told after %s and %d messages are kept, want 10s and 1", result.after, h.Stats().Kept)
		}
		h.Close()
		empty(t, h)
	})
}

func TestASenderIsToldAsSoonAsAListenerComes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, required := range []bool{true, false} {
			h := New(testSettings())
			result := sending(t.Context(), h, "hello", Wait{For: 10 * second, Required: required})
			time.Sleep(4 * second)
			l := listen(t, h, testName, newSink(false))
			got := <-result
			want(t, got.outcome, got.err, Delivered, nil)
			if got.after != 4*second {
				t.Errorf("the sender was told after %s, want 4s", got.after)
			}
			l.Close()
			empty(t, h)
		}
	})
}

// A listener that took the message just before the end of the wait may yet say so.
func TestAnAcknowledgementAfterTheWaitCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
		result := sending(t.Context(), h, "hello", Wait{For: 10 * second, Required: true})
		time.Sleep(9 * second)
		slow := newSink(true)
		l := listen(t, h, testName, slow)
		time.Sleep(3 * second)
		(<-slow.open).Acknowledge()
		got := <-result
		want(t, got.outcome, got.err, Delivered, nil)
		if got.after != 12*second {
			t.Errorf("the sender was told after %s, want 12s", got.after)
		}
		l.Close()
		empty(t, h)
	})
}

func TestAFailedDeliveryLeavesTheRestOfTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
		listen(t, h, testName, newSink(true))
		result := sending(t.Context(), h, "hello", Wait{For: 30 * second, Required: true})
		time.Sleep(20 * second)
		l := listen(t, h, testName, newSink(false))
		got := <-result
		want(t, got.outcome, got.err, Delivered, nil)
		if got.after != 20*second {
			t.Errorf("the sender was told after %s, want 20s", got.after)
		}
		l.Close()
		empty(t, h)
	})
}

func TestANewerMessageReplacesAWaitingOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
		older := sending(t.Context(), h, "older", Wait{For: 60 * second, Required: true})
		time.Sleep(second)
		outcome, err := h.Send(t.Context(), testName, testClient, []byte("newer"), Wait{})
		want(t, outcome, err, Buffered, nil)
		got := <-older
		want(t, got.outcome, got.err, "", ErrReplaced)
		if got.after != second || h.Stats().Kept != 1 || h.Stats().KeptBytes != 5 {
			t.Errorf("the older sender was told after %s, and there are %+v", got.after, h.Stats())
		}
		sink := newSink(false)
		l := listen(t, h, testName, sink)
		if got := <-sink.got; got != "newer" {
			t.Errorf("the listener got %q", got)
		}
		synctest.Wait()
		l.Close()
		empty(t, h)
	})
}

// What a listener has already is not taken back by a newer message.
func TestAMessageOnItsWayIsNotReplaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
		slow := newSink(true)
		l := listen(t, h, testName, slow)
		older := sending(t.Context(), h, "older", Wait{})
		synctest.Wait()
		newer := sending(t.Context(), h, "newer", Wait{})
		synctest.Wait()
		(<-slow.open).Acknowledge()
		got := <-older
		want(t, got.outcome, got.err, Delivered, nil)
		l.Close()
		if got = <-newer; got.outcome != Buffered {
			t.Errorf("the newer sender is told %q (%v)", got.outcome, got.err)
		}
		h.Close()
		empty(t, h)
	})
}

func TestAReplacedMessageThatWasNotAcknowledgedIsGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(testSettings())
		dead := newSink(true)
		l := listen(t, h, testName, dead)
		older := sending(t.Context(), h, "older", Wait{})
		synctest.Wait()
		newer := sending(t.Context(), h, "newer", Wait{})
		synctest.Wait()
		l.Close()
		got := <-older
		want(t, got.outcome, got.err, "", ErrReplaced)
		got = <-newer
		want(t, got.outcome, got.err, Buffered, nil)
		h.Close()
		empty(t, h)
	})
}

func TestASenderThatGoesAwayLeavesItsMessageUnlessAListenerWasRequired(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, required := range []bool{true, false} {
			h := New(testSettings())
			ctx, cancel := context.WithCancel(t.Context())
			result := sending(ctx, h, "hello", Wait{For: 60 * second, Required: required})
			synctest.Wait()
			cancel()
			got := <-result
			want(t, got.outcome, got.err, "", context.Canceled)
			kept := 1
			if required {
				kept = 0
			}
			if s := h.Stats(); s.Kept != kept || s.Senders != 0 || s.Left != 1 {
				t.Errorf("required %t: %+v, want %d kept", required, s, kept)
			}
			time.Sleep(11 * time.Minute)
			empty(t, h) // it gets old like any other
		}
	})
}
