package edgecache

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/upstream"
)

// notOlder fetches what a version says, which replaces no newer one.
func notOlder(v string) Fetch {
	return func(context.Context) (Content, error) {
		return Content{Body: []byte(v), Meta: v, Replaces: func(kept *Entry) bool { return v >= kept.Meta }}, nil
	}
}

func TestARefreshThatMayNotReplaceWhatIsKeptIsAsOneThatFailed(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock)
	kept := want(t, engine, "k", notOlder("2"), "2", Miss)
	clock.Move(soft)
	want(t, engine, "k", notOlder("1"), "2", Stale)
	idle := func() bool { return engine.Stats().Fetching == 0 }
	plugintest.Eventually(t, "the older content has come", idle)
	for range 20 { // and the source is not asked each time
		if entry := want(t, engine, "k", none, "2", StaleError); entry != kept {
			t.Fatal("the entry is another one")
		}
	}
	clock.Move(defaultRetry)
	want(t, engine, "k", notOlder("3"), "2", StaleError)
	plugintest.Eventually(t, "the newer content has come", func() bool { return idle() && engine.Stats().Classes[0].Fetches == 3 })
	want(t, engine, "k", none, "3", Hit)
	if errors := engine.Stats().Classes[0].FetchErrors; errors != 0 {
		t.Errorf("%d fetches count as failed, though the source answered each", errors)
	}
}

func TestWhatMayNotBeReplacedIsFoundAmongTheEnvelopesToo(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock, func(c *Config) { c.Classes[0].HotEntries = 1 })
	want(t, engine, "k", notOlder("2"), "2", Miss)
	clock.Move(soft)
	entry, _, err := engine.Get(context.Background(), Lookup{Key: "k", Class: rows, Accept: atLeast("3")}, func(ctx context.Context) (Content, error) {
		for i := range 3 { // meanwhile the entry leaves the hot ones
			want(t, engine, fmt.Sprint("other ", i), version("1", nil), "1", Miss)
		}
		if engine.classes[rows].hot.peek("k") != nil {
			t.Error("the entry is hot")
		}
		return notOlder("1")(ctx)
	})
	if !errors.Is(err, ErrNotAccepted) || entry == nil || entry.Meta != "2" {
		t.Errorf("%v, %v", entry, err)
	}
	want(t, engine, "k", none, "2", StaleError)
}

func TestAnEntryPastItsHardDeadlineIsReplacedByAnything(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock)
	want(t, engine, "k", notOlder("2"), "2", Miss)
	clock.Move(hard)
	want(t, engine, "k", notOlder("1"), "1", Miss)
}

// A page that asks for its purchase must not wait because somebody's refresh
// came from a source that is behind.
func TestWhoNeedsANewerEntryFetchesItRightAfterAnOlderOneCame(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock, func(c *Config) { c.Classes[0].HotEntries = 1 })
	behind := func() {
		t.Helper()
		clock.Move(soft)
		fetches := engine.Stats().Classes[0].Fetches
		_, _, _ = engine.Get(context.Background(), Lookup{Key: "k", Class: rows}, notOlder("1"))
		plugintest.Eventually(t, "the older content has come", func() bool {
			return engine.Stats().Fetching == 0 && engine.Stats().Classes[0].Fetches == fetches+1
		})
	}
	newer := func(v string) {
		t.Helper()
		wantLookup(t, engine, Lookup{Key: "k", Accept: atLeast(v)}, notOlder(v), v, Miss)
	}
	want(t, engine, "k", notOlder("2"), "2", Miss)
	behind()
	newer("3")
	behind()
	want(t, engine, "other", version("1", nil), "1", Miss) // the key leaves the hot ones with its pause
	newer("4")
}

func TestOneWhoWaitsForARefreshThatBringsAnOlderEntryFetchesItself(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock)
	want(t, engine, "k", notOlder("2"), "2", Miss)
	clock.Move(soft)
	gate := make(chan struct{})
	want(t, engine, "k", func(ctx context.Context) (Content, error) {
		<-gate
		return notOlder("1")(ctx)
	}, "2", Stale)
	answered := getting(t, engine, Lookup{Key: "k", Accept: atLeast("3")}, notOlder("3"))
	plugintest.Eventually(t, "it waits for the refresh", func() bool { return engine.Stats().Classes[0].Coalesced == 1 })
	close(gate)
	if entry := <-answered; entry == nil || entry.Meta != "3" {
		t.Errorf("%v", entry)
	}
}

func TestAFetchKnowsWhetherItIsARefresh(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock)
	classes := make(chan upstream.Class, 2)
	fetch := func(ctx context.Context) (Content, error) {
		classes <- upstream.ClassOf(ctx)
		return Content{}, nil
	}
	want(t, engine, "k", fetch, "", Miss)
	clock.Move(soft)
	want(t, engine, "k", fetch, "", Stale)
	if miss, refresh := <-classes, <-classes; miss != upstream.Miss || refresh != upstream.Account {
		t.Errorf("a miss is of the class %s, a refresh of %s", miss, refresh)
	}
}

func TestAFetchCanCompareWithWhatIsKept(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock, func(c *Config) { c.Classes[0].HotEntries = 1 })
	compared := func(v string) (Fetch, *string) {
		found := new(string)
		return func(context.Context) (Content, error) {
			if kept := engine.Cached(rows, "k"); kept != nil {
				*found = kept.Meta
			}
			return Content{Body: []byte(v), Meta: v}, nil
		}, found
	}
	first, found := compared("1")
	want(t, engine, "k", first, "1", Miss)
	if *found != "" {
		t.Errorf("the first fetch found %q", *found)
	}
	want(t, engine, "other", version("1", nil), "1", Miss) // the key leaves the hot ones
	clock.Move(soft)
	second, found := compared("2")
	want(t, engine, "k", second, "1", Stale)
	plugintest.Eventually(t, "it was refreshed", func() bool { return engine.Stats().Fetching == 0 && engine.Stats().Classes[0].Fetches == 3 })
	if *found != "1" {
		t.Errorf("a refresh found %q", *found)
	}
	clock.Move(hard)
	if kept := engine.Cached(rows, "k"); kept != nil {
		t.Errorf("past the hard deadline it is %v", kept)
	}
	if kept := engine.Cached("no class", "k"); kept != nil {
		t.Errorf("of no class it is %v", kept)
	}
}
