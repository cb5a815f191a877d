package edgecache

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/clock"
	"fieldhouse/plugins/plugintest/must"
)

func newTestClock() *clock.Clock { return clock.New(time.Date(2026, 11, 27, 14, 0, 0, 0, time.UTC)) }

// source is what the engine fetches from in tests.
type source struct {
	calls atomic.Int64
	mu    sync.Mutex
	body  string
	err   error
	tags  []string
}

var errSource = errors.New("the source is down")

func (s *source) set(body string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.body, s.err = body, err
}

func (s *source) fetch(context.Context) (Content, error) {
	s.calls.Add(1)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return Content{}, s.err
	}
	return Content{Body: []byte(s.body), Tags: s.tags}, nil
}

const (
	rows = Class("rows")
	soft = time.Second
	hard = time.Minute
)

func newEngine(t testing.TB, clock *clock.Clock, change ...func(*Config)) *Engine {
	t.Helper()
	config := Config{
		Classes: []ClassConfig{{Name: rows, Soft: soft, Hard: hard, Size: mebibyte}},
		Random:  func() float64 { return 0 },
	}
	if clock != nil {
		config.Now = clock.Now
	}
	for _, apply := range change {
		apply(&config)
	}
	engine := must.Get(New(config))(t)
	t.Cleanup(engine.Close)
	return engine
}

// want reads a key and compares body and status.
func want(t testing.TB, engine *Engine, key string, fetch Fetch, body string, status Status) *Entry {
	t.Helper()
	return wantLookup(t, engine, Lookup{Key: key}, fetch, body, status)
}

// wantLookup is want with more in its lookup than a key.
func wantLookup(t testing.TB, engine *Engine, lookup Lookup, fetch Fetch, body string, status Status) *Entry {
	t.Helper()
	lookup.Class = rows
	entry, got, err := engine.Get(context.Background(), lookup, fetch)
	if err != nil {
		t.Fatalf("Get(%q): %v", lookup.Key, err)
	}
	if string(entry.Body) != body || got != status {
		t.Fatalf("Get(%q) = %q, %s; want %q, %s", lookup.Key, entry.Body, got, body, status)
	}
	return entry
}

// getError reads a key of the class rows, and is the error of that.
func getError(engine *Engine, lookup Lookup, fetch Fetch) error {
	lookup.Class = rows
	_, _, err := engine.Get(context.Background(), lookup, fetch)
	return err
}

// getting reads a key of the class rows in a goroutine of its own.
func getting(t *testing.T, engine *Engine, lookup Lookup, fetch Fetch) <-chan *Entry {
	lookup.Class = rows
	answered := make(chan *Entry)
	go func() {
		entry, _, err := engine.Get(context.Background(), lookup, fetch)
		if err != nil {
			t.Error(err)
		}
		answered <- entry
	}()
	return answered
}

// fixed is a fetch of a body.
func fixed(body string) Fetch {
	return func(context.Context) (Content, error) { return Content{Body: []byte(body)}, nil }
}

// eventuallyHit waits until the body of the key k is a hit.
func eventuallyHit(t testing.TB, engine *Engine, what string, fetch Fetch, body string) {
	t.Helper()
	plugintest.Eventually(t, what, func() bool {
		entry, status, err := engine.Get(context.Background(), Lookup{Key: "k", Class: rows}, fetch)
		return err == nil && status == Hit && string(entry.Body) == body
	})
}

// hold begins the fetch of a key, which ends with content when release is called; that
// returns the error of who began it.
func hold(engine *Engine, key string, content Content) (release func() error) {
	gate, started, done := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		done <- getError(engine, Lookup{Key: key}, func(context.Context) (Content, error) {
			close(started)
			<-gate
			return content, nil
		})
	}()
	<-started
	return func() error {
		close(gate)
		return <-done
	}
}
