package channel

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// unacknowledged sends a message to a listener, which has it and does not say so.
func unacknowledged(t *testing.T, h *Hub, name, payload string) (silent *testSink, result <-chan sent) {
	t.Helper()
	silent = newSink(true)
	listen(t, h, name, silent)
	result = sendingTo(t.Context(), h, name, payload, Wait{})
	silent.want(t, payload)
	return silent, result
}

func TestBeforeItsEndWhatIsOnItsWayMayBeAcknowledged(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		silent, onItsWay := unacknowledged(t, h, testName, "on its way")
		began, rested := time.Now(), make(chan time.Duration)
		go func() {
			h.Rest(3 * second)
			rested <- time.Since(began)
		}()
		synctest.Wait()
		(<-sending(t.Context(), h, "later", Wait{})).want(t, Buffered, nil, 0)
		time.Sleep(second)
		(<-silent.open).Acknowledge()
		(<-onItsWay).want(t, Delivered, nil, second)
		if took := <-rested; took != second {
			t.Errorf("it rests after %s", took)
		}
		if len(silent.got) > 0 {
			t.Errorf("a listener gets %q", <-silent.got)
		}
		h.Close()
	})
}

// Who does not acknowledge holds nobody up for long.
func TestAHubRestsAfterATime(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		_, onItsWay := unacknowledged(t, h, testName, "on its way")
		began := time.Now()
		h.Rest(3 * second)
		if took := time.Since(began); took != 3*second {
			t.Errorf("it rests after %s", took)
		}
		h.Close()
		(<-onItsWay).want(t, "", ErrClosed, 3*second)
	})
}

// Each message is in one of the two, and each sender is told so.
func TestAHubHandsItsMessagesOverToAnother(t *testing.T) {
	onHub(t, func(t *testing.T, h *Hub) {
		next := New(testSettings())
		defer next.Close()
		(<-sending(t.Context(), h, "kept", Wait{})).want(t, Buffered, nil, 0)
		on := func(name, payload string, wait Wait) <-chan sent {
			return sendingTo(t.Context(), h, name, payload, wait)
		}
		waits := on("a-channel-that-waits", "waits", Wait{For: 30 * second})
		insists := on("a-channel-that-insists", "insists", Wait{For: 30 * second, Required: true})
		silent, flying := unacknowledged(t, h, "a-channel-of-a-listener", "flying")
		synctest.Wait()

		var later []Kept
		kept := h.HandOver(func(one Kept) error { later = append(later, one); return nil })
		if reason := <-silent.ended; reason != Closing {
			t.Errorf("its listener ends for reason %d", reason)
		}
		(<-waits).want(t, Buffered, nil, 0)
		(<-flying).want(t, Buffered, nil, 0)
		(<-insists).want(t, "", ErrClosed, 0)
		(<-on("a-channel-of-later", "later", Wait{For: second})).want(t, Buffered, nil, 0)
		(<-on("a-channel-of-later", "never", Wait{For: second, Required: true})).want(t, "", ErrClosed, 0)
		if _, err := h.Listen(testName, testClient, silent, false); !errors.Is(err, ErrClosed) {
			t.Errorf("somebody may listen: %v", err)
		}
		if s := h.Stats(); s.Kept != 0 || s.KeptBytes != 0 || s.Senders != 0 || s.Listeners != 0 || s.Channels != 0 {
			t.Errorf("it has still %+v", s)
		}

		next.Keep(kept)
		next.Keep(later)
		for name, payload := range map[string]string{
			testName: "kept", "a-channel-that-waits": "waits", "a-channel-of-a-listener": "flying", "a-channel-of-later": "later",
		} {
			sink := newSink(false)
			l := listen(t, next, name, sink)
			sink.want(t, payload)
			synctest.Wait()
			l.Close()
		}
		if s := next.Stats(); s.Kept != 0 || s.Fetched != 4 || s.Senders != 0 {
			t.Errorf("the other one has %+v", s)
		}
		// What nobody fetches is not kept for ever, and what was given back is here again.
		h.Keep(kept[:1])
		(<-sending(t.Context(), h, "newer", Wait{})).want(t, Buffered, nil, 0)
		time.Sleep(testSettings().Age + second)
		if s := h.Stats(); s.Kept != 0 {
			t.Errorf("after their age there are %+v", s)
		}
	})
}

// What came to the process before after it had given its messages away can be there before these.
func TestOfMessagesThatAreHandedOverTheNewerOneOfAChannelIsKept(t *testing.T) {
	older := Kept{Channel: testName, Client: testClient, Payload: []byte("older"), Age: second}
	newer := Kept{Channel: testName, Client: testClient, Payload: []byte("newer")}
	olderOfCluster, newerOfCluster := older, newer
	olderOfCluster.ID, newerOfCluster.ID = "an identity", "another one"
	for name, kept := range map[string][]Kept{
		"the older one first": {older, newer}, "the newer one first": {newer, older},
		"of a cluster, the older one first": {olderOfCluster, newerOfCluster}, "of a cluster, the newer one first": {newerOfCluster, olderOfCluster},
	} {
		t.Run(name, func(t *testing.T) {
			onHub(t, func(t *testing.T, h *Hub) {
				for _, one := range kept {
					h.Keep([]Kept{one})
				}
				sink := newSink(false)
				defer listen(t, h, testName, sink).Close()
				sink.want(t, "newer")
				synctest.Wait()
				if s := h.Stats(); s.Kept != 0 || s.Senders != 0 || len(sink.got) > 0 {
					t.Errorf("it has %+v, and the listener gets %d more", s, len(sink.got))
				}
			})
		})
	}
}
