package link

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/plugintest/golden"
	"fieldhouse/plugins/plugintest/ports"

	"github.com/caddyserver/caddy/v2"
	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
)

func TestTheAccessLogHasNoChannel(t *testing.T) {
	verifyNoLeak(t)
	port := ports.Free(t)
	file := filepath.Join(t.TempDir(), "access.log")
	load(t, port, "", "log {\n\t\toutput file "+file+" {\n\t\t\troll_disabled\n\t\t}\n\t}")
	dial(t, port, "")
	do(t, http.MethodPost, "http://localhost:"+port+testChannel+"-another", "hello")
	do(t, http.MethodDelete, "http://localhost:"+port+testChannel, "")
	do(t, http.MethodGet, "http://localhost:"+port+"/another", "")
	if err := caddy.Stop(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), "/another") {
		t.Fatalf("the access log has %s (%v)", text, err)
	}
	if strings.Contains(string(text), "6a1e0b9c") {
		t.Errorf("the access log names a channel: %s", text)
	}
}

func TestMetricsCountOverReloads(t *testing.T) {
	verifyNoLeak(t)
	port := ports.Free(t)
	load(t, port, "", "")
	ws := dial(t, port, "?v=2")
	exchange(t, ws, port, "one")
	load(t, port, "link {\n\t\tage 5m\n\t}", "")
	exchange(t, ws, port, "two")
	do(t, http.MethodPost, "http://localhost:"+port+"/link/another-channel", "hello")
	registry := prometheus.NewPedanticRegistry()
	if err := adapter.Register(registry, deliverySeconds, collected); err != nil {
		t.Fatal(err)
	}
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]float64{}
	for _, family := range families {
		for _, m := range family.Metric {
			values[family.GetName()+labelsOf(m)] = m.GetCounter().GetValue() + m.GetGauge().GetValue()
		}
	}
	for name, want := range map[string]float64{
		"fieldhouse_link_messages_total delivered": 2, "fieldhouse_link_listeners": 1, "fieldhouse_link_channels": 2,
		"fieldhouse_link_messages_total buffered": 1, "fieldhouse_link_kept_messages": 1, "fieldhouse_link_kept_bytes": 5, "fieldhouse_link_refused_total rate": 0,
	} {
		if got, there := values[name]; !there || got != want {
			t.Errorf("%s is %g, there %t; want %g", name, got, there, want)
		}
	}
}

func labelsOf(m *dto.Metric) string {
	var text string
	for _, label := range m.Label {
		text += " " + label.GetValue()
	}
	return text
}

func TestCaddyfiles(t *testing.T) { golden.Adapt(t, "testdata") }
