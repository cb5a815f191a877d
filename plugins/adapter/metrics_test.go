package adapter

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"fieldhouse/plugins/edgecache"

	"github.com/caddyserver/caddy/v2"
)

// scrape reads the running configuration's registry: name{labels} to value.
func scrape(t *testing.T) map[string]float64 {
	t.Helper()
	ctx := caddy.ActiveContext()
	families, err := ctx.GetMetricsRegistry().Gather()
	if err != nil {
		t.Fatal(err)
	}
	values := make(map[string]float64)
	for _, family := range families {
		if !strings.HasPrefix(family.GetName(), "fieldhouse_cache_") {
			continue
		}
		for _, m := range family.GetMetric() {
			var labels []string
			for _, label := range m.GetLabel() {
				labels = append(labels, label.GetName()+"="+label.GetValue())
			}
			value := m.GetCounter().GetValue() + m.GetGauge().GetValue() + float64(m.GetHistogram().GetSampleCount())
			values[fmt.Sprint(strings.TrimPrefix(family.GetName(), "fieldhouse_cache_"), labels)] = value
		}
	}
	return values
}

func TestEachNumberIsAMetricByCacheAndClassAndOutlastsReloads(t *testing.T) {
	engine := start(t, object{"misses": 1, "miss_burst": 3}) // two misses and a refresh
	get(t, engine, "k", "one", "tag")
	get(t, engine, "k", "one")
	get(t, engine, "k", "one")
	engine.Purge("tag")
	get(t, engine, "k", "two")
	failing := func(context.Context) (edgecache.Content, error) { return edgecache.Content{}, errors.New("down") }
	for range 3 { // fails, is remembered twice
		_, _, _ = engine.Get(context.Background(), edgecache.Lookup{Key: "fails", Class: "short", Client: "192.0.2.1"}, failing)
	}
	_, _, _ = engine.Get(context.Background(), edgecache.Lookup{Key: "over", Class: "short", Client: "192.0.2.1"}, failing)

	for range 2 {
		values := scrape(t)
		for name, want := range map[string]float64{
			"hits_total[cache=test class=short]":                 2,
			"hits_total[cache=test class=long]":                  0,
			"misses_total[cache=test class=short]":               2,
			"stale_total[cache=test class=short reason=purged]":  1,
			"stale_total[cache=test class=short reason=expired]": 0,
			"stale_total[cache=test class=short reason=error]":   0,
			"fetch_errors_total[cache=test class=short]":         1,
			"remembered_total[cache=test class=short]":           2,
			"budget_refusals_total[cache=test class=short]":      1,
			"hot_entries[cache=test class=short]":                1,
			"coalesced_total[cache=test class=short]":            0,
		} {
			if got, found := values[name]; !found || got != want {
				t.Errorf("%s is %v (%v), want %v", name, got, found, want)
			}
		}
		for _, name := range []string{"fetches_total", "fetch_seconds", "oldest_stale_seconds", "busy_total", "unpaid_refreshes_total", "not_accepted_total", "unchanged_total", "oversized_total", "entries", "bytes", "hot_bytes"} {
			if _, found := values[name+"[cache=test class=short]"]; !found {
				t.Errorf("there is no %s", name)
			}
		}
		if values["fetch_seconds[cache=test class=short]"] < 2 {
			t.Errorf("%v fetches were timed", values["fetch_seconds[cache=test class=short]"])
		}
		if err := load(t, object{"misses": 1, "miss_burst": 4}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestWhileTwoConfigurationsLiveTheMetricsAreThoseOfTheLast(t *testing.T) {
	start(t, object{})
	if err := load(t, object{"fail": true, "cache_size": 8 << 20}); err == nil {
		t.Fatal("it was accepted")
	}
	if _, found := scrape(t)["hits_total[cache=test class=short]"]; !found {
		t.Error("the metrics are gone after a refused configuration")
	}
}
