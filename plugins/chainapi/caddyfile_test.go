package chainapi

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"fieldhouse/plugins/plugintest/golden"
	"fieldhouse/plugins/plugintest/must"

	// Directives to be ordered against.
	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp/fileserver"
	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp/reverseproxy"
)

func TestCaddyfiles(t *testing.T) { golden.Adapt(t, "testdata") }

func TestOptions(t *testing.T) {
	golden.Options(t, "chain_api", map[string]string{
		`cache_size big`:                          `cache_size "big": write a size such as 64MiB, at Caddyfile:3`,
		`lifetime info`:                           `wrong argument count or unexpected line ending after 'info', at Caddyfile:3`,
		"lifetime info 1s\nlifetime info 2s":      `lifetime info stands twice, at Caddyfile:4`,
		`lifetime info 1s -1s`:                    `lifetime "-1s": write a duration such as 2s, at Caddyfile:3`,
		`lifetime info soon`:                      `lifetime "soon": write a duration such as 2s, at Caddyfile:3`,
		`lifetime pushes 1s`:                      `lifetime "pushes": there is no such class, at Caddyfile:3`,
		`max_push 17MiB`:                          `max_push: a request of 17825792 bytes is more than 16MiB, at Caddyfile:3`,
		`max_read lots`:                           `max_read "lots": write a size such as 64MiB, at Caddyfile:3`,
		`misses -1`:                               `misses "-1": write a number per second such as 20, or 0 for no bound, at Caddyfile:3`,
		`misses 0`:                                `{"misses":0}`,
		`nodes https://wax.example`:               `unrecognized subdirective: nodes, at Caddyfile:3`,
		`push_deadline never`:                     `push_deadline "never": write a duration such as 2s, at Caddyfile:3`,
		`push_rate`:                               `wrong argument count or unexpected line ending after 'push_rate', at Caddyfile:3`,
		`push_rate 0`:                             `push_rate "0": write a number per second such as 20, at Caddyfile:3`,
		`push_rate 1`:                             `{"push_rate":1}`,
		`push_rate 5 many`:                        `push_rate: the burst "many" is not a number from 1 on, at Caddyfile:3`,
		":8080 {\nchain_api everywhere\n}":        `wrong argument count or unexpected line ending after 'everywhere', at Caddyfile:2`,
		":8080 {\nchain_api {\npush_rate 5\n}\n}": `unrecognized subdirective: push_rate; the settings stand in the global option chain_api, at Caddyfile:3`,
		"{\nchain_api\nchain_api\n}":              `the chain_api block stands twice: a process has one chain API, at Caddyfile:3`,
		"{\nchain_api\n}":                         `{}`,
		"{\nchain_api everywhere\n}":              `wrong argument count or unexpected line ending after 'everywhere', at Caddyfile:2`,
	})
}

func TestTheCaddyfilesDocumentHasThePushRateThatHolds(t *testing.T) {
	document := must.Get(os.ReadFile("../../docs/caddyfile.md"))(t)
	var app App
	must.Do(t, app.complete())
	if want := fmt.Sprintf("`push_rate` (`%g %d`)", app.PushRate, app.PushBurst); !strings.Contains(string(document), want) {
		t.Errorf("it has no %s", want)
	}
}
