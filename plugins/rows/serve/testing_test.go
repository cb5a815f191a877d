package serve

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/plugintest/asking"
	"fieldhouse/plugins/plugintest/clock"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/rows/pause"
	"fieldhouse/plugins/rows/table"
	"fieldhouse/plugins/strictjson"

	"go.uber.org/goleak"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var site = table.Site{
	ChainID: chaintest.ChainID, GameContract: "gamecontract", Oracle: "delphioracle", OraclePair: "waxpusd", Token: "eosio.token",
}

// setup is a server before nodes, with a clock that stands.
type setup struct {
	*Server
	chain *pool.Pool
	node  *chaintest.Node // the first
	nodes []*chaintest.Node
	clock *clock.Clock
	logs  *observer.ObservedLogs
}

const (
	soft = time.Second
	hard = 10 * time.Minute
)

// plan is what a setup can have of its own.
type plan struct {
	nodes  int // 1 when it is not set
	budget *edgecache.Budget
	pool   func(*pool.Config)
	// hot bounds the prepared entries of each table.
	hot int
	// timeout bounds a fetch; the engine's own when it is not set.
	timeout time.Duration
	// busy says that pushes wait; never unless it is set.
	busy func() bool
	// paused is which sales are; none unless it is set.
	paused func() *pause.Set
	// together is that of the engine.
	together edgecache.Together
}

func newSetup(t testing.TB, rows func(chaintest.Request) string) *setup {
	t.Helper()
	return plan{}.setup(t, rows)
}

func (p plan) setup(t testing.TB, rows func(chaintest.Request) string) *setup {
	t.Helper()
	s := &setup{clock: clock.New(time.Date(2024, 8, 13, 16, 1, 34, 0, time.UTC))}
	nodes := pool.Config{ChainID: chaintest.ChainID, Timeout: 2 * time.Second, Deadline: 3 * time.Second, Rate: 10_000}
	for range max(p.nodes, 1) {
		node := chaintest.New(t, rows)
		s.nodes, nodes.Nodes = append(s.nodes, node), append(nodes.Nodes, node.URL)
	}
	s.node = s.nodes[0]
	core, logs := observer.New(zap.WarnLevel)
	s.logs, nodes.Logger = logs, zap.New(core)
	if p.pool != nil {
		p.pool(&nodes)
	}
	chain := must.Get(pool.New(nodes))(t)
	t.Cleanup(chain.Close)
	s.chain = chain
	engine := newEngine(t, s.clock.Now, p)
	s.Server = must.Get(New(Config{
		Engine: engine, Chain: chain, Site: site, Bounds: table.Bounds{MaxPages: 20, MaxBytes: 100 << 10}, Logger: zap.New(core), Now: s.clock.Now,
		Client: func(r *http.Request) string { return r.Header.Get("Client") }, Paused: p.paused, Busy: p.busy,
	}))(t)
	return s
}

func newEngine(t testing.TB, now func() time.Time, p plan) *edgecache.Engine {
	t.Helper()
	config := edgecache.Config{Now: now, Random: func() float64 { return 0 }, Prepare: Prepare, Budget: p.budget, Together: p.together}
	for _, name := range table.All {
		config.Classes = append(config.Classes, edgecache.ClassConfig{Name: edgecache.Class(name), Soft: soft, Hard: hard, Size: 4 << 20, HotEntries: p.hot, Timeout: p.timeout})
	}
	engine := must.Get(edgecache.New(config))(t)
	t.Cleanup(engine.Close)
	return engine
}

// game answers the tables of the game, the oracle and the token.
func game(r chaintest.Request) string {
	switch r.Table + " " + r.Scope {
	case "datapoints waxpusd":
		return `{"rows":[{"id":7,"median":598,"timestamp":"2024-08-13T16:01:30.000"},{"id":6,"median":597,"timestamp":"2024-08-13T16:01:27.000"}],"more":false,"next_key":""}`
	case "accounts alice.wam":
		return `{"rows":[{"balance":"12.34560000 WAX"}],"more":false,"next_key":""}`
	case "drops gamecontract":
		return `{"rows":[{"drop_id":1,"name":"Starter Pack"}],"more":false,"next_key":""}`
	case "partners gamecontract":
		return `{"rows":[{"code":"hailmary","share_bps":500}],"more":false,"next_key":""}`
	case "claims gamecontract":
		return fmt.Sprintf(`{"rows":[{"claim_id":"4294967301","claimer":%q}],"more":false,"next_key":""}`, r.LowerBound)
	}
	return chaintest.Empty
}

func (s *setup) do(method, target string, header ...string) *httptest.ResponseRecorder {
	return asking.Ask(s, method, target, header...)
}

func (s *setup) get(target string, header ...string) *httptest.ResponseRecorder {
	return s.do(http.MethodGet, target, header...)
}

const drops = paths.Rows + "/drops?account=gamecontract"

// wantError compares an answer with the data API's form of an error.
func wantError(t *testing.T, what string, w *httptest.ResponseRecorder, code int, naming string) {
	t.Helper()
	var answer struct {
		Code    int
		Message string
	}
	if err := strictjson.Decode(w.Body.Bytes(), &answer); err != nil {
		t.Errorf("%s: %v", what, err)
	}
	if w.Code != code || answer.Code != code || !strings.Contains(answer.Message, naming) || w.Header().Get("Content-Type") != "application/json" || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%s: %d %v %+v; want %d %s", what, w.Code, w.Header(), answer, code, naming)
	}
}
