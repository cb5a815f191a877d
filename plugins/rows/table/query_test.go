package table

import (
	"errors"
	"strings"
	"testing"

	"fieldhouse/plugins/parameter"
	"fieldhouse/plugins/plugintest/must"
)

var site = Site{
	ChainID:      "1064487b3cd1a897ce03ae5b6a865651747e2e152090f99c1d19d44e01aea5a4",
	GameContract: "gamecontract",
	Oracle:       "delphioracle",
	OraclePair:   "waxpusd",
	Token:        "eosio.token",
}

func TestTheSpecificationsCallsAreUnderstood(t *testing.T) {
	for _, test := range []struct {
		table Table
		query string
		want  Query
	}{
		{Datapoints, "account=delphioracle&limit=1&isLimited=true&scope=waxpusd", Query{Limit: 1}},
		{Accounts, "account=eosio.token&limit=10&isLimited=true&scope=alice.wam", Query{User: "alice.wam", Limit: 10}},
		{Drops, "account=gamecontract", Query{}},
		{Partners, "account=gamecontract", Query{}},
		{Claims, "scope=gamecontract&index=alice.wam", Query{User: "alice.wam"}},
		{Claims, "index=alice.wam&nodes=2", Query{User: "alice.wam", Nodes: 2}},
		{Claims, "index=alice.wam&nodes=2&since=1700000000", Query{User: "alice.wam", Nodes: 2, Since: 1_700_000_000}},
		{Claims, "index=alice.wam&nodes=2&id=7", Query{User: "alice.wam", Nodes: 2, Claim: "7"}},
		{Assets, "scope=alice.wam&id=18446744073709551615", Query{User: "alice.wam", Asset: "18446744073709551615"}},
		{Assets, "id=0&nodes=2&min_block=9&scope=alice.wam", Query{User: "alice.wam", Asset: "0", Nodes: 2, MinBlock: 9}},
	} {
		t.Run(string(test.table), func(t *testing.T) {
			test.want.Table, test.want.site = test.table, site
			got, err := site.Parse(test.table, test.query)
			if err != nil || got != test.want {
				t.Errorf("%+v, %v; want %+v", got, err, test.want)
			}
		})
	}
}

func TestAParameterWithOneAllowedValueMayBeLeftOut(t *testing.T) {
	for _, test := range []struct {
		table       Table
		short, long string
	}{
		{Datapoints, "", "account=delphioracle&scope=waxpusd"},
		{Datapoints, "limit=1&isLimited=true", "scope=waxpusd&isLimited=true&limit=1&account=delphioracle"},
		{Accounts, "scope=alice", "account=eosio.token&scope=alice"},
		{Drops, "", "account=gamecontract"},
		{Partners, "", "account=gamecontract"},
		{Claims, "index=alice", "scope=gamecontract&index=alice"},
	} {
		short, err := site.Parse(test.table, test.short)
		if err != nil {
			t.Errorf("%s?%s: %v", test.table, test.short, err)
		}
		long, err := site.Parse(test.table, test.long)
		if err != nil {
			t.Errorf("%s?%s: %v", test.table, test.long, err)
		}
		if short != long || short.Key() != long.Key() {
			t.Errorf("%s: %q and %q are different queries", test.table, test.short, test.long)
		}
	}
}

