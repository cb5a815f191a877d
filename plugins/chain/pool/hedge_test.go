package pool

import (
	"context"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/plugintest/must"
)

// warm gives a node's reads a history of that latency.
func (w *world) warm(d time.Duration) {
	w.t.Helper()
	w.passes(time.Second)
	for i := range w.nodes {
		w.slow(i, d)
		n := w.Pool.nodes[i]
		n.mu.Lock()
		for range window {
			n.reads.add(d, time.Now())
		}
		n.mu.Unlock()
	}
}

// hedged is how often another node was asked beside the first.
func (w *world) hedged() (hedges, won uint64) {
	for _, s := range w.Status() {
		hedges += s.Counts.Hedges
		won += s.Counts.HedgesWon
	}
	return hedges, won
}

func TestAReadThatTakesLongerThanUsualIsHedgedAndTheLoserIsNoFault(t *testing.T) {
	inBubble(t, 2, Config{BreakerFaults: 1}, func(t *testing.T, w *world) {
		w.warm(80 * time.Millisecond)
		w.set(0, func(s *chaintest.State) { s.FailRows = chaintest.Stall(nil) })
		began := time.Now()
		w.reads(1)
		if took := time.Since(began); took != 160*time.Millisecond {
			t.Errorf("it took %s: 80 ms to wait for a, 80 ms for b", took)
		}
		time.Sleep(time.Millisecond)
		if s := w.Status()[0]; s.Counts.GivenUp != 1 || len(s.Counts.Faults) != 0 || s.State != Good || s.InFlight != 0 {
			t.Errorf("the loser: %+v", s)
		}
		if hedges, won := w.hedged(); hedges != 1 || won != 1 {
			t.Errorf("%d hedges, %d won", hedges, won)
		}
	})
}

func TestAReadThatTakesAsLongAsUsualIsNotHedged(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.warm(80 * time.Millisecond)
		w.slow(0, 79*time.Millisecond)
		for range 20 {
			w.reads(0)
		}
		if hedges, _ := w.hedged(); hedges != 0 {
			t.Errorf("%d hedges", hedges)
		}
	})
}

func TestTheTimeBeforeAHedgeIsBoundedBelowAndAbove(t *testing.T) {
	for usual, want := range map[time.Duration]time.Duration{time.Millisecond: 50 * time.Millisecond, 90 * time.Millisecond: 90 * time.Millisecond, time.Second: 500 * time.Millisecond} {
		inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
			w.warm(usual)
			w.set(0, func(s *chaintest.State) { s.FailRows = chaintest.Stall(nil) })
			began := time.Now()
			w.reads(1)
			if took := time.Since(began); took != want+usual {
				t.Errorf("usual %s: it took %s, want %s", usual, took, want+usual)
			}
		})
	}
}

func TestAtMostATenthOfTheReadsAreHedged(t *testing.T) {
	inBubble(t, 2, Config{Rate: 1000, Burst: 1000}, func(t *testing.T, w *world) {
		w.passes(time.Second)
		const reads = 200
		for i := range w.nodes { // every read would be
			w.slow(i, 600*time.Millisecond)
		}
		for range reads {
			must.Get(w.TableRows(context.Background(), request))(t)
		}
		hedges, _ := w.hedged()
		if hedges > reads/10+1 || hedges < reads/10-2 {
			t.Errorf("%d hedges for %d reads", hedges, reads)
		}
	})
}

func TestAHedgeTakesATokenAndIsLeftOutWithoutOne(t *testing.T) {
	inBubble(t, 2, Config{Rate: 0.1, Burst: 2, CheckEvery: 20 * time.Second, Idle: time.Hour}, func(t *testing.T, w *world) {
		w.warm(80 * time.Millisecond)
		for range 2 {
			w.Pool.nodes[1].rate.Spend(context.Background())
		}
		w.slow(0, 300*time.Millisecond)
		w.reads(0)
		if hedges, _ := w.hedged(); hedges != 0 {
			t.Errorf("%d hedges without a token", hedges)
		}
		if w.hedges.credit < 1 {
			t.Errorf("the hedge that was not made was paid: %v left", w.hedges.credit)
		}
	})
}

func TestHedgesCanBeTurnedOff(t *testing.T) {
	inBubble(t, 2, Config{HedgeShare: -1}, func(t *testing.T, w *world) {
		w.warm(80 * time.Millisecond)
		w.slow(0, time.Second)
		w.reads(0)
		if hedges, _ := w.hedged(); hedges != 0 {
			t.Errorf("%d hedges", hedges)
		}
	})
}

func TestAFaultIsPassedOverAtOnceAndNotAfterTheHedgesTime(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.warm(80 * time.Millisecond)
		w.set(0, func(s *chaintest.State) { s.FailRows = chaintest.HTML(502) })
		began := time.Now()
		w.reads(1)
		if took := time.Since(began); took != 80*time.Millisecond {
			t.Errorf("it took %s", took)
		}
	})
}

func TestTheNextNodeAfterAFaultGetsItsOwnTimeBeforeAHedge(t *testing.T) {
	inBubble(t, 3, Config{}, func(t *testing.T, w *world) {
		w.warm(80 * time.Millisecond)
		w.set(0, func(s *chaintest.State) { s.FailRows = after(70*time.Millisecond, chaintest.HTML(502)) })
		w.set(1, func(s *chaintest.State) { s.FailRows = chaintest.Stall(nil) })
		began := time.Now()
		w.reads(2)
		if took := time.Since(began); took != (70+80+80)*time.Millisecond {
			t.Errorf("it took %s", took)
		}
	})
}

func TestWhenAHedgedNodeFailsTheFirstMayStillAnswer(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.warm(80 * time.Millisecond)
		w.slow(0, 300*time.Millisecond)
		w.set(1, func(s *chaintest.State) { s.FailRows = chaintest.HTML(502) })
		w.reads(0)
	})
}

func TestSavedUpHedgesAreBounded(t *testing.T) {
	b := budget{credit: 1}
	for range 100_000 {
		b.earn(0.1)
	}
	hedges := 0
	for b.spend() {
		hedges++
	}
	if hedges != maxCredit {
		t.Errorf("%d hedges saved up", hedges)
	}
}
