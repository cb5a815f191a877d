package edgecache

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/clock"
)

// crowd are keys that some clients keep asking for though their source hangs.
type crowd struct {
	*testing.T
	engine *Engine
	gate   chan struct{}
}

func newCrowd(t *testing.T, clock *clock.Clock, change ...func(*Config)) *crowd {
	c := &crowd{t, newEngine(t, clock, change...), make(chan struct{})}
	t.Cleanup(func() { close(c.gate) })
	return c
}

func (c *crowd) stuck(ctx context.Context) (Content, error) {
	select {
	case <-c.gate:
	case <-ctx.Done():
	}
	return Content{}, errSource
}

// keep makes keys that are stale, and lets a client each ask for them.
func (c *crowd) keep(clock *clock.Clock, keys int, client func(int) string) {
	c.Helper()
	lookup := func(i int) Lookup { return Lookup{Key: fmt.Sprint("owner ", i), Class: rows, Client: client(i)} }
	from := &source{body: "kept"}
	for i := range keys {
		if _, _, err := c.engine.Get(context.Background(), Lookup{Key: lookup(i).Key, Class: rows}, from.fetch); err != nil {
			c.Fatal(err)
		}
	}
	clock.Move(soft)
	for i := range keys {
		if entry, status, err := c.engine.Get(context.Background(), lookup(i), c.stuck); err != nil || status != Stale {
			c.Fatalf("%v, %s, %v", entry, status, err)
		}
	}
}

func TestRefreshesOfAccountsLeaveThePlacesOfMissesAndOfWhatAllShareAlone(t *testing.T) {
	clock := newTestClock()
	c := newCrowd(t, clock, func(c *Config) { c.MaxFetches = 32 })
	from := &source{body: "one"}
	shared := Lookup{Key: "drops", Class: rows, Client: "192.0.2.1", Shared: true}
	if _, _, err := c.engine.Get(context.Background(), shared, from.fetch); err != nil {
		t.Fatal(err)
	}
	c.keep(clock, 60, func(i int) string { return fmt.Sprintf("203.%d.113.1", i) })
	if n := c.engine.Stats().Fetching; n != 8 {
		t.Errorf("%d refreshes of accounts run, want a quarter of 32", n)
	}
	want(t, c.engine, "a new one", from.fetch, "one", Miss)
	for range 2 {
		if _, status, err := c.engine.Get(context.Background(), shared, from.fetch); err != nil || status != Stale && status != Hit {
			t.Fatalf("%s, %v", status, err)
		}
		plugintest.Eventually(t, "what all share was refreshed", func() bool { return from.calls.Load() == 3 })
	}
	for i := range 30 {
		go func() { _ = getError(c.engine, Lookup{Key: fmt.Sprint("invented ", i)}, c.stuck) }()
	}
	plugintest.Eventually(t, "misses have taken all their places", func() bool { return c.engine.Stats().Fetching == 32 })
	clock.Move(soft)
	if _, status, err := c.engine.Get(context.Background(), shared, from.fetch); err != nil || status != Stale {
		t.Fatalf("%s, %v", status, err)
	}
	plugintest.Eventually(t, "what all share was refreshed all the same", func() bool { return from.calls.Load() == 4 })
}

func TestOneClientCausesAFewRefreshesAtOnce(t *testing.T) {
	clock := newTestClock()
	c := newCrowd(t, clock, func(c *Config) { c.MaxFetches = 128 })
	c.keep(clock, 60, func(int) string { return "203.0.113.1" })
	if n := c.engine.Stats().Fetching; n != 4 {
		t.Errorf("%d refreshes of one client run, want an eighth of 32", n)
	}
	if err := getError(c.engine, Lookup{Key: "new", Client: "203.0.113.1"}, (&source{}).fetch); err != nil {
		t.Errorf("its misses: %v", err)
	}
	from := &source{body: "kept"}
	if _, status, err := c.engine.Get(context.Background(), Lookup{Key: "owner 59", Class: rows, Client: "192.0.2.1"}, from.fetch); err != nil || status != Stale {
		t.Errorf("%s, %v", status, err)
	}
	plugintest.Eventually(t, "another client's key is refreshed", func() bool { return from.calls.Load() == 1 })
	if err := getError(c.engine, Lookup{Key: "none"}, (&source{err: errSource}).fetch); !errors.Is(err, errSource) {
		t.Error(err)
	}
}

func TestWhoMissesAllTheTimeLeavesPlacesForTheMissesOfOthers(t *testing.T) {
	c := newCrowd(t, newTestClock(), func(c *Config) { c.MaxFetches, c.Budget = 64, &Budget{} })
	misses, busy := 0, uint64(0)
	ask := func(client string) {
		misses++
		key := fmt.Sprint("invented ", misses)
		go func() { _ = getError(c.engine, Lookup{Key: key, Client: client}, c.stuck) }()
		plugintest.Eventually(t, "a miss was begun or refused", func() bool {
			stats := c.engine.Stats()
			busy = stats.Classes[0].Busy
			return stats.Fetching+int(busy) == misses
		})
	}
	for range 60 {
		ask("203.0.113.1")
	}
	if n := c.engine.Stats().Fetching; n != 24 {
		t.Errorf("%d misses of one client run, want half of the 48 places", n)
	}
	for i := range 60 { // the /64s of one /56
		ask(fmt.Sprintf("2001:db8:0:%x::1", i))
	}
	if n := c.engine.Stats().Fetching; n != 36 {
		t.Errorf("%d misses run, want that one more subscriber has half of what was left", n)
	}
	for i := range 4 {
		was := busy
		if ask(fmt.Sprintf("192.0.2.%d", i)); busy != was {
			t.Errorf("newcomer %d was refused", i)
		}
	}
}
