package chain

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/goleak"

	_ "fieldhouse/plugins/site"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// provision makes the app as Caddy does, in a context that ends with the test
// or with end.
func provision(t *testing.T, site, chain string) (app *App, end func(), err error) {
	t.Helper()
	disabled := true
	ctx, err := caddy.ProvisionContext(&caddy.Config{
		Admin:   &caddy.AdminConfig{Disabled: disabled},
		Logging: &caddy.Logging{Logs: map[string]*caddy.CustomLog{"default": {BaseLog: caddy.BaseLog{Level: "PANIC"}}}},
		AppsRaw: caddy.ModuleMap{"site": json.RawMessage(site)},
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := caddy.NewContext(ctx)
	t.Cleanup(cancel)
	loaded, err := ctx.LoadModuleByID("chain", json.RawMessage(chain))
	if err != nil {
		return nil, cancel, err
	}
	return loaded.(*App), cancel, nil
}

func TestWithoutNodesThoseOfTheSitesNetworkAreUsed(t *testing.T) {
	for _, name := range []string{"mainnet", "testnet", "devchain"} {
		network, _, err := settings.LookUpNetwork(name)
		if err != nil {
			t.Fatal(err)
		}
		app, _, err := provision(t, `{"network":"`+name+`"}`, `{}`)
		if err != nil || !slices.Equal(app.Nodes, network.Nodes) {
			t.Errorf("%s: nodes %v, error %v; want %v", name, app, err, network.Nodes)
			continue
		}
		if time.Duration(app.Timeout) != 2*time.Second || time.Duration(app.Deadline) != 5*time.Second || app.MaxAnswer != 4<<20 {
			t.Errorf("%s: defaults %s, %s, %d", name, time.Duration(app.Timeout), time.Duration(app.Deadline), app.MaxAnswer)
		}
	}
}

func TestTheAppReadsFromItsNodesAndOnlyOfTheSitesChain(t *testing.T) {
	node := chaintest.New(t, func(chaintest.Request) string { return chaintest.Empty })
	app, _, err := provision(t, `{"network":"mainnet"}`, `{"nodes":["`+node.URL+`"]}`)
	if err != nil {
		t.Fatal(err)
	}
	if answer, err := app.TableRows(context.Background(), pool.Request{Code: "a", Scope: "b", Table: "c"}); err != nil || answer.Node != node.URL {
		t.Errorf("answer %+v, error %v", answer, err)
	}
	if info, err := app.Info(context.Background()); err != nil || info.ChainID != settings.MainnetChainID {
		t.Errorf("info %+v, error %v", info, err)
	}
	other, _, err := provision(t, `{"network":"testnet"}`, `{"nodes":["`+node.URL+`"]}`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Info(context.Background()); err == nil {
		t.Error("a node of mainnet answered for testnet")
	}
}

func TestConfigurationsWithTheSameNodesShareAPoolAndTheLastOneClosesIt(t *testing.T) {
	chain := `{"nodes":["https://wax.example"]}`
	first, endFirst, err := provision(t, `{}`, chain)
	if err != nil {
		t.Fatal(err)
	}
	second, endSecond, err := provision(t, `{}`, chain)
	if err != nil {
		t.Fatal(err)
	}
	third, _, err := provision(t, `{}`, `{"nodes":["https://wax.example"],"timeout":"1s"}`)
	if err != nil {
		t.Fatal(err)
	}
	if first.pool != second.pool || first.pool == third.pool {
		t.Error("the same nodes have two pools, or other settings have the same")
	}
	endFirst()
	if references, ok := pools.References(second.key); !ok || references != 1 {
		t.Errorf("%d references, %v", references, ok)
	}
	endSecond()
	if _, ok := pools.References(second.key); ok {
		t.Error("the pool outlived the last configuration")
	}
}

func TestLimitsThatLeaveNoRoomAreRefused(t *testing.T) {
	for chain, naming := range map[string]string{
		`{"timeout":"-1s"}`:                             "timeout",
		`{"timeout":"3s","deadline":"2s"}`:              "deadline",
		`{"max_answer":-1}`:                             "max_answer",
		`{"nodes":["wax.example"]}`:                     "wax.example",
		`{"nodes":["https://user:secret@wax.example"]}`: "write https://host",
	} {
		_, _, err := provision(t, `{}`, chain)
		if err == nil || !strings.Contains(err.Error(), naming) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", chain, err)
		}
	}
}
