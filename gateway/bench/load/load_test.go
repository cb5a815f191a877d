package load

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"fieldhouse/plugins/plugintest/must"
)

// serve answers with a handler, which a plan asks over three connections.
func serve(t *testing.T, handler http.HandlerFunc) *Plan {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	target := Target{Address: server.Listener.Addr().String(), Host: "localhost:1", Path: "/a?b=c", Status: 200}
	return &Plan{Targets: []Target{target}, Connections: 3, Times: 2}
}

func TestLoadAsksExactlySoOften(t *testing.T) {
	var asked atomic.Int64
	plan := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		if r.Host != "localhost:1" || r.URL.RequestURI() != "/a?b=c" || r.Header.Get("Accept-Encoding") != "br" {
			t.Errorf("asked %s of %s with %v", r.URL, r.Host, r.Header)
		}
		_, _ = w.Write(bytes.Repeat([]byte("\n"), 200_000))
	})
	plan.Times = 32
	plan.Targets[0].Headers = map[string]string{"Accept-Encoding": "br"}
	results := must.Get(plan.Run())(t)
	if got := results.Targets[0]; asked.Load() != 32 || got.OK != 32 || got.Took.Count != 32 || got.Took.P50 <= 0 {
		t.Errorf("asked %d times, want 32: %+v", asked.Load(), got)
	}
}

func TestLoadAsksForNoCodingOfItsOwn(t *testing.T) {
	plan := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		if coding := r.Header.Get("Accept-Encoding"); coding != "" {
			t.Errorf("asked for %s", coding)
		}
	})
	if _, err := plan.Run(); err != nil {
		t.Error(err)
	}
}

func TestLoadFailsOnAnythingButAWholeAnswerOfItsStatus(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"another status": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) },
		"a body that is less": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "9")
			_, _ = io.WriteString(w, "a")
		},
		"chunks that end early": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "a")
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		},
	} {
		if _, err := serve(t, handler).Run(); err == nil {
			t.Errorf("%s was taken for an answer", name)
		}
	}
}

func TestTargetsAreAskedByTurnsAndTellHitsWrongAndFailedAnswersApart(t *testing.T) {
	var mu sync.Mutex
	seen := make(map[string]int)
	plan := serve(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		seen[r.URL.Path]++
		switch n := len(seen); {
		case r.URL.Path == "/kept":
			w.Header().Set("Cache-Status", "fieldhouse;hit;ttl=1")
		case n%3 == 0:
			w.WriteHeader(http.StatusBadGateway)
		default:
			_, _ = io.WriteString(w, `{"rows":[{"lie":true}]}`)
		}
	})
	plan.Targets[0].Path = "/kept"
	plan.Targets = append(plan.Targets, Target{Address: plan.Targets[0].Address, Path: "/rows/", Unique: true, First: 700})
	plan.Times = 12
	results := must.Get(plan.Run())(t)
	kept, rows := results.Targets[0], results.Targets[1]
	if kept.Hits != 6 || kept.OK != 6 || rows.Hits != 0 || rows.Took.Count != 6 || rows.OK != rows.Wrong || rows.OK == 6 || len(seen) != 7 {
		t.Errorf("%+v, asked for %v", results.Targets, seen)
	}
}

func TestWhatTheClientsMadeIsCountedAndNotWhatWarmedThem(t *testing.T) {
	var asked atomic.Int64
	counter := serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintf(w, `{"rows":%d}`, asked.Load()) })
	plan := serve(t, func(http.ResponseWriter, *http.Request) { asked.Add(1) })
	plan.Warm, plan.Times, plan.Counter = "/warm", 20, "http://"+counter.Targets[0].Address
	results, err := plan.Run()
	if err != nil || results.Counted["rows"] != 20 || asked.Load() != 40 {
		t.Errorf("%+v, %v; asked %d times", results, err, asked.Load())
	}
}

func TestAPlanThatCannotBeMeasuredSaysWhy(t *testing.T) {
	if _, err := new(Plan).Run(); err == nil || !strings.Contains(err.Error(), "connections") {
		t.Errorf("%v", err)
	}
}

func TestNamesAreAccountNamesOfTheirOwn(t *testing.T) {
	seen := make(map[string]bool)
	for _, n := range []int{0, 1, 25, 26, 27, 701, 702, 140_000_000, 139_999_999} {
		got := Name(n)
		if seen[got] || len(got) > 12 || strings.Trim(got, "abcdefghijklmnopqrstuvwxyz.") != "" {
			t.Errorf("%d is %s", n, got)
		}
		seen[got] = true
	}
}

func TestAPlanEndsAfterItsTime(t *testing.T) {
	plan := serve(t, func(http.ResponseWriter, *http.Request) {})
	plan.Times, plan.Seconds, plan.PerSecond = 0, 0.05, 100
	if results, err := plan.Run(); err != nil || results.Targets[0].OK < 1 {
		t.Errorf("%+v, %v", results, err)
	}
}
