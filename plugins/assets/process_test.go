package assets

import (
	"testing"

	"fieldhouse/plugins/assets/indextest"
	"fieldhouse/plugins/plugintest/caddytest"
	"fieldhouse/plugins/plugintest/golden"
	_ "fieldhouse/plugins/site"

	"github.com/caddyserver/caddy/v2"
	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp/fileserver"
	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp/reverseproxy"
)

type object = caddytest.Object

// process is Caddy with our modules before an index.
type process struct {
	*caddytest.Process
	index *indextest.Index
}

// newProcess makes a process whose app assets has the settings that are loaded;
// nil leaves the app out.
func newProcess(t testing.TB) *process {
	t.Helper()
	p := &process{index: indextest.New(t, indextest.Owned("alice.wam", 100, 25)...)}
	p.Process = caddytest.New(t, "assets", func(assets object) object {
		apps := object{"site": object{}}
		if assets != nil {
			if assets["endpoints"] == nil {
				assets["endpoints"] = []string{p.index.URL}
			}
			apps["assets"] = assets
		}
		return apps
	})
	return p
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

func TestCaddyfilesAdaptToTheirJSON(t *testing.T) { golden.Adapt(t, "testdata") }
