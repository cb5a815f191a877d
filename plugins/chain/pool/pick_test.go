package pool

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/plugintest/must"
)

// slow makes a node's rows take that long.
func (w *world) slow(i int, d time.Duration) {
	w.set(i, func(s *chaintest.State) { s.FailRows = after(d, rowsFrom(w.nodes[i].URL)) })
}

func TestTheConfiguredOrderHoldsWhileItCostsAtMostTwice(t *testing.T) {
	inBubble(t, 3, Config{HedgeShare: -1}, func(t *testing.T, w *world) {
		w.slow(0, 150*time.Millisecond)
		w.slow(1, 100*time.Millisecond)
		w.slow(2, 100*time.Millisecond)
		for range 60 {
			must.Get(w.TableRows(context.Background(), request))(t)
		}
		// Each other one is asked now and then, since it seems quicker while
		// only its get_info is known.
		first, second, third := w.nodes[0].Count(rowsPath), w.nodes[1].Count(rowsPath), w.nodes[2].Count(rowsPath)
		if first < 50 || second+third > 5 {
			t.Errorf("%d, %d and %d requests", first, second, third)
		}
	})
}

func TestASlowNodeIsMovedAwayFromAndComesBack(t *testing.T) {
	inBubble(t, 2, Config{HedgeShare: -1}, func(t *testing.T, w *world) {
		w.slow(0, 800*time.Millisecond)
		w.slow(1, 50*time.Millisecond)
		for range 40 {
			must.Get(w.TableRows(context.Background(), request))(t)
		}
		if n := w.nodes[0].Count(rowsPath); n > 2 {
			t.Errorf("the slow node was asked %d times of 40", n)
		}
		w.slow(0, 10*time.Millisecond)
		w.passes(latencyAge + time.Second)
		w.reads(0)
		w.reads(0)
	})
}

func TestALoadedNodeSharesWithTheOthers(t *testing.T) {
	inBubble(t, 3, Config{HedgeShare: -1, Rate: 1000, Burst: 1000}, func(t *testing.T, w *world) {
		for i := range w.nodes {
			w.slow(i, 100*time.Millisecond)
		}
		for range 3 { // each has been asked
			var done sync.WaitGroup
			for range 30 {
				done.Go(func() { _, _ = w.TableRows(context.Background(), request) })
			}
			done.Wait()
		}
		before := []int{}
		for _, n := range w.nodes {
			before = append(before, n.Count(rowsPath))
		}
		var done sync.WaitGroup
		for range 30 {
			done.Go(func() {
				if _, err := w.TableRows(context.Background(), request); err != nil {
					t.Error(err)
				}
			})
			synctest.Wait() // the next one sees its load: those that choose at the same instant see the same
		}
		done.Wait()
		for i, n := range w.nodes {
			if asked := n.Count(rowsPath) - before[i]; asked < 5 || asked > 15 {
				t.Errorf("node %d got %d of 30 requests at once", i, asked)
			}
		}
	})
}

func TestAStalledNodeIsLeftAsSoonAsARequestHangs(t *testing.T) {
	inBubble(t, 2, Config{HedgeShare: -1}, func(t *testing.T, w *world) {
		w.slow(1, 10*time.Millisecond)
		w.passes(time.Second)
		w.set(0, func(s *chaintest.State) { s.FailRows = chaintest.Stall(nil) })
		go func() { _, _ = w.TableRows(context.Background(), request) }()
		synctest.Wait()
		time.Sleep(4 * slack)
		for range 10 {
			w.reads(1)
		}
		time.Sleep(DefaultDeadline)
	})
}

