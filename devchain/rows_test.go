package devchain_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"testing"
	"time"

	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/node"
	"fieldhouse/devchain/chain/producer"
	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/rows/table"
)

// narrow is a chain whose nodes answer few rows a page.
type narrow struct {
	*pool.Pool
	limit int
}

func (n narrow) TableRows(ctx context.Context, request pool.Request) (pool.Answer, error) {
	request.Limit = min(request.Limit, n.limit)
	return n.Pool.TableRows(ctx, request)
}

// newDevchain is a pool of one node of the development chain, which speaks a
// node's API by its own reading of it.
func newDevchain(t *testing.T) (*pool.Pool, table.Site) {
	t.Helper()
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	now := func() time.Time { return at }
	chain := must.Get(producer.New(producer.Options{Options: genesis.Options{Drops: genesis.DefaultDrops, Seed: 1}, Settings: producer.Defaults(), Clock: now}))(t)
	server := httptest.NewServer(node.New(chain.Ledger()))
	t.Cleanup(server.Close)
	nodes := must.Get(pool.New(pool.Config{Nodes: []string{server.URL}, Now: now, Rate: 10_000}))(t)
	t.Cleanup(nodes.Close)
	return nodes, table.Site{GameContract: genesis.GameContract, Oracle: genesis.Oracle, OraclePair: genesis.OraclePair, Token: genesis.Token}
}

func readRows(t *testing.T, site table.Site, chain table.Chain, which table.Table, query string) []json.RawMessage {
	t.Helper()
	parsed := must.Get(site.Parse(which, query))(t)
	result, err := parsed.Read(t.Context(), chain, table.Bounds{MaxPages: 1000, MaxBytes: 1 << 20})
	if err != nil {
		t.Fatalf("%s?%s: %v", which, query, err)
	}
	var envelope struct {
		Rows    []json.RawMessage
		More    bool
		NextKey *string `json:"next_key"`
	}
	if err := json.Unmarshal(result.Body, &envelope); err != nil || envelope.More || envelope.NextKey == nil || result.Cut != "" || result.LeftOut > 0 {
		t.Fatalf("%s?%s: %s, cut %q, %v", which, query, result.Body, result.Cut, err)
	}
	return envelope.Rows
}

func TestAllTablesOfTheDevelopmentChainAreTheSameInPagesOfAnySize(t *testing.T) {
	nodes, site := newDevchain(t)
	queries := map[table.Table][]string{
		table.Drops: {""}, table.Partners: {""}, table.Datapoints: {""}, table.Accounts: {"scope=alice.wam"},
		table.Claims: {"index=alice.wam", "index=nobody"},
	}
	// Users with several claims, whose pages by user cannot go on by their key.
	for _, buyer := range genesis.Buyers {
		queries[table.Claims] = append(queries[table.Claims], "index="+buyer)
	}
	most := map[table.Table]int{}
	for which, each := range queries {
		for _, query := range each {
			want := readRows(t, site, nodes, which, query)
			most[which] = max(most[which], len(want))
			for limit := 1; limit <= 3; limit++ {
				got := readRows(t, site, narrow{nodes, limit}, which, query)
				if len(got) != len(want) {
					t.Errorf("%s?%s in pages of %d: %d rows, want %d", which, query, limit, len(got), len(want))
					continue
				}
				for i := range want {
					if string(got[i]) != string(want[i]) {
						t.Errorf("%s?%s in pages of %d: row %d is %s, want %s", which, query, limit, i, got[i], want[i])
					}
				}
			}
		}
	}
	if most[table.Drops] < 4 || most[table.Claims] < 3 {
		t.Errorf("there are at most %v rows", most)
	}
}

func TestAnAssetsRowIsThereUntilItsOwnerHasItNoMore(t *testing.T) {
	chain, site := newDevchain(t)
	whole, err := chain.TableRows(t.Context(), pool.Request{Code: genesis.Assets, Scope: "alice.wam", Table: "assets", Limit: 1})
	if err != nil || len(whole.Rows) != 1 {
		t.Fatalf("%+v, %v", whole, err)
	}
	var asset struct {
		ID json.Number `json:"asset_id"`
	}
	must.Do(t, json.Unmarshal(whole.Rows[0], &asset))
	if rows := readRows(t, site, chain, table.Assets, "scope=alice.wam&id="+asset.ID.String()); len(rows) != 1 || string(rows[0]) != string(whole.Rows[0]) {
		t.Errorf("%s, want %s", rows, whole.Rows)
	}
	for _, query := range []string{"scope=bob.wam&id=" + asset.ID.String(), "scope=alice.wam&id=1"} {
		if rows := readRows(t, site, chain, table.Assets, query); len(rows) != 0 {
			t.Errorf("%s: %s", query, rows)
		}
	}
}
