package rows

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"go.uber.org/goleak"

	_ "fieldhouse/plugins/chain"
	_ "fieldhouse/plugins/site"
)

func init() { caddy.RegisterModule(nextHandler{}) }

// nextHandler is what stands behind rows in the tests' routes.
type nextHandler struct{}

func (nextHandler) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "http.handlers.rows_test_next", New: func() caddy.Module { return new(nextHandler) }}
}

func (nextHandler) ServeHTTP(w http.ResponseWriter, _ *http.Request, _ caddyhttp.Handler) error {
	_, err := io.WriteString(w, "next")
	return err
}

// object is a piece of Caddy's configuration.
type object = map[string]any

// process is Caddy with our modules on a loopback port.
type process struct {
	t      testing.TB
	node   *chaintest.Node
	port   int
	client *http.Client
}

func newProcess(t testing.TB) *process {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	p := &process{t: t, port: listener.Addr().(*net.TCPAddr).Port, client: &http.Client{Transport: new(http.Transport), Timeout: 10 * time.Second}}
	p.node = chaintest.New(t, func(r chaintest.Request) string {
		return fmt.Sprintf(`{"rows":[{"table":%q,"scope":%q,"limit":%d}],"more":false,"next_key":""}`, r.Table, r.Scope, r.Limit)
	})
	p.node.Set(func(s *chaintest.State) { s.ChainID = settings.DevchainChainID })
	t.Cleanup(func() {
		if err := caddy.Stop(); err != nil {
			t.Error(err)
		}
		p.client.CloseIdleConnections()
	})
	return p
}

