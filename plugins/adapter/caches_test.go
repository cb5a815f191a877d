package adapter

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/audit"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/plugintest/admintest"
	"fieldhouse/plugins/plugintest/must"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

// ask calls the admin API and decodes its answer.
func ask[T any](t *testing.T, method, target string) (answer T) {
	t.Helper()
	status, text := admintest.Ask(t, cacheRoutes(), method, target, "")
	if err := json.Unmarshal([]byte(text), &answer); err != nil || status != 200 {
		t.Fatalf("%s %s: %d %s: %v", method, target, status, text, err)
	}
	return answer
}

func TestEveryCacheIsListedWithItsClassesAndCounts(t *testing.T) {
	engine := start(t, object{})
	get(t, engine, "k", "one")
	get(t, engine, "k", "one")
	type cache struct {
		Name       string
		MaxFetches int `json:"max_fetches"`
		Classes    []map[string]any
	}
	listed := ask[map[string][]cache](t, "GET", "/caches/")["caches"]
	if len(listed) != 1 || listed[0].Name != "test" || listed[0].MaxFetches != 256 {
		t.Fatalf("%+v", listed)
	}
	classes := listed[0].Classes
	if len(classes) != 2 || classes[0]["class"] != "short" || classes[1]["class"] != "long" {
		t.Fatalf("classes %+v", classes)
	}
	for name, want := range map[string]any{
		"soft": "1m0s", "hard": "2m0s", "hits": 1.0, "misses": 1.0, "fetches": 1.0, "stale_expired": 0.0, "oldest_stale_seconds": 0.0, "unpaid_refreshes": 0.0, "hot_entries": 1.0,
	} {
		if got := classes[0][name]; got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	if classes[0]["bytes"] == 0.0 {
		t.Error("the entry takes no memory")
	}
}

func TestWithoutACacheTheListIsEmptyAndNotNull(t *testing.T) {
	if listed := ask[map[string]json.RawMessage](t, "GET", "/caches/"); string(listed["caches"]) != "[]" {
		t.Errorf("%s", listed)
	}
}

func TestHotKeysAreListedWithTheirTimes(t *testing.T) {
	engine := start(t, object{})
	for i := range 30 {
		for range 30 - i {
			get(t, engine, fmt.Sprint("k", i), "four")
		}
	}
	type answer struct {
		Keys []struct {
			Key, Class, Soft, Hard string
			Hits, Bytes            int
		}
	}
	hot := ask[answer](t, "GET", "/caches/test/hot?limit=3")
	if len(hot.Keys) != 3 {
		t.Fatalf("%+v", hot)
	}
	// Whole seconds, which may have passed or not.
	within := func(shown string, most time.Duration) bool {
		left, err := time.ParseDuration(shown)
		return err == nil && left > 0 && left <= most
	}
	if k := hot.Keys[0]; k.Key != "k0" || k.Class != "short" || k.Hits != 29 || k.Bytes != 4 || !within(k.Soft, time.Minute) || !within(k.Hard, 2*time.Minute) {
		t.Errorf("%+v", k)
	}
	if hot := ask[answer](t, "GET", "/caches/test/hot"); len(hot.Keys) != defaultHot {
		t.Errorf("%d keys without a limit", len(hot.Keys))
	}
}

func TestAPurgeByTagAndKeyMakesEntriesStaleAndIsLogged(t *testing.T) {
	engine := start(t, object{})
	get(t, engine, "a", "one", "table:drops")
	get(t, engine, "b", "one", "other")
	get(t, engine, "c", "one")
	core, logs := observer.New(zap.InfoLevel)
	before := Audit
	Audit = audit.New(func() *zap.Logger { return zap.New(core) }, time.Now)
	t.Cleanup(func() { Audit = before })
	routes := cacheRoutes()
	if status, purged := admintest.Ask(t, routes, "POST", "/caches/test/purge", `{"tags":["table:drops"],"keys":["c","d"]}`); status != 200 || strings.TrimSpace(purged) != `{"purged":2}` {
		t.Fatalf("%d %s", status, purged)
	}
	if entries := logs.All(); len(entries) != 1 || entries[0].Message != "purge cache" || fmt.Sprint(entries[0].ContextMap()) != "map[after:map[keys:2 purged:2 tags:1] by:the admin endpoint from:192.0.2.1 on:test outcome:done]" {
		t.Errorf("logs %+v", entries)
	}
	for key, want := range map[string]edgecache.Status{"a": edgecache.Stale, "b": edgecache.Hit, "c": edgecache.Stale} {
		if status := get(t, engine, key, "two"); status != want {
			t.Errorf("%s is a %s", key, status)
		}
	}
}

func TestBadRequestsAreRefusedWithWhatIsWrong(t *testing.T) {
	start(t, object{})
	for _, test := range []struct {
		method, target, body string
		status               int
		naming               string
	}{
		{"POST", "/caches/", "", 405, "Not Allowed"},
		{"GET", "/caches/nothing/hot", "", 404, `"nothing"`},
		{"GET", "/caches/test/other", "", 404, "not found"},
		{"POST", "/caches/test/hot", "", 405, "Not Allowed"},
		{"GET", "/caches/test/hot?limit=0", "", 400, `"0"`},
		{"GET", "/caches/test/hot?limit=1001", "", 400, `"1001"`},
		{"GET", "/caches/test/hot?limit=many", "", 400, `"many"`},
		{"GET", "/caches/test/purge", "", 405, "Not Allowed"},
		{"POST", "/caches/test/purge", "", 400, "what to purge"},
		{"POST", "/caches/test/purge", "{}", 400, "tags or keys"},
		{"POST", "/caches/test/purge", `{"tag":["a"]}`, 400, `"tag"`},
		{"POST", "/caches/test/purge", `{"tags":"a"}`, 400, "what to purge"},
		{"POST", "/caches/test/purge", `{"tags":["a"]}{}`, 400, "more after"},
		{"POST", "/caches/test/purge", `{"tags":["a"` + strings.Repeat(`,"a"`, maxPurgedNames) + `]}`, 400, "at most 1000"},
		{"POST", "/caches/test/purge", `{"tags":["` + strings.Repeat("a", maxPurgeBytes) + `"]}`, 413, "split"},
	} {
		status, said := admintest.Ask(t, cacheRoutes(), test.method, test.target, test.body)
		if status != test.status || !strings.Contains(said, test.naming) {
			t.Errorf("%s %s %.40s: %d, %s; want %d that says %s", test.method, test.target, test.body, status, said, test.status, test.naming)
		}
	}
}

// scrape reads the running configuration's registry: name{labels} to value.
func scrape(t *testing.T) map[string]float64 {
	t.Helper()
	ctx := caddy.ActiveContext()
	families := must.Get(ctx.GetMetricsRegistry().Gather())(t)
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
		must.Do(t, load(t, object{"misses": 1, "miss_burst": 4}))
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
