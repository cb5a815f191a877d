package edgecache

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/must"
)

// Everything at once, under a clock that runs fast: an answer is never another
// key's, never older than its hard lifetime, and never an error the engine did
// not promise.
func TestEverythingAtOnce(t *testing.T) {
	clock := newTestClock()
	engine := newEngine(t, clock, func(c *Config) {
		c.Classes[0].HotEntries = 16
		c.Budget = &Budget{Misses: 1e6}
	})
	var fetches atomic.Int64
	fetch := func(key string) Fetch {
		return func(context.Context) (Content, error) {
			if fetches.Add(1)%7 == 0 {
				return Content{}, errSource
			}
			return Content{Body: []byte(key), Tags: []string{"tag " + key[:1]}}, nil
		}
	}
	var done sync.WaitGroup
	for worker := range 8 {
		done.Go(func() {
			for i := range 2000 {
				key := fmt.Sprint((i*7 + worker) % 60)
				lookup := Lookup{Key: key, Class: rows, Client: "192.0.2.1"}
				if i%50 == 0 {
					lookup.Accept = func(entry *Entry) bool { return clock.Now().Sub(entry.Stored) < soft }
				}
				entry, _, err := engine.Get(context.Background(), lookup, fetch(key))
				switch {
				case err == nil && string(entry.Body) != key:
					t.Errorf("key %s was answered with %q", key, entry.Body)
				case err != nil && !errors.Is(err, errSource) && !errors.Is(err, ErrNotAccepted) && !errors.Is(err, ErrBusy):
					t.Errorf("key %s: %v", key, err)
				}
			}
		})
	}
	done.Go(func() {
		for i := range 300 {
			clock.Move(soft / 3)
			engine.Purge(fmt.Sprint("tag ", i%6))
			engine.PurgeKeys(fmt.Sprint(i % 60))
			_ = engine.Update([]ClassConfig{{Name: rows, Soft: soft, Hard: hard + time.Duration(i%2)*soft}}, &Budget{Misses: 1e6})
			_, _ = engine.Stats(), engine.Hot(5)
		}
	})
	done.Wait()
	plugintest.Eventually(t, "the last refreshes have landed", func() bool { return engine.Stats().Fetching == 0 })
	for name, q := range map[string]*queue{"probation": &engine.classes[rows].hot.probation, "main": &engine.classes[rows].hot.main} {
		entries, bytes := int64(0), int64(0)
		for s := q.oldest; s != nil; s = s.next {
			entries++
			bytes += cost(s.key, s.entry.Load())
			if engine.classes[rows].hot.peek(s.key) != s {
				t.Errorf("%s cannot be found", s.key)
			}
		}
		if entries != q.entries || bytes != q.bytes {
			t.Errorf("%s: %d entries and %d bytes are counted as %d and %d", name, entries, bytes, q.entries, q.bytes)
		}
	}
}

func TestNoPurgeIsLostToAFetchThatLandsMeanwhile(t *testing.T) {
	engine := newEngine(t, newTestClock())
	var truth atomic.Int64
	fetch := func(context.Context) (Content, error) {
		return Content{Body: fmt.Append(nil, truth.Load()), Tags: []string{"tag"}}, nil
	}
	get := func() string {
		entry, _, err := engine.Get(context.Background(), Lookup{Key: "k", Class: rows}, fetch)
		must.Do(t, err)
		return string(entry.Body)
	}
	var readers sync.WaitGroup
	stop := make(chan struct{})
	for range 2 {
		readers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					_, _, _ = engine.Get(context.Background(), Lookup{Key: "k", Class: rows}, fetch)
				}
			}
		})
	}
	// Whatever is read after a change and its purge becomes the new content,
	// although the clock stands and nothing expires.
	for i := range 60 {
		truth.Store(int64(i))
		if i%2 == 0 {
			engine.Purge("tag")
		} else {
			engine.PurgeKeys("k")
		}
		plugintest.Eventually(t, "the change is seen", func() bool { return get() == fmt.Sprint(i) })
	}
	close(stop)
	readers.Wait()
}

func TestCloseUnderLoadEndsEveryCallAndMayBeCalledTwice(t *testing.T) {
	for range 20 {
		engine := newEngine(t, newTestClock())
		var callers sync.WaitGroup
		started := make(chan struct{}, 400)
		for i := range 200 {
			callers.Go(func() {
				for n := range 2 {
					_, _, err := engine.Get(context.Background(), Lookup{Key: fmt.Sprint(i % 50), Class: rows}, func(ctx context.Context) (Content, error) {
						started <- struct{}{}
						<-ctx.Done()
						return Content{}, ctx.Err()
					})
					if !errors.Is(err, context.Canceled) && !errors.Is(err, ErrClosed) {
						t.Errorf("call %d: %v", n, err)
					}
				}
			})
		}
		<-started
		engine.Close()
		engine.Close() // which is nothing new
		callers.Wait()
		if err := getError(engine, Lookup{Key: "k"}, none); !errors.Is(err, ErrClosed) {
			t.Errorf("after Close: %v", err)
		}
		if stats := engine.Stats(); stats.Fetching != 0 {
			t.Errorf("%d fetches run after Close", stats.Fetching)
		}
	}
}

func FuzzKey(f *testing.F) {
	f.Add("a", "b")
	f.Add("", "\x00")
	f.Add("rows/drops", "rows/drops\n")
	engine := newEngine(f, newTestClock(), func(c *Config) { c.Classes[0].HotEntries = 1 })
	f.Fuzz(func(t *testing.T, a, b string) {
		echo := func(key string) Fetch {
			return func(context.Context) (Content, error) { return Content{Body: []byte("of " + key)}, nil }
		}
		for range 3 { // fetched, then recalled from its envelope each time
			for _, key := range []string{a, b} {
				entry, _, err := engine.Get(context.Background(), Lookup{Key: key, Class: rows}, echo(key))
				if len(key) > maxKeyBytes {
					if err == nil {
						t.Errorf("a key of %d bytes was accepted", len(key))
					}
				} else if err != nil || string(entry.Body) != "of "+key {
					t.Errorf("%q: %v, %v", key, entry, err)
				}
			}
		}
	})
}
