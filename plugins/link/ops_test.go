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
		request, err := http.NewRequest(one.method, "http://localhost:"+port+one.path, strings.NewReader(one.body))
		must.Do(t, err)
		response, err := client.Do(request)
		must.Do(t, err)
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
