package admission

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fieldhouse/plugins/listeners"
	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/asking"
	"fieldhouse/plugins/plugintest/caddytest"
	"fieldhouse/plugins/plugintest/golden"
	"fieldhouse/plugins/plugintest/must"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp/reverseproxy"
)

func TestCaddyfilesAdaptToTheirJSON(t *testing.T) { golden.Adapt(t, "testdata") }

func TestOptions(t *testing.T) {
	golden.Options(t, "admission", map[string]string{
		"{\nadmission 200\n}":                    `wrong argument count or unexpected line ending after '200', at Caddyfile:2`,
		`connections 0`:                          `connections "0": write a number from 1 to 10000000, at Caddyfile:3`,
		`connections 1 2 3`:                      `wrong argument count or unexpected line ending after '3', at Caddyfile:3`,
		":8080 {\nadmission {\nrequests 7\n}\n}": `unrecognized subdirective: requests; the settings stand in the global option admission, at Caddyfile:3`,
		`leave_after soon`:                       `leave_after "soon": write a duration such as 2s, at Caddyfile:3`,
		`requests many`:                          `requests "many": write a number from 1 to 10000000, at Caddyfile:3`,
		`requests`:                               `wrong argument count or unexpected line ending after 'requests', at Caddyfile:3`,
		"{\nadmission {\n}\nadmission {\n}\n}":   `the admission block stands twice: a process has one count of its clients, at Caddyfile:4`,
		`clients 7`:                              `unrecognized subdirective: clients, at Caddyfile:3`,
	})
}

func init() { caddy.RegisterModule(reads{}) }

// reads stands behind the handler and answers when it has read the request.
type reads struct{}

func (reads) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "http.handlers.admission_test_reads", New: func() caddy.Module { return new(reads) }}
}

func (reads) ServeHTTP(_ http.ResponseWriter, r *http.Request, _ caddyhttp.Handler) error {
	_, err := io.Copy(io.Discard, r.Body)
	return err
}

// process is Caddy with the handler, which trusts no proxy unless it is told.
func process(t *testing.T, settings caddytest.Object, proxies ...string) *caddytest.Process {
	t.Helper()
	p := caddytest.New(t, "admission", func(settings caddytest.Object) caddytest.Object {
		return caddytest.Object{"admission": settings}
	})
	p.Load(settings, trusting(proxies...))
	return p
}

func trusting(proxies ...string) func(caddytest.Object) {
	return func(apps caddytest.Object) {
		server := serverOf(apps)
		server["trusted_proxies"] = caddytest.Object{"source": "static", "ranges": proxies}
		server["routes"] = []caddytest.Object{{"handle": []caddytest.Object{{"handler": "admission"}, {"handler": "admission_test_reads"}}}}
	}
}

func serverOf(apps caddytest.Object) caddytest.Object {
	return apps["http"].(caddytest.Object)["servers"].(caddytest.Object)["srv0"].(caddytest.Object)
}

// connect opens a connection from a loopback address, and answers it when it is
// answered on; else nil.
func connect(t *testing.T, p *caddytest.Process, from string) net.Conn {
	t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}, Timeout: 10 * time.Second}
	connection, err := dialer.Dial("tcp", p.Address())
	if err != nil {
		return nil // reset before the dialer looked at it
	}
	t.Cleanup(func() { connection.Close() })
	connection.SetDeadline(time.Now().Add(20 * time.Second))
	if _, err := io.WriteString(connection, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		return nil
	}
	response, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		return nil
	}
	_, err = io.Copy(io.Discard, response.Body)
	if errors.Join(err, response.Body.Close()) != nil {
		return nil
	}
	return connection
}

// answeredOf are those of so many connections of an address that are answered on.
func answeredOf(t *testing.T, p *caddytest.Process, from string, n int) (answered []net.Conn) {
	t.Helper()
	for range n {
		if connection := connect(t, p, from); connection != nil {
			answered = append(answered, connection)
		}
	}
	return answered
}

