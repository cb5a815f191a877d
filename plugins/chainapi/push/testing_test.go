package push_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/chainapitest"
	"fieldhouse/plugins/chainapi/push"
	"fieldhouse/plugins/chainapi/transaction"
	"fieldhouse/plugins/plugintest/must"

	"go.uber.org/goleak"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// bench is a broadcaster over a chain in a bubble of its own time.
type bench struct {
	*chainapitest.Chain
	t    *testing.T
	b    *push.Broadcaster
	logs *observer.ObservedLogs

	mu     sync.Mutex
	counts map[push.Outcome]int
}

func run(t *testing.T, test func(b *bench)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		core, logs := observer.New(zap.DebugLevel)
		b := &bench{Chain: chainapitest.NewChain(), t: t, logs: logs, counts: make(map[push.Outcome]int)}
		b.b = push.New(b.settings(zap.New(core)))
		defer b.b.Close()
		test(b)
	})
}

func (b *bench) settings(logger *zap.Logger) push.Settings {
	return push.Settings{Chain: b.Chain, Contract: contract, Logger: logger, Count: func(outcome push.Outcome) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.counts[outcome]++
	}}
}

// counted fails the test unless exactly these outcomes were counted.
func (b *bench) counted(want map[push.Outcome]int) {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if fmt.Sprint(b.counts) != fmt.Sprint(want) {
		b.t.Errorf("counted %v, want %v", b.counts, want)
	}
}

// made is a push that expires in half a minute.
func (b *bench) made(call string, signatures ...string) *transaction.Push {
	b.t.Helper()
	return chainapitest.Push(b.t, call, b.packed("purchase"), signatures...)
}

// lasting is one that expires so much later.
func (b *bench) lasting(life time.Duration) *transaction.Push {
	b.t.Helper()
	return chainapitest.Push(b.t, transaction.PushTransaction, chainapitest.Packed(time.Now().Add(life-b.Ahead), b.Head()-3, "lasting"))
}

func (b *bench) packed(memo string) []byte {
	return chainapitest.Packed(b.Time(chainapitest.First).Add(30*time.Second), chainapitest.First-3, memo)
}

func (b *bench) push(tx *transaction.Push) push.Answer {
	b.t.Helper()
	return must.Get(b.b.Push(context.Background(), "203.0.113.9", tx))(b.t)
}

// answers makes every push be answered so.
func (b *bench) answers(status int, body string) {
	b.sends(func(context.Context, string, []byte) (pool.Raw, error) {
		return pool.Raw{Status: status, Body: []byte(body), Node: "https://node.test"}, nil
	})
}

func (b *bench) sends(send func(context.Context, string, []byte) (pool.Raw, error)) {
	b.Lock()
	defer b.Unlock()
	b.OnSend = send
}

// said is the part of an answer that a client reads.
type said struct {
	Code      int    `json:"code"`
	ID        string `json:"transaction_id"`
	Processed struct {
		ID      string  `json:"id"`
		Block   *uint64 `json:"block_num"`
		Time    *string `json:"block_time"`
		Receipt struct {
			Status string `json:"status"`
		} `json:"receipt"`
		Except json.RawMessage `json:"except"`
	} `json:"processed"`
	Error struct {
		Code    int    `json:"code"`
		Name    string `json:"name"`
		Details []struct {
			Message string `json:"message"`
		} `json:"details"`
	} `json:"error"`
}

func read(t *testing.T, answer push.Answer) said {
	t.Helper()
	var s said
	if err := json.Unmarshal(answer.Body, &s); err != nil {
		t.Fatalf("%s: %v", answer.Body, err)
	}
	return s
}

func taken(id transaction.ID, block uint64) string {
	return fmt.Sprintf(`{"transaction_id":"%s","processed":{"id":"%s","block_num":%d,"receipt":{"status":"executed"},"except":null,"action_traces":[{"a":1.10}]}}`, id, id, block)
}

// landedIn fails unless an answer says that the push is in a block.
func landedIn(t *testing.T, answer push.Answer, id transaction.ID, block uint64) {
	t.Helper()
	s := read(t, answer)
	if answer.Status != 202 || answer.Block != block || s.ID != id.String() || s.Processed.ID != id.String() || s.Processed.Block == nil ||
		*s.Processed.Block != block || s.Processed.Time == nil || s.Processed.Receipt.Status != "executed" || string(s.Processed.Except) != "null" {
		t.Errorf("answer %d %s, block %d", answer.Status, answer.Body, answer.Block)
	}
}
