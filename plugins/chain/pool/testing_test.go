package pool

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/plugintest/must"

	"go.uber.org/goleak"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m)
}

var request = Request{Code: "gamecontract", Scope: "gamecontract", Table: "drops", Limit: 10}

// newPool makes a pool of nodes on loopback ports.
func newPool(t testing.TB, config Config) *Pool {
	t.Helper()
	if config.ChainID == "" {
		config.ChainID = chaintest.ChainID
	}
	p := must.Get(New(config))(t)
	t.Cleanup(p.Close)
	return p
}

// one answers one row.
func one(body string) func(chaintest.Request) string {
	return func(chaintest.Request) string { return `{"rows":[` + body + `],"more":false,"next_key":""}` }
}

// world is a pool of nodes in memory, whose clock is the test's.
type world struct {
	*Pool
	t       *testing.T
	network *chaintest.Network
	nodes   []*chaintest.Node
	logs    *observer.ObservedLogs
}

// inBubble runs a test with so many nodes a, b, c and so on, which answer at
// once unless they are told otherwise.
func inBubble(t *testing.T, nodes int, config Config, test func(*testing.T, *world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &world{t: t, network: chaintest.NewNetwork(t)}
		for i := range nodes {
			host := string(rune('a' + i))
			w.nodes = append(w.nodes, w.network.Node(host, one(`{"from":"`+host+`"}`)))
			config.Nodes = append(config.Nodes, w.nodes[i].URL)
		}
		core, logs := observer.New(zap.InfoLevel)
		w.logs = logs
		config.Dial, config.Logger = w.network.Dial, zap.New(core)
		w.Pool = newPool(t, config)
		test(t, w)
	})
}

// reads reads rows and wants them from a node.
func (w *world) reads(from int) {
	w.t.Helper()
	answer, err := w.TableRows(context.Background(), request)
	if err != nil {
		w.t.Fatalf("reading from %s: %v", w.nodes[from].URL, err)
	}
	if answer.Node != w.nodes[from].URL {
		w.t.Fatalf("read from %s, want %s; %s", answer.Node, w.nodes[from].URL, w.states())
	}
}

// passes lets time pass while the pool stays in use: checks run.
func (w *world) passes(d time.Duration) {
	w.t.Helper()
	for end := time.Now().Add(d); time.Now().Before(end); {
		w.use()
		time.Sleep(min(time.Second, time.Until(end)))
	}
	synctest.Wait()
}

// states are the states of the nodes, for messages and comparisons.
func (w *world) states() string {
	states := ""
	for i, s := range w.Status() {
		if i > 0 {
			states += ", "
		}
		states += string(s.State)
	}
	return states
}

func (w *world) wantStates(want string) {
	w.t.Helper()
	if got := w.states(); got != want {
		w.t.Errorf("states %s, want %s", got, want)
	}
}

// set changes a node.
func (w *world) set(i int, change func(*chaintest.State)) { w.nodes[i].Set(change) }

// after answers like next once that much of the test's time has passed.
func after(d time.Duration, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		timer := time.NewTimer(d)
		defer timer.Stop()
		chaintest.Slow(fires(r.Context(), timer), next)(w, r)
	}
}

// fires is closed when the timer does, or never when the context ends first.
func fires(ctx context.Context, timer *time.Timer) <-chan struct{} {
	fired := make(chan struct{})
	go func() {
		select {
		case <-timer.C:
			close(fired)
		case <-ctx.Done():
		}
	}()
	return fired
}

// rowsFrom is a handler that answers one row.
func rowsFrom(host string) http.HandlerFunc {
	return chaintest.Answer(200, one(`{"from":"`+host+`"}`)(chaintest.Request{}))
}
