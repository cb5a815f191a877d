package rows

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"fieldhouse/plugins/adapter"
	_ "fieldhouse/plugins/chain"
	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/plugintest/caddytest"
	"fieldhouse/plugins/plugintest/golden"
	"fieldhouse/plugins/plugintest/must"
	_ "fieldhouse/plugins/site"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2"
	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp/fileserver"
	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp/reverseproxy"
)

type object = caddytest.Object

// process is Caddy with our modules before a node.
type process struct {
	*caddytest.Process
	node *chaintest.Node
}

func newProcess(t testing.TB) *process {
	t.Helper()
	p := new(process)
	p.node = chaintest.New(t, func(r chaintest.Request) string {
		return fmt.Sprintf(`{"rows":[{"table":%q,"scope":%q,"limit":%d}],"more":false,"next_key":""}`, r.Table, r.Scope, r.Limit)
	})
	p.Process = caddytest.New(t, "rows", func(rows object) object {
		return object{
			"site":  object{},
			"chain": object{"nodes": []string{p.node.URL}, "timeout": "4s", "deadline": "5s"},
			"rows":  rows,
		}
	})
	return p
}

const (
	drops = "/api/v1/rows/drops"
	hit   = "fieldhouse;hit"
	miss  = "fieldhouse;fwd=miss"
)

func TestTheHandlerAnswersItsPathsAndLeavesTheOthers(t *testing.T) {
	p := newProcess(t)
	p.Load(object{})
	network, _, err := settings.LookUpNetwork("mainnet")
	must.Do(t, err)
	p.Want(drops, 200, fmt.Sprintf(`{"rows":[{"table":"drops","scope":%q,"limit":1000}],"more":false,"next_key":""}`, network.GameContract), miss)
	p.Want(drops+"?account="+network.GameContract, 200, `"table":"drops"`, hit)
	p.Want(drops+"?account=eosio", 400, `{"code":400,"message":"parameter \"account\" must be `+network.GameContract, "")
	p.Want("/api/v1/rows/nothing", 404, `{"code":404`, "")
	p.Want("/api/v1/rowsandmore", 200, "next", "")
	p.Want("/", 200, "next", "")
}

func TestAReloadKeepsWhatWasReadAndTakesTheNewSettings(t *testing.T) {
	p := newProcess(t)
	p.Load(object{})
	p.Want(drops, 200, `"table":"drops"`, miss)
	p.node.Set(func(s *chaintest.State) { s.Fail = chaintest.Answer(503, "") })
	p.Load(object{"max_pages": 3, "lifetimes": object{"drops": object{"soft": "1m"}}})
	p.Want(drops, 200, `"table":"drops"`, hit)
	if asked := len(p.node.Requests()); asked > 2 { // one, and a refresh if a second went by
		t.Errorf("the node was asked %d times", asked)
	}

	// From here an answer lives for the new minute, in the same cache.
	p.node.Set(func(s *chaintest.State) { s.Fail = nil })
	p.Want("/api/v1/rows/drops?isLimited=true", 200, `"limit":10`, miss)
	response, _, err := p.Get("/api/v1/rows/drops?isLimited=true")
	must.Do(t, err)
	status := response.Header.Get("Cache-Status")
	if ttl, err := strconv.Atoi(strings.TrimPrefix(status, hit+";ttl=")); err != nil || ttl <= 1 {
		t.Errorf("%s: not fresh for longer than the second that was", status)
	}

	// What one chain answered is not another's answer.
	p.node.Set(func(s *chaintest.State) { s.ChainID = settings.TestnetChainID })
	p.Load(object{}, func(apps object) { apps["site"] = object{"network": "testnet"} })
	p.Want(drops, 200, `"table":"drops"`, miss)
}

func TestABudgetIsThatOfTheClientAsCaddySeesIt(t *testing.T) {
	p := newProcess(t)
	p.Load(object{"misses": 0.001, "miss_burst": 1, "lifetimes": object{"accounts": object{"soft": "1h", "hard": "2h"}}}, caddytest.TrustForwarded)
	for c, client := range []string{"198.51.100.1", "198.51.100.2", "2001:db8::1"} {
		for i, want := range []int{200, 429} {
			if got := p.GetFrom(client, fmt.Sprintf("/api/v1/rows/accounts?scope=user.%c%c", 'a'+c, 'a'+i)); got != want {
				t.Errorf("%s, account %d: %d, want %d", client, i, got, want)
			}
		}
	}
}

func TestAConfigurationThatIsRefusedLeavesTheOldOneServing(t *testing.T) {
	p := newProcess(t)
	p.Load(object{})
	p.Want(drops, 200, `"table":"drops"`, miss)
	p.Refuse(caddytest.Refused{
		"cache too small":    {object{"cache_size": 1 << 20}, "cache_size"},
		"negative pages":     {object{"max_pages": -1}, "max_pages"},
		"negative misses":    {object{"misses": -1}, "misses"},
		"negative time-out":  {object{"fetch_timeout": "-1s"}, "fetch_timeout"},
		"unknown table":      {object{"lifetimes": object{"blog": object{"soft": "1s"}}}, `"blog"`},
		"floor over ceiling": {object{"wax_price": object{"floor": 2, "ceiling": 1}}, "wax_price"},
		"hard before soft":   {object{"lifetimes": object{"drops": object{"soft": "2s", "hard": "1s"}}}, "drops"},
		"negative soft":      {object{"lifetimes": object{"drops": object{"soft": "-2s"}}}, "drops"},
	}, drops, `"table":"drops"`, hit)
	err := caddy.Load(p.Config(object{}, func(apps object) {
		apps["chain"] = object{"nodes": []string{p.node.URL}, "timeout": "3s", "deadline": "2s"}
	}), true)
	if err == nil || !strings.Contains(err.Error(), "deadline") {
		t.Errorf("an app that refuses: %v", err)
	}
	p.Want(drops, 200, `"table":"drops"`, hit)
}

