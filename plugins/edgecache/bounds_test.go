package edgecache

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"fieldhouse/plugins/plugintest"
)

func TestUnchangedBytesAreNeitherHeldTwiceNorWrittenAgain(t *testing.T) {
	clock := newTestClock()
	engine, from := newEngine(t, clock, func(c *Config) { c.Classes[0].HotEntries = 2 }), &source{body: "same"}
	first := want(t, engine, "k", from.fetch, "same", Miss)
	for range 100 {
		clock.Move(soft)
		want(t, engine, "k", from.fetch, "same", Stale)
		eventuallyHit(t, engine, "the entry is fresh", from.fetch, "same")
	}
	second := want(t, engine, "k", from.fetch, "same", Hit)
	if &second.Body[0] != &first.Body[0] || second.Stored.Sub(first.Stored) != 100*soft {
		t.Error("the second entry has its own body, or an old time")
	}
	stats := engine.Stats().Classes[0]
	if stats.Entries != 0 || stats.Unchanged != 100 {
		t.Errorf("%d envelopes were written, %d fetches brought the same bytes; want 0 and 100", stats.Entries, stats.Unchanged)
	}
}

func TestAnEntryThatLeftTheHotOnesIsRecalledWithItsDeadlines(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock, func(c *Config) { c.Classes[0].HotEntries = 2 })
	from := &source{body: "one"}
	kept := want(t, engine, "k", from.fetch, "one", Miss)
	for i := range 10 {
		want(t, engine, fmt.Sprint("other ", i), from.fetch, "one", Miss)
	}
	if len(engine.classes[rows].hot.all()) != 2 {
		t.Fatalf("%d hot entries, want 2", len(engine.classes[rows].hot.all()))
	}
	calls := from.calls.Load()
	back := want(t, engine, "k", from.fetch, "one", Hit)
	if back.ETag != kept.ETag || !back.Soft.Equal(kept.Soft) || !back.Hard.Equal(kept.Hard) || !back.Stored.Equal(kept.Stored) {
		t.Errorf("recalled %+v, kept %+v", back, kept)
	}
	if from.calls.Load() != calls {
		t.Error("the entry was fetched again")
	}
}

func TestEntriesThatEverybodyAsksForStayHotUnderAFloodOfOthers(t *testing.T) {
	engine := newEngine(t, newTestClock(), func(c *Config) { c.Classes[0].HotEntries = 16 })
	from := &source{body: "one"}
	popular := want(t, engine, "popular", from.fetch, "one", Miss)
	for i := range 5000 {
		if entry := want(t, engine, "popular", from.fetch, "one", Hit); entry != popular {
			t.Fatalf("the popular entry was pushed out by flood key %d", i)
		}
		want(t, engine, fmt.Sprint("flood ", i), from.fetch, "one", Miss)
	}
}

func TestFiveThousandUpdatesOfOneKeyStayWithinTheSize(t *testing.T) {
	for name, hotEntries := range map[string]int{"while it is hot": 8, "while it leaves the hot ones each time": 1} {
		t.Run(name, func(t *testing.T) {
			clock := newTestClock()
			engine := newEngine(t, clock, func(c *Config) { c.Classes[0].HotEntries = hotEntries })
			before := engine.Stats().Classes[0].Bytes
			for i := range 5000 {
				clock.Move(hard)
				body := bytes.Repeat([]byte{byte(i), byte(i >> 8)}, 4096)
				want(t, engine, "k", fixed(string(body)), string(body), Miss)
				want(t, engine, "other", (&source{}).fetch, "", Miss)
			}
			stats := engine.Stats().Classes[0]
			if stats.Bytes > mebibyte || stats.HotBytes > mebibyte {
				t.Errorf("the envelopes take %d bytes, the hot entries %d", stats.Bytes, stats.HotBytes)
			}
			if written := stats.Bytes > before; written != (hotEntries == 1) {
				t.Errorf("envelopes were written: %v", written)
			}
		})
	}
}