func TestTheCostOfANode(t *testing.T) {
	now := time.Date(2024, 8, 13, 16, 1, 33, 0, time.UTC)
	n := &node{flights: make(map[*flight]struct{})}
	if n.cost(now) != 0 {
		t.Error("a node of which nothing is known is not tried")
	}
	n.infos.add(5*time.Millisecond, now)
	if got := n.cost(now); got != 5*time.Millisecond {
		t.Errorf("by its checks: %s", got)
	}
	n.reads.add(40*time.Millisecond, now)
	if got := n.cost(now); got != 40*time.Millisecond {
		t.Errorf("by its reads: %s", got)
	}
	n.flights[&flight{since: now.Add(-10 * time.Millisecond)}] = struct{}{}
	if got := n.cost(now); got != 80*time.Millisecond {
		t.Errorf("with one under way: %s", got)
	}
	n.flights[&flight{since: now.Add(-time.Second)}] = struct{}{}
	if got := n.cost(now); got != 3*time.Second {
		t.Errorf("with one that hangs: %s", got)
	}
}

func TestLatencyIsAMovingAverageAndAPercentile(t *testing.T) {
	now := time.Date(2024, 8, 13, 16, 1, 33, 0, time.UTC)
	var l latency
	if _, known := l.percentile95(); known {
		t.Error("a percentile of nothing")
	}
	for i := 1; i <= 100; i++ {
		l.add(time.Duration(i)*time.Millisecond, now)
	}
	// The last 64 are 37 to 100 ms.
	if got, known := l.percentile95(); !known || got != 97*time.Millisecond {
		t.Errorf("percentile %s", got)
	}
	if average, known := l.current(now); !known || average < 95*time.Millisecond || average > 100*time.Millisecond {
		t.Errorf("average %s", average)
	}
	before := l.average
	if l.atLeast(10*time.Millisecond, now); l.average != before {
		t.Errorf("average %s, before one that was given up on early %s", l.average, before)
	}
	l.atLeast(time.Second, now)
	if average, _ := l.current(now); average < 300*time.Millisecond {
		t.Errorf("average %s after one that was given up on", average)
	}
	if got, _ := l.percentile95(); got != 97*time.Millisecond {
		t.Errorf("percentile %s after one that was given up on", got)
	}
	if _, known := l.current(now.Add(latencyAge + 1)); known {
		t.Error("the average never ends")
	}
}

func TestEachNodeIsAskedAtMostOnceForOneCall(t *testing.T) {
	inBubble(t, 3, Config{BreakerFaults: 100}, func(t *testing.T, w *world) {
		for i := range w.nodes {
			w.set(i, func(s *chaintest.State) { s.FailRows = after(100*time.Millisecond, chaintest.HTML(500)) })
		}
		if _, err := w.TableRows(context.Background(), request); err == nil {
			t.Fatal("answered")
		}
		counts := []int{w.nodes[0].Count(rowsPath), w.nodes[1].Count(rowsPath), w.nodes[2].Count(rowsPath)}
		if !slices.Equal(counts, []int{1, 1, 1}) {
			t.Errorf("asked %v times", counts)
		}
	})
}

func TestAReadOfOneNodeGoesToNoOther(t *testing.T) {
	inBubble(t, 3, Config{}, func(t *testing.T, w *world) {
		of := request
		of.Node = w.nodes[1].URL
		if answer, err := w.TableRows(context.Background(), of); err != nil || answer.Node != of.Node {
			t.Errorf("%+v, %v", answer, err)
		}
		w.set(1, func(s *chaintest.State) { s.FailRows = chaintest.Drop })
		if answer, err := w.TableRows(context.Background(), of); err == nil {
			t.Errorf("%+v", answer)
		}
		but := request
		but.Except = []string{w.nodes[0].URL, w.nodes[1].URL}
		if answer, err := w.TableRows(context.Background(), but); err != nil || answer.Node != w.nodes[2].URL {
			t.Errorf("%+v, %v", answer, err)
		}
		but.Except = append(but.Except, w.nodes[2].URL)
		if answer, err := w.TableRows(context.Background(), but); !errors.Is(err, ErrNoNode) {
			t.Errorf("%+v, %v", answer, err)
		}
		if a, c := w.nodes[0].Count(rowsPath), w.nodes[2].Count(rowsPath); a != 0 || c != 1 {
			t.Errorf("the others were asked %d and %d times", a, c)
		}
	})
}
