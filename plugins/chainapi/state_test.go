package chainapi

import (
	"context"
	"errors"
	"testing"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/broadcast"
	"fieldhouse/plugins/chainapi/chainapitest"
	"fieldhouse/plugins/clients"
)

// refusing is an app whose chain has no node that can be reached.
func refusing() (*App, *chainapitest.Chain) {
	chain := chainapitest.NewChain()
	chain.OnSend = func(context.Context, string, []byte) (pool.Raw, error) {
		return pool.Raw{}, &pool.Fault{Err: errors.New("no connection")}
	}
	return &App{chain: chain, PushRate: 1, PushBurst: 1}, chain
}

func TestPushesGoWhereTheNewestRunningConfigurationSays(t *testing.T) {
	before, beforeChain := refusing()
	after, afterChain := refusing()
	s := &state{broadcaster: broadcast.New(before.pushSettings()), pushes: clients.NewLimits(1, 1), reads: clients.NewLimits(1, 1)}
	t.Cleanup(s.broadcaster.Close)
	pushed := func() (toBefore, toAfter int) {
		t.Helper()
		push := chainapitest.Push(t, "push_transaction", packed("a"))
		var notSent *broadcast.NotSentError
		if _, err := s.broadcaster.Push(context.Background(), "", push); !errors.As(err, &notSent) {
			t.Fatal(err)
		}
		return len(beforeChain.Sent()), len(afterChain.Sent())
	}
	started := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	started(s.start(before))
	started(s.start(after))
	if toBefore, toAfter := pushed(); toBefore != 0 || toAfter != 1 {
		t.Errorf("after a reload: %d to the old nodes, %d to the new", toBefore, toAfter)
	}
	// The reload fails when another app does not start.
	started(s.started.End(after))
	if toBefore, toAfter := pushed(); toBefore != 1 || toAfter != 1 {
		t.Errorf("after a reload that failed: %d to the old nodes, %d to the new", toBefore, toAfter)
	}
	// The next one succeeds, and the old configuration ends.
	started(s.start(after))
	started(s.started.End(before))
	started(s.started.End(before)) // a configuration that never started is no matter
	if toBefore, toAfter := pushed(); toBefore != 1 || toAfter != 2 {
		t.Errorf("after the next reload: %d to the old nodes, %d to the new", toBefore, toAfter)
	}
}
