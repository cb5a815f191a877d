// Package caddytest runs Caddy with one of our handlers on a loopback port, for
// the tests of the handler's module.
package caddytest

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fieldhouse/plugins/listeners"
	"fieldhouse/plugins/plugintest/ports"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"go.uber.org/goleak"
)

func init() { caddy.RegisterModule(next{}) }

// next is what stands behind the tested handler: it answers `next`.
type next struct{}

func (next) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "http.handlers.caddytest_next", New: func() caddy.Module { return new(next) }}
}

func (next) ServeHTTP(w http.ResponseWriter, _ *http.Request, _ caddyhttp.Handler) error {
	_, err := io.WriteString(w, "next")
	return err
}

// Object is a piece of Caddy's configuration.
type Object = map[string]any

// Process is Caddy with a handler on a loopback port. It ends with its test.
//
// It listens on one socket over all reloads: after Load the new configuration
// answers, and no connection is lost.
type Process struct {
	T      testing.TB
	Client *http.Client

	handler string
	apps    func(settings Object) Object
	address string
}

// New makes a process for a handler. apps are the configuration's apps beside
// http, made of the settings of the tested one.
func New(t testing.TB, handler string, apps func(settings Object) Object) *Process {
	t.Helper()
	p := &Process{
		Client: &http.Client{Transport: new(http.Transport), Timeout: time.Minute},
		T:      t, handler: handler, apps: apps, address: net.JoinHostPort("127.0.0.1", ports.Free(t)),
	}
	t.Cleanup(func() {
		if err := caddy.Stop(); err != nil {
			t.Error(err)
		}
		p.Client.CloseIdleConnections()
	})
	return p
}

// LeavesNothing runs a test that loads configurations, and fails when goroutines of theirs
// are left. load has a process load one before, which ends with the test that it is given.
func LeavesNothing(t *testing.T, load, test func(t *testing.T)) {
	t.Helper()
	// Caddy keeps a few goroutines of its own once it ran.
	t.Run("warm", load)
	before := goleak.IgnoreCurrent()
	t.Run("reloads", test)
	goleak.VerifyNone(t, before)
}

// Address is the host and port where the process listens.
func (p *Process) Address() string { return p.address }

// Config is the process's configuration with these settings of the tested app.
func (p *Process) Config(settings Object, change ...func(apps Object)) []byte {
	p.T.Helper()
	apps := Object{
		// Nothing of a test is written to the user's folder.
		"tls": Object{"disable_storage_check": true, "disable_storage_clean": true},
		"http": Object{"servers": Object{"srv0": Object{
			"listen":          []string{listeners.Network + "/" + p.address},
			"automatic_https": Object{"disable": true},
			"routes":          []Object{{"handle": []Object{{"handler": p.handler}, {"handler": "caddytest_next"}}}},
		}}},
	}
	for name, app := range p.apps(settings) {
		apps[name] = app
	}
	for _, apply := range change {
		apply(apps)
	}
	config, err := json.Marshal(Object{
		"admin":   Object{"disabled": true, "config": Object{"persist": false}},
		"logging": Object{"logs": Object{"default": Object{"level": "PANIC"}}},
		"apps":    apps,
	})
	if err != nil {
		p.T.Fatal(err)
	}
	return config
}

// Load makes Config the running configuration.
func (p *Process) Load(settings Object, change ...func(apps Object)) {
	p.T.Helper()
	if err := caddy.Load(p.Config(settings, change...), true); err != nil {
		p.T.Fatal(err)
	}
	p.Client.CloseIdleConnections() // they may still be with the old server
}

// Get asks for a path and reads the answer whole.
func (p *Process) Get(path string) (*http.Response, string, error) {
	return whole(p.Client.Get("http://" + p.address + path))
}

// Post sends a body to a path and reads the answer whole.
func (p *Process) Post(path, body string) (*http.Response, string) {
	p.T.Helper()
	response, read, err := whole(p.Client.Post("http://"+p.address+path, "text/plain", strings.NewReader(body)))
	if err != nil {
		p.T.Fatal(err)
	}
	return response, read
}

