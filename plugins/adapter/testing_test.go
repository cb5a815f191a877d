package adapter

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/plugintest/must"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	packer.EncodeAll(nil, nil) // its channel is made at the first use, which must not be in a test's bubble
	goleak.VerifyTestMain(m)
}

func init() { caddy.RegisterModule(testApp{}) }

// testApp is a plugin with a cache: what rows, feed, assets and chain do.
type testApp struct {
	Options
	Soft caddy.Duration `json:"soft,omitempty"`
	Fail bool           `json:"fail,omitempty"` // Provision fails after JoinCache
	Late bool           `json:"late,omitempty"` // Start fails after that of the cache
}

func (testApp) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "adapter_test", New: func() caddy.Module { return new(testApp) }}
}

func (a *testApp) Provision(ctx caddy.Context) error {
	soft := max(time.Duration(a.Soft), time.Minute)
	classes := Classes{All: []Class{{Name: "short", Share: 1, Soft: soft, Hard: 2 * soft}, {Name: "long", Share: 3, Soft: soft, Hard: 4 * soft}}}
	if err := a.Complete(Options{CacheSize: 4 * mebibyte}, classes); err != nil {
		return err
	}
	if _, err := a.JoinCache(ctx, "test", "", edgecache.Config{Random: func() float64 { return 0 }}); err != nil {
		return err
	}
	if a.Fail {
		return errors.New("provisioning fails on purpose")
	}
	return nil
}

func (a *testApp) Start() error {
	if err := a.Options.Start(); err != nil || !a.Late {
		return err
	}
	return errors.New("starting fails on purpose")
}

type object = map[string]any

// load lets Caddy run the app with these settings; nil runs without it.
func load(t *testing.T, app object) error {
	t.Helper()
	apps := object{}
	if app != nil {
		apps["adapter_test"] = app
	}
	config, err := json.Marshal(object{
		"admin":   object{"disabled": true, "config": object{"persist": false}},
		"logging": object{"logs": object{"default": object{"level": "PANIC"}}},
		"apps":    apps,
	})
	must.Do(t, err)
	return caddy.Load(config, true)
}

// start runs Caddy with the app until the test ends.
func start(t *testing.T, app object) *edgecache.Engine {
	t.Helper()
	must.Do(t, load(t, app))
	t.Cleanup(func() { must.Do(t, caddy.Stop()) })
	return running()["test"].Engine
}

// get reads a key whose content is text, and says how it came.
func get(t *testing.T, engine *edgecache.Engine, key, text string, tags ...string) edgecache.Status {
	t.Helper()
	_, status, err := engine.Get(context.Background(), edgecache.Lookup{Key: key, Class: "short", Client: "192.0.2.1"}, func(context.Context) (edgecache.Content, error) {
		return edgecache.Content{Body: []byte(text), Tags: tags}, nil
	})
	must.Do(t, err)
	return status
}
