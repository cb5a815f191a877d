package pool

import (
	"errors"
	"strings"
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
		if n := w.logs.FilterField(zap.String("node", "http://a")).Len(); n == 0 || n > logBurst {
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
			if _, err := w.TableRows(t.Context(), request); !errors.Is(err, ErrOutage) {
				t.Fatalf("a read without nodes: %v", err)
			}
			w.passes(time.Second)
		}
		all := w.logs.TakeAll()
		if len(all) != 1 || all[0].Level != zap.ErrorLevel || !strings.Contains(all[0].Message, "no chain node answers") {
			t.Fatalf("five minutes without nodes have %d lines: %v", len(all), all)
		}
		for _, of := range []string{"nodes", "faults"} {
			if said := all[0].ContextMap()[of].(map[string]string); len(said) != len(w.nodes) {
				t.Errorf("of the %s is said %v", of, said)
			}
		}
		for i := range w.nodes {
			w.set(i, func(s *chaintest.State) { s.Fail = nil })
		}
		for range 60 {
			_, _ = w.TableRows(t.Context(), request)
			w.passes(time.Second)
		}
		if again := w.logs.FilterMessageSnippet("answer again").Len(); again != 1 {
			t.Errorf("that they are back is logged in %d lines", again)
		}
		if n := w.logs.Len(); n > 4 {
			t.Errorf("their way back has %d lines: %v", n, w.logs.All())
		}
	})
}

func TestAFailureIsToldOnceAnotherAnswerShowsThatItIsTheNodes(t *testing.T) {
	inBubble(t, 3, Config{}, func(t *testing.T, w *world) {
		w.passes(5 * time.Second)
		w.logs.TakeAll()
		for i := range 2 {
			w.set(i, func(s *chaintest.State) { s.Fail = chaintest.Drop })
		}
		w.reads(2)
		if failed := w.logs.FilterMessage("a chain node failed"); failed.Len() != 2 {
			t.Errorf("logged %v, want a line of each node that failed", w.logs.All())
		}
	})
}