func TestABodyLargerThanItsClassKeepsIsAnsweredAndEmptiesNothing(t *testing.T) {
	clock := newTestClock()
	engine, from := newEngine(t, clock, func(c *Config) { c.Classes[0].HotEntries = 1 }), &source{body: "one"}
	var keys []string
	for i := range 200 {
		keys = append(keys, fmt.Sprint("k", i))
		want(t, engine, keys[i], from.fetch, "one", Miss)
	}
	large := strings.Repeat("x", engine.BodyLimit(rows)+1)
	from.set(large, nil)
	for range 20 {
		if entry := want(t, engine, "large", from.fetch, large, Miss); entry.Cacheable {
			t.Fatal("the large body was kept")
		}
	}
	largest := strings.Repeat("x", engine.BodyLimit(rows))
	from.set(largest, nil)
	kept := want(t, engine, "largest", from.fetch, largest, Miss)
	from.set("", errSource)
	for _, key := range keys {
		want(t, engine, key, from.fetch, "one", Hit)
	}
	if recalled := want(t, engine, "largest", from.fetch, largest, Hit); recalled == kept {
		t.Error("the largest body was not recalled from its envelope")
	}
	if stats := engine.Stats().Classes[0]; stats.Oversized != 20 {
		t.Errorf("%d bodies counted as oversized, want 20", stats.Oversized)
	}
}

func TestABodyThatGrowsTooLargeLeavesTheOldOneInPlaceAndIsNotAskedForAtOnceAgain(t *testing.T) {
	clock := newTestClock()
	engine, from := newEngine(t, clock), &source{body: "one"}
	want(t, engine, "k", from.fetch, "one", Miss)
	from.set(strings.Repeat("x", engine.BodyLimit(rows)+1), nil)
	clock.Move(soft)
	want(t, engine, "k", from.fetch, "one", Stale)
	plugintest.Eventually(t, "the large body was fetched", func() bool { return engine.Stats().Fetching == 0 && from.calls.Load() == 2 })
	for range 50 {
		want(t, engine, "k", from.fetch, "one", StaleError)
	}
	if from.calls.Load() != 2 {
		t.Errorf("%d fetches, want 2", from.calls.Load())
	}
}

func TestWhatLeavesTheHotOnesIsWrittenAsItWasLast(t *testing.T) {
	clock := newTestClock()
	engine, from := newEngine(t, clock, func(c *Config) { c.Classes[0].HotEntries = 1 }), &source{body: "one"}
	want(t, engine, "k", from.fetch, "one", Miss)
	want(t, engine, "other", from.fetch, "one", Miss) // "k" is written
	want(t, engine, "k", from.fetch, "one", Hit)      // and recalled
	from.set("two", nil)
	clock.Move(hard)
	want(t, engine, "k", from.fetch, "two", Miss) // and another
	want(t, engine, "other", from.fetch, "two", Miss)
	from.set("", errSource)
	clock.Move(soft - 1)
	want(t, engine, "k", from.fetch, "two", Hit)
}

func TestHotEntriesStayWithinTheirBytes(t *testing.T) {
	engine := newEngine(t, newTestClock(), func(c *Config) {
		c.Classes[0].Size = 4 * mebibyte
		c.Classes[0].HotEntries = 1 << 20
	})
	from := &source{body: strings.Repeat("x", 32<<10)}
	for i := range 500 {
		for range 1 + promotedAfter {
			_, _, _ = engine.Get(t.Context(), Lookup{Key: fmt.Sprint(i), Class: rows}, from.fetch)
		}
	}
	stats := engine.Stats().Classes[0]
	if stats.HotBytes > mebibyte || stats.HotEntries < 20 || stats.HotEntries > 32 {
		t.Errorf("%d hot entries of 32 KiB take %d bytes; want at most 1 MiB", stats.HotEntries, stats.HotBytes)
	}
}

func TestWhatIsTooLargeNowIsAnsweredOnceTheKeptOneIsPastItsHardDeadline(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock)
	want(t, engine, "k", fixed("small"), "small", Miss)
	clock.Move(hard)
	large := strings.Repeat("x", engine.BodyLimit(rows)+1)
	for range 2 {
		want(t, engine, "k", fixed(large), large, Miss)
	}
}
