package edgecache

import (
	"slices"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/monotonic"
)

// slot is the place of a key among the prepared entries. Readers take its
// entry with one atomic load.
type slot struct {
	key   string
	entry atomic.Pointer[Entry]

	refreshing atomic.Bool             // a flight of the key is under way or about to start
	failure    atomic.Pointer[failure] // of the last fetch; nil when it did not fail
	staleAt    atomic.Int64            // monotonic nanoseconds: about when it was last answered stale; 0 since a landing
	hits       counter                 // answers, fresh or stale

	used atomic.Uint32 // how often since the policy last looked, up to mostUsed

	// Guarded by hot.mu.
	next    *slot // in its queue, the one that came after it
	main    bool  // in hot.main, not in hot.probation
	changed bool  // since its envelope was written; or it has none
}

// failure is a fetch that failed, or whose content did not replace what is kept.
type failure struct {
	err   error
	until time.Time // before this the key is not fetched again
}

// mostUsed bounds what a slot remembers of its uses: one that was asked for a
// lot yesterday leaves after as many looks.
const mostUsed = 3

// use notes that the slot was asked for. Reading before writing keeps the cache
// line shared between processors; a lost use does not matter.
func (s *slot) use() {
	if used := s.used.Load(); used < mostUsed {
		s.used.Store(used + 1)
	}
}

// answeredStale notes when, to about a second.
func (s *slot) answeredStale(now time.Time) {
	at := monotonic.Nanoseconds(now)
	if last := s.staleAt.Load(); at-last >= int64(time.Second) {
		s.staleAt.Store(at)
	}
}

// failed is the last fetch's failure while it keeps the key from being fetched.
func (s *slot) failed(now time.Time) *failure {
	if f := s.failure.Load(); f != nil && now.Before(f.until) {
		return f
	}
	return nil
}

// change replaces the entry by a changed copy, however many others change it
// too; false when alter does not want to.
func (s *slot) change(alter func(*Entry) bool) bool {
	for {
		entry := s.entry.Load()
		changed := *entry
		if !alter(&changed) {
			return false
		}
		if s.entry.CompareAndSwap(entry, &changed) {
			return true
		}
	}
}

// expire makes the slot's entry stale when it is fresh and concerned.
func (s *slot) expire(is concerned, now time.Time) bool {
	return s.change(func(entry *Entry) bool {
		if !now.Before(entry.Soft) || !is(s.key, entry) {
			return false
		}
		entry.purge(now)
		return true
	})
}

// Entry is a kept content and its deadlines. Entries are shared between
// requests and never change.
type Entry struct {
	// Code is the HTTP status that the body stands for.
	Code int
	Body []byte
	// ETag is a strong validator (RFC 9110, section 8.8.3) made from the body
	// alone, quotes included: the same bytes have the same ETag on every
	// machine.
	ETag string
	Tags []string
	// Meta is the Content's, of the fetch that last confirmed the body.
	Meta string
	// Stored is when the body was last fetched or confirmed.
	Stored time.Time
	// Soft is until when the entry is fresh, Hard until when it is answered.
	Soft, Hard time.Time
	// Prepared is what Config.Prepare made of the entry.
	Prepared any
	// Kept is false for a body that is larger than its class keeps.
	Kept bool

	purged bool // it is stale because of a purge
}

// sameAs reports whether two entries differ in nothing but time and Meta.
func (e *Entry) sameAs(other *Entry) bool {
	return e.ETag == other.ETag && e.Code == other.Code && slices.Equal(e.Tags, other.Tags)
}

// purge makes an entry that nobody else has yet stale.
func (e *Entry) purge(now time.Time) {
	e.Soft, e.purged = now, true
}

// setHard moves the hard deadline of an entry that nobody else has yet.
func (e *Entry) setHard(lifetime time.Duration) {
	e.Hard = e.Stored.Add(lifetime)
	if e.Soft.After(e.Hard) {
		e.Soft = e.Hard
	}
}

// Status says how Get came by its entry.
type Status uint8

const (
	// Miss: a fetch that this call began brought it.
	Miss Status = iota
	// Coalesced: a fetch that another call began brought it.
	Coalesced
	// Hit: it was fresh.
	Hit
	// Stale: it was past its soft deadline, and a refresh is on its way unless
	// Lookup.LastRead spares the source.
	Stale
	// StaleError: as Stale, and the last refresh failed.
	StaleError
)

func (s Status) String() string {
	switch s {
	case Miss:
		return "miss"
	case Coalesced:
		return "coalesced"
	case Hit:
		return "hit"
	case Stale:
		return "stale"
	case StaleError:
		return "stale-error"
	}
	return "unknown"
}
