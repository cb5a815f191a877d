package pool

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/upstream"
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

func TestAReadForABlockThatNoNodeHasYetIsRefusedAtOnce(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		after := request
		after.MinBlock = chaintest.Head + 3
		began := time.Now()
		_, err := w.TableRows(context.Background(), after)
		var behind *BehindError
		if !errors.As(err, &behind) || behind.Want != after.MinBlock || behind.Best != chaintest.Head || time.Since(began) > 0 {
			t.Errorf("after %s: %v", time.Since(began), err)
		}
		if len(w.nodes[0].Requests())+len(w.nodes[1].Requests()) != 0 {
			t.Error("a node before the block was asked")
		}
	})
}

func TestWhoWantsABlockWaitsUntilANodeHasIt(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		time.AfterFunc(1200*time.Millisecond, func() { w.set(1, func(s *chaintest.State) { s.Head += 3 }) })
		began := time.Now()
		err := w.Reach(context.Background(), chaintest.Head+3)
		if took := time.Since(began); err != nil || took < 1200*time.Millisecond || took > 1200*time.Millisecond+hurry {
			t.Errorf("after %s: %v", took, err)
		}
		after := request
		after.MinBlock = chaintest.Head + 3
		if answer, err := w.TableRows(context.Background(), after); err != nil || answer.Node != "http://b" {
			t.Errorf("%+v, %v", answer, err)
		}
		if n := w.hurried.Load(); n != 0 {
			t.Errorf("%d calls still hurry", n)
		}
	})
}

func TestWhoWantsABlockOfAnotherNodeWaitsUntilThatOneHasIt(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.set(0, func(s *chaintest.State) { s.Head += 3 })
		w.passes(4 * time.Second)
		must.Do(t, w.Reach(context.Background(), chaintest.Head+3))
		time.AfterFunc(1200*time.Millisecond, func() { w.set(1, func(s *chaintest.State) { s.Head += 3 }) })
		began, asked := time.Now(), []string{w.nodes[0].URL}
		if err := w.Reach(context.Background(), chaintest.Head+3, asked...); err != nil || time.Since(began) < 1200*time.Millisecond {
			t.Errorf("after %s: %v", time.Since(began), err)
		}
		after := request
		after.MinBlock, after.Except = chaintest.Head+3, asked
		if answer, err := w.TableRows(context.Background(), after); err != nil || answer.Node != "http://b" {
			t.Errorf("%+v, %v", answer, err)
		}
	})
}

// Somebody who always waits for a block to come has the nodes checked all the time;
// who buys meanwhile does not wait for the next of those checks.
func TestWhoComesAnewHasANodeCheckedAtOnceAndWhoAsksAllTheTimeDoesNot(t *testing.T) {
	inBubble(t, 1, Config{Rate: 1, Burst: 60}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		hostile := upstream.With(context.Background(), upstream.Account, "203.0.113.1")
		for w.Pool.nodes[0].rate.Allow(hostile) {
		}
		ctx, leave := context.WithCancel(hostile)
		var done sync.WaitGroup
		done.Go(func() { _ = w.Reach(ctx, chaintest.Head+100) })
		synctest.Wait()
		block := uint64(chaintest.Head)
		for _, test := range []struct {
			client string
			wait   time.Duration
		}{{"203.0.113.1", hurry / 2}, {"198.51.100.1", 0}} {
			for checks := w.nodes[0].Infos(); w.nodes[0].Infos() == checks; {
				time.Sleep(time.Millisecond)
			}
			time.Sleep(hurry / 2)
			block++
			w.set(0, func(s *chaintest.State) { s.Head = block })
			began := time.Now()
			err := w.Reach(upstream.With(context.Background(), upstream.Account, test.client), block)
			if took := time.Since(began).Round(10 * time.Millisecond); err != nil || took != test.wait {
				t.Errorf("%s after %s, want %s: %v", test.client, took, test.wait, err)
			}
		}
		leave()
		done.Wait()
	})
}

// The first node to say that it has the block may be one that answers no reads.
func TestWhenTheNodeThatHasABlockFailsTheOthersAreCheckedAgain(t *testing.T) {
	for name, node := range map[string]uint64{"another one has it by now": 1, "no other one has it": 0} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 3, Config{}, func(t *testing.T, w *world) {
				w.passes(time.Second)
				w.set(0, func(s *chaintest.State) { s.Head++; s.FailRows = chaintest.Answer(429, `{}`) })
				must.Do(t, w.Reach(context.Background(), chaintest.Head+1))
				synctest.Wait() // checks of the others may be under way
				w.set(2, func(s *chaintest.State) { s.Head += node })
				checks := w.nodes[0].Infos()
				after := request
				after.MinBlock = chaintest.Head + 1
				answer, err := w.TableRows(context.Background(), after)
				var behind *BehindError
				if node == 0 && !errors.As(err, &behind) {
					t.Errorf("%+v, %v", answer, err)
				}
				if node > 0 && (err != nil || answer.Node != "http://c") {
					t.Errorf("%+v, %v", answer, err)
				}
				if w.nodes[0].Infos() != checks {
					t.Error("the node that failed was checked for this")
				}
			})
		})
	}
}

