package edgecache

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestWhoAsksForFreshWaitsForTheFetchInsteadOfTakingStale(t *testing.T) {
	clock := newTestClock()
	engine, from := newEngine(t, clock), &source{body: "one"}
	fresh := Lookup{Key: "k", Class: rows, Fresh: true}
	gets := func(body string, wanted Status) {
		t.Helper()
		wantLookup(t, engine, fresh, from.fetch, body, wanted)
	}
	gets("one", Miss)
	clock.Move(soft - 1)
	gets("one", Hit)
	clock.Move(10 * soft)
	from.set("two", nil)
	gets("two", Miss)
	gets("two", Hit)
}

func TestWhatIsStaleIsNotAnsweredToWhoAsksForFreshThoughItCannotBeFetched(t *testing.T) {
	clock := newTestClock()
	engine, from := newEngine(t, clock), &source{body: "one"}
	want(t, engine, "k", from.fetch, "one", Miss)
	clock.Move(soft)
	from.set("", errSource)
	err := getError(engine, Lookup{Key: "k", Fresh: true}, from.fetch)
	if !errors.Is(err, ErrNotAccepted) || !errors.Is(err, errSource) {
		t.Errorf("%v", err)
	}
	want(t, engine, "k", from.fetch, "one", StaleError) // for everybody else
}

// A quote reads at a node that is behind the one before it: what is kept is newer than what
// it brings.
func TestWhatTheSourceHasNothingNewerThanIsFreshForAMoment(t *testing.T) {
	for _, shared := range []bool{false, true} {
		clock := newTestClock()
		engine := newEngine(t, clock)
		fresh := Lookup{Key: "k", Class: rows, Fresh: true, Shared: shared}
		gets := func(fetch Fetch, body string, wanted Status) {
			t.Helper()
			wantLookup(t, engine, fresh, fetch, body, wanted)
		}
		gets(notOlder("2"), "2", Miss)
		clock.Move(soft)
		gets(notOlder("1"), "2", Miss)
		gets(none, "2", StaleError) // and the source is not asked each time
		clock.Move(defaultRetry)
		gets(notOlder("3"), "3", Miss)
	}
}

func TestWhatWasPurgedIsNotFreshThoughTheSourceHasNothingNewer(t *testing.T) {
	engine := newEngine(t, newTestClock())
	tagged := func(v string) Fetch {
		return func(ctx context.Context) (Content, error) {
			content, err := notOlder(v)(ctx)
			content.Tags = []string{"tag"}
			return content, err
		}
	}
	want(t, engine, "k", tagged("2"), "2", Miss)
	engine.Purge("tag")
	if err := getError(engine, Lookup{Key: "k", Fresh: true}, tagged("1")); !errors.Is(err, ErrNotAccepted) {
		t.Errorf("%v", err)
	}
}

func TestWhatWasFetchedForWhoAsksForFreshIsFreshHoweverLongItTookToAnswer(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock, func(c *Config) {
		c.Prepare = func(*Entry, *Entry) any { clock.Move(soft); return nil } // a busy machine
	})
	from := &source{body: "one"}
	for range 2 {
		wantLookup(t, engine, Lookup{Key: "k", Fresh: true}, from.fetch, "one", Miss)
	}
}

func TestAFreshReadOfAnAccountIsPaidAndOneOfWhatAllShareIsNot(t *testing.T) {
	clock := newTestClock()
	engine, from := newEngine(t, clock, func(c *Config) { c.Budget = &Budget{Misses: 1e-6, Burst: 1} }), &source{body: "one"}
	for _, shared := range []bool{true, false} {
		var over *BudgetError
		for i := range 3 {
			clock.Move(soft)
			lookup := Lookup{Key: map[bool]string{true: "drops", false: "balance"}[shared], Class: rows, Client: "192.0.2.1", Fresh: true, Shared: shared}
			if err := getError(engine, lookup, from.fetch); errors.As(err, &over) != (!shared && i > 0) {
				t.Errorf("shared %v, read %d: %v", shared, i, err)
			}
		}
	}
}

// Somebody who accepts nothing, again and again, causes few fetches of what all
// share: it is nobody's budget that they come from.
func TestWhatAllShareIsFetchedAtMostOnceASecondForThoseWhoAcceptNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		engine := newEngine(t, nil)
		var calls atomic.Int64
		fetch := func(context.Context) (Content, error) {
			calls.Add(1)
			return Content{Body: []byte("one")}, nil
		}
		ctx, leave := context.WithCancel(context.Background())
		var done sync.WaitGroup
		nothing := Lookup{Key: "drops", Class: rows, Shared: true, Accept: func(*Entry) bool { return false }}
		for range 20 {
			done.Go(func() {
				for ; ctx.Err() == nil; time.Sleep(10 * time.Millisecond) {
					_, _, _ = engine.Get(ctx, nothing, fetch)
				}
			})
		}
		time.Sleep(10 * time.Second)
		leave()
		done.Wait()
		if n := calls.Load(); n < 10 || n > 11 {
			t.Errorf("%d fetches in 10 s", n)
		}
	})
}

func TestWhatIsAnsweredAsLastReadCausesNoFetchWhileAnythingIsKept(t *testing.T) {
	clock := newTestClock()
	engine, from := newEngine(t, clock), &source{body: "one", tags: []string{"tag"}}
	nothing := func(*Entry) bool { return false }
	gets := func(body string, wanted Status) {
		t.Helper()
		lookup := Lookup{Key: "k", Class: rows, Fresh: true, Accept: nothing, LastRead: true}
		wantLookup(t, engine, lookup, from.fetch, body, wanted)
	}
	gets("one", Miss)
	from.set("two", nil)
	gets("one", Hit)
	clock.Move(hard - 1)
	for range 10 {
		gets("one", Stale)
	}
	if fetches := engine.Stats().Classes[0].Fetches; fetches != 1 {
		t.Errorf("%d fetches, want the first one", fetches)
	}
	clock.Move(1)
	gets("two", Miss) // past the hard deadline nothing is kept
	from.set("three", nil)
	engine.Purge("tag")
	gets("three", Miss) // nor is what ops purged
}