func whole(response *http.Response, err error) (*http.Response, string, error) {
	if err != nil {
		return nil, "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return response, string(body), err
}

// TrustForwarded has Config's server believe X-Forwarded-For, for GetFrom.
func TrustForwarded(apps Object) {
	server := apps["http"].(Object)["servers"].(Object)["srv0"].(Object)
	server["trusted_proxies"] = Object{"source": "static", "ranges": []string{"127.0.0.0/8"}}
}

// GetFrom gets a path for a client behind a proxy, and returns the status.
func (p *Process) GetFrom(client, path string) int {
	p.T.Helper()
	request, err := http.NewRequest(http.MethodGet, "http://"+p.address+path, nil)
	if err != nil {
		p.T.Fatal(err)
	}
	request.Header.Set("X-Forwarded-For", client)
	response, _, err := whole(p.Client.Do(request))
	if err != nil {
		p.T.Fatal(err)
	}
	return response.StatusCode
}

// Refused are settings that cannot work, by what is wrong, and what the error must name.
type Refused map[string]struct {
	Settings Object
	Naming   string
}

// Refuse loads configurations that must be refused, after each of which the running one must
// answer as Want would have it.
func (p *Process) Refuse(refused Refused, path, body, cacheStatus string) {
	p.T.Helper()
	for name, one := range refused {
		if err := caddy.Load(p.Config(one.Settings), true); err == nil || !strings.Contains(err.Error(), one.Naming) {
			p.T.Errorf("%s: %v, want an error that names %s", name, err, one.Naming)
		}
		p.Want(path, http.StatusOK, body, cacheStatus)
	}
}

// Metrics are the counters, gauges and counts of histograms of the running configuration, by
// their names and labels.
func Metrics(t testing.TB) map[string]float64 {
	t.Helper()
	values := make(map[string]float64)
	active := caddy.ActiveContext()
	registry := active.GetMetricsRegistry()
	if registry == nil {
		return values // nothing runs
	}
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		for _, metric := range family.GetMetric() {
			name := family.GetName()
			for _, label := range metric.GetLabel() {
				name += " " + label.GetValue()
			}
			values[name] = metric.GetCounter().GetValue() + metric.GetGauge().GetValue() + float64(metric.GetHistogram().GetSampleCount())
		}
	}
	return values
}

// Want gets a path and compares status, a part of the body and the beginning of
// Cache-Status.
func (p *Process) Want(path string, code int, body, cacheStatus string) {
	p.T.Helper()
	response, got, err := p.Get(path)
	if err != nil {
		p.T.Fatal(err)
	}
	if response.StatusCode != code || !strings.Contains(got, body) || !strings.HasPrefix(response.Header.Get("Cache-Status"), cacheStatus) {
		p.T.Fatalf("%s: %d %s %.300s; want %d %s %s", path, response.StatusCode, response.Header.Get("Cache-Status"), got, code, cacheStatus, body)
	}
}

// Reload loads thirty configurations one after another, with settings by their number,
// while clients get a path: each answer must be as Want would have it.
func (p *Process) Reload(settings func(number int) Object, path string, code int, body, cacheStatus string) {
	p.T.Helper()
	var stop atomic.Bool
	var requests atomic.Int64
	var clients sync.WaitGroup
	for range 4 {
		clients.Go(func() {
			for !stop.Load() {
				response, got, err := p.Get(path)
				if err != nil || response.StatusCode != code || !strings.Contains(got, body) || !strings.HasPrefix(response.Header.Get("Cache-Status"), cacheStatus) {
					p.T.Errorf("%v %q %v", response, got, err)
					return
				}
				requests.Add(1)
			}
		})
	}
	for number := range 30 {
		p.Load(settings(number))
	}
	stop.Store(true)
	clients.Wait()
	if requests.Load() == 0 {
		p.T.Error("no request was made meanwhile")
	}
}
