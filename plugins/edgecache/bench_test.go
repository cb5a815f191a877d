package edgecache

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"fieldhouse/plugins/plugintest/must"
)

const hotKeys = 64

// newBusyEngine has hotKeys entries that everybody asks for.
func newBusyEngine(tb testing.TB, change ...func(*Config)) (engine *Engine, lookups [hotKeys]Lookup, fetch Fetch) {
	tb.Helper()
	config := Config{Classes: []ClassConfig{{Name: rows, Soft: 60 * hard, Hard: 60 * hard, Size: 4 * mebibyte}}}
	for _, apply := range change {
		apply(&config)
	}
	engine = must.Get(New(config))(tb)
	tb.Cleanup(engine.Close)
	body := []byte(strings.Repeat("x", 2048))
	fetch = func(context.Context) (Content, error) { return Content{Body: slices.Clone(body)}, nil }
	for i := range lookups {
		lookups[i] = Lookup{Key: fmt.Sprintf("rows/drops/gamecontract/%d", i), Class: rows}
		for range 1 + promotedAfter {
			if _, _, err := engine.Get(context.Background(), lookups[i], fetch); err != nil {
				tb.Fatal(err)
			}
		}
	}
	return engine, lookups, fetch
}

func BenchmarkHit(b *testing.B) {
	engine, lookups, fetch := newBusyEngine(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, status, _ := engine.Get(context.Background(), lookups[i%hotKeys], fetch); status != Hit {
			b.Fatal(status)
		}
	}
}

// BenchmarkHitByMany has parallel readers of different keys, and of one.
func BenchmarkHitByMany(b *testing.B) {
	for name, keys := range map[string]int{"one key": 1, "many keys": hotKeys} {
		b.Run(name, func(b *testing.B) {
			engine, lookups, fetch := newBusyEngine(b)
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				for i := 0; pb.Next(); i++ {
					if _, status, _ := engine.Get(context.Background(), lookups[i%keys], fetch); status != Hit {
						b.Error(status)
						return
					}
				}
			})
		})
	}
}

// BenchmarkStale answers entries that are past their soft deadline while their
// refresh does not come back.
func BenchmarkStale(b *testing.B) {
	clock := newTestClock()
	engine, lookups, fetch := newBusyEngine(b, func(c *Config) {
		c.Now = clock.Now
		c.Classes[0].Soft = soft
	})
	clock.Move(soft)
	stuck := func(ctx context.Context) (Content, error) {
		<-ctx.Done()
		return fetch(ctx)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, status, _ := engine.Get(context.Background(), lookups[i%hotKeys], stuck); status != Stale {
			b.Fatal(status)
		}
	}
}

func BenchmarkMiss(b *testing.B) {
	engine, _, fetch := newBusyEngine(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, status, _ := engine.Get(context.Background(), Lookup{Key: fmt.Sprint("miss ", i), Class: rows}, fetch); status != Miss {
			b.Fatal(status)
		}
	}
}

// BenchmarkRecall brings entries back from their envelopes.
func BenchmarkRecall(b *testing.B) {
	engine, _, fetch := newBusyEngine(b, func(c *Config) { c.Classes[0].HotEntries = 8 })
	const keys = 100
	var lookups [keys]Lookup
	for i := range lookups {
		lookups[i] = Lookup{Key: fmt.Sprint("recalled ", i), Class: rows}
		_, _, _ = engine.Get(context.Background(), lookups[i], fetch)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, status, _ := engine.Get(context.Background(), lookups[i%keys], fetch); status != Hit {
			b.Fatal(status)
		}
	}
}

// BenchmarkRefused is what an invented key costs whose client has no budget
// left.
func BenchmarkRefused(b *testing.B) {
	engine, _, fetch := newBusyEngine(b, func(c *Config) { c.Budget = &Budget{Misses: 1e-9, Burst: 1} })
	lookup := Lookup{Class: rows, Client: "192.0.2.1", Key: "invented 0"}
	_, _, _ = engine.Get(context.Background(), lookup, fetch)
	var keys [1024]string
	for i := range keys {
		keys[i] = fmt.Sprint("invented ", i+1)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		lookup.Key = keys[i%len(keys)]
		if _, _, err := engine.Get(context.Background(), lookup, fetch); !errors.As(err, new(*BudgetError)) {
			b.Fatal(err)
		}
	}
}

// BenchmarkCoalesced is a cold key that 1,000 callers ask for at once.
func BenchmarkCoalesced(b *testing.B) {
	engine, _, fetch := newBusyEngine(b)
	for i := 0; b.Loop(); i++ {
		lookup := Lookup{Key: fmt.Sprint("cold ", i), Class: rows}
		var done sync.WaitGroup
		for range 1000 {
			done.Go(func() { _, _, _ = engine.Get(context.Background(), lookup, fetch) })
		}
		done.Wait()
	}
}