func TestABadParameterIsRefusedByItsName(t *testing.T) {
	for _, test := range []struct {
		table         Table
		query, naming string
	}{
		// Only what is configured can be asked for.
		{Datapoints, "account=eosio", `parameter "account" must be delphioracle, not "eosio"`},
		{Datapoints, "scope=eosusd", `parameter "scope" must be waxpusd`},
		{Accounts, "account=other.token&scope=alice", `parameter "account" must be eosio.token`},
		{Drops, "account=eosio", `parameter "account" must be gamecontract`},
		{Partners, "account=", `parameter "account" must be gamecontract, not ""`},
		{Claims, "scope=other&index=alice", `parameter "scope" must be gamecontract`},
		// Unknown.
		{Drops, "table=accounts", `parameter "table" is unknown: drops has account, isLimited, limit, min_block`},
		{Drops, "scope=gamecontract", `parameter "scope" is unknown`},
		{Claims, "account=gamecontract&index=alice", `parameter "account" is unknown`},
		{Datapoints, "index=3", `parameter "index" is unknown`},
		{Accounts, "scope=alice&lower_bound=b", `parameter "lower_bound" is unknown`},
		{Drops, "ACCOUNT=gamecontract", `parameter "ACCOUNT" is unknown`},
		{Drops, "_=1", `parameter "_" is unknown`},
		{Drops, "=x", "the query has a parameter without a name"},
		{Drops, strings.Repeat("x", 100) + "=1", `parameter "` + strings.Repeat("x", 40) + `…" is unknown`},
		// Repeated.
		{Drops, "account=gamecontract&account=gamecontract", `parameter "account" is given more than once`},
		{Accounts, "scope=alice&scope=bob", `parameter "scope" is given more than once`},
		{Drops, "limit=1&limit=1", `parameter "limit" is given more than once`},
		// Missing.
		{Accounts, "", `parameter "scope" is missing`},
		{Accounts, "account=eosio.token", `parameter "scope" is missing`},
		{Claims, "scope=gamecontract", `parameter "index" is missing`},
		{Assets, "", `parameter "id" is missing: it is the id of the asset`},
		{Assets, "id=7", `parameter "scope" is missing`},
		// Assets, and nodes.
		{Assets, "scope=alice&id=", `parameter "id" must be the id of an asset`},
		{Assets, "scope=alice&id=07", `parameter "id"`},
		{Assets, "scope=alice&id=-1", `parameter "id"`},
		{Assets, "scope=alice&id=18446744073709551616", `parameter "id"`},
		{Assets, "scope=alice&id=7&id=8", `parameter "id" is given more than once`},
		{Assets, "scope=ALICE&id=7", `parameter "scope" must be an account name`},
		{Claims, "index=alice&nodes=", `parameter "nodes" must be 2`},
		{Claims, "index=alice&nodes=1", `parameter "nodes" must be 2`},
		{Claims, "index=alice&nodes=3", `parameter "nodes" must be 2`},
		{Claims, "index=alice&nodes=2&isLimited=true", `parameter "isLimited" cannot be true with nodes`},
		{Claims, "index=alice&id=07", `parameter "id" must be the id of a claim`},
		{Claims, "index=alice&since=1", `parameter "since" goes with nodes`},
		{Claims, "index=alice&nodes=2&since=0", `parameter "since" must be a whole number from 1 to 4294967295`},
		{Claims, "index=alice&nodes=2&since=4294967296", `parameter "since" must be`},
		{Assets, "scope=alice&id=7&nodes=2&since=1", `parameter "since" is unknown`},
		{Drops, "nodes=2", `parameter "nodes" is unknown`},
		{Accounts, "scope=alice&nodes=2", `parameter "nodes" is unknown`},
		// Names.
		{Accounts, "scope=", `parameter "scope" must be an account name`},
		{Accounts, "scope=ALICE", `parameter "scope" must be an account name`},
		{Accounts, "scope=alice.", `parameter "scope" must be an account name`},
		{Accounts, "scope=alice6", `parameter "scope" must be an account name`},
		{Accounts, "scope=aaaaaaaaaaaaa", `parameter "scope" must be an account name`},
		{Accounts, "scope=alice%00", `parameter "scope" must be an account name`},
		{Claims, "index=alice%2F..", `parameter "index" must be an account name`},
		{Claims, "index=1%0d%0aX:1", `parameter "index" must be an account name`},
		// Numbers and booleans.
		{Drops, "limit=0", `parameter "limit" must be a whole number from 1 to 1000, not "0"`},
		{Drops, "limit=1001", `parameter "limit"`},
		{Drops, "limit=-1", `parameter "limit"`},
		{Drops, "limit=%2B1", `parameter "limit"`},
		{Drops, "limit=01", `parameter "limit"`},
		{Drops, "limit=1e2", `parameter "limit"`},
		{Drops, "limit=1.0", `parameter "limit"`},
		{Drops, "limit=", `parameter "limit"`},
		{Drops, "limit=99999999999999999999", `parameter "limit"`},
		{Drops, "isLimited=TRUE", `parameter "isLimited" must be true or false`},
		{Drops, "isLimited=1", `parameter "isLimited" must be true or false`},
		{Drops, "isLimited", `parameter "isLimited" must be true or false`},
		{Drops, "min_block=", `parameter "min_block" must be the number of a block, from 0 to 4294967295, not ""`},
		{Drops, "min_block=-1", `parameter "min_block"`},
		{Drops, "min_block=1.5", `parameter "min_block"`},
		{Drops, "min_block=007", `parameter "min_block"`},
		{Drops, "min_block=4294967296", `parameter "min_block"`},
		{Drops, "min_block=head", `parameter "min_block"`},
		{Drops, "min_block=1&min_block=2", `parameter "min_block" is given more than once`},
		// The query as a whole.
		{Drops, "account=%zz", "the query cannot be read"},
		{Drops, "a;b", "the query cannot be read"},
		{Drops, "account=" + strings.Repeat("a", 2000), "the query has more than 1024 bytes"},
	} {
		_, err := site.Parse(test.table, test.query)
		var bad *parameter.Error
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), test.naming) {
			t.Errorf("%s?%s: %v; want %s", test.table, test.query, err, test.naming)
		}
	}
	if _, err := site.Parse("userres", ""); !errors.Is(err, ErrNoTable) {
		t.Errorf("unknown table: %v", err)
	}
}

