package link

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/caddytest"
	"fieldhouse/plugins/plugintest/golden"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/plugintest/ports"

	"github.com/caddyserver/caddy/v2"
	"github.com/gorilla/websocket"
)

func TestTheAccessLogHasNoChannel(t *testing.T) {
	plugintest.NoLeak(t)
	port := ports.Free(t)
	file := filepath.Join(t.TempDir(), "access.log")
	loadCaddyfile(t, `{
	admin off
	persist_config off
	http_port %s
}
http://localhost:%[1]s {
	bind shared/127.0.0.1
	log {
		output file %s {
			roll_disabled
		}
	}
	route {
		link
		respond next
	}
}
`, port, file)
	ws, _, err := websocket.DefaultDialer.Dial("ws://localhost:"+port+testChannel, nil)
	must.Do(t, err)
	defer ws.Close()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	for _, one := range []struct{ method, path, body string }{
		{http.MethodPost, testChannel + "-another", "hello"}, {http.MethodDelete, testChannel, ""}, {http.MethodGet, testChannel + "-another", ""}, {http.MethodGet, "/another", ""},
	} {
		request := must.Get(http.NewRequest(one.method, "http://localhost:"+port+one.path, strings.NewReader(one.body)))(t)
		response := must.Get(client.Do(request))(t)
		response.Body.Close()
	}
	must.Do(t, caddy.Stop())
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), "/another") {
		t.Fatalf("the access log has %s (%v)", text, err)
	}
	if strings.Contains(string(text), "6a1e0b9c") {
		t.Errorf("the access log names a channel: %s", text)
	}
}

func TestMetricsCountOverReloads(t *testing.T) {
	p := newProcess(t)
	before := caddytest.Metrics(t)
	p.Load(object{})
	ws := p.listen(t, "?v=2")
	p.exchange(t, ws, "one")
	p.Load(object{"age": "5m"})
	p.exchange(t, ws, "two")
	p.Post("/link/another-channel", "hello")
	after := caddytest.Metrics(t)
	for name, want := range map[string]float64{
		"fieldhouse_link_messages_total delivered": 2, "fieldhouse_link_listeners": 1, "fieldhouse_link_channels": 2,
		"fieldhouse_link_messages_total buffered": 1, "fieldhouse_link_kept_messages": 1, "fieldhouse_link_kept_bytes": 5, "fieldhouse_link_refused_total rate": 0,
	} {
		if got, there := after[name]; !there || got-before[name] != want {
			t.Errorf("%s is %g, there %t; want %g", name, got, there, want)
		}
	}
}

func TestCaddyfiles(t *testing.T) { golden.Adapt(t, "testdata") }

func TestOptions(t *testing.T) {
	golden.Options(t, "link", map[string]string{
		`age 90s`:                       `{"age":90000000000}`,
		`age soon`:                      `age "soon": write a duration such as 2s, at Caddyfile:3`,
		`channel_listeners 0`:           `channel_listeners "0": write a number from 1 to 10000000, at Caddyfile:3`,
		`channel_listeners 12`:          `{"channel_listeners":12}`,
		`channels 5`:                    `unrecognized subdirective: channels, at Caddyfile:3`,
		`client_listeners 0`:            `client_listeners "0": write a number from 1 to 10000000, at Caddyfile:3`,
		`client_listeners 12`:           `{"client_listeners":12}`,
		`max_channels`:                  `wrong argument count or unexpected line ending after 'max_channels', at Caddyfile:3`,
		`max_channels 0`:                `max_channels "0": write a number from 1 to 10000000, at Caddyfile:3`,
		`max_channels 12`:               `{"max_channels":12}`,
		`max_kept 128KiB`:               `{"max_kept":131072}`,
		`max_kept many`:                 `max_kept "many": write a size such as 64MiB, at Caddyfile:3`,
		`max_listeners 0`:               `max_listeners "0": write a number from 1 to 10000000, at Caddyfile:3`,
		`max_listeners 12`:              `{"max_listeners":12}`,
		`max_listeners 5 6`:             `wrong argument count or unexpected line ending after '6', at Caddyfile:3`,
		`max_message 128KiB`:            `{"max_message":131072}`,
		`max_message many`:              `max_message "many": write a size such as 64MiB, at Caddyfile:3`,
		`poll 90s`:                      `{"poll":90000000000}`,
		`poll soon`:                     `poll "soon": write a duration such as 2s, at Caddyfile:3`,
		`rate`:                          `wrong argument count or unexpected line ending after 'rate', at Caddyfile:3`,
		`rate 0`:                        `{"rate":0}`,
		`rate 2.5`:                      `{"rate":2.5}`,
		`rate 20 200`:                   `{"rate":20,"burst":200}`,
		`rate 5 0`:                      `rate: the burst "0" is not a number from 1 on, at Caddyfile:3`,
		`rate often`:                    `rate "often": write a number per second such as 20, or 0 for no bound, at Caddyfile:3`,
		":80 {\nlink * extra\n}":        `wrong argument count or unexpected line ending after 'extra', at Caddyfile:2`,
		":80 {\nlink {\nage 5m\n}\n}":   `unrecognized subdirective: age; the settings stand in the global option link, at Caddyfile:3`,
		"{\nlink\n}":                    `{}`,
		"{\nlink here\n}":               `wrong argument count or unexpected line ending after 'here', at Caddyfile:2`,
		"{\nlink {\nage 5m\n}\nlink\n}": `the link block stands twice: a process has one link service, at Caddyfile:5`,
	})
}