// config is the process's configuration with the app rows as given.
func (p *process) config(rows object, change ...func(apps object)) []byte {
	apps := object{
		"site":  object{"network": "devchain"},
		"chain": object{"nodes": []string{p.node.URL}, "timeout": "4s", "deadline": "5s"},
		"rows":  rows,
		// Nothing of a test is written to the user's folder.
		"tls": object{"disable_storage_check": true, "disable_storage_clean": true},
		"http": object{"servers": object{"srv0": object{
			"listen":          []string{fmt.Sprintf("127.0.0.1:%d", p.port)},
			"automatic_https": object{"disable": true},
			"routes":          []object{{"handle": []object{{"handler": "rows"}, {"handler": "rows_test_next"}}}},
		}}},
	}
	for _, apply := range change {
		apply(apps)
	}
	config, err := json.Marshal(object{
		"admin":   object{"disabled": true, "config": object{"persist": false}},
		"logging": object{"logs": object{"default": object{"level": "PANIC"}}},
		"apps":    apps,
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return config
}

func (p *process) load(rows object, change ...func(apps object)) {
	p.t.Helper()
	if err := caddy.Load(p.config(rows, change...), true); err != nil {
		p.t.Fatal(err)
	}
	p.client.CloseIdleConnections() // they may still be with the old server
}

func (p *process) get(path string) (*http.Response, string, error) {
	response, err := p.client.Get(fmt.Sprintf("http://127.0.0.1:%d%s", p.port, path))
	if err != nil {
		return nil, "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return response, string(body), err
}

// want gets a path and compares status, body and Cache-Status as far as given.
//
// A connection that falls into the moment in which a reload closes the old
// configuration's socket is reset before a request was sent: it is made again.
func (p *process) want(path string, code int, body, cacheStatus string) {
	p.t.Helper()
	response, got, err := p.get(path)
	for tries := 0; errors.Is(err, syscall.ECONNRESET) && tries < 5; tries++ {
		response, got, err = p.get(path)
	}
	if err != nil {
		p.t.Fatal(err)
	}
	if response.StatusCode != code || !strings.Contains(got, body) || !strings.HasPrefix(response.Header.Get("Cache-Status"), cacheStatus) {
		p.t.Fatalf("%s: %d %s %s; want %d %s %s", path, response.StatusCode, response.Header.Get("Cache-Status"), got, code, cacheStatus, body)
	}
}

const (
	drops = "/api/v1/rows/drops"
	hit   = "fieldhouse;hit"
	miss  = "fieldhouse;fwd=miss"
)

func TestTheHandlerAnswersItsPathsAndLeavesTheOthers(t *testing.T) {
	p := newProcess(t)
	p.load(object{})
	devchain, _, err := settings.LookUpNetwork("devchain")
	if err != nil {
		t.Fatal(err)
	}
	p.want(drops, 200, fmt.Sprintf(`{"rows":[{"table":"drops","scope":%q,"limit":1000}],"more":false,"next_key":""}`, devchain.GameContract), miss)
	p.want(drops+"?account="+devchain.GameContract, 200, `"table":"drops"`, hit)
	p.want(drops+"?account=eosio", 400, `{"code":400,"message":"parameter \"account\" must be `+devchain.GameContract, "")
	p.want("/api/v1/rows/nothing", 404, `{"code":404`, "")
	p.want("/api/v1/rowsandmore", 200, "next", "")
	p.want("/", 200, "next", "")
}

func TestAReloadKeepsWhatWasReadAndTakesTheNewSettings(t *testing.T) {
	p := newProcess(t)
	p.load(object{})
	p.want(drops, 200, `"table":"drops"`, miss)
	p.node.Set(func(s *chaintest.State) { s.Fail = chaintest.Answer(503, "") })
	p.load(object{"max_pages": 3, "lifetimes": object{"drops": object{"soft": "5s"}}})
	p.want(drops, 200, `"table":"drops"`, hit)
	if asked := len(p.node.Requests()); asked > 2 { // one, and a refresh if a second went by
		t.Errorf("the node was asked %d times", asked)
	}

	// From here an answer lives for the new 5 s, in the same cache.
	p.node.Set(func(s *chaintest.State) { s.Fail = nil })
	p.want("/api/v1/rows/drops?isLimited=true", 200, `"limit":10`, miss)
	p.want("/api/v1/rows/drops?isLimited=true", 200, `"limit":10`, hit+";ttl=4")

	// What one chain answered is not another's answer.
	p.node.Set(func(s *chaintest.State) { s.ChainID = settings.TestnetChainID })
	p.load(object{}, func(apps object) { apps["site"] = object{"network": "testnet"} })
	p.want(drops, 200, `"table":"drops"`, miss)
}

func TestAReloadChangesLifetimesAndBudgetsOfTheLivingCache(t *testing.T) {
	p := newProcess(t)
	p.load(object{"lifetimes": object{"drops": object{"soft": "1h", "hard": "2h"}}, "misses": 0.001, "miss_burst": 1})
	p.want(drops, 200, `"table":"drops"`, miss)
	p.want("/api/v1/rows/partners", 429, `{"code":429`, "fieldhouse;detail=budget")

	p.load(object{"lifetimes": object{"drops": object{"soft": "1h", "hard": "3h"}}, "fetch_timeout": "3s", "remember": "2s", "misses": 0})
	p.want(drops, 200, `"table":"drops"`, hit)
	for i := range 50 {
		p.want(fmt.Sprintf("/api/v1/rows/accounts?scope=user.%c%c", 'a'+i/10, 'a'+i%10), 200, `"table":"accounts"`, miss)
	}
	if asked := len(p.node.Requests()); asked != 51 {
		t.Errorf("the node was asked %d times", asked)
	}
}

func TestABudgetIsThatOfTheClientAsCaddySeesIt(t *testing.T) {
	p := newProcess(t)
	p.load(object{"misses": 0.001, "miss_burst": 1, "lifetimes": object{"accounts": object{"soft": "1h", "hard": "2h"}}}, func(apps object) {
		server := apps["http"].(object)["servers"].(object)["srv0"].(object)
		server["trusted_proxies"] = object{"source": "static", "ranges": []string{"127.0.0.1/32"}}
	})
	for c, client := range []string{"198.51.100.1", "198.51.100.2", "2001:db8::1"} {
		for i, want := range []int{200, 429} {
			request, err := http.NewRequest(http.MethodGet, fmt.Sprintf("http://127.0.0.1:%d/api/v1/rows/accounts?scope=user.%c%c", p.port, 'a'+c, 'a'+i), nil)
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("X-Forwarded-For", client)
			response, err := p.client.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			_ = response.Body.Close()
			if response.StatusCode != want {
				t.Errorf("%s, account %d: %d, want %d", client, i, response.StatusCode, want)
			}
		}
	}
}

func TestAConfigurationThatIsRefusedLeavesTheOldOneServing(t *testing.T) {
	p := newProcess(t)
	p.load(object{})
	p.want(drops, 200, `"table":"drops"`, miss)
	for name, test := range map[string]struct {
		rows   object
		naming string
	}{
		"cache too small":     {object{"cache_size": 1 << 20}, "cache_size"},
		"negative pages":      {object{"max_pages": -1}, "max_pages"},
		"negative misses":     {object{"misses": -1}, "misses"},
		"negative time-out":   {object{"fetch_timeout": "-1s"}, "fetch_timeout"},
		"unknown table":       {object{"lifetimes": object{"blog": object{"soft": "1s"}}}, `"blog"`},
		"hard before soft":    {object{"lifetimes": object{"drops": object{"soft": "2s", "hard": "1s"}}}, "drops"},
		"negative soft":       {object{"lifetimes": object{"drops": object{"soft": "-2s"}}}, "drops"},
		"an app that refuses": {object{}, "deadline"},
	} {
		err := caddy.Load(p.config(test.rows, func(apps object) {
			if test.naming == "deadline" {
				apps["chain"] = object{"nodes": []string{p.node.URL}, "timeout": "3s", "deadline": "2s"}
			}
		}), true)
		if err == nil || !strings.Contains(err.Error(), test.naming) {
			t.Errorf("%s: %v", name, err)
		}
		p.want(drops, 200, `"table":"drops"`, hit)
	}
}

func TestUnderReloadsEveryAnswerIsAWarmHitAndNothingLeaks(t *testing.T) {
	// Caddy keeps a few goroutines of its own once it ran.
	warm := newProcess(t)
	warm.load(object{})
	if err := caddy.Stop(); err != nil {
		t.Fatal(err)
	}
	before := goleak.IgnoreCurrent()
	t.Run("reloads", func(t *testing.T) {
		p := newProcess(t)
		p.load(object{})
		p.want(drops, 200, `"table":"drops"`, miss)
		// Each configuration opens a socket of its own on the port
		// (SO_REUSEPORT); connections that wait in the old one's queue are reset
		// when it closes. What counts here is that each answer is right.
		var stop atomic.Bool
		var requests atomic.Int64
		var clients sync.WaitGroup
		for range 4 {
			clients.Go(func() {
				for !stop.Load() {
					response, body, err := p.get(drops)
					if err != nil {
						continue
					}
					if response.StatusCode != 200 || !strings.Contains(body, `"table":"drops"`) || !strings.HasPrefix(response.Header.Get("Cache-Status"), hit) {
						t.Errorf("%v %q %v", response, body, err)
						return
					}
					requests.Add(1)
				}
			})
		}
		for i := range 30 {
			p.load(object{"max_pages": i%2 + 1})
		}
		stop.Store(true)
		clients.Wait()
		if requests.Load() == 0 {
			t.Error("no request was made meanwhile")
		}
	})
	goleak.VerifyNone(t, before)
}
