package edgecache

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"sync/atomic"
	"time"

	"github.com/allegro/bigcache/v3"
	lru "github.com/hashicorp/golang-lru/v2"
)

// Class names a class of lifetime. Entries of one class live equally long and
// share one bigcache: it evicts in the order of arrival, so a long-lived entry
// among short-lived ones would be pushed out by them.
type Class string

// ClassConfig describes a class of lifetime.
type ClassConfig struct {
	// Name is the class's name.
	Name Class
	// Soft is how long an entry is fresh. Each entry's own time is up to 10 %
	// shorter, so that what was fetched together is not refreshed together.
	Soft time.Duration
	// Hard is how long an entry is answered when it cannot be refreshed; at
	// least Soft, at most MaxHard.
	Hard time.Duration
	// Timeout bounds one fetch. Default 10 s.
	Timeout time.Duration
	// Retry is the pause after a failed refresh of a key. Default 1 s.
	Retry time.Duration
	// Remember is how long a failed fetch of a key of which nothing is cached is
	// answered with its error, without another fetch. Default 1 s.
	Remember time.Duration
	// Size bounds the envelopes, in bytes; whole MiB, at least 1 MiB. A body may
	// take about a 32nd of it. The bytes of the prepared entries come on top: a
	// quarter of it, and at least what two of the largest bodies take.
	Size int64
	// HotEntries bounds the prepared entries by number. Default 1024.
	HotEntries int
}

const (
	mebibyte = 1 << 20

	defaultTimeout    = 10 * time.Second
	defaultRetry      = time.Second
	defaultRemember   = time.Second
	defaultHotEntries = 1024

	// A body may take a quarter of a shard, because an entry larger than a
	// shard empties it. So shards are few and large.
	shards         = 8
	bodiesPerShard = 4

	// maxFailures bounds the failures that are remembered of keys without a slot.
	maxFailures = 1024

	// Keys longer than 65,535 bytes are never read back from bigcache; ours are
	// far shorter.
	initialEntries    = 8 * shards
	initialEntryBytes = 512
)

type class struct {
	name   Class
	config atomic.Pointer[ClassConfig] // Update changes it

	bodyLimit int

	purges   *purges
	cold     *bigcache.BigCache
	hot      hot
	flights  flights
	failures *lru.Cache[string, *failure] // of keys without a slot that says so
	counts   counts
}

func newClass(config ClassConfig, purges *purges) (*class, error) {
	if config.Name == "" {
		return nil, errors.New("a class needs a class name")
	}
	if err := config.checkLifetime(); err != nil {
		return nil, err
	}
	if config.Size < mebibyte || config.Size%mebibyte != 0 {
		return nil, fmt.Errorf("class %q: size %d must be a whole number of MiB", config.Name, config.Size)
	}
	c := &class{
		name:      config.Name,
		bodyLimit: int(config.Size)/shards/bodiesPerShard - maxEnvelopeHead - maxKeyBytes,
		purges:    purges,
	}
	c.failures, _ = lru.New[string, *failure](maxFailures) // of a size above 0 it has no error
	c.update(config)
	c.flights.byKey = make(map[string]*flight)
	c.hot.init(orDefault(config.HotEntries, defaultHotEntries), config.Size/4, int64(c.bodyLimit+maxKeyBytes+slotBytes), c.evicted)
	cold, err := bigcache.New(context.Background(), bigcache.Config{
		Shards: shards,
		// The deadlines that count are in the envelope. bigcache's own is for
		// what nobody overwrites, and must suffice for every hard lifetime that
		// the class may be given. Without a cleaner, which has nothing to do
		// before that, it has no goroutine.
		LifeWindow:         MaxHard + time.Second,
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

func orDefault[T int | time.Duration](value, fallback T) T {
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
	return c.decode(key, b, now)
}

// decode takes an envelope for what it is worth now: under the class's present
// hard lifetime and after the purges since.
func (c *class) decode(key string, envelope []byte, now time.Time) *Entry {
	entry := decodeEnvelope(envelope)
	entry.setHard(c.config.Load().Hard)
	if !now.Before(entry.Hard) {
		return nil
	}
	if !entry.purged && c.purges.since(entry.Stored, key, entry.Tags) {
		entry.purge(now)
	}
	return entry
}

// evicted stores what leaves the hot entries, and only then writes an envelope: a
// rewritten key leaves its old bytes behind in bigcache, so a hot key that is
// refreshed each second would push everything else out.
func (c *class) evicted(s *slot) {
	if s.changed {
		// It cannot fail: what is larger than a shard does not become an entry.
		_ = c.cold.Set(s.key, encodeEnvelope(s.entry.Load()))
	}
	if failed := s.failure.Load(); failed != nil {
		c.failures.Add(s.key, failed)
	}
}
