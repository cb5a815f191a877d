package edgecache

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestAFreshEntryIsAnsweredWithoutAFetch(t *testing.T) {
	clock := newTestClock()
	engine, from := newEngine(t, clock), &source{body: "one"}
	first := want(t, engine, "k", from.fetch, "one", Miss)
	from.set("two", nil)
	clock.Move(soft - time.Millisecond)
	second := want(t, engine, "k", from.fetch, "one", Hit)
	if first != second || from.calls.Load() != 1 {
		t.Errorf("%d fetches and a different entry; want 1 and the same", from.calls.Load())
	}
}

func TestPastItsHardDeadlineAnEntryIsNotAnswered(t *testing.T) {
	clock := newTestClock()
	engine, from := newEngine(t, clock), &source{body: "one"}
	want(t, engine, "k", from.fetch, "one", Miss)
	from.set("two", nil)
	clock.Move(hard)
	want(t, engine, "k", from.fetch, "two", Miss)
	clock.Move(hard)
	from.set("", errSource)
	if err := getError(engine, Lookup{Key: "k"}, from.fetch); !errors.Is(err, errSource) {
		t.Errorf("error %v, want the source's", err)
	}
}

func TestWhileTheSourceIsDownAnEntryIsAnsweredUntilItsHardDeadline(t *testing.T) {
	clock := newTestClock()
	engine, from := newEngine(t, clock), &source{body: "one"}
	want(t, engine, "k", from.fetch, "one", Miss)
	from.set("", errSource)
	clock.Move(soft)
	want(t, engine, "k", from.fetch, "one", Stale)
	plugintest.Eventually(t, "the refresh has failed", func() bool { return engine.classes[rows].hot.get("k").failure.Load() != nil })

	// No second try within the pause, whatever the number of requests.
	tried := from.calls.Load()
	for range 50 {
		want(t, engine, "k", from.fetch, "one", StaleError)
	}
	if from.calls.Load() != tried {
		t.Errorf("%d tries within the pause", from.calls.Load()-tried)
	}
	clock.Move(hard - soft - defaultRetry - time.Millisecond)
	want(t, engine, "k", from.fetch, "one", StaleError)
	plugintest.Eventually(t, "that refresh has failed too", func() bool { return engine.Stats().Fetching == 0 })

	from.set("two", nil)
	clock.Move(defaultRetry)
	want(t, engine, "k", from.fetch, "one", StaleError)
	eventuallyHit(t, engine, "the source's recovery is seen", from.fetch, "two")
}

func TestTheETagIsMadeFromTheBodyAlone(t *testing.T) {
	clock := newTestClock()
	engine, from := newEngine(t, clock), &source{body: "one"}
	a := want(t, engine, "a", from.fetch, "one", Miss)
	b := want(t, engine, "b", from.fetch, "one", Miss)
	const sum = `"dpLDrTVAu4A8Ags67mbNiIcS"` // of the SHA-256 of "one"
	if a.ETag != sum || b.ETag != sum {
		t.Errorf("ETags %s and %s, want %s", a.ETag, b.ETag, sum)
	}
	from.set("two", nil)
	if c := want(t, engine, "c", from.fetch, "two", Miss); c.ETag == a.ETag {
		t.Error("different bytes have one ETag")
	}
}

func TestPrepareRunsOncePerEntryAndSeesWhatWasPreparedForTheSameBytes(t *testing.T) {
	clock := newTestClock()
	var fresh, taken atomic.Int64
	engine := newEngine(t, clock, func(c *Config) {
		c.Prepare = func(entry, previous *Entry) any {
			if previous != nil {
				taken.Add(1)
				return previous.Prepared
			}
			fresh.Add(1)
			return "prepared " + string(entry.Body)
		}
	})
	from := &source{body: "one"}
	for _, status := range []Status{Miss, Hit, Hit} {
		if entry := want(t, engine, "k", from.fetch, "one", status); entry.Prepared != "prepared one" {
			t.Fatalf("prepared %v", entry.Prepared)
		}
	}
	clock.Move(soft)
	want(t, engine, "k", from.fetch, "one", Stale)
	plugintest.Eventually(t, "the refresh has landed", func() bool { return taken.Load() == 1 })
	if fresh.Load() != 1 {
		t.Errorf("prepared %d times", fresh.Load())
	}
}

