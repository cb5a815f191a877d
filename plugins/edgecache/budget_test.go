package edgecache

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/upstream"
)

// spend misses new keys until the client's budget is used up, and returns how
// many were answered and when there is room again.
func spend(t *testing.T, engine *Engine, client, name string) (answered int, retryAfter time.Duration) {
	t.Helper()
	for i := range 3_000 {
		err := getError(engine, Lookup{Key: fmt.Sprint(name, i), Client: client}, (&source{}).fetch)
		var over *BudgetError
		if errors.As(err, &over) {
			return i, over.RetryAfter
		}
		must.Do(t, err)
	}
	return 3_000, 0
}

func TestAClientMayMissItsBurstAndThenItsRate(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock)
	answered, retryAfter := spend(t, engine, "192.0.2.1", "first ")
	if answered != 60 || retryAfter != 50*time.Millisecond {
		t.Errorf("%d misses, then again in %s; want 60 and 50ms", answered, retryAfter)
	}
	if answered, _ := spend(t, engine, "192.0.2.2", "other "); answered != 60 {
		t.Errorf("another client had %d misses", answered)
	}
	clock.Move(retryAfter)
	if answered, _ := spend(t, engine, "192.0.2.1", "again "); answered != 1 {
		t.Errorf("%d misses after the time that the error names", answered)
	}
	clock.Move(time.Second)
	if answered, _ := spend(t, engine, "192.0.2.1", "later "); answered != 20 {
		t.Errorf("%d misses in a second", answered)
	}
	clock.Move(time.Hour)
	if answered, _ := spend(t, engine, "192.0.2.1", "much later "); answered != 60 {
		t.Errorf("%d misses after an hour", answered)
	}
	if stats := engine.Stats(); stats.Classes[0].OverBudget != 5 || stats.Networks != 3 {
		t.Errorf("%d refused, %d networks; want 5, and two clients of one /24", stats.Classes[0].OverBudget, stats.Networks)
	}
}

func TestHitsSharedKeysAndWaitingForAnotherCostNothing(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock, func(c *Config) { c.Budget = &Budget{Misses: 1e-6, Burst: 1} })
	lookup := Lookup{Key: "k", Class: rows, Client: "192.0.2.1", Shared: true}
	var done sync.WaitGroup
	gate := make(chan struct{})
	slow := func(context.Context) (Content, error) { <-gate; return Content{Body: []byte("one")}, nil }
	for range 200 {
		done.Go(func() {
			if err := getError(engine, lookup, slow); err != nil {
				t.Error(err)
			}
		})
	}
	plugintest.Eventually(t, "all wait for one fetch", func() bool {
		stats := engine.Stats().Classes[0]
		return stats.Misses == 1 && stats.Coalesced == 199
	})
	close(gate)
	done.Wait()
	from := &source{body: "one"}
	for range 20 {
		clock.Move(soft)
		if _, status, err := engine.Get(context.Background(), lookup, from.fetch); err != nil || status != Stale {
			t.Fatalf("%s, %v", status, err)
		}
		plugintest.Eventually(t, "it was refreshed", func() bool {
			_, status, _ := engine.Get(context.Background(), lookup, from.fetch)
			return status == Hit
		})
	}
	if answered, _ := spend(t, engine, "192.0.2.1", "new "); answered != 1 {
		t.Errorf("%d misses of its own in a budget of one", answered)
	}
}

func TestARefreshIsPaidByWhoCausesItAndWithoutBudgetSomebodyElseMay(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock, func(c *Config) { c.Budget = &Budget{Misses: 1e-6, Burst: 2} })
	from := &source{body: "one"}
	asks := func(client string, wanted Status) {
		t.Helper()
		lookup := Lookup{Key: "k", Class: rows, Client: client}
		if _, status, err := engine.Get(context.Background(), lookup, from.fetch); err != nil || status != wanted {
			t.Fatalf("%s: %s, %v; want %s", client, status, err, wanted)
		}
		plugintest.Eventually(t, "nothing is fetched", func() bool { return engine.Stats().Fetching == 0 })
	}
	asks("192.0.2.1", Miss)
	clock.Move(soft)
	asks("192.0.2.1", Stale) // and is refreshed by its second fetch
	asks("192.0.2.1", Hit)
	clock.Move(soft)
	asks("192.0.2.1", Stale)
	asks("192.0.2.1", Stale)
	if calls, unpaid := from.calls.Load(), engine.Stats().Classes[0].Unpaid; calls != 2 || unpaid != 2 {
		t.Errorf("%d fetches, %d unpaid; want 2 and 2", calls, unpaid)
	}
	asks("192.0.2.2", Stale)
	asks("192.0.2.1", Hit)
}