func TestConnectionsOfAClientAreBoundedAndThoseOfATrustedProxyAreNot(t *testing.T) {
	p := process(t, caddytest.Object{"connections": 3}, "127.0.0.9/32")
	for _, c := range []struct {
		from string
		want int
	}{{"127.0.0.1", 3}, {"127.0.0.2", 3}, {"127.0.0.9", 8}} {
		if got := len(answeredOf(t, p, c.from, 8)); got != c.want {
			t.Errorf("%s has %d connections, want %d", c.from, got, c.want)
		}
	}
}

// Caddy starts apps in any order, and who comes first at a start may well be the flood.
func TestConnectionsAreBoundedFromTheFirstOneOnWhicheverAppStartsFirst(t *testing.T) {
	// The process of the test before closes its sockets a moment after it has stopped.
	plugintest.Eventually(t, "nothing listens", func() bool { return !listeners.Listening() })
	p := caddytest.New(t, "admission", func(settings caddytest.Object) caddytest.Object {
		return caddytest.Object{"admission": settings}
	})
	config := new(caddy.Config)
	must.Do(t, json.Unmarshal(p.Config(caddytest.Object{"connections": 3}, trusting("127.0.0.9/32")), config))
	ctx, err := caddy.ProvisionContext(config)
	must.Do(t, err)
	apps := make(map[string]caddy.App)
	for _, name := range []string{"http", "admission"} {
		app, err := ctx.App(name)
		must.Do(t, err)
		apps[name] = app.(caddy.App)
	}
	defer apps["admission"].(caddy.CleanerUpper).Cleanup()
	must.Do(t, apps["http"].Start())
	defer apps["http"].Stop()
	for from, want := range map[string]int{"127.0.0.1": 3, "127.0.0.9": 8} {
		if got := len(answeredOf(t, p, from, 8)); got != want {
			t.Errorf("before the app starts %s has %d connections, want %d", from, got, want)
		}
	}
	must.Do(t, apps["admission"].Start())
	if got := len(answeredOf(t, p, "127.0.0.1", 8)); got != 0 {
		t.Errorf("once it started %d more are taken of who has its share, want none", got)
	}
}

func TestWhatAClientHoldsOutlastsAReloadAndAConfigurationWithoutTheAppBoundsNothing(t *testing.T) {
	p := process(t, caddytest.Object{"connections": 3})
	before := answeredOf(t, p, "127.0.0.1", 3)
	if len(before) != 3 {
		t.Fatalf("%d connections, want 3", len(before))
	}
	p.Load(caddytest.Object{"connections": 5}, trusting())
	// Those that were answered under the configuration before end with it, soon after
	// the load.
	for _, connection := range before {
		if _, err := io.Copy(io.Discard, connection); err != nil {
			t.Fatal(err)
		}
	}
	if got := len(answeredOf(t, p, "127.0.0.1", 10)); got != 5 {
		t.Errorf("with a bound of 5 there are %d", got)
	}
	p.Load(caddytest.Object{}, trusting(), func(apps caddytest.Object) {
		delete(apps, "admission")
		serverOf(apps)["routes"] = []caddytest.Object{{"handle": []caddytest.Object{{"handler": "caddytest_next"}}}}
	})
	if got := len(answeredOf(t, p, "127.0.0.1", 10)); got != 10 {
		t.Errorf("without the app there are %d connections, want 10", got)
	}
}