func TestStatsCountEachAnswerOnceByHowItCameAbout(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock)
	from := &source{body: "one", tags: []string{"tag"}}
	stuck := func(ctx context.Context) (Content, error) { <-ctx.Done(); return Content{}, ctx.Err() }
	want(t, engine, "k", from.fetch, "one", Miss)
	for range 10 {
		want(t, engine, "k", from.fetch, "one", Hit)
	}
	engine.Purge("tag")
	clock.Move(time.Second / 2)
	for range 3 {
		want(t, engine, "k", stuck, "one", Stale)
	}
	want(t, engine, "expires", from.fetch, "one", Miss)
	clock.Move(soft)
	for range 5 {
		want(t, engine, "expires", stuck, "one", Stale)
	}
	from.set("", errSource)
	want(t, engine, "fails", fixed("one"), "one", Miss)
	clock.Move(soft)
	want(t, engine, "fails", from.fetch, "one", Stale)
	plugintest.Eventually(t, "its refresh has failed", func() bool { return engine.Stats().Fetching == 2 })
	for range 7 {
		want(t, engine, "fails", from.fetch, "one", StaleError)
	}
	got := engine.Stats()
	if got.Fetching != 2 || got.MaxFetches != defaultMaxFetches {
		t.Errorf("%d of %d fetches run", got.Fetching, got.MaxFetches)
	}
	stats := got.Classes[0]
	stats.Bytes, stats.HotBytes, stats.Config = 0, 0, ClassConfig{}
	wanted := ClassStats{
		Class: rows, Hits: 10, Misses: 3, StaleExpired: 6, StalePurged: 3, StaleError: 7, Fetches: 6, FetchErrors: 1,
		OldestStale: soft*2 + time.Second/2, HotEntries: 3,
	}
	if stats != wanted {
		t.Errorf("got  %+v\nwant %+v", stats, wanted)
	}
}

func TestTheOldestStaleIsThatOfWhatIsStillAnswered(t *testing.T) {
	clock := newTestClock()
	engine, from := newEngine(t, clock, func(c *Config) { c.Classes[0].Hard = time.Hour }), &source{body: "one"}
	oldest := func() time.Duration { return engine.Stats().Classes[0].OldestStale }
	want(t, engine, "k", from.fetch, "one", Miss)
	clock.Move(10 * time.Minute)
	if oldest() != 0 {
		t.Errorf("%s, though nothing was answered stale", oldest())
	}
	from.set("", errSource)
	want(t, engine, "k", from.fetch, "one", Stale)
	plugintest.Eventually(t, "the refresh has failed", func() bool { return engine.Stats().Fetching == 0 })
	if oldest() != 10*time.Minute-soft {
		t.Errorf("%s", oldest())
	}
	clock.Move(time.Minute)
	if oldest() != 0 {
		t.Errorf("%s, though nobody asked for a minute", oldest())
	}
	from.set("two", nil)
	eventuallyHit(t, engine, "it is fresh again", from.fetch, "two")
	if oldest() != 0 {
		t.Errorf("%s, though everything is fresh", oldest())
	}
}

func TestHotListsWhatIsAskedForMost(t *testing.T) {
	clock := newTestClock()
	engine, from := newEngine(t, clock), &source{body: "four"}
	for i := range 5 {
		key := fmt.Sprint("k", i)
		want(t, engine, key, from.fetch, "four", Miss)
		for range i * 10 {
			want(t, engine, key, from.fetch, "four", Hit)
		}
	}
	clock.Move(soft / 4)
	hot := engine.Hot(2)
	if len(hot) != 2 || hot[1].Key != "k3" || hot[1].Hits != 30 {
		t.Fatalf("%+v", hot)
	}
	if wanted := (HotKey{Key: "k4", Class: rows, Hits: 40, Age: soft / 4, Soft: soft * 3 / 4, Hard: hard - soft/4, Bytes: 4}); hot[0] != wanted {
		t.Errorf("got %+v, want %+v", hot[0], wanted)
	}
	if all, no := len(engine.Hot(100)), len(engine.Hot(-1)); all != 5 || no != 0 {
		t.Errorf("%d of 100, %d of -1", all, no)
	}
}

func TestFetchedIsCalledWithTheTimeAndErrorOfEachFetch(t *testing.T) {
	clock := newTestClock()
	var calls []string
	engine := newEngine(t, clock, func(c *Config) {
		c.Fetched = func(class Class, took time.Duration, err error) {
			calls = append(calls, fmt.Sprint(class, " ", took, " ", err))
		}
	})
	_ = getError(engine, Lookup{Key: "a"}, func(context.Context) (Content, error) { clock.Move(time.Second); return Content{}, nil })
	_ = getError(engine, Lookup{Key: "b"}, func(context.Context) (Content, error) { return Content{}, errSource })
	if got := fmt.Sprint(calls); got != "[rows 1s <nil> rows 0s the source is down]" {
		t.Errorf("calls %s", got)
	}
}