func TestATurnThatWasRefusedToOneIsNoReasonForAnotherToWait(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock)
	limited := func(context.Context) (Content, error) { return Content{}, &upstream.LimitedError{} }
	if err := getError(engine, Lookup{Key: "k", Client: "192.0.2.1"}, limited); !errors.Is(err, upstream.ErrLimited) {
		t.Fatal(err)
	}
	from := &source{body: "one"}
	want(t, engine, "k", from.fetch, "one", Miss)
	clock.Move(soft)
	want(t, engine, "k", limited, "one", Stale)
	plugintest.Eventually(t, "the refresh is over", func() bool { return engine.Stats().Fetching == 0 })
	want(t, engine, "k", from.fetch, "one", Stale)
	plugintest.Eventually(t, "it was refreshed", func() bool { return from.calls.Load() == 2 })
}

func TestTheProcessItselfHasNoBudgetAndNeitherHasAnybodyWhenItIsZero(t *testing.T) {
	engine := newEngine(t, newTestClock())
	if answered, _ := spend(t, engine, "", "ours "); answered != 3_000 {
		t.Errorf("the process had %d misses", answered)
	}
	must.Do(t, engine.Update(nil, &Budget{}))
	if answered, _ := spend(t, engine, "192.0.2.1", "theirs "); answered != 3_000 {
		t.Errorf("without a bound a client had %d misses", answered)
	}
	must.Do(t, engine.Update(nil, &Budget{Misses: 2}))
	if answered, _ := spend(t, engine, "192.0.2.3", "bounded again "); answered != 6 {
		t.Errorf("with 2 a second a client had %d misses at once, want 6", answered)
	}
}

func TestAFloodOfInventedKeysFromOneAddressMovesNoHotEntry(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock, func(c *Config) {
		c.Classes[0].Soft, c.Classes[0].HotEntries = hard, 128
	})
	const hotKeys, perSecond, seconds = 64, 10_000, 10
	from := &source{body: "hot"}
	var entries [hotKeys]*Entry
	for i := range entries {
		entries[i] = want(t, engine, fmt.Sprint("hot ", i), from.fetch, "hot", Miss)
	}
	invented := &source{body: "invented"}
	refused := 0
	for i := range perSecond * seconds {
		if i%perSecond == 0 {
			clock.Move(time.Second)
		}
		err := getError(engine, Lookup{Key: fmt.Sprint("invented ", i), Client: "192.0.2.1"}, invented.fetch)
		if errors.As(err, new(*BudgetError)) {
			refused++
		}
		// Meanwhile everybody asks for the hot ones: 1 of them per 10 invented.
		if i%10 == 0 {
			n := i / 10 % hotKeys
			if entry := want(t, engine, fmt.Sprint("hot ", n), from.fetch, "hot", Hit); entry != entries[n] {
				t.Fatalf("hot key %d was pushed out by invented key %d", n, i)
			}
		}
	}
	if most := int64(60 + 20*seconds); invented.calls.Load() > most || refused != perSecond*seconds-int(invented.calls.Load()) {
		t.Errorf("%d invented keys were fetched, %d refused; want at most %d and all others", invented.calls.Load(), refused, most)
	}
	if from.calls.Load() != hotKeys {
		t.Errorf("hot keys were fetched %d times, want %d", from.calls.Load(), hotKeys)
	}
}

func TestAFloodFromManyAddressesLeavesTheHotEntriesAndTheirRefreshesAlone(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock, func(c *Config) { c.MaxFetches, c.Classes[0].HotEntries = 8, 64 })
	from := &source{body: "hot"}
	hit := func() bool {
		_, status, _ := engine.Get(context.Background(), Lookup{Key: "hot", Class: rows}, from.fetch)
		return status == Hit
	}
	want(t, engine, "hot", from.fetch, "hot", Miss)
	hit()
	hit()
	address := netip.MustParseAddr("10.0.0.0")
	for i := range 5000 { // more than the envelopes hold
		address = address.Next()
		body := fmt.Appendf(nil, "%01000d", i)
		_ = getError(engine, Lookup{Key: fmt.Sprint("invented ", i), Client: address.String()}, func(context.Context) (Content, error) { return Content{Body: body}, nil })
	}
	if !hit() {
		t.Error("the hot entry was pushed out")
	}

	// Now invented keys hold all fetches that misses may have.
	gate := make(chan struct{})
	var done sync.WaitGroup
	stuck := func(context.Context) (Content, error) { <-gate; return Content{}, nil }
	for i := range 100 {
		done.Go(func() { _ = getError(engine, Lookup{Key: fmt.Sprint("stuck ", i)}, stuck) })
	}
	plugintest.Eventually(t, "misses have taken all their places", func() bool {
		stats := engine.Stats()
		return stats.Fetching == 6 && stats.Classes[0].Busy == 94
	})
	clock.Move(soft)
	want(t, engine, "hot", from.fetch, "hot", Stale)
	plugintest.Eventually(t, "the hot entry was refreshed all the same", hit)
	close(gate)
	done.Wait()
}