func TestThePriceIsBelievedWithinTheNetworksBandOrTheOperators(t *testing.T) {
	p := newProcess(t)
	price := "/api/v1/rows/datapoints?limit=1&isLimited=true"
	p.node.Set(func(s *chaintest.State) {
		s.Rows = func(chaintest.Request) string {
			return `{"rows":[{"median":600000,"timestamp":"2024-08-13T16:01:30.000"}],"more":false,"next_key":""}`
		}
	})
	p.Load(object{"remember": "1ns"})
	p.Want(price, 502, `"code":502`, "")
	p.Load(object{"remember": "1ns", "wax_price": object{"floor": 1, "ceiling": 599_999}})
	p.Want(price, 502, `"code":502`, "")
	p.Load(object{"remember": "1ns", "wax_price": object{}})
	p.Want(price, 200, `"median":600000`, miss)
	p.node.Set(func(s *chaintest.State) { s.ChainID = settings.TestnetChainID })
	p.Load(object{}, func(apps object) { apps["site"] = object{"network": "testnet"} })
	p.Want(price, 200, `"median":600000`, miss)
}

func TestUnderReloadsEveryAnswerIsAWarmHitAndNothingLeaks(t *testing.T) {
	caddytest.LeavesNothing(t, func(t *testing.T) { newProcess(t).Load(object{}) }, func(t *testing.T) {
		p := newProcess(t)
		p.Load(object{})
		p.Want(drops, 200, `"table":"drops"`, miss)
		p.Reload(func(i int) object {
			return object{"max_pages": i%2 + 1}
		}, drops, 200, `"table":"drops"`, hit)
	})
}

func TestWhilePushesWaitForTheNodesTheAppSparesThem(t *testing.T) {
	p := newProcess(t)
	p.Load(object{})
	const balance = "/api/v1/rows/accounts?scope=alice.wam"
	beyond := balance + "&min_block=4294967295"
	p.Want(balance, 200, `"table":"accounts"`, miss)
	p.Want(beyond, 503, `{"code":503`, "")
	app := must.Get(adapter.Running[*App]("rows"))(t)
	app.UseBusy(func() bool { return true })
	p.Want(beyond, 200, `"table":"accounts"`, hit)
	app.UseBusy(func() bool { return false })
	p.Want(beyond, 503, `{"code":503`, "")
	app.UseBusy(func() bool { return true })
	p.Load(object{"max_pages": 3}) // another configuration, whose UseBusy nobody has called yet
	p.Want(beyond, 503, `{"code":503`, "")
}

func TestCaddyfilesAdaptToTheirJSON(t *testing.T) { golden.Adapt(t, "testdata") }

func TestOptions(t *testing.T) {
	golden.Options(t, "rows", map[string]string{
		`cache_size`:                              `wrong argument count or unexpected line ending after 'cache_size', at Caddyfile:3`,
		`cache_size lots`:                         `cache_size "lots": write a size such as 64MiB, at Caddyfile:3`,
		`fetch_timeout 0s`:                        `fetch_timeout "0s": write a duration such as 2s, at Caddyfile:3`,
		`lifetime blog 1s 2s`:                     `lifetime "blog": there is no such table, at Caddyfile:3`,
		`lifetime drops`:                          `wrong argument count or unexpected line ending after 'drops', at Caddyfile:3`,
		"lifetime drops 1s\nlifetime drops 2s":    `lifetime drops stands twice, at Caddyfile:4`,
		`lifetime drops 1s forever`:               `lifetime "forever": write a duration such as 2s, at Caddyfile:3`,
		`max_bytes 0`:                             `max_bytes "0": write a size such as 64MiB, at Caddyfile:3`,
		`max_pages 0`:                             `max_pages "0": write a number from 1 on, at Caddyfile:3`,
		`misses 0`:                                `{"misses":0}`,
		`misses 5 0`:                              `misses: the burst "0" is not a number from 1 on, at Caddyfile:3`,
		`misses few`:                              `misses "few": write a number per second such as 20, or 0 for no bound, at Caddyfile:3`,
		`remember -1s`:                            `remember "-1s": write a duration such as 2s, at Caddyfile:3`,
		`soft 3s`:                                 `unrecognized subdirective: soft, at Caddyfile:3`,
		`wax_price 0 10`:                          `wax_price "0": write US dollars with at most four decimals, such as 0.001, at Caddyfile:3`,
		`wax_price 0.00001 10`:                    `wax_price "0.00001": write US dollars with at most four decimals, such as 0.001, at Caddyfile:3`,
		`wax_price 0.001`:                         `wax_price: write the least and the most that one WAX can cost in US dollars, such as 0.001 10, or any, at Caddyfile:3`,
		`wax_price 0.001 $10`:                     `wax_price "$10": write US dollars with at most four decimals, such as 0.001, at Caddyfile:3`,
		`wax_price 10 0.001`:                      `wax_price: its floor is above its ceiling, at Caddyfile:3`,
		`wax_price any`:                           `{"wax_price":{}}`,
		":8080 {\nrows drops\n}":                  `wrong argument count or unexpected line ending after 'drops', at Caddyfile:2`,
		":8080 {\nrows {\ncache_size 64MiB\n}\n}": `unrecognized subdirective: cache_size; the settings stand in the global option rows, at Caddyfile:3`,
		"{\nrows\nrows\n}":                        `the rows block stands twice: a process has one cache of rows, at Caddyfile:3`,
		"{\nrows\n}":                              `{}`,
	})
}