func TestALimitHoldsOnlyTogetherWithIsLimited(t *testing.T) {
	for query, limit := range map[string]int{
		"": 0, "limit=5": 0, "isLimited=false&limit=5": 0, "isLimited=true": DefaultLimit, "isLimited=true&limit=5": 5, "limit=1000&isLimited=true": 1000,
	} {
		if got, err := site.Parse(Drops, query); err != nil || got.Limit != limit {
			t.Errorf("%q: limit %d, %v; want %d", query, got.Limit, err, limit)
		}
	}
}

func TestMinBlockIsUnderstoodByEveryTableAndIsPartOfNoKey(t *testing.T) {
	for table, query := range map[Table]string{Datapoints: "", Accounts: "scope=alice", Drops: "", Partners: "", Claims: "index=alice", Assets: "scope=alice&id=7"} {
		plain := must.Get(site.Parse(table, query))(t)
		for written, block := range map[string]uint64{"0": 0, "1": 1, "324182164": 324182164, "4294967295": 4294967295} {
			got, err := site.Parse(table, query+"&min_block="+written)
			if err != nil || got.MinBlock != block || got.Key() != plain.Key() {
				t.Errorf("%s from block %s: %+v, %v", table, written, got, err)
			}
		}
	}
}

func TestQueriesThatDifferHaveDifferentKeys(t *testing.T) {
	other := site
	other.ChainID = "f16b1833c747c43682f4386fca9cbb327929334a762755ebec17f6f23c9b8a12"
	keys := make(map[string]string)
	for _, s := range []Site{site, other} {
		for _, test := range []struct {
			table Table
			query string
		}{
			{Datapoints, ""}, {Datapoints, "isLimited=true"}, {Datapoints, "isLimited=true&limit=1"},
			{Accounts, "scope=alice"}, {Accounts, "scope=bob"}, {Accounts, "scope=alice&isLimited=true"}, {Accounts, "scope=gamecontract"},
			{Drops, ""}, {Drops, "isLimited=true&limit=1"}, {Partners, ""},
			{Claims, "index=alice"}, {Claims, "index=bob"}, {Claims, "index=alice&isLimited=true"}, {Claims, "index=alice&nodes=2"},
			{Claims, "index=alice&id=1"}, {Claims, "index=alice&id=2"},
			{Claims, "index=alice&nodes=2&since=1"}, {Claims, "index=alice&nodes=2&since=2"},
			{Assets, "scope=alice&id=7"}, {Assets, "scope=alice&id=8"}, {Assets, "scope=bob&id=7"}, {Assets, "scope=alice&id=7&nodes=2"},
		} {
			query := must.Get(s.Parse(test.table, test.query))(t)
			this := s.ChainID[:4] + " " + string(test.table) + "?" + test.query
			if before, taken := keys[query.Key()]; taken {
				t.Errorf("%s and %s share the key %s", before, this, query.Key())
			}
			keys[query.Key()] = this
		}
	}
}

func FuzzQuery(f *testing.F) {
	f.Add("datapoints", "account=delphioracle&limit=1&isLimited=true&scope=waxpusd")
	f.Add("accounts", "account=eosio.token&limit=10&isLimited=true&scope=alice.wam")
	f.Add("claims", "scope=gamecontract&index=alice.wam")
	f.Add("assets", "scope=alice.wam&id=1099511627776&nodes=2")
	f.Add("drops", "account=%67amecontract&limit=%31")
	f.Fuzz(func(t *testing.T, name, raw string) {
		query, err := site.Parse(Table(name), raw)
		if err != nil {
			var bad *parameter.Error
			if !errors.Is(err, ErrNoTable) && !errors.As(err, &bad) {
				t.Errorf("%s?%q: %v", name, raw, err)
			}
			return
		}
		// What was accepted asks for nothing but what is configured.
		request := query.request()
		scopes := map[string]string{"datapoints": "waxpusd", "accounts": scopeOf(query.User), "drops": "gamecontract", "partners": "gamecontract", "claims": "gamecontract", "assets": scopeOf(query.User)}
		codes := map[string]string{"datapoints": "delphioracle", "accounts": "eosio.token", "drops": "gamecontract", "partners": "gamecontract", "claims": "gamecontract", "assets": "atomicassets"}
		if request.Table != name || request.Scope != scopes[name] || request.Code != codes[name] || query.Limit < 0 || query.Limit > MaxLimit {
			t.Errorf("%s?%q asks for %+v", name, raw, request)
		}
		if strings.Count(query.Key(), "/") != 6 || len(query.Key()) > 200 {
			t.Errorf("%s?%q has the key %q", name, raw, query.Key())
		}
	})
}
