package assets

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"fieldhouse/plugins/assets/indextest"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"

	_ "fieldhouse/plugins/site"
)

func init() { caddy.RegisterModule(nextHandler{}) }

// nextHandler is what stands behind assets in the tests' routes.
type nextHandler struct{}

func (nextHandler) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "http.handlers.assets_test_next", New: func() caddy.Module { return new(nextHandler) }}
}

func (nextHandler) ServeHTTP(w http.ResponseWriter, _ *http.Request, _ caddyhttp.Handler) error {
	_, err := io.WriteString(w, "next")
	return err
}

// object is a piece of Caddy's configuration.
type object = map[string]any

// process is Caddy with our modules on a loopback port, before an index.
type process struct {
	t      testing.TB
	index  *indextest.Index
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
	p := &process{
		t: t, port: listener.Addr().(*net.TCPAddr).Port,
		client: &http.Client{Transport: new(http.Transport), Timeout: 10 * time.Second},
		index:  indextest.New(t, indextest.Owned("alice.wam", 100, 25)...),
	}
	t.Cleanup(func() {
		if err := caddy.Stop(); err != nil {
			t.Error(err)
		}
		p.client.CloseIdleConnections()
	})
	return p
}

// config is the process's configuration with the app assets as given; nil
// leaves it out.
func (p *process) config(assets object, change ...func(apps object)) []byte {
	apps := object{
		"site": object{"network": "devchain"},
		// Nothing of a test is written to the user's folder.
		"tls": object{"disable_storage_check": true, "disable_storage_clean": true},
		"http": object{"servers": object{"srv0": object{
			"listen":          []string{p.address()},
			"automatic_https": object{"disable": true},
			"routes":          []object{{"handle": []object{{"handler": "assets"}, {"handler": "assets_test_next"}}}},
		}}},
	}
	if assets != nil {
		if assets["endpoints"] == nil {
			assets["endpoints"] = []string{p.index.URL}
		}
		apps["assets"] = assets
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

func (p *process) load(assets object, change ...func(apps object)) {
	p.t.Helper()
	if err := caddy.Load(p.config(assets, change...), true); err != nil {
		p.t.Fatal(err)
	}
	p.client.CloseIdleConnections() // they may still be with the old server
}

func (p *process) get(path string) (*http.Response, string, error) {
	response, err := p.client.Get("http://" + p.address() + path)
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
		p.t.Fatalf("%s: %d %s %.300s; want %d %s %s", path, response.StatusCode, response.Header.Get("Cache-Status"), got, code, cacheStatus, body)
	}
}

// running is the app of the running configuration.
func running(t testing.TB) *App {
	t.Helper()
	app, err := caddy.ActiveContext().AppIfConfigured("assets")
	if err != nil {
		t.Fatal(err)
	}
	return app.(*App)
}

// address is where the process listens.
func (p *process) address() string { return fmt.Sprintf("127.0.0.1:%d", p.port) }
