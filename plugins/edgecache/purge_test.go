package edgecache

import (
	"context"
	"fmt"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest/must"
)

func TestAPurgeMakesTaggedEntriesStaleAndLeavesTheOthersFresh(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock, func(c *Config) { c.Classes[0].HotEntries = 2 })
	drops, other := &source{body: "drops", tags: []string{"drops", "game"}}, &source{body: "other", tags: []string{"other"}}
	for i := range 6 { // more than are hot: the purge reaches envelopes too
		want(t, engine, fmt.Sprint("drops ", i), drops.fetch, "drops", Miss)
	}
	want(t, engine, "other", other.fetch, "other", Miss)
	clock.Move(time.Millisecond)
	if count := engine.Purge("drops", "nothing"); count != 6 {
		t.Errorf("purged %d entries, want 6", count)
	}
	drops.set("", errSource)
	for i := range 6 {
		entry, status, err := engine.Get(context.Background(), Lookup{Key: fmt.Sprint("drops ", i), Class: rows}, drops.fetch)
		if err != nil || string(entry.Body) != "drops" || status == Hit {
			t.Errorf("drops %d: %v, %s, %v; want the old body, stale", i, entry, status, err)
		}
	}
	want(t, engine, "other", other.fetch, "other", Hit)
	if count := engine.Purge(); count != 0 {
		t.Errorf("a purge of no tag purged %d", count)
	}
}

func TestAPurgedEntryIsRefreshedByTheNextGet(t *testing.T) {
	engine, from := newEngine(t, newTestClock()), &source{body: "one", tags: []string{"tag"}}
	want(t, engine, "k", from.fetch, "one", Miss)
	from.set("two", nil)
	engine.Purge("tag")
	want(t, engine, "k", from.fetch, "one", Stale)
	eventuallyHit(t, engine, "the new content is a hit", from.fetch, "two")
}

func TestAFetchThatAPurgeOvertookCountsAsStale(t *testing.T) {
	engine, from := newEngine(t, newTestClock()), &source{body: "from after", tags: []string{"tag"}}
	release := hold(engine, "k", Content{Body: []byte("from before"), Tags: from.tags})
	engine.Purge("tag")
	must.Do(t, release())
	want(t, engine, "k", from.fetch, "from before", Stale)
	eventuallyHit(t, engine, "the refresh that the purge asks for has landed", from.fetch, "from after")
}

func TestAPurgeByKeyReachesItsKeyHotColdAndOnItsWay(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock, func(c *Config) { c.Classes[0].HotEntries = 2 })
	from := &source{body: "one"}
	for i := range 6 {
		want(t, engine, fmt.Sprint(i), from.fetch, "one", Miss)
	}
	release := hold(engine, "on its way", Content{Body: []byte("one")})
	clock.Move(time.Millisecond)
	if count := engine.PurgeKeys("0", "5", "on its way", "nothing"); count != 2 {
		t.Errorf("purged %d entries, want 2", count)
	}
	if count := engine.PurgeKeys("0", "5"); count != 0 {
		t.Errorf("purged %d entries again", count)
	}
	must.Do(t, release())
	from.set("", errSource)
	for key, status := range map[string]Status{"0": Stale, "5": Stale, "on its way": Stale, "1": Hit, "4": Hit} {
		want(t, engine, key, from.fetch, "one", status)
	}
}

func TestTheRecordOfPurgesIsBounded(t *testing.T) {
	var all purges
	now := newTestClock().Now()
	for i := range 10 * maxPurged {
		all.tags.add([]string{fmt.Sprint("tag ", i)}, now)
	}
	if len(all.tags.names) > maxPurged {
		t.Errorf("%d tags are remembered", len(all.tags.names))
	}
	if !all.since(now, "key", []string{"tag 0"}) || all.since(now.Add(1), "key", []string{"tag 0"}) {
		t.Error("a forgotten tag no longer counts as purged, or counts for what came later")
	}
}

func TestWhatAnotherProcessReadLivesFromThenOn(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock)
	read := func(age time.Duration) Fetch {
		return func(context.Context) (Content, error) {
			return Content{Body: []byte("copy"), Tags: []string{"tag"}, Age: age}, nil
		}
	}
	began := clock.Now()
	entry := want(t, engine, "k", read(soft/4), "copy", Miss)
	if stored := began.Add(-soft / 4); !entry.Stored.Equal(stored) || !entry.Soft.Equal(stored.Add(soft)) || !entry.Hard.Equal(stored.Add(hard)) {
		t.Errorf("%+v", entry)
	}
	clock.Move(soft / 2)
	engine.Purge("tag")
	for name, age := range map[string]time.Duration{"before a purge": soft / 4, "after it": 1} {
		clock.Move(time.Millisecond)
		if entry := want(t, engine, name, read(age), "copy", Miss); clock.Now().Before(entry.Soft) != (name == "after it") {
			t.Errorf("read %s: stale at %s", name, entry.Soft)
		}
	}
	if copied := engine.Stats().Classes[0].Copied; copied != 3 {
		t.Errorf("%d copies are counted", copied)
	}
	if err := getError(engine, Lookup{Key: "of tomorrow"}, read(-1)); err == nil {
		t.Error("what was read tomorrow is taken")
	}
}

func TestAPurgeReachesWhatIsStaleSoThatItIsNotTakenAsLastRead(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock, func(c *Config) { c.Classes[0].HotEntries = 2 })
	wrong := &source{body: "wrong", tags: []string{"tag"}}
	keys := []string{"0", "1", "2", "3", "4", "5"} // more than are hot
	for _, key := range keys {
		want(t, engine, key, wrong.fetch, "wrong", Miss)
	}
	release := hold(engine, "on its way", Content{Body: []byte("wrong"), Tags: wrong.tags})
	clock.Move(soft)
	if count := engine.Purge("tag"); count != 0 {
		t.Errorf("%d that were fresh are counted", count)
	}
	clock.Move(time.Millisecond)
	must.Do(t, release())
	copies, after := engine.Copies(mebibyte), newEngine(t, clock)
	if len(copies) == 0 {
		t.Error("nothing is handed over")
	}
	after.Take(copies)
	for _, one := range copies {
		wantLookup(t, after, Lookup{Key: one.Key, Fresh: true, LastRead: true}, fixed("right"), "right", Miss)
	}
	for _, key := range []string{"others", "that take", "its place"} {
		want(t, engine, key, fixed("good"), "good", Miss)
	}
	for _, key := range append(keys, "on its way") {
		wantLookup(t, engine, Lookup{Key: key, Fresh: true, LastRead: true}, fixed("right"), "right", Miss)
	}
}

func TestAPurgeReachesWhatComesBackFromItsEnvelopeMeanwhile(t *testing.T) {
	var meanwhile func()
	engine := newEngine(t, newTestClock(), func(c *Config) {
		c.Classes[0].HotEntries = 2
		c.Prepare = func(*Entry, *Entry) any {
			if meanwhile != nil {
				meanwhile()
			}
			return nil
		}
	})
	from := &source{body: "one", tags: []string{"tag"}}
	for _, key := range []string{"cold", "1", "2", "3"} {
		want(t, engine, key, from.fetch, "one", Miss)
	}
	from.set("", errSource)
	meanwhile = func() { engine.Purge("tag") }
	want(t, engine, "cold", from.fetch, "one", Stale)
}
