package edgecache

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest"
)

func getError(engine *Engine, lookup Lookup, fetch Fetch) error {
	lookup.Class = rows
	_, _, err := engine.Get(context.Background(), lookup, fetch)
	return err
}

func TestADeadSourceIsNotAskedByEveryRequest(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock, func(c *Config) { c.Classes[0].Remember = 3 * time.Second })
	from := &source{err: errSource}
	if err := getError(engine, Lookup{Key: "k"}, from.fetch); !errors.Is(err, errSource) || errors.As(err, new(*RememberedError)) {
		t.Fatalf("the first caller got %v", err)
	}
	clock.Move(time.Second)
	for range 1000 {
		err := getError(engine, Lookup{Key: "k"}, from.fetch)
		var remembered *RememberedError
		if !errors.As(err, &remembered) || !errors.Is(err, errSource) || remembered.RetryAfter != 2*time.Second {
			t.Fatalf("error %v", err)
		}
	}
	if from.calls.Load() != 1 {
		t.Errorf("the source was asked %d times, want once", from.calls.Load())
	}
	if err := getError(engine, Lookup{Key: "other"}, from.fetch); !errors.Is(err, errSource) || from.calls.Load() != 2 {
		t.Errorf("another key: %v after %d fetches", err, from.calls.Load())
	}
	clock.Move(2 * time.Second)
	from.set("one", nil)
	want(t, engine, "k", from.fetch, "one", Miss)
	want(t, engine, "k", from.fetch, "one", Hit)
	if stats := engine.Stats().Classes[0]; stats.Remembered != 1000 || stats.FetchErrors != 2 {
		t.Errorf("%d remembered, %d fetch errors; want 1000 and 2", stats.Remembered, stats.FetchErrors)
	}
}

func TestPastTheHardDeadlineFailuresAreRememberedToo(t *testing.T) {
	clock := newTestClock()
	engine, from := newEngine(t, clock), &source{body: "one"}
	want(t, engine, "k", from.fetch, "one", Miss)
	from.set("", errSource)
	clock.Move(hard)
	for range 100 {
		if err := getError(engine, Lookup{Key: "k"}, from.fetch); !errors.Is(err, errSource) {
			t.Fatalf("error %v", err)
		}
	}
	if from.calls.Load() != 2 {
		t.Errorf("%d fetches, want 2", from.calls.Load())
	}
}

func TestTooManyFetchesAreNoFailureToRemember(t *testing.T) {
	engine := newEngine(t, newTestClock(), func(c *Config) { c.MaxFetches = 1 })
	gate, started := make(chan struct{}), make(chan struct{})
	done := make(chan error)
	go func() {
		done <- getError(engine, Lookup{Key: "slow"}, func(context.Context) (Content, error) {
			close(started)
			<-gate
			return Content{}, nil
		})
	}()
	<-started
	from := &source{body: "one"}
	if err := getError(engine, Lookup{Key: "k"}, from.fetch); !errors.Is(err, ErrBusy) {
		t.Errorf("error %v, want ErrBusy", err)
	}
	close(gate)
	if err := <-done; err != nil {
		t.Error(err)
	}
	want(t, engine, "k", from.fetch, "one", Miss)
}

func TestTheMemoryOfFailuresIsBounded(t *testing.T) {
	engine := newEngine(t, newTestClock())
	from := &source{err: errSource}
	for i := range 10 * maxFailures {
		_ = getError(engine, Lookup{Key: fmt.Sprint(i)}, from.fetch)
	}
	if held := engine.classes[rows].failures.Len(); held != maxFailures {
		t.Errorf("%d failures are remembered", held)
	}
}

func TestAFailedRefreshOfWhatLeftTheHotOnesIsRemembered(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock, func(c *Config) { c.Classes[0].HotEntries = 1 })
	from := &source{body: "one"}
	want(t, engine, "k", from.fetch, "one", Miss)
	clock.Move(soft)
	gate := make(chan struct{})
	failing := func(context.Context) (Content, error) {
		<-gate
		return Content{}, errSource
	}
	want(t, engine, "k", failing, "one", Stale)
	want(t, engine, "other", from.fetch, "one", Miss) // pushes "k" out of the hot ones
	close(gate)
	plugintest.Eventually(t, "the refresh has failed", func() bool { return engine.Stats().Fetching == 0 })
	want(t, engine, "k", failing, "one", StaleError)
	if stats := engine.Stats(); stats.Classes[0].Fetches != 3 {
		t.Errorf("%d fetches, want 3", stats.Classes[0].Fetches)
	}
}
