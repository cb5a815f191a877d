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
