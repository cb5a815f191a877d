package pool

import (
	"context"
	"errors"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
)

// Trap 9: two nodes of a pool disagree for seconds.
func TestAReadWithABlockComesFromANodeAtOrPastIt(t *testing.T) {
	inBubble(t, 3, Config{}, func(t *testing.T, w *world) {
		w.set(2, func(s *chaintest.State) { s.Head += 4 })
		w.passes(time.Second)
		after := request
		for block, node := range map[uint64]string{0: "http://a", chaintest.Head: "http://a", chaintest.Head + 1: "http://c", chaintest.Head + 4: "http://c"} {
			after.MinBlock = block
			answer, err := w.TableRows(context.Background(), after)
			if err != nil || answer.Node != node || answer.Head.Block < block {
				t.Errorf("block %d: %+v, %v", block, answer, err)
			}
			raw, err := w.Read(context.Background(), rowsPath, []byte(`{}`), block)
			if err != nil || raw.Node != node || raw.Head.Block < block {
				t.Errorf("block %d: %+v, %v", block, raw, err)
			}
		}
	})
}

func TestAReadWaitsForABlockThatNoNodeHasYet(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		time.AfterFunc(1200*time.Millisecond, func() { w.set(1, func(s *chaintest.State) { s.Head += 3 }) })
		after := request
		after.MinBlock = chaintest.Head + 3
		began := time.Now()
		answer, err := w.TableRows(context.Background(), after)
		if took := time.Since(began); err != nil || answer.Node != "http://b" || took < 1200*time.Millisecond || took > 1200*time.Millisecond+hurry {
			t.Errorf("after %s: %+v, %v", took, answer, err)
		}
		if len(w.nodes[0].Requests()) != 0 {
			t.Error("a node before the block was asked")
		}
		if n := w.hurried.Load(); n != 0 {
			t.Errorf("%d calls still hurry", n)
		}
	})
}

func TestManyWhoWaitForABlockShareTheLooks(t *testing.T) {
	inBubble(t, 1, Config{}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		looks := w.nodes[0].Infos()
		after := request
		after.MinBlock = chaintest.Head + 3
		results := make(chan error)
		for range 50 {
			go func() {
				_, err := w.TableRows(context.Background(), after)
				results <- err
			}()
		}
		for range 50 {
			var behind *BehindError
			if err := <-results; !errors.As(err, &behind) || behind.Best != chaintest.Head || behind.Want != after.MinBlock || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("error %v", err)
			}
		}
		if n := w.nodes[0].Infos() - looks; n > int(DefaultDeadline/hurry)+1 {
			t.Errorf("%d looks in %s", n, DefaultDeadline)
		}
	})
}

func TestABlockThatTheChainCannotReachIsNotWaitedFor(t *testing.T) {
	for _, block := range []uint64{chaintest.Head + 1000, 1 << 63, 1<<64 - 1} {
		inBubble(t, 1, Config{}, func(t *testing.T, w *world) {
			w.passes(time.Second)
			looks := w.nodes[0].Infos()
			after := request
			after.MinBlock = block
			began := time.Now()
			_, err := w.TableRows(context.Background(), after)
			var behind *BehindError
			if !errors.As(err, &behind) || time.Since(began) > 0 || w.nodes[0].Infos() != looks {
				t.Errorf("block %d after %s: %v", block, time.Since(began), err)
			}
		})
	}
}

func TestLooksGoOnForAsLongAsACallWaitsForABlock(t *testing.T) {
	inBubble(t, 1, Config{LookEvery: time.Second, Idle: 2 * time.Second, Deadline: 30 * time.Second}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		time.AfterFunc(20*time.Second, func() { w.set(0, func(s *chaintest.State) { s.Head += 3 }) })
		after := request
		after.MinBlock = chaintest.Head + 3
		if answer, err := w.TableRows(context.Background(), after); err != nil || answer.Head.Block != after.MinBlock {
			t.Errorf("%+v, %v", answer, err)
		}
	})
}

// A degraded node that claims to be ahead is no source for what just happened.
func TestADegradedNodeDoesNotServeABlockThatTheGoodOnesWillHave(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.set(0, func(s *chaintest.State) { s.Lag = -20 * time.Second })
		w.passes(time.Second)
		time.AfterFunc(time.Second, func() { w.set(1, func(s *chaintest.State) { s.Head += 2 }) })
		after := request
		after.MinBlock = chaintest.Head + 2
		answer, err := w.TableRows(context.Background(), after)
		if err != nil || answer.Node != "http://b" {
			t.Errorf("%+v, %v", answer, err)
		}
	})
}
