package edgecache

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"

	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/must"
)

// atLeast accepts entries whose Meta is not before a version.
func atLeast(version string) func(*Entry) bool {
	return func(entry *Entry) bool { return entry.Meta >= version }
}

// version fetches what a version says, in body and Meta.
func version(v string, err error) Fetch {
	return func(context.Context) (Content, error) { return Content{Body: []byte(v), Meta: v}, err }
}

func none(context.Context) (Content, error) { panic("nobody should fetch") }

func TestAnAcceptedEntryIsAnsweredAsAlways(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock)
	want(t, engine, "k", version("2", nil), "2", Miss)
	wantLookup(t, engine, Lookup{Key: "k", Accept: atLeast("2")}, none, "2", Hit)
}

func TestARefusedEntryIsFetchedAndWaitedFor(t *testing.T) {
	engine := newEngine(t, newTestClock())
	want(t, engine, "k", version("1", nil), "1", Miss)
	wantLookup(t, engine, Lookup{Key: "k", Accept: atLeast("2")}, version("2", nil), "2", Miss)
	want(t, engine, "k", none, "2", Hit) // for everybody
}

func TestAFetchThatBeganEarlierIsNotEnough(t *testing.T) {
	engine := newEngine(t, newTestClock())
	release := hold(engine, "k", Content{Meta: "1"})
	var own atomic.Int64
	answered := getting(t, engine, Lookup{Key: "k", Accept: atLeast("2")}, func(context.Context) (Content, error) {
		own.Add(1)
		return Content{Meta: "2"}, nil
	})
	plugintest.Eventually(t, "the second caller waits for the first fetch", func() bool { return engine.Stats().Classes[0].Coalesced == 1 })
	if own.Load() != 0 {
		t.Error("two fetches of one key run at once")
	}
	must.Do(t, release())
	if entry := <-answered; entry.Meta != "2" || own.Load() != 1 {
		t.Errorf("version %s after %d fetches of its own", entry.Meta, own.Load())
	}
}

func TestWhatNoFetchBringsIsAnErrorWithWhatThereIs(t *testing.T) {
	engine := newEngine(t, newTestClock())
	var calls atomic.Int64
	behind := func(context.Context) (Content, error) {
		calls.Add(1)
		return Content{Meta: "1"}, nil
	}
	entry, status, err := engine.Get(context.Background(), Lookup{Key: "k", Class: rows, Accept: atLeast("2")}, behind)
	if !errors.Is(err, ErrNotAccepted) || entry == nil || entry.Meta != "1" || status != Miss {
		t.Errorf("%v, %s, %v", entry, status, err)
	}
	if calls.Load() != 1 {
		t.Errorf("%d fetches, want 1", calls.Load())
	}
	if stats := engine.Stats().Classes[0]; stats.NotAccepted != 1 {
		t.Errorf("%d counted", stats.NotAccepted)
	}
}

func TestOneWhoAcceptsNothingWaitsForABoundedNumberOfFetches(t *testing.T) {
	engine := newEngine(t, newTestClock())
	coalesced := func() uint64 { return engine.Stats().Classes[0].Coalesced }
	// Each time that the caller looks at an entry, somebody else has a fetch
	// under way already, which lands when the caller waits for it.
	begin := func() {
		started := make(chan struct{})
		go func() {
			_, _, _ = engine.Get(context.Background(), Lookup{Key: "k", Class: rows, Accept: atLeast("2")}, func(ctx context.Context) (Content, error) {
				waiting := coalesced()
				close(started)
				for coalesced() == waiting && ctx.Err() == nil {
					runtime.Gosched()
				}
				return Content{Meta: "1"}, nil
			})
		}()
		<-started
	}
	want(t, engine, "k", version("1", nil), "1", Miss)
	looks := 0
	entry, status, err := engine.Get(context.Background(), Lookup{Key: "k", Class: rows, Accept: func(*Entry) bool {
		if looks++; looks <= maxAwaited {
			begin()
		}
		return false
	}}, none)
	if !errors.Is(err, ErrNotAccepted) || status != Coalesced || entry == nil || coalesced() != maxAwaited {
		t.Errorf("%v, %s, %v after %d fetches; want ErrNotAccepted after %d", entry, status, err, coalesced(), maxAwaited)
	}
}

func TestARefusedEntryIsShownBesideTheFailureToFetchAnother(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock)
	want(t, engine, "k", version("1", nil), "1", Miss)
	var calls atomic.Int64
	failing := func(context.Context) (Content, error) {
		calls.Add(1)
		return Content{}, errSource
	}
	for range 100 { // and a dead source is not asked each time
		entry, status, err := engine.Get(context.Background(), Lookup{Key: "k", Class: rows, Accept: atLeast("2")}, failing)
		if !errors.Is(err, ErrNotAccepted) || !errors.Is(err, errSource) || entry == nil || entry.Meta != "1" || status != StaleError {
			t.Fatalf("%v, %s, %v", entry, status, err)
		}
	}
	if calls.Load() != 1 {
		t.Errorf("%d fetches, want 1", calls.Load())
	}
	clock.Move(defaultRetry)
	entry, _, err := engine.Get(context.Background(), Lookup{Key: "k", Class: rows, Accept: atLeast("2")}, version("2", nil))
	if err != nil || entry.Meta != "2" {
		t.Errorf("after the pause: %v, %v", entry, err)
	}
}

func TestFetchesForWhatIsRefusedCountOnTheBudget(t *testing.T) {
	engine := newEngine(t, newTestClock(), func(c *Config) { c.Budget = &Budget{Misses: 1, Burst: 3} })
	want(t, engine, "k", version("1", nil), "1", Miss)
	lookup := Lookup{Key: "k", Class: rows, Client: "192.0.2.1", Accept: atLeast("9")}
	var spent int
	for {
		entry, _, err := engine.Get(context.Background(), lookup, version("1", nil))
		if errors.As(err, new(*BudgetError)) {
			if entry == nil || !errors.Is(err, ErrNotAccepted) {
				t.Errorf("%v, %v", entry, err)
			}
			break
		}
		if spent++; spent > 3 {
			t.Fatal("the budget bounds nothing")
		}
	}
	if spent != 3 {
		t.Errorf("%d fetches within a budget of 3", spent)
	}
}