func TestManyWhoWaitForABlockShareTheChecks(t *testing.T) {
	inBubble(t, 1, Config{}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		checks := w.nodes[0].Infos()
		results := make(chan error)
		for range 50 {
			go func() { results <- w.Reach(context.Background(), chaintest.Head+3) }()
		}
		for range 50 {
			var behind *BehindError
			if err := <-results; !errors.As(err, &behind) || behind.Best != chaintest.Head || behind.Want != chaintest.Head+3 || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("error %v", err)
			}
		}
		if n := w.nodes[0].Infos() - checks; n > int(DefaultDeadline/hurry)+1 {
			t.Errorf("%d checks in %s", n, DefaultDeadline)
		}
	})
}

func TestTheChecksOfSeveralNodesTakeTurnsWhileACallWaits(t *testing.T) {
	inBubble(t, 3, Config{}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		reached := make(chan error)
		go func() { reached <- w.Reach(context.Background(), chaintest.Head+3) }()
		time.Sleep(2*hurry + hurry/6)
		checks := func() (all int) {
			for _, n := range w.nodes {
				all += n.Infos()
			}
			return all
		}
		for i := range 9 {
			before := checks()
			time.Sleep(hurry / 3)
			if n := checks() - before; n != 1 {
				t.Errorf("%d checks in third %d of a time between two", n, i)
			}
		}
		w.set(2, func(s *chaintest.State) { s.Head += 3 })
		if err := <-reached; err != nil {
			t.Error(err)
		}
	})
}

func TestABlockThatTheChainCannotReachIsNotWaitedFor(t *testing.T) {
	for _, block := range []uint64{chaintest.Head + 1000, 1 << 63, 1<<64 - 1} {
		inBubble(t, 1, Config{}, func(t *testing.T, w *world) {
			w.passes(time.Second)
			checks := w.nodes[0].Infos()
			began := time.Now()
			err := w.Reach(context.Background(), block)
			var behind *BehindError
			if !errors.As(err, &behind) || time.Since(began) > 0 || w.nodes[0].Infos() != checks {
				t.Errorf("block %d after %s: %v", block, time.Since(began), err)
			}
		})
	}
}

func TestChecksGoOnForAsLongAsACallWaitsForABlock(t *testing.T) {
	inBubble(t, 1, Config{CheckEvery: time.Second, Idle: 2 * time.Second, Deadline: 30 * time.Second}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		time.AfterFunc(20*time.Second, func() { w.set(0, func(s *chaintest.State) { s.Head += 3 }) })
		if err := w.Reach(context.Background(), chaintest.Head+3); err != nil {
			t.Error(err)
		}
	})
}

// A degraded node that claims to be ahead is no source for what just happened.
func TestADegradedNodeDoesNotServeABlockThatTheGoodOnesWillHave(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.set(0, func(s *chaintest.State) { s.Lag = -20 * time.Second })
		w.passes(time.Second)
		time.AfterFunc(time.Second, func() { w.set(1, func(s *chaintest.State) { s.Head += 2 }) })
		began := time.Now()
		if err := w.Reach(context.Background(), chaintest.Head+2); err != nil || time.Since(began) < time.Second {
			t.Errorf("after %s: %v", time.Since(began), err)
		}
		after := request
		after.MinBlock = chaintest.Head + 2
		if answer, err := w.TableRows(context.Background(), after); err != nil || answer.Node != "http://b" {
			t.Errorf("%+v, %v", answer, err)
		}
	})
}

// Who was told a head asks for rows of it next.
func TestAHeadThatWasHandedOnIsKnown(t *testing.T) {
	inBubble(t, 1, Config{}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		w.set(0, func(s *chaintest.State) { s.Head += 3 })
		must.Get(w.Read(context.Background(), infoPath, []byte("{}"), 0))(t)
		after := request
		after.MinBlock = chaintest.Head + 3
		if answer, err := w.TableRows(context.Background(), after); err != nil || answer.Head.Block != after.MinBlock {
			t.Errorf("%+v, %v", answer, err)
		}
	})
}
