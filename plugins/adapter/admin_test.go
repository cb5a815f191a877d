package adapter

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/edgecache"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

// ask calls the admin API and decodes its answer.
func ask[T any](t *testing.T, method, target, body string) (answer T, status int, err error) {
	t.Helper()
	core, _ := observer.New(zap.InfoLevel)
	routes := (&Admin{logger: zap.New(core)}).Routes()
	if len(routes) != 1 || routes[0].Pattern != "/caches/" {
		t.Fatalf("routes %+v", routes)
	}
	w := httptest.NewRecorder()
	if err := routes[0].Handler.ServeHTTP(w, httptest.NewRequest(method, target, strings.NewReader(body))); err != nil {
		var refused caddy.APIError
		if !errors.As(err, &refused) {
			t.Fatalf("%s %s: %v is not an API error", method, target, err)
		}
		return answer, refused.HTTPStatus, err
	}
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Header().Get("Content-Type") != "application/json" {
		t.Fatalf("%s %s: %q: %v", method, target, w.Body, err)
	}
	return answer, w.Code, nil
}

func TestEveryCacheIsListedWithItsClassesAndCounts(t *testing.T) {
	engine := start(t, object{})
	get(t, engine, "k", "one")
	get(t, engine, "k", "one")
	listed, status, err := ask[allCaches](t, "GET", "/caches/", "")
	if err != nil || status != 200 || len(listed.Caches) != 1 || listed.Caches[0].Name != "test" || listed.Caches[0].MaxFetches != 256 {
		t.Fatalf("%+v, %d, %v", listed, status, err)
	}
	classes := listed.Caches[0].Classes
	if len(classes) != 2 || classes[0].Class != "short" || classes[1].Class != "long" {
		t.Fatalf("classes %+v", classes)
	}
	if c := classes[0]; c.Hits != 1 || c.Misses != 1 || c.Fetches != 1 || c.Soft != "1m0s" || c.Hard != "2m0s" || c.OldestStale != "0s" || c.HotEntries != 1 || c.Bytes == 0 {
		t.Errorf("%+v", c)
	}
}

func TestWithoutACacheTheListIsEmptyAndNotNull(t *testing.T) {
	if listed, _, err := ask[map[string]json.RawMessage](t, "GET", "/caches/", ""); err != nil || string(listed["caches"]) != "[]" {
		t.Errorf("%s, %v", listed, err)
	}
}

func TestHotKeysAreListedWithTheirTimes(t *testing.T) {
	engine := start(t, object{})
	for i := range 30 {
		for range 30 - i {
			get(t, engine, fmt.Sprint("k", i), "four")
		}
	}
	type answer struct{ Keys []hotKey }
	hot, _, err := ask[answer](t, "GET", "/caches/test/hot?limit=3", "")
	if err != nil || len(hot.Keys) != 3 {
		t.Fatalf("%+v, %v", hot, err)
	}
	// Whole seconds, which may have passed or not.
	within := func(shown string, most time.Duration) bool {
		left, err := time.ParseDuration(shown)
		return err == nil && left > 0 && left <= most
	}
	if k := hot.Keys[0]; k.Key != "k0" || k.Class != "short" || k.Hits != 29 || k.Bytes != 4 || !within(k.Soft, time.Minute) || !within(k.Hard, 2*time.Minute) {
		t.Errorf("%+v", k)
	}
	if hot, _, _ := ask[answer](t, "GET", "/caches/test/hot", ""); len(hot.Keys) != defaultHot {
		t.Errorf("%d keys without a limit", len(hot.Keys))
	}
}

func TestAPurgeByTagAndKeyMakesEntriesStale(t *testing.T) {
	engine := start(t, object{})
	get(t, engine, "a", "one", "table:drops")
	get(t, engine, "b", "one", "other")
	get(t, engine, "c", "one")
	type answer struct{ Purged int }
	purged, status, err := ask[answer](t, "POST", "/caches/test/purge", `{"tags":["table:drops"],"keys":["c","d"]}`)
	if err != nil || status != 200 || purged.Purged != 2 {
		t.Fatalf("%+v, %d, %v", purged, status, err)
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
		{"POST", "/caches/", "", 405, "GET"},
		{"GET", "/caches/nothing", "", 404, `"nothing"`},
		{"GET", "/caches/nothing/hot", "", 404, `"nothing"`},
		{"GET", "/caches/test", "", 404, "hot and purge"},
		{"GET", "/caches/test/other", "", 404, `"other"`},
		{"POST", "/caches/test/hot", "", 405, "GET"},
		{"GET", "/caches/test/hot?limit=0", "", 400, `"0"`},
		{"GET", "/caches/test/hot?limit=1001", "", 400, `"1001"`},
		{"GET", "/caches/test/hot?limit=many", "", 400, `"many"`},
		{"GET", "/caches/test/purge", "", 405, "POST"},
		{"POST", "/caches/test/purge", "", 400, "what to purge"},
		{"POST", "/caches/test/purge", "{}", 400, "tags or keys"},
		{"POST", "/caches/test/purge", `{"tag":["a"]}`, 400, `"tag"`},
		{"POST", "/caches/test/purge", `{"tags":"a"}`, 400, "what to purge"},
		{"POST", "/caches/test/purge", `{"tags":["a"]}{}`, 400, "more after"},
		{"POST", "/caches/test/purge", `{"tags":["a"` + strings.Repeat(`,"a"`, maxPurgedNames) + `]}`, 400, "at most 1000"},
		{"POST", "/caches/test/purge", `{"tags":["` + strings.Repeat("a", maxPurgeBytes) + `"]}`, 413, "split"},
	} {
		_, status, err := ask[any](t, test.method, test.target, test.body)
		if status != test.status || err == nil || !strings.Contains(err.Error(), test.naming) {
			t.Errorf("%s %s %.40s: %d, %v; want %d that says %s", test.method, test.target, test.body, status, err, test.status, test.naming)
		}
	}
}

func TestAPurgeIsLogged(t *testing.T) {
	start(t, object{})
	core, logs := observer.New(zap.InfoLevel)
	admin := &Admin{logger: zap.New(core)}
	if err := admin.serve(httptest.NewRecorder(), httptest.NewRequest("POST", "/caches/test/purge", strings.NewReader(`{"keys":["k"]}`))); err != nil {
		t.Fatal(err)
	}
	if entries := logs.All(); len(entries) != 1 || entries[0].ContextMap()["cache"] != "test" || fmt.Sprint(entries[0].ContextMap()["keys"]) != "[k]" {
		t.Errorf("logs %+v", entries)
	}
}
