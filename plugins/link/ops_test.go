package link

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldhouse/plugins/adapter"
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

func TestTheAdminEndpointShowsNumbersAndNoChannel(t *testing.T) {
	verifyNoLeak(t)
	route := new(Admin).Routes()[0]
	ask := func(method, path string) (*httptest.ResponseRecorder, error) {
		recorder := httptest.NewRecorder()
		return recorder, route.Handler.ServeHTTP(recorder, httptest.NewRequest(method, path, nil))
	}
	if _, err := ask(http.MethodGet, adminPath); statusOf(err) != http.StatusNotFound {
		t.Errorf("without a service: %v, want 404", err)
	}
	port := ports.Free(t)
	load(t, port, "", "")
	dial(t, port, "?v=2")
	do(t, http.MethodPost, "http://localhost:"+port+"/link/another-channel", "hello")
	answer, err := ask(http.MethodGet, adminPath)
	if err != nil {
		t.Fatal(err)
	}
	var got described
	if err := json.Unmarshal(answer.Body.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.Channels != 2 || got.Listeners != 1 || got.Kept != 1 || got.KeptBytes != 5 || got.Messages["buffered"] != 1 {
		t.Errorf("%+v", got)
	}
	if strings.Contains(answer.Body.String(), "channel\"") || strings.Contains(answer.Body.String(), "6a1e0b9c") {
		t.Errorf("a channel is named: %s", answer.Body)
	}
	if _, err := ask(http.MethodPost, adminPath); statusOf(err) != http.StatusMethodNotAllowed {
		t.Errorf("POST: %v, want 405", err)
	}
	if _, err := ask(http.MethodGet, adminPath+"6a1e0b9c"); statusOf(err) != http.StatusNotFound {
		t.Errorf("below it: %v, want 404", err)
	}
}

func statusOf(err error) int {
	if refused, ok := err.(caddy.APIError); ok {
		return refused.HTTPStatus
	}
	return 0
}

func TestMetricsCountOverReloads(t *testing.T) {
	verifyNoLeak(t)
	port := ports.Free(t)
	load(t, port, "", "")
	ws := dial(t, port, "?v=2")
	exchange(t, ws, port, "one")
	load(t, port, "link {\n\t\tage 5m\n\t}", "")
	exchange(t, ws, port, "two")
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
		"fieldhouse_link_messages_total delivered": 2, "fieldhouse_link_listeners": 1, "fieldhouse_link_channels": 1,
		"fieldhouse_link_kept_messages": 0, "fieldhouse_link_refused_total rate": 0,
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
