package edgecache

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

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

func TestPastItsSoftDeadlineAnEntryIsAnsweredAtOnceAndRefreshedOnce(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock)
	var calls atomic.Int64
	gate := make(chan struct{})
	fetch := func(ctx context.Context) (Content, error) {
		if calls.Add(1) > 1 {
			<-gate
		}
		return Content{Body: fmt.Appendf(nil, "body %d", calls.Load())}, nil
	}
	want(t, engine, "k", fetch, "body 1", Miss)
	clock.Move(soft)
	for range 100 {
		want(t, engine, "k", fetch, "body 1", Stale)
	}
	close(gate)
	eventually(t, "the refreshed entry is a hit", func() bool {
		_, status, _ := engine.Get(context.Background(), "k", rows, fetch)
		return status == Hit
	})
	want(t, engine, "k", fetch, "body 2", Hit)
	if calls.Load() != 2 {
		t.Errorf("%d fetches, want 2", calls.Load())
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
	if _, _, err := engine.Get(context.Background(), "k", rows, from.fetch); !errors.Is(err, errSource) {
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
	eventually(t, "the refresh has failed", func() bool { return engine.classes[rows].hot.get("k").failed.Load() })

	// No second try within the pause, whatever the number of requests.
	tried := from.calls.Load()
	for range 50 {
		want(t, engine, "k", from.fetch, "one", StaleError)
	}
	if from.calls.Load() != tried {
		t.Errorf("%d tries within the pause", from.calls.Load()-tried)
	}
	clock.Move(hard - soft - time.Millisecond)
	want(t, engine, "k", from.fetch, "one", StaleError)

	from.set("two", nil)
	eventually(t, "the source's recovery is seen", func() bool {
		clock.Move(time.Microsecond)
		entry, _, err := engine.Get(context.Background(), "k", rows, from.fetch)
		return err == nil && string(entry.Body) == "two"
	})
}

func TestAThousandSimultaneousMissesMakeOneFetch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		engine, err := New(Config{Classes: []ClassConfig{{Name: rows, Soft: soft, Hard: hard, Size: mebibyte}}})
		if err != nil {
			t.Fatal(err)
		}
		defer engine.Close()
		var calls, misses, coalesced atomic.Int64
		fetch := func(context.Context) (Content, error) {
			calls.Add(1)
			time.Sleep(50 * time.Millisecond)
			return Content{Body: []byte("body")}, nil
		}
		var done sync.WaitGroup
		for range 1000 {
			done.Go(func() {
				entry, status, err := engine.Get(t.Context(), "k", rows, fetch)
				if err != nil || string(entry.Body) != "body" {
					t.Errorf("entry %v, error %v", entry, err)
				}
				switch status {
				case Miss:
					misses.Add(1)
				case Coalesced:
					coalesced.Add(1)
				}
			})
		}
		done.Wait()
		if calls.Load() != 1 || misses.Load() != 1 || coalesced.Load() != 999 {
			t.Errorf("%d fetches, %d misses, %d coalesced; want 1, 1, 999", calls.Load(), misses.Load(), coalesced.Load())
		}
	})
}

func TestAFetchGoesOnWithoutTheCallerThatStartedIt(t *testing.T) {
	engine := newEngine(t, newTestClock())
	gate, started := make(chan struct{}), make(chan struct{})
	fetch := func(ctx context.Context) (Content, error) {
		close(started)
		select {
		case <-gate:
			return Content{Body: []byte("body")}, nil
		case <-ctx.Done():
			return Content{}, ctx.Err()
		}
	}
	ctx, leave := context.WithCancel(context.Background())
	left := make(chan error)
	go func() {
		_, _, err := engine.Get(ctx, "k", rows, fetch)
		left <- err
	}()
	<-started
	leave()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Errorf("the caller that left got %v", err)
	}
	close(gate)
	none := func(context.Context) (Content, error) { return Content{}, errSource }
	eventually(t, "the first fetch has landed", func() bool {
		entry, _, err := engine.Get(context.Background(), "k", rows, none)
		return err == nil && string(entry.Body) == "body"
	})
}

func TestAFetchEndsAtItsTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		engine, err := New(Config{Classes: []ClassConfig{{Name: rows, Soft: soft, Hard: hard, Size: mebibyte, Timeout: 3 * time.Second}}})
		if err != nil {
			t.Fatal(err)
		}
		defer engine.Close()
		began := time.Now()
		_, _, err = engine.Get(t.Context(), "k", rows, func(ctx context.Context) (Content, error) {
			<-ctx.Done()
			return Content{}, ctx.Err()
		})
		if took := time.Since(began); !errors.Is(err, context.DeadlineExceeded) || took != 3*time.Second {
			t.Errorf("error %v after %s", err, took)
		}
	})
}

func TestAPanickingFetchIsAnErrorAndNotTheEnd(t *testing.T) {
	engine := newEngine(t, newTestClock())
	_, _, err := engine.Get(context.Background(), "k", rows, func(context.Context) (Content, error) { panic("boom") })
	if !errors.Is(err, errPanicked) || !strings.Contains(err.Error(), "boom") {
		t.Errorf("error %v", err)
	}
}

func TestMoreFetchesThanAllowedAreRefusedAtOnce(t *testing.T) {
	engine := newEngine(t, newTestClock(), func(c *Config) { c.MaxFetches = 1 })
	gate, started := make(chan struct{}), make(chan struct{})
	done := make(chan error)
	go func() {
		_, _, err := engine.Get(context.Background(), "slow", rows, func(context.Context) (Content, error) {
			close(started)
			<-gate
			return Content{}, nil
		})
		done <- err
	}()
	<-started
	from := &source{body: "one"}
	if _, _, err := engine.Get(context.Background(), "other", rows, from.fetch); !errors.Is(err, ErrBusy) {
		t.Errorf("error %v, want ErrBusy", err)
	}
	close(gate)
	if err := <-done; err != nil {
		t.Error(err)
	}
	want(t, engine, "other", from.fetch, "one", Miss)
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

func TestUnchangedBytesAreNeitherHeldTwiceNorWrittenAgain(t *testing.T) {
	clock := newTestClock()
	engine, from := newEngine(t, clock), &source{body: "same"}
	c := engine.classes[rows]
	first := want(t, engine, "k", from.fetch, "same", Miss)
	capacity := func() uint64 { return uint64(c.hot.get("k").keptUntil.Load()) }
	written := capacity()
	refresh := func() *Entry {
		clock.Move(soft)
		var entry *Entry
		want(t, engine, "k", from.fetch, "same", Stale)
		eventually(t, "the entry is fresh", func() bool {
			var status Status
			entry, status, _ = engine.Get(context.Background(), "k", rows, from.fetch)
			return status == Hit
		})
		return entry
	}
	second := refresh()
	if &second.Body[0] != &first.Body[0] || !second.Stored.After(first.Stored) {
		t.Error("the second entry has its own body, or the old time")
	}
	if capacity() != written {
		t.Error("the envelope was written again though its bytes are the same")
	}
	for capacity() == written {
		if refresh().Stored.Sub(first.Stored) > hard {
			t.Fatal("the envelope was not written again before its hard deadline")
		}
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
	clock := newTestClock()
	engine := newEngine(t, clock)
	for i := range 5000 {
		body := bytes.Repeat([]byte{byte(i), byte(i >> 8)}, 4096)
		clock.Move(hard)
		_, _, err := engine.Get(context.Background(), "k", rows, func(context.Context) (Content, error) { return Content{Body: body}, nil })
		if err != nil {
			t.Fatal(err)
		}
	}
	if capacity := engine.classes[rows].cold.Capacity(); capacity > 2*mebibyte {
		t.Errorf("bigcache took %d bytes", capacity)
	}
}

func TestABodyLargerThanItsClassKeepsIsAnsweredAndEmptiesNothing(t *testing.T) {
	clock := newTestClock()
	engine, from := newEngine(t, clock), &source{body: "one"}
	var keys []string
	for i := range 200 {
		keys = append(keys, fmt.Sprint("k", i))
		want(t, engine, keys[i], from.fetch, "one", Miss)
	}
	large := strings.Repeat("x", engine.BodyLimit(rows)+1)
	from.set(large, nil)
	for range 20 {
		if entry := want(t, engine, "large", from.fetch, large, Miss); entry.Kept {
			t.Fatal("the large body was kept")
		}
	}
	for _, key := range keys {
		if engine.classes[rows].load(key, clock.Now()) == nil {
			t.Fatalf("the envelope of %s is gone", key)
		}
	}
	largest := strings.Repeat("x", engine.BodyLimit(rows))
	from.set(largest, nil)
	want(t, engine, "largest", from.fetch, largest, Miss)
	if engine.classes[rows].load("largest", clock.Now()) == nil {
		t.Error("the largest body allowed was not kept")
	}
}

func TestCloseEndsRunningFetchesAndMayBeCalledTwice(t *testing.T) {
	engine := newEngine(t, newTestClock())
	started := make(chan struct{})
	done := make(chan error)
	go func() {
		_, _, err := engine.Get(context.Background(), "k", rows, func(ctx context.Context) (Content, error) {
			close(started)
			<-ctx.Done()
			return Content{}, ctx.Err()
		})
		done <- err
	}()
	<-started
	engine.Close()
	engine.Close()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	from := &source{body: "one"}
	if _, _, err := engine.Get(context.Background(), "k", rows, from.fetch); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: error %v, want ErrClosed", err)
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
	for range 10 {
		entry, _, _ := engine.Get(context.Background(), "k", rows, from.fetch)
		if entry.Prepared != "prepared one" {
			t.Fatalf("prepared %v", entry.Prepared)
		}
	}
	clock.Move(soft)
	want(t, engine, "k", from.fetch, "one", Stale)
	eventually(t, "the refresh has landed", func() bool { return taken.Load() == 1 })
	if fresh.Load() != 1 {
		t.Errorf("prepared %d times", fresh.Load())
	}
}

func TestAConfigThatCannotWorkIsRefusedByName(t *testing.T) {
	good := ClassConfig{Name: rows, Soft: soft, Hard: hard, Size: mebibyte}
	for name, test := range map[string]struct {
		classes []ClassConfig
		naming  string
	}{
		"no class":             {nil, "at least one class"},
		"no name":              {[]ClassConfig{{Soft: soft, Hard: hard, Size: mebibyte}}, "class name"},
		"no soft deadline":     {[]ClassConfig{{Name: rows, Hard: hard, Size: mebibyte}}, "soft deadline"},
		"hard before soft":     {[]ClassConfig{{Name: rows, Soft: hard, Hard: soft, Size: mebibyte}}, "in this order"},
		"size not whole MiB":   {[]ClassConfig{{Name: rows, Soft: soft, Hard: hard, Size: mebibyte + 1}}, "whole number of MiB"},
		"the same class twice": {[]ClassConfig{good, good}, "twice"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := New(Config{Classes: test.classes}); err == nil || !strings.Contains(err.Error(), test.naming) {
				t.Errorf("error %v, want one that says %q", err, test.naming)
			}
		})
	}
	engine := newEngine(t, newTestClock())
	if _, _, err := engine.Get(context.Background(), "k", "other", (&source{}).fetch); err == nil || !strings.Contains(err.Error(), `"other"`) {
		t.Errorf("unknown class: error %v", err)
	}
	if err := engine.SetSoft(rows, hard+1); err == nil {
		t.Error("a soft deadline past the hard one was accepted")
	}
}

func TestSetSoftHoldsFromTheNextFetchOn(t *testing.T) {
	clock := newTestClock()
	engine, from := newEngine(t, clock), &source{body: "one"}
	if err := engine.SetSoft(rows, 10*time.Second); err != nil {
		t.Fatal(err)
	}
	want(t, engine, "k", from.fetch, "one", Miss)
	clock.Move(9 * time.Second)
	want(t, engine, "k", from.fetch, "one", Hit)
}

func TestAFetchThatBringsWhatAnEnvelopeCannotHoldIsAnError(t *testing.T) {
	engine := newEngine(t, newTestClock())
	for name, content := range map[string]Content{
		"status":   {Code: 1000},
		"meta":     {Meta: strings.Repeat("x", maxMetaBytes+1)},
		"tags":     {Tags: make([]string, maxTags+1)},
		"tag size": {Tags: []string{strings.Repeat("x", maxTagBytes+1)}},
	} {
		t.Run(name, func(t *testing.T) {
			fetch := func(context.Context) (Content, error) { return content, nil }
			if _, _, err := engine.Get(context.Background(), name, rows, fetch); err == nil {
				t.Error("no error")
			}
		})
	}
	if _, _, err := engine.Get(context.Background(), strings.Repeat("k", maxKeyBytes+1), rows, (&source{}).fetch); err == nil {
		t.Error("an endless key was accepted")
	}
}
