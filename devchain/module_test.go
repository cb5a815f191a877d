package devchain

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/plugintest/ports"

	"github.com/caddyserver/caddy/v2"
	_ "github.com/caddyserver/caddy/v2/modules/logging"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m,
		// Caddy's own, for the life of the process.
		goleak.IgnoreAnyFunction("github.com/golang/glog.(*fileSink).flushDaemon"),
		goleak.IgnoreAnyFunction("github.com/caddyserver/certmagic.init.0.func1"),
	)
}

// freePort is a loopback port that nobody listens on at the moment.
func freePort(t *testing.T) int {
	t.Helper()
	return must.Get(strconv.Atoi(ports.Free(t)))(t)
}

// load makes the app of the given JSON the process's only one.
func load(t *testing.T, app string) error {
	t.Helper()
	config := `{"admin":{"disabled":true,"config":{"persist":false}},"logging":{"logs":{"default":{"level":"ERROR"}}},"apps":{"devchain":` + app + `}}`
	return caddy.Load([]byte(config), true)
}

// loadAt loads an app on a port, with settings after it.
func loadAt(t *testing.T, port int, settings string) {
	t.Helper()
	must.Do(t, load(t, fmt.Sprintf(`{"listen":"127.0.0.1:%d"%s}`, port, settings)))
}

func stop(t *testing.T) {
	t.Helper()
	client.CloseIdleConnections()
	if err := caddy.Stop(); err != nil {
		t.Error(err)
	}
}

var client = &http.Client{Timeout: 5 * time.Second}

func post(t *testing.T, port int, path, body string) (int, string) {
	t.Helper()
	response := must.Get(client.Post(fmt.Sprintf("http://127.0.0.1:%d%s", port, path), "application/json", strings.NewReader(body)))(t)
	return read(t, response)
}

// read reads an answer to its end.
func read(t *testing.T, response *http.Response) (status int, body string) {
	t.Helper()
	defer response.Body.Close()
	content := must.Get(io.ReadAll(response.Body))(t)
	return response.StatusCode, string(content)
}

// pay has alice pay 1 WAX to dave.
func pay(t *testing.T, port int) {
	t.Helper()
	transfer := `{"actions":[{"account":"eosio.token","name":"transfer","authorization":[{"actor":"alice.wam","permission":"active"}],` +
		`"data":{"from":"alice.wam","to":"dave.wam","quantity":"1.00000000 WAX","memo":"hi"}}]}`
	if status, answer := post(t, port, "/dev/apply", transfer); status != http.StatusAccepted {
		t.Fatalf("%d %s", status, answer)
	}
}

const aliceBalance = `{"code":"eosio.token","account":"alice.wam"}`

func TestTheChainOutlivesAReload(t *testing.T) {
	defer stop(t)
	port := freePort(t)
	base := fmt.Sprintf("http://127.0.0.1:%d", port)
	loadAt(t, port, "")
	before := infoOf(t, base)
	pay(t, port)
	loadAt(t, port, `,"buyers":0,"pace":"9s"`)
	if _, answer := post(t, port, "/v1/chain/get_currency_balance", aliceBalance); answer != `["4999.00000000 WAX"]` {
		t.Errorf("after the reload alice has %s", answer)
	}
	// Blocks go on being made, by the configuration that came later.
	plugintest.Eventually(t, "a block is made after the reload", func() bool { return infoOf(t, base).Number > before.Number })
	loadAt(t, port, `,"fans":1`)
	client.CloseIdleConnections() // those to the chain that ended
	if _, answer := post(t, port, "/v1/chain/get_currency_balance", aliceBalance); answer != `["5000.00000000 WAX"]` {
		t.Errorf("on another chain alice has %s", answer)
	}
}

// failing is an app that fails to start.
type failing struct{}

// beforeFailing is called when it starts.
var beforeFailing = func() {}

func init() { caddy.RegisterModule(failing{}) }

func (failing) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "devchain_failing", New: func() caddy.Module { return failing{} }}
}

func (failing) Start() error { beforeFailing(); return errors.New("the other app fails") }
func (failing) Stop() error  { return nil }

func TestAReloadThatFailsLeavesTheChainAsItWas(t *testing.T) {
	defer stop(t)
	port, base := quiet(t, "")
	fifth := func() bool {
		status, _ := get(t, base+"/node/5/v1/chain/get_info")
		return status == http.StatusOK
	}
	// Caddy starts apps in no order: the chain has to be the first once.
	changed := false
	beforeFailing = func() { changed = changed || fifth() }
	for tries := 0; !changed; tries++ {
		err := load(t, fmt.Sprintf(`{"listen":"127.0.0.1:%d","nodes":5},"devchain_failing":{}`, port))
		if err == nil || !strings.Contains(err.Error(), "the other app fails") || tries > 100 {
			t.Fatalf("the reload ended with %v", err)
		}
	}
	if fifth() {
		t.Error("the chain has the nodes of the configuration that failed")
	}
}

func TestDropsAndFansAreAsManyAsSet(t *testing.T) {
	defer stop(t)
	for setting, want := range map[string]int{`"drops":0`: 0, `"drops":3,"fans":6`: 6, `"buyers":0`: 8} {
		port := freePort(t)
		loadAt(t, port, ","+setting)
		_, content := post(t, port, "/v1/chain/get_table_rows", `{"json":true,"code":"fieldhousegm","scope":"fieldhousegm","table":"drops","limit":100}`)
		var answer struct{ Rows []json.RawMessage }
		if err := json.Unmarshal([]byte(content), &answer); err != nil || len(answer.Rows) != want {
			t.Errorf("%s: %d drops (%v), want %d", setting, len(answer.Rows), err, want)
		}
		_, sixth := post(t, port, "/v1/chain/get_currency_balance", `{"code":"eosio.token","account":"fa111121.wam"}`)
		if has := sixth == `["10000.00000000 WAX"]`; has != strings.Contains(setting, "fans") {
			t.Errorf("%s: the sixth fan has %s", setting, sixth)
		}
	}
}

func TestWhatTheConfigurationIsRefusedFor(t *testing.T) {
	defer stop(t)
	for app, want := range map[string]string{
		`{"listen":"0.0.0.0:18119"}`:         "is not on loopback",
		`{"listen":":18119"}`:                "is not on loopback",
		`{"listen":"example.com:18119"}`:     "is not on loopback",
		`{"listen":"127.0.0.1"}`:             "must be a loopback host and a port",
		`{"buyers":99}`:                      "99 simulated buyers",
		`{"buyers":-1}`:                      "-1 simulated buyers",
		`{"pace":"1ms"}`:                     "a purchase every 1ms",
		`{"pace":"8760h"}`:                   "a purchase every 8760h",
		`{"drops":-1}`:                       "-1 drops in each edition",
		`{"drops":101}`:                      "101 drops in each edition",
		`{"fans":15626}`:                     "15626 fans: use 0 to 15625",
		`{"fans":-1}`:                        "-1 fans",
		`{"nodes":10}`:                       "10 nodes: use 1 to 9",
		`{"nodes":-1}`:                       "-1 nodes: use 1 to 9",
		`{"irreversible":1201}`:              "1201 blocks behind the head: use 0 to 1200",
		`{"listen":"127.0.0.1:18119","x":1}`: "unknown field",
	} {
		if err := load(t, app); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", app, err, want)
		}
	}
}
