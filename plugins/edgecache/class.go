package edgecache

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"sync/atomic"
	"time"

	"github.com/allegro/bigcache/v3"
	"golang.org/x/sync/singleflight"
)

// Class names a class of lifetime. Entries of one class live equally long and
// share one bigcache: it evicts in the order of arrival, so a long-lived entry
// among short-lived ones would be pushed out by them.
type Class string

// ClassConfig describes a class of lifetime.
type ClassConfig struct {
	// Name is the class's name, at most 64 bytes.
	Name Class
	// Soft is how long an entry is fresh.
	Soft time.Duration
	// Hard is how long an entry is answered when it cannot be refreshed; at
	// least Soft.
	Hard time.Duration
	// Timeout bounds one fetch. Default 10 s.
	Timeout time.Duration
	// Retry is the pause after a failed refresh of a key. Default 1 s.
	Retry time.Duration
	// Size bounds the envelopes, in bytes; whole MiB, at least 1 MiB.
	Size int64
	// HotEntries bounds the prepared entries by number. Default 1024.
	HotEntries int
	// HotSize bounds the prepared entries by their bytes, which come on top of
	// Size. Default a quarter of Size.
	HotSize int64
}

const (
	mebibyte = 1 << 20

	defaultTimeout    = 10 * time.Second
	defaultRetry      = time.Second
	defaultHotEntries = 1024

	// A body may take a quarter of a shard, because an entry larger than a
	// shard empties it. So shards are few and large.
	shards         = 8
	bodiesPerShard = 4

	// Keys longer than 65,535 bytes are never read back from bigcache; ours are
	// far shorter.
	initialEntries    = 8 * shards
	initialEntryBytes = 512
	cleanEvery        = time.Minute
)

type class struct {
	name      Class
	soft      atomic.Int64 // nanoseconds
	hard      time.Duration
	timeout   time.Duration
	retry     time.Duration
	bodyLimit int

	cold    *bigcache.BigCache
	hot     hot
	flights singleflight.Group
}

func newClass(config ClassConfig) (*class, error) {
	if config.Name == "" || len(config.Name) > maxClassBytes {
		return nil, fmt.Errorf("the class name %q must have 1 to %d bytes", config.Name, maxClassBytes)
	}
	if config.Soft <= 0 || config.Hard < config.Soft {
		return nil, fmt.Errorf("class %q: soft deadline %s and hard deadline %s must be positive and in this order", config.Name, config.Soft, config.Hard)
	}
	if config.Size < mebibyte || config.Size%mebibyte != 0 {
		return nil, fmt.Errorf("class %q: size %d must be a whole number of MiB", config.Name, config.Size)
	}
	c := &class{
		name:      config.Name,
		hard:      config.Hard,
		timeout:   orDefault(config.Timeout, defaultTimeout),
		retry:     orDefault(config.Retry, defaultRetry),
		bodyLimit: int(config.Size)/shards/bodiesPerShard - maxEnvelopeHead - maxKeyBytes,
	}
	c.soft.Store(int64(config.Soft))
	c.hot.init(orDefault(config.HotEntries, defaultHotEntries), orDefault(config.HotSize, config.Size/4))
	cold, err := bigcache.New(context.Background(), bigcache.Config{
		Shards: shards,
		// bigcache counts whole seconds and only cleans by this; the deadlines
		// that count are in the envelope.
		LifeWindow:         config.Hard + time.Second,
		CleanWindow:        min(max(config.Hard, time.Second), cleanEvery),
		MaxEntriesInWindow: initialEntries,
		MaxEntrySize:       initialEntryBytes,
		HardMaxCacheSize:   int(config.Size / mebibyte),
		// The default hash has no key: invented names could be made to collide.
		Hasher: hasher{maphash.MakeSeed()},
	})
	if err != nil {
		return nil, fmt.Errorf("class %q: %w", config.Name, err)
	}
	c.cold = cold
	return c, nil
}

func orDefault[T int | int64 | time.Duration](value, fallback T) T {
	if value <= 0 {
		return fallback
	}
	return value
}

type hasher struct{ seed maphash.Seed }

func (h hasher) Sum64(key string) uint64 { return maphash.String(h.seed, key) }

// close must run once: a second Close of bigcache panics. The engine sees to it.
func (c *class) close() {
	_ = c.cold.Close()
	_ = c.cold.Reset()
	c.hot.clear()
}

// load reads an entry's envelope, if there is one that is alive.
func (c *class) load(key string, now time.Time) *Entry {
	b, err := c.cold.Get(key)
	if err != nil {
		return nil
	}
	name, entry, err := decodeEnvelope(b)
	if err != nil || name != c.name || !now.Before(entry.Hard) {
		return nil
	}
	return entry
}

// keep writes the slot's entry to bigcache. A rewritten key leaves its old
// bytes behind there, so the envelope of an unchanged entry is written again
// only when half of its life is over.
func (c *class) keep(s *slot, entry *Entry, unchanged bool) {
	if unchanged && time.Duration(s.keptUntil.Load()-entry.Stored.UnixNano()) > c.hard/2 {
		return
	}
	if c.cold.Set(s.key, encodeEnvelope(c.name, entry)) == nil {
		s.keptUntil.Store(entry.Hard.UnixNano())
	}
}

// put makes an entry the hot one of its key and keeps it. What leaves the hot
// entries for it is kept first when its envelope is older than itself.
func (c *class) put(key string, entry *Entry, unchanged bool) *slot {
	s, evicted := c.hot.put(key, entry)
	c.keep(s, entry, unchanged)
	c.settle(evicted)
	return s
}

func (c *class) settle(evicted []*slot) {
	for _, s := range evicted {
		if entry := s.entry.Load(); s.keptUntil.Load() != entry.Hard.UnixNano() {
			c.keep(s, entry, false)
		}
	}
}

// purge makes the fresh entries that carry one of the tags stale, and counts
// them. Envelopes stay as they are: recall consults the record of purges.
func (c *class) purge(tags []string, now time.Time) int {
	hot := make(map[string]bool)
	count := 0
	for _, s := range c.hot.all() {
		hot[s.key] = true
		if s.expire(tags, now) {
			count++
		}
	}
	for entries := c.cold.Iterator(); entries.SetNext(); {
		info, err := entries.Value()
		if err != nil || hot[info.Key()] {
			continue
		}
		_, entry, err := decodeEnvelope(info.Value())
		if err == nil && now.Before(entry.Soft) && entry.carries(tags) {
			count++
		}
	}
	return count
}

var errPanicked = errors.New("the fetch panicked")
