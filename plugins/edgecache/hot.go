package edgecache

import (
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/monotonic"
)

// hot holds the prepared entries of a class, bounded by number and bytes.
// Finding one takes no lock. Which one leaves is decided as in S3-FIFO: what
// comes in stands in a short queue on probation, and only what was asked for
// twice there gets into the long one, from which it leaves by the clock
// algorithm. So keys that come once, however many, push out each other and not
// the entries that everybody asks for.
type hot struct {
	slots sync.Map // string to *slot

	mu        sync.Mutex
	probation queue
	main      queue

	maxEntries, maxBytes             int64
	probationEntries, probationBytes int64 // how much of it may be on probation while others wait

	// evicted is called, with mu held, before a slot cannot be found any more.
	evicted func(*slot)
}

const (
	// slotBytes is what a slot takes besides its body and key, roughly.
	slotBytes = 1024
	// probationShare is the part of the hot entries that is on probation.
	probationShare = 8
	// promotedAfter uses, a slot on probation gets into the main queue. Its
	// first request is not counted: it brought the slot.
	promotedAfter = 2
)

// init sets the bounds. The largest entry fits on probation.
func (h *hot) init(maxEntries int, maxBytes, largest int64, evicted func(*slot)) {
	h.maxEntries = int64(maxEntries)
	h.probationEntries = max(h.maxEntries/probationShare, 1)
	h.probationBytes = max(maxBytes/probationShare, largest)
	h.maxBytes = max(maxBytes, 2*h.probationBytes)
	h.evicted = evicted
}

// get finds a slot and notes its use.
func (h *hot) get(key string) *slot {
	s := h.peek(key)
	if s != nil {
		s.use()
	}
	return s
}

// peek finds a slot.
func (h *hot) peek(key string) *slot {
	if s, found := h.slots.Load(key); found {
		return s.(*slot)
	}
	return nil
}

// put sets the entry of a key, and returns its slot.
func (h *hot) put(key string, entry *Entry) *slot {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.peek(key)
	if s == nil {
		return h.add(key, entry, true)
	}
	h.queueOf(s).bytes += cost(key, entry) - cost(key, s.entry.Load())
	s.entry.Store(entry)
	s.changed = true
	h.shrink()
	return s
}

// recall puts an entry back that came from its envelope, unless a newer one is
// there.
func (h *hot) recall(key string, entry *Entry) *slot {
	h.mu.Lock()
	defer h.mu.Unlock()
	if s := h.peek(key); s != nil {
		return s
	}
	return h.add(key, entry, false)
}

func (h *hot) add(key string, entry *Entry, changed bool) *slot {
	s := &slot{key: key, changed: changed}
	s.entry.Store(entry)
	h.slots.Store(key, s)
	h.probation.push(s)
	h.shrink()
	return s
}

// shrink brings the entries within their bounds.
func (h *hot) shrink() {
	for h.probation.entries+h.main.entries > h.maxEntries || h.probation.bytes+h.main.bytes > h.maxBytes {
		if h.main.entries == 0 || h.probation.entries > h.probationEntries || h.probation.bytes > h.probationBytes {
			s := h.probation.pop()
			if s.used.Load() < promotedAfter {
				h.evict(s)
				continue
			}
			s.used.Store(0)
			s.main = true
			h.main.push(s)
			continue
		}
		s := h.main.pop()
		used := s.used.Load()
		if used == 0 {
			h.evict(s)
			continue
		}
		s.used.Store(used - 1)
		h.main.push(s)
	}
}

// evict lets a slot go that stands in no queue any more.
func (h *hot) evict(s *slot) {
	h.evicted(s)
	h.slots.Delete(s.key)
}

func (h *hot) queueOf(s *slot) *queue {
	if s.main {
		return &h.main
	}
	return &h.probation
}

// all lists the slots as they are now.
func (h *hot) all() []*slot {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := make([]*slot, 0, h.probation.entries+h.main.entries)
	for _, q := range []*queue{&h.main, &h.probation} {
		for s := q.oldest; s != nil; s = s.next {
			list = append(list, s)
		}
	}
	return list
}

// size is the number of slots and their bytes.
func (h *hot) size() (entries int, bytes int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return int(h.probation.entries + h.main.entries), h.probation.bytes + h.main.bytes
}

func (h *hot) clear() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.slots.Clear()
	h.probation, h.main = queue{}, queue{}
}

// queue is a list of slots in the order of their arrival.
type queue struct {
	oldest, newest *slot
	entries, bytes int64
}

func (q *queue) push(s *slot) {
	s.next = nil
	if q.newest == nil {
		q.oldest = s
	} else {
		q.newest.next = s
	}
	q.newest = s
	q.entries++
	q.bytes += cost(s.key, s.entry.Load())
}

// pop takes the oldest slot out of a queue that is not empty.
func (q *queue) pop() *slot {
	s := q.oldest
	q.oldest = s.next
	if q.oldest == nil {
		q.newest = nil
	}
	s.next = nil
	q.entries--
	q.bytes -= cost(s.key, s.entry.Load())
	return s
}

func cost(key string, entry *Entry) int64 {
	return int64(len(key) + len(entry.Body) + slotBytes)
}

// slot is the place of a key among the prepared entries. Readers take its
// entry with one atomic load.
type slot struct {
	key   string
	entry atomic.Pointer[Entry]

	refreshing atomic.Bool             // a flight of the key is under way or about to start
	failure    atomic.Pointer[failure] // of the last fetch; nil when it did not fail
	staleAt    atomic.Int64            // monotonic nanoseconds: about when it was last answered stale; 0 since a landing
	hits       atomic.Uint64           // answers, fresh or stale

	used atomic.Uint32 // how often since the policy last looked, up to mostUsed

	// Guarded by hot.mu.
	next    *slot // in its queue, the one that came after it
	main    bool  // in hot.main, not in hot.probation
	changed bool  // since its envelope was written; or it has none
}

// failure is a fetch that failed, or whose content did not replace the cached entry.
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
// too, unless alter does not want to.
func (s *slot) change(alter func(*Entry) bool) {
	for {
		entry := s.entry.Load()
		changed := *entry
		if !alter(&changed) || s.entry.CompareAndSwap(entry, &changed) {
			return
		}
	}
}

// expire purges the slot's entry when it matches, and reports whether that was fresh.
func (s *slot) expire(matches matcher, now time.Time) (wasFresh bool) {
	s.change(func(entry *Entry) bool {
		if wasFresh = false; entry.purged || !matches(s.key, entry) {
			return false
		}
		wasFresh = now.Before(entry.Soft)
		entry.purge(now)
		return true
	})
	return wasFresh
}
