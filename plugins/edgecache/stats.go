package edgecache

import (
	"cmp"
	"slices"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/monotonic"
)

// Stats are an engine's counts since it was made.
type Stats struct {
	// Classes are in the order of Config.Classes.
	Classes []ClassStats
	// Fetching is how many fetches run now, of at most MaxFetches and a quarter
	// more of shared keys.
	Fetching, MaxFetches int
	// Networks is how many clients and networks have budgets that are remembered now.
	Networks int
}

// ClassStats are the counts of one class.
type ClassStats struct {
	Class Class
	// Config is what holds now.
	Config ClassConfig
	// Hits are the fresh answers, Misses the calls that began a fetch and waited
	// for it, Coalesced those that waited for the fetch of another.
	Hits, Misses, Coalesced uint64
	// Stale answers, by why the entry was not fresh: its soft deadline was over,
	// it was purged, or its refresh failed.
	StaleExpired, StalePurged, StaleError uint64
	// OldestStale is how far past its soft deadline the oldest entry is that was
	// answered stale within the last minute.
	OldestStale time.Duration
	// Fetches for misses and refreshes; FetchErrors are those that failed.
	Fetches, FetchErrors uint64
	// Misses refused: the last fetch of the key failed a moment ago, the client's
	// budget was used up. Unpaid are the refreshes that did not begin because of
	// that budget. Busy are the fetches, of misses and of refreshes, that
	// did not begin because too many were running.
	Remembered, OverBudget, Unpaid, Busy uint64
	// NotAccepted are the calls that ended with ErrNotAccepted.
	NotAccepted uint64
	// Copied are the fetches that brought what another process had read (Content.Age).
	Copied uint64
	// Unchanged are the fetches that brought the bytes that were there,
	// Oversized those that brought more than the class caches.
	Unchanged, Oversized uint64
	// Entries are the envelopes, Bytes the memory taken for them.
	Entries int
	Bytes   int64
	// HotEntries are the prepared entries, HotBytes their size.
	HotEntries int
	HotBytes   int64
}

// Stats counts what the engine did. It walks the hot entries.
func (e *Engine) Stats() Stats {
	stats := Stats{Fetching: e.places.now(), MaxFetches: e.places.max, Networks: e.budgets.Networks()}
	now := e.now()
	for _, c := range e.inOrder {
		stats.Classes = append(stats.Classes, c.stats(now))
	}
	return stats
}

func (c *class) stats(now time.Time) ClassStats {
	n := &c.counts
	stats := ClassStats{
		Class:        c.name,
		Config:       *c.config.Load(),
		Hits:         n.hits.Load(),
		Misses:       n.misses.Load(),
		Coalesced:    n.coalesced.Load(),
		StaleExpired: n.staleExpired.Load(),
		StalePurged:  n.stalePurged.Load(),
		StaleError:   n.staleError.Load(),
		Fetches:      n.fetches.Load(),
		FetchErrors:  n.fetchErrors.Load(),
		Remembered:   n.remembered.Load(),
		OverBudget:   n.overBudget.Load(),
		Unpaid:       n.unpaid.Load(),
		Busy:         n.busy.Load(),
		NotAccepted:  n.notAccepted.Load(),
		Unchanged:    n.unchanged.Load(),
		Copied:       n.copied.Load(),
		Oversized:    n.oversized.Load(),
		Entries:      c.cold.Len(),
		Bytes:        int64(c.cold.Capacity()),
	}
	stats.HotEntries, stats.HotBytes = c.hot.size()
	for _, s := range c.hot.all() {
		if at := s.staleAt.Load(); at != 0 && monotonic.Nanoseconds(now)-at < int64(time.Minute) {
			if entry := s.entry.Load(); now.Before(entry.Hard) {
				stats.OldestStale = max(stats.OldestStale, now.Sub(entry.Soft))
			}
		}
	}
	return stats
}

// HotKey describes a prepared entry.
type HotKey struct {
	Key   string
	Class Class
	// Hits are how often it was answered, fresh or stale, since it became hot.
	Hits uint64
	// Age is the time since it was fetched or confirmed.
	Age time.Duration
	// Soft and Hard are the times until its deadlines, negative when past.
	Soft, Hard time.Duration
	// Bytes is the size of its body.
	Bytes int
}

// Hot lists at most limit of the prepared entries, those answered most first.
func (e *Engine) Hot(limit int) (keys []HotKey) {
	now := e.now()
	all := e.hottest()
	for _, s := range all[:max(min(limit, len(all)), 0)] {
		entry := s.entry.Load()
		keys = append(keys, HotKey{
			Key: s.key, Class: s.class, Hits: s.hits, Age: now.Sub(entry.Stored), Soft: entry.Soft.Sub(now), Hard: entry.Hard.Sub(now), Bytes: len(entry.Body),
		})
	}
	return keys
}

// prepared is a slot with its class, and how often it was answered.
type prepared struct {
	*slot
	class Class
	hits  uint64
}

// hottest are the prepared entries, those answered most first.
func (e *Engine) hottest() (all []prepared) {
	for _, c := range e.inOrder {
		for _, s := range c.hot.all() {
			all = append(all, prepared{s, c.name, s.hits.Load()})
		}
	}
	slices.SortFunc(all, func(a, b prepared) int {
		return cmp.Or(cmp.Compare(b.hits, a.hits), cmp.Compare(a.class, b.class), cmp.Compare(a.key, b.key))
	})
	return all
}

// counts are what a class did.
type counts struct {
	hits, misses, coalesced               atomic.Uint64
	staleExpired, stalePurged, staleError atomic.Uint64

	fetches, fetchErrors   atomic.Uint64
	remembered, overBudget atomic.Uint64
	busy, notAccepted      atomic.Uint64
	unpaid                 atomic.Uint64
	unchanged, oversized   atomic.Uint64
	copied                 atomic.Uint64
}
