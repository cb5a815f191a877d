package chain

import (
	"context"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/must"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
)

// gathered are the values of the chain's metrics by name and labels, as
// `name{label="value",...}`; of a histogram, how many it counted.
func gathered(t *testing.T, registry *prometheus.Registry) map[string]float64 {
	t.Helper()
	families := must.Get(registry.Gather())(t)
	values := make(map[string]float64)
	for _, family := range families {
		for _, metric := range family.Metric {
			if strings.HasPrefix(family.GetName(), "fieldhouse_chain_") {
				values[family.GetName()+labels(metric)] = value(metric)
			}
		}
	}
	return values
}

func labels(metric *dto.Metric) string {
	var all []string
	for _, label := range metric.Label {
		all = append(all, label.GetName()+`="`+label.GetValue()+`"`)
	}
	return "{" + strings.Join(all, ",") + "}"
}

func value(metric *dto.Metric) float64 {
	switch {
	case metric.Gauge != nil:
		return metric.Gauge.GetValue()
	case metric.Counter != nil:
		return metric.Counter.GetValue()
	default:
		return float64(metric.Histogram.GetSampleCount())
	}
}

func TestTheMetricsShowEachNodeAndOnlyConfiguredLabels(t *testing.T) {
	well, failing := chaintest.New(t, nil), chaintest.New(t, nil)
	failing.Set(func(s *chaintest.State) { s.FailRows = chaintest.HTML(502) })
	app, _, err := provision(t, `{"network":"mainnet"}`, `{"nodes":["`+failing.URL+`","`+well.URL+`"],"health_interval":"1h"}`)
	must.Do(t, err)
	registry := prometheus.NewRegistry()
	must.Do(t, adapter.Register(registry, collectors(app.Pool)...))
	// Nodes are checked once somebody asks, and the first is passed over until it was.
	must.Get(app.Turn(context.Background()))(t)
	plugintest.Eventually(t, "the first node has been checked", func() bool {
		return gathered(t, registry)[`fieldhouse_chain_node_state{node="`+failing.URL+`",state="good"}`] == 1
	})
	if answer, err := app.TableRows(context.Background(), pool.Request{Code: "<script>", Scope: "b", Table: "c"}); err != nil || answer.Node != well.URL {
		t.Fatalf("%+v, %v", answer, err)
	}
	if err := adapter.Register(registry, collectors(app.Pool)...); err != nil {
		t.Errorf("registered again: %v", err)
	}
	values := gathered(t, registry)
	for metric, want := range map[string]float64{
		`fieldhouse_chain_upstream_seconds{node="` + well.URL + `",request="read"}`:               1,
		`fieldhouse_chain_upstream_seconds{node="` + well.URL + `",request="check"}`:              1,
		`fieldhouse_chain_upstream_seconds{node="` + failing.URL + `",request="read"}`:            1,
		`fieldhouse_chain_upstream_errors_total{node="` + failing.URL + `",reason="failed"}`:      1,
		`fieldhouse_chain_upstream_errors_total{node="` + failing.URL + `",reason="unreachable"}`: 0,
		`fieldhouse_chain_upstream_errors_total{node="` + well.URL + `",reason="failed"}`:         0,
		`fieldhouse_chain_node_state{node="` + well.URL + `",state="good"}`:                       1,
		`fieldhouse_chain_node_state{node="` + well.URL + `",state="wrong chain"}`:                0,
		`fieldhouse_chain_head_block{node="` + well.URL + `"}`:                                    chaintest.Head,
		`fieldhouse_chain_reads_total{node="` + well.URL + `"}`:                                   1,
		`fieldhouse_chain_reads_total{node="` + failing.URL + `"}`:                                0,
		`fieldhouse_chain_in_flight{node="` + well.URL + `"}`:                                     0,
		`fieldhouse_chain_class_granted_total{class="shared",node="` + well.URL + `"}`:            1,
		`fieldhouse_chain_class_granted_total{class="check",node="` + well.URL + `"}`:             1,
		`fieldhouse_chain_class_waiting{class="push",node="` + well.URL + `"}`:                    0,
		`fieldhouse_chain_class_refused_total{class="miss",node="` + well.URL + `"}`:              0,
		`fieldhouse_chain_hedges_total{node="` + well.URL + `"}`:                                  0,
		`fieldhouse_chain_tokens_refused_total{node="` + well.URL + `"}`:                          0,
	} {
		if got, has := values[metric]; !has || got != want {
			t.Errorf("%s is %v (%v), want %v", metric, got, has, want)
		}
	}
	if lag, has := values[`fieldhouse_chain_head_lag_seconds{node="`+well.URL+`"}`]; !has || lag < 0 || lag > time.Minute.Seconds() {
		t.Errorf("head lag %v (%v)", lag, has)
	}
	for name := range values {
		if strings.Contains(name, "script") {
			t.Errorf("a request is in the label of %s", name)
		}
	}
}
