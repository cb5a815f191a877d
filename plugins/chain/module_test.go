package chain

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/goleak"

	"fieldhouse/plugins/plugintest/must"
	_ "fieldhouse/plugins/site"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// provision makes the app as Caddy does, in a context that ends with the test
// or with end.
func provision(t *testing.T, site, chain string) (app *App, end func(), err error) {
	t.Helper()
	disabled := true
	ctx := must.Get(caddy.ProvisionContext(&caddy.Config{
		Admin:   &caddy.AdminConfig{Disabled: disabled},
		Logging: &caddy.Logging{Logs: map[string]*caddy.CustomLog{"default": {BaseLog: caddy.BaseLog{Level: "PANIC"}}}},
		AppsRaw: caddy.ModuleMap{"site": json.RawMessage(site)},
	}))(t)
	ctx, cancel := caddy.NewContext(ctx)
	t.Cleanup(cancel)
	loaded, err := ctx.LoadModuleByID("chain", json.RawMessage(chain))
	if err != nil {
		return nil, cancel, err
	}
	return loaded.(*App), cancel, nil
}

func TestWithoutNodesThoseOfTheSitesNetworkAreUsed(t *testing.T) {
	for _, name := range []string{"mainnet", "testnet"} {
		network, _, err := settings.LookUpNetwork(name)
		must.Do(t, err)
		app, _, err := provision(t, `{"network":"`+name+`"}`, `{}`)
		if err != nil || !slices.Equal(app.Nodes, network.Nodes) {
			t.Errorf("%s: nodes %v, error %v; want %v", name, app, err, network.Nodes)
			continue
		}
		c := app.config
		if c.Timeout != 2*time.Second || c.Deadline != 5*time.Second || c.MaxBody != 4<<20 || c.MaxLag != 10*time.Second || c.OutLag != time.Minute ||
			c.Rate != 15 || c.Burst != 30 || c.MaxRetryAfter != time.Minute || c.CheckEvery != 3*time.Second || c.Idle != 30*time.Second ||
			c.BreakerFaults != 3 || c.BreakerRest != 10*time.Second || c.HedgeShare != 0.1 || c.HedgeMin != 50*time.Millisecond || c.HedgeMax != 500*time.Millisecond {
			t.Errorf("%s: defaults %+v", name, c)
		}
	}
}

func TestTheAppReadsFromItsNodesAndOnlyOfTheSitesChain(t *testing.T) {
	node := chaintest.New(t, func(chaintest.Request) string { return chaintest.Empty })
	app, _, err := provision(t, `{"network":"mainnet"}`, `{"nodes":["`+node.URL+`"]}`)
	must.Do(t, err)
	if answer, err := app.TableRows(context.Background(), pool.Request{Code: "a", Scope: "b", Table: "c"}); err != nil || answer.Node != node.URL {
		t.Errorf("answer %+v, error %v", answer, err)
	}
	if info, err := app.Info(context.Background()); err != nil || info.ChainID != settings.MainnetChainID {
		t.Errorf("info %+v, error %v", info, err)
	}
	other, _, err := provision(t, `{"network":"testnet"}`, `{"nodes":["`+node.URL+`"]}`)
	must.Do(t, err)
	if _, err := other.Info(context.Background()); err == nil {
		t.Error("a node of mainnet answered for testnet")
	}
}

func TestConfigurationsWithTheSameNodesShareAPoolAndTheLastOneClosesIt(t *testing.T) {
	first, endFirst, err := provision(t, `{}`, `{"nodes":["https://wax.example"]}`)
	must.Do(t, err)
	second, endSecond, err := provision(t, `{}`, `{"nodes":["https://wax.example"],"timeout":"1s","rate":3,"max_lag":"20s"}`)
	must.Do(t, err)
	third, _, err := provision(t, `{}`, `{"nodes":["https://wax.example","https://other.example"]}`)
	must.Do(t, err)
	if first.Pool != second.Pool || first.Pool == third.Pool {
		t.Error("the same nodes have two pools, or others have the same")
	}
	endFirst()
	if !slices.Contains(pools.All(), second.Pool) {
		t.Error("the pool ended with the first of two configurations")
	}
	endSecond()
	if slices.Contains(pools.All(), second.Pool) {
		t.Error("the pool outlived the last configuration")
	}
}

// reload loads a configuration as a running process does.
func reload(t *testing.T, chain string) {
	t.Helper()
	config := `{"admin":{"disabled":true,"config":{"persist":false}},"logging":{"logs":{"default":{"level":"PANIC"}}},"apps":{"site":{"network":"mainnet"},"chain":` + chain + `}}`
	must.Do(t, caddy.Load([]byte(config), true))
}