func TestRequestsThroughATrustedProxyCountForTheClientBehind(t *testing.T) {
	p := process(t, caddytest.Object{"requests": 2}, "127.0.0.1/32")
	// A body that does not come keeps the handler behind at work.
	hold := func(client string) net.Conn {
		connection, err := net.DialTimeout("tcp", p.Address(), 10*time.Second)
		must.Do(t, err)
		t.Cleanup(func() { connection.Close() })
		connection.SetDeadline(time.Now().Add(20 * time.Second))
		fmt.Fprintf(connection, "POST /held HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: %s\r\nContent-Length: 5\r\n\r\n", client)
		return connection
	}
	status := func(client string) string {
		connection := hold(client)
		io.WriteString(connection, "12345")
		line, err := bufio.NewReader(connection).ReadString('\n')
		must.Do(t, err)
		return strings.TrimSpace(line)
	}
	first := hold("203.0.113.1")
	hold("203.0.113.1")
	plugintest.Eventually(t, "a third request is refused", func() bool { return status("203.0.113.1") == "HTTP/1.1 429 Too Many Requests" })
	if got := status("203.0.113.2"); got != "HTTP/1.1 200 OK" {
		t.Errorf("another client is answered %s", got)
	}
	io.WriteString(first, "12345")
	plugintest.Eventually(t, "a place that was left is given again", func() bool { return status("203.0.113.1") == "HTTP/1.1 200 OK" })
}

func TestRequestsInFlightAreCountedOverReloads(t *testing.T) {
	// Two configurations, as while one follows the other.
	var handlers [2]Handler
	for i := range handlers {
		state := states.JoinValue("connections", newConnections)
		defer state.Leave()
		handlers[i].app = &App{Requests: 1, state: state, ends: new(atomic.Bool)}
	}
	ask := func(by *Handler, next caddyhttp.HandlerFunc) int {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.ProtoMajor = 2
		w := httptest.NewRecorder()
		r = caddyhttp.PrepareRequest(r, caddy.NewReplacer(), w, nil)
		if err := by.ServeHTTP(w, r, next); err != nil {
			t.Error(err)
		}
		return w.Code
	}
	status := 0
	ask(&handlers[0], func(http.ResponseWriter, *http.Request) error {
		status = ask(&handlers[1], func(http.ResponseWriter, *http.Request) error { return nil })
		return nil
	})
	if status != http.StatusTooManyRequests {
		t.Errorf("one more than the bound is answered %d by the next configuration", status)
	}
}

func TestConnectionsLeaveTheProcessFilesToOpen(t *testing.T) {
	machine(t, 70, math.MaxInt64)
	p := process(t, caddytest.Object{})
	if got := len(answeredOf(t, p, "127.0.0.1", 20)); got != 6 {
		t.Errorf("one client has %d connections, want 6", got)
	}
	// Another one still gets in.
	if connect(t, p, "127.0.0.2") == nil {
		t.Error("another client is refused")
	}
}

func TestWhatCannotWorkIsRefusedAndSaysSo(t *testing.T) {
	for want, app := range map[string]App{
		"connections -1 must be from 1":                 {Connections: -1},
		"requests 10000001 must be from 1 to":           {Requests: most + 1},
		"max_connections 5 must be at least the connec": {Connections: 6, MaxConnections: 5},
		"leave_after 11m0s must be at most 10m0s":       {LeaveAfter: 660e9},
	} {
		if err := app.complete(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", app, err, want)
		}
	}
	app := App{Connections: 30_000}
	if err := app.complete(); err != nil || app.MaxConnections != 0 || app.Requests != defaultRequests {
		t.Errorf("%+v: %v", app, err)
	}
}

func TestWhoHasTooManyRequestsReadsItThoughTheBodyWasNot(t *testing.T) {
	state := states.JoinValue("connections", newConnections)
	defer state.Leave()
	handler := Handler{app: &App{Requests: 0, state: state, ends: new(atomic.Bool)}}
	status, body := asking.SendFirst(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = caddyhttp.PrepareRequest(r, caddy.NewReplacer(), w, nil)
		caddyhttp.SetVar(r.Context(), caddyhttp.TrustedProxyVarKey, true)
		_ = handler.ServeHTTP(w, r, caddyhttp.HandlerFunc(func(http.ResponseWriter, *http.Request) error { return nil }))
	}), "/releases/editions/football", 16<<20)
	if status != http.StatusTooManyRequests || !strings.Contains(body, "too many requests of yours") {
		t.Errorf("%d %s", status, body)
	}
}
