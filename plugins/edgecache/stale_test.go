package edgecache

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/must"
)

func TestAtExpiryUnderLoadNoAnswerWaitsForTheFetch(t *testing.T) {
	clock := newTestClock()
	engine, from := newEngine(t, clock), &source{body: "one"}
	want(t, engine, "k", from.fetch, "one", Miss)
	clock.Move(soft)
	var calls atomic.Int64
	release := make(chan struct{})
	blocked := func(context.Context) (Content, error) {
		calls.Add(1)
		<-release
		return Content{Body: []byte("two")}, nil
	}
	var done sync.WaitGroup
	for range 1000 {
		done.Go(func() {
			wantLookup(t, engine, Lookup{Key: "k", Client: "192.0.2.1"}, blocked, "one", Stale)
		})
	}
	done.Wait() // all were answered, and the fetch is still blocked
	plugintest.Eventually(t, "the refresh has begun", func() bool { return calls.Load() == 1 })
	close(release)
	eventuallyHit(t, engine, "the refresh has landed", blocked, "two")
	if calls.Load() != 1 {
		t.Errorf("%d fetches, want 1", calls.Load())
	}
}

func TestACallerThatSawAnEntryBeforeItsRefreshLandedBeginsNoOther(t *testing.T) {
	for name, outcome := range map[string]error{"landed": nil, "failed": errSource} {
		t.Run(name, func(t *testing.T) {
			clock := newTestClock()
			engine, from := newEngine(t, clock), &source{body: "one"}
			want(t, engine, "k", from.fetch, "one", Miss)
			clock.Move(soft)
			from.set("two", outcome)
			want(t, engine, "k", from.fetch, "one", Stale)
			plugintest.Eventually(t, "the refresh is over", func() bool { return engine.Stats().Fetching == 0 && from.calls.Load() == 2 })
			c := engine.classes[rows]
			engine.refresh(t.Context(), c, c.hot.peek("k"), &Lookup{Key: "k", Class: rows}, from.fetch, clock.Now())
			if fetches := engine.Stats().Classes[0].Fetches; fetches != 2 {
				t.Errorf("%d fetches, want 2", fetches)
			}
			if outcome == nil {
				clock.Move(soft) // and it is refreshed again when its time has come
				want(t, engine, "k", from.fetch, "two", Stale)
				plugintest.Eventually(t, "it was fetched again", func() bool { return from.calls.Load() == 3 })
			}
		})
	}
}

func TestWithEveryFetchFailingForTenMinutesNothingThatWasServedFails(t *testing.T) {
	const keys, outage = 40, 10 * time.Minute
	clock := newTestClock()
	engine := newEngine(t, clock, func(c *Config) {
		c.Classes[0].Hard = outage + time.Second
		c.Classes[0].HotEntries = 16 // fewer than there are keys: the envelopes take part
	})
	from := &source{body: "served"}
	get := func(i int) Status {
		entry, status, err := engine.Get(context.Background(), Lookup{Key: fmt.Sprint(i), Class: rows, Client: "192.0.2.1"}, from.fetch)
		if err != nil || string(entry.Body) != "served" {
			t.Fatalf("key %d: %v, %v", i, entry, err)
		}
		return status
	}
	for i := range keys {
		get(i)
	}
	from.set("", errSource)
	for passed := time.Duration(0); passed < outage; passed += 500 * time.Millisecond {
		clock.Move(500 * time.Millisecond)
		for i := range keys {
			if status := get(i); status == Miss || status == Coalesced {
				t.Fatalf("after %s key %d was a %s", passed, i, status)
			}
		}
	}
	plugintest.Eventually(t, "the last refreshes have failed", func() bool { return engine.Stats().Fetching == 0 })
	// One try for each key and pause of a second, and not more.
	if tries := from.calls.Load() - keys; tries < keys || tries > keys*(1+int64(outage/defaultRetry)) {
		t.Errorf("the source was asked %d times in %s for %d keys", tries, outage, keys)
	}
}

func TestWhatWasFilledTogetherDoesNotExpireTogether(t *testing.T) {
	deadlines := func() (list []time.Duration) {
		clock, next := newTestClock(), 0
		engine := newEngine(t, clock, func(c *Config) {
			c.Random = func() float64 { next++; return float64(next%10) / 10 }
		})
		for i := range 10 {
			entry := want(t, engine, fmt.Sprint(i), (&source{}).fetch, "", Miss)
			list = append(list, entry.Soft.Sub(clock.Now()))
			if !entry.Hard.Equal(clock.Now().Add(hard)) {
				t.Errorf("hard deadline in %s, want %s", entry.Hard.Sub(clock.Now()), hard)
			}
		}
		return list
	}
	first := deadlines()
	for i, one := range first {
		if one <= soft-soft/jitterShare || one > soft || slices.Contains(first[:i], one) {
			t.Errorf("deadline %d is %s of %s", i, one, first)
		}
	}
	if again := deadlines(); !slices.Equal(again, first) {
		t.Errorf("the same random numbers gave %s and %s", first, again)
	}
}

func TestWithoutAnInjectedSourceDeadlinesAreSpreadToo(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock, func(c *Config) { c.Random = nil })
	seen := make(map[time.Duration]bool)
	for i := range 50 {
		left := want(t, engine, fmt.Sprint(i), (&source{}).fetch, "", Miss).Soft.Sub(clock.Now())
		if left <= soft-soft/jitterShare || left > soft {
			t.Errorf("a soft deadline in %s", left)
		}
		seen[left] = true
	}
	if len(seen) < 25 {
		t.Errorf("50 entries have %d deadlines", len(seen))
	}
}

func TestAContentMayShortenItsOwnSoftLifetimeButNotLengthenIt(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock)
	for own, left := range map[time.Duration]time.Duration{0: soft, -1: soft, soft / 4: soft / 4, 2 * soft: soft} {
		fetch := func(context.Context) (Content, error) { return Content{Soft: own}, nil }
		if entry := want(t, engine, own.String(), fetch, "", Miss); entry.Soft.Sub(clock.Now()) != left {
			t.Errorf("own lifetime %s: fresh for %s, want %s", own, entry.Soft.Sub(clock.Now()), left)
		}
	}
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

func TestMoreFetchesThanAllowedAreRefusedAtOnceAndNotRemembered(t *testing.T) {
	engine := newEngine(t, newTestClock(), func(c *Config) { c.MaxFetches = 1 })
	release := hold(engine, "slow", Content{})
	from := &source{body: "one"}
	if err := getError(engine, Lookup{Key: "k"}, from.fetch); !errors.Is(err, ErrBusy) {
		t.Errorf("error %v, want ErrBusy", err)
	}
	must.Do(t, release())
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