func TestAReloadTakesTheNewSettingsAndKeepsWhatIsKnownOfTheNodes(t *testing.T) {
	node := chaintest.New(t, nil)
	t.Cleanup(func() {
		if err := caddy.Stop(); err != nil {
			t.Error(err)
		}
	})
	rows := pool.Request{Code: "a", Scope: "b", Table: "c"}
	reload(t, `{"nodes":["`+node.URL+`"],"health_interval":"1h"}`)
	before := must.Get(adapter.Running[*App]("chain"))(t)
	must.Get(before.TableRows(context.Background(), rows))(t)
	reload(t, `{"nodes":["`+node.URL+`"],"health_interval":"1h","max_answer":10}`)
	now := must.Get(adapter.Running[*App]("chain"))(t)
	if now == before || now.Pool != before.Pool {
		t.Error("the reload made a pool of its own, or no app")
	}
	if _, err := now.TableRows(context.Background(), rows); err == nil || !strings.Contains(err.Error(), "more than 10 bytes") {
		t.Errorf("the new max_answer does not count: %v", err)
	}
	if node.Infos() != 1 {
		t.Errorf("%d checks: the node was judged anew", node.Infos())
	}
	// A configuration that is refused changes nothing.
	refused := `{"admin":{"disabled":true,"config":{"persist":false}},"apps":{"site":{"network":"mainnet"},"chain":{"nodes":["` + node.URL + `"],"max_answer":-5}}}`
	if err := caddy.Load([]byte(refused), true); err == nil {
		t.Error("max_answer -5 was accepted")
	}
	if status := now.Status(); len(status) != 1 || status[0].State != pool.Good {
		t.Errorf("%+v", status)
	}
}

func TestAReloadThatFailsLateLeavesTheSettingsOfTheConfigurationBefore(t *testing.T) {
	node := chaintest.New(t, func(chaintest.Request) string {
		return `{"rows":["` + strings.Repeat("a", 2000) + `"],"more":false,"next_key":""}`
	})
	reads := func(app *App) error {
		_, err := app.TableRows(context.Background(), pool.Request{Code: "a", Scope: "b", Table: "c"})
		return err
	}
	running, _, err := provision(t, `{"network":"mainnet"}`, `{"nodes":["`+node.URL+`"]}`)
	must.Do(t, err)
	failing, fail, err := provision(t, `{"network":"mainnet"}`, `{"nodes":["`+node.URL+`"],"max_answer":1000}`)
	must.Do(t, err)
	for _, app := range []*App{running, failing} {
		must.Do(t, app.Start())
	}
	if err := reads(running); err == nil {
		t.Fatal("the new max_answer does not hold")
	}
	fail() // as Caddy does when another app did not start
	if err := reads(running); err != nil {
		t.Errorf("the refused max_answer holds: %v", err)
	}
}

func TestReadAndSendReachTheNode(t *testing.T) {
	node := chaintest.New(t, nil)
	app, _, err := provision(t, `{"network":"mainnet"}`, `{"nodes":["`+node.URL+`"]}`)
	must.Do(t, err)
	if raw, err := app.Read(context.Background(), "/v1/chain/get_table_rows", []byte(`{}`), chaintest.Head); err != nil || string(raw.Body) != chaintest.Empty {
		t.Errorf("%+v, %v", raw, err)
	}
	if raw, err := app.Send(context.Background(), chaintest.SendTransaction2, []byte(`{"transaction":{"packed_trx":"00"}}`)); err != nil || raw.Status != 202 || len(node.Pushes()) != 1 {
		t.Errorf("%+v, %v", raw, err)
	}
}

func TestLimitsThatLeaveNoRoomAreRefused(t *testing.T) {
	for chain, naming := range map[string]string{
		`{"timeout":"-1s"}`:                             "timeout",
		`{"timeout":"3s","deadline":"2s"}`:              "deadline",
		`{"max_answer":-1}`:                             "max_answer",
		`{"max_lag":"30s","out_lag":"20s"}`:             "max_lag",
		`{"rate":-1}`:                                   "rate",
		`{"health_interval":"1m","health_idle":"1s"}`:   "health",
		`{"breaker_faults":-1}`:                         "breaker",
		`{"hedge_share":2}`:                             "hedge",
		`{"nodes":["wax.example"]}`:                     "wax.example",
		`{"nodes":["https://user:secret@wax.example"]}`: "write https://host",
	} {
		_, _, err := provision(t, `{}`, chain)
		if err == nil || !strings.Contains(err.Error(), naming) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", chain, err)
		}
	}
}
