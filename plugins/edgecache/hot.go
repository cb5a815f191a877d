package edgecache

import (
	"sync"
	"sync/atomic"
	"time"
)

// slot is the place of a key among the prepared entries. Readers take its
// entry with one atomic load.
type slot struct {
	key   string
	entry atomic.Pointer[Entry]

	used       atomic.Bool  // since the clock's hand last passed
	refreshing atomic.Bool  // a refresh was started and is not over
	failed     atomic.Bool  // the last refresh failed
	retryAt    atomic.Int64 // Unix nanoseconds: no refresh before
	keptUntil  atomic.Int64 // the hard deadline in the kept envelope, Unix nanoseconds; 0 for none
}

// expire makes the slot's entry stale when it is fresh and carries a tag.
func (s *slot) expire(tags []string, now time.Time) bool {
	for {
		entry := s.entry.Load()
		if !now.Before(entry.Soft) || !entry.carries(tags) {
			return false
		}
		stale := *entry
		stale.Soft = now
		if s.entry.CompareAndSwap(entry, &stale) {
			return true
		}
	}
}

// slotBytes is what a slot takes besides its body and key, roughly.
const slotBytes = 512

// hot holds the prepared entries of a class, bounded by number and bytes. Which
// one leaves is decided by the clock algorithm: one asked for since the hand
// last passed stays, so keys that come once push out each other and not the
// entries that everybody asks for.
type hot struct {
	mu         sync.RWMutex
	slots      map[string]*slot
	ring       []*slot
	hand       int
	bytes      int64
	maxEntries int
	maxBytes   int64
}

func (h *hot) init(maxEntries int, maxBytes int64) {
	h.slots = make(map[string]*slot)
	h.maxEntries, h.maxBytes = maxEntries, maxBytes
}

func (h *hot) get(key string) *slot {
	h.mu.RLock()
	s := h.slots[key]
	h.mu.RUnlock()
	// Reading before writing keeps the cache line shared between processors.
	if s != nil && !s.used.Load() {
		s.used.Store(true)
	}
	return s
}

// put sets the entry of a key and returns its slot, and the slots that had to
// leave for it.
func (h *hot) put(key string, entry *Entry) (*slot, []*slot) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if s := h.slots[key]; s != nil {
		h.bytes += cost(key, entry) - cost(key, s.entry.Load())
		s.entry.Store(entry)
		return s, h.shrink(s)
	}
	return h.add(key, entry)
}

// putIfAbsent is put for an entry that is older than any that is there.
func (h *hot) putIfAbsent(key string, entry *Entry) (*slot, []*slot) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if s := h.slots[key]; s != nil {
		return s, nil
	}
	return h.add(key, entry)
}

func (h *hot) add(key string, entry *Entry) (*slot, []*slot) {
	s := &slot{key: key}
	s.entry.Store(entry)
	h.slots[key] = s
	h.ring = append(h.ring, s)
	h.bytes += cost(key, entry)
	return s, h.shrink(s)
}

// shrink brings the entries within their bounds without touching spare.
func (h *hot) shrink(spare *slot) []*slot {
	var evicted []*slot
	for len(h.ring) > 1 && (len(h.ring) > h.maxEntries || h.bytes > h.maxBytes) {
		if h.hand >= len(h.ring) {
			h.hand = 0
		}
		s := h.ring[h.hand]
		if s == spare || s.used.Swap(false) {
			h.hand++
			continue
		}
		last := len(h.ring) - 1
		h.ring[h.hand] = h.ring[last]
		h.ring[last] = nil
		h.ring = h.ring[:last]
		delete(h.slots, s.key)
		h.bytes -= cost(s.key, s.entry.Load())
		evicted = append(evicted, s)
	}
	return evicted
}

// all lists the slots as they are now.
func (h *hot) all() []*slot {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return append([]*slot(nil), h.ring...)
}

func (h *hot) clear() {
	h.mu.Lock()
	defer h.mu.Unlock()
	clear(h.slots)
	h.ring, h.bytes, h.hand = nil, 0, 0
}

func cost(key string, entry *Entry) int64 {
	return int64(len(key) + len(entry.Body) + slotBytes)
}
