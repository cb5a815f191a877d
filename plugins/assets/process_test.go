package assets

import (
	"testing"

	"fieldhouse/plugins/assets/indextest"
	"fieldhouse/plugins/plugintest/caddytest"
	"fieldhouse/plugins/plugintest/golden"
	"fieldhouse/plugins/plugintest/must"
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
	app := must.Get(caddy.ActiveContext().AppIfConfigured("assets"))(t)
	return app.(*App)
}

func TestCaddyfilesAdaptToTheirJSON(t *testing.T) { golden.Adapt(t, "testdata") }

func TestOptions(t *testing.T) {
	golden.Options(t, "assets", map[string]string{
		`cache_size lots`: `cache_size "lots": write a size such as 64MiB, at Caddyfile:3`,
		`endpoint`:        `wrong argument count or unexpected line ending after 'endpoint', at Caddyfile:3`,
		`endpoint https://user:secret@wax.example/v1`:         `"https://user:xxxxx@wax.example/v1" is not the address of an asset index: write https://host/atomicassets/v1, without query or credentials, at Caddyfile:3`,
		`endpoint https://wax.example/atomicassets/v1/assets`: `"https://wax.example/atomicassets/v1/assets" ends with /assets, which is added to it: write https://host/atomicassets/v1, without query or credentials, at Caddyfile:3`,
		`endpoint wax.example`:                                `"wax.example" is not the address of an asset index: write https://host/atomicassets/v1, without query or credentials, at Caddyfile:3`,
		`lifetime drops 1s`:                                   `lifetime "drops": there are owners and collections, at Caddyfile:3`,
		`lifetime owners`:                                     `wrong argument count or unexpected line ending after 'owners', at Caddyfile:3`,
		"lifetime owners 1s\nlifetime owners 2s":              `lifetime owners stands twice, at Caddyfile:4`,
		`lifetime owners 1s forever`:                          `lifetime "forever": write a duration such as 2s, at Caddyfile:3`,
		`max_bytes 0`:                                         `max_bytes "0": write a size such as 64MiB, at Caddyfile:3`,
		`max_page_size lots`:                                  `max_page_size "lots": write a size such as 64MiB, at Caddyfile:3`,
		`max_pages`:                                           `wrong argument count or unexpected line ending after 'max_pages', at Caddyfile:3`,
		`max_pages 0`:                                         `max_pages "0": write a number from 1 to 10000, at Caddyfile:3`,
		`misses 0`:                                            `{"misses":0}`,
		`nonce 5`:                                             `unrecognized subdirective: nonce, at Caddyfile:3`,
		`rate 0`:                                              `rate "0": write a number per second such as 20, at Caddyfile:3`,
		`rate 4`:                                              `{"rate":4}`,
		`rate 4 8 9`:                                          `wrong argument count or unexpected line ending after '9', at Caddyfile:3`,
		`rate 4 many`:                                         `rate: the burst "many" is not a number from 1 on, at Caddyfile:3`,
		`timeout soon`:                                        `timeout "soon": write a duration such as 2s, at Caddyfile:3`,
		":8080 {\nassets football\n}":                         `wrong argument count or unexpected line ending after 'football', at Caddyfile:2`,
		":8080 {\nassets {\nendpoint https://wax.example\n}\n}": `unrecognized subdirective: endpoint; the settings stand in the global option assets, at Caddyfile:3`,
		"{\nassets\nassets\n}":  `the assets block stands twice: a process has one cache of assets, at Caddyfile:3`,
		"{\nassets\n}":          `{}`,
		"{\nassets football\n}": `wrong argument count or unexpected line ending after 'football', at Caddyfile:2`,
	})
}
