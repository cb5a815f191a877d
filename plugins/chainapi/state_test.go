package chainapi

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/chainapitest"
	"fieldhouse/plugins/chainapi/push"
	"fieldhouse/plugins/plugintest/must"

	"go.uber.org/zap"
)

// refusing is an app whose chain has no node that takes pushes.
func refusing() (*App, *chainapitest.Chain) {
	chain := chainapitest.NewChain()
	chain.OnSend = func(context.Context, string, []byte) (pool.Raw, error) {
		return pool.Raw{}, &pool.Fault{Err: errors.New("it takes no pushes"), Reason: pool.Unsupported}
	}
	return &App{chain: chain, PushRate: 1, PushBurst: 1, logger: zap.NewNop()}, chain
}

// What the new configuration has not read yet, the one before knows.
func TestAReloadLetsNobodyGoBeforeTheirSaleOpens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		configure := func() *App {
			a, _ := refusing()
			a.contract = antelope.MustName("gamecontract")
			a.state = must.Get(states.Join("a chain of this test", a.newState))(t)
			t.Cleanup(func() { _ = a.state.Leave() })
			must.Do(t, a.startPushes())
			return a
		}
		before := configure()
		before.state.Value.openings.use(&kept{body: fmt.Sprintf(`{"rows":[{"drop_id":5,"start_time":%d}]}`, time.Now().Add(10*time.Second).Unix()), version: "1"})
		before.state.Value.openings.keep()
		synctest.Wait()
		tx := chainapitest.Push(t, "send_transaction", chainapitest.Purchase(time.Now().Add(3*time.Minute), chainapitest.First-3, "gamecontract", "alice.wam", 5))
		must.Get(before.state.Value.broadcaster.Submit(t.Context(), "", tx))(t)
		after := configure()
		must.Do(t, before.state.Leave())
		time.Sleep(4 * time.Second)
		if stats := after.state.Value.broadcaster.Stats(); stats.Held != 1 {
			t.Errorf("%+v", stats)
		}
	})
}

func TestPushesGoWhereTheNewestRunningConfigurationSays(t *testing.T) {
	before, beforeChain := refusing()
	after, afterChain := refusing()
	join := func(a *App) {
		t.Helper()
		a.state = must.Get(states.Join("a chain of this test", a.newState))(t)
		t.Cleanup(func() { _ = a.state.Leave() })
	}
	join(before)
	join(after)
	s := before.state.Value
	pushed := func() (toBefore, toAfter int) {
		t.Helper()
		tx := chainapitest.Push(t, "push_transaction", packed("a"))
		var notSent *push.NotSentError
		if _, err := s.broadcaster.Push(context.Background(), "", tx); !errors.As(err, &notSent) {
			t.Fatal(err)
		}
		return len(beforeChain.Sent()), len(afterChain.Sent())
	}
	started := func(err error) {
		t.Helper()
		must.Do(t, err)
	}
	started(before.startPushes())
	started(after.startPushes())
	if toBefore, toAfter := pushed(); toBefore != 0 || toAfter != 1 {
		t.Errorf("after a reload: %d to the old nodes, %d to the new", toBefore, toAfter)
	}
	// The reload fails when another app does not start.
	started(after.state.Leave())
	if toBefore, toAfter := pushed(); toBefore != 1 || toAfter != 1 {
		t.Errorf("after a reload that failed: %d to the old nodes, %d to the new", toBefore, toAfter)
	}
	// The next one succeeds, and the old configuration ends.
	join(after)
	started(after.startPushes())
	started(before.state.Leave())
	started(before.state.Leave())
	if toBefore, toAfter := pushed(); toBefore != 1 || toAfter != 2 {
		t.Errorf("after the next reload: %d to the old nodes, %d to the new", toBefore, toAfter)
	}
}
