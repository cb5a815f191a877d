package pool

import (
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"

	"go.uber.org/zap"
)

func TestAStateIsLoggedWhenItChangesAndNotForEachRequest(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.reads(0)
		w.set(0, func(s *chaintest.State) { s.Lag = 20 * time.Second })
		w.passes(5 * time.Second)
		w.logs.TakeAll()
		for range 100 {
			w.reads(1)
			time.Sleep(100 * time.Millisecond)
		}
		if w.logs.Len() != 0 {
			t.Errorf("logged %v", w.logs.All())
		}
		w.set(0, func(s *chaintest.State) { s.Lag = 0 })
		w.passes(5 * time.Second)
		if all := w.logs.All(); len(all) != 1 || all[0].ContextMap()["node"] != "http://a" || all[0].ContextMap()["before"] != "degraded" || all[0].ContextMap()["state"] != "good" {
			t.Errorf("logged %v", all)
		}
	})
}

func TestLogsOfANodeThatFailsAllTheTimeAreBounded(t *testing.T) {
	inBubble(t, 2, Config{BreakerFaults: 100, Rate: 1000, Burst: 1000}, func(t *testing.T, w *world) {
		w.set(0, func(s *chaintest.State) { s.FailRows = chaintest.HTML(502) })
		w.passes(time.Second)
		for range 90 {
			w.reads(1)
		}
		if n := w.logs.FilterField(zap.String("node", "http://a")).Len(); n == 0 || n > tellBurst {
			t.Errorf("%d lines for 90 faults", n)
		}
	})
}

func TestAllNodesGoneIsOneLineAndOneWhenTheyAreBack(t *testing.T) {
	inBubble(t, 3, Config{}, func(t *testing.T, w *world) {
		w.passes(5 * time.Second)
		w.reads(0)
		w.logs.TakeAll()
		for i := range w.nodes {
			w.set(i, func(s *chaintest.State) { s.Fail = chaintest.Drop })
		}
		for range 300 {
			_, _ = w.TableRows(t.Context(), request)
			w.passes(time.Second)
		}
		gone := w.logs.FilterMessageSnippet("no chain node answers")
		if gone.Len() != 1 || gone.All()[0].Level != zap.ErrorLevel {
			t.Errorf("five minutes without nodes are told in %d lines", gone.Len())
		}
		// One line of each node that failed while another was well.
		if all := w.logs.TakeAll(); len(all) > 3 {
			t.Errorf("five minutes without nodes have %d lines: %v", len(all), all)
		}
		for i := range w.nodes {
			w.set(i, func(s *chaintest.State) { s.Fail = nil })
		}
		for range 60 {
			_, _ = w.TableRows(t.Context(), request)
			w.passes(time.Second)
		}
		if again := w.logs.FilterMessageSnippet("answer again").Len(); again != 1 {
			t.Errorf("that they are back is told in %d lines", again)
		}
		if n := w.logs.Len(); n > 4 {
			t.Errorf("their way back has %d lines: %v", n, w.logs.All())
		}
	})
}
