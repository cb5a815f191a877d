package edgecache

import (
	"slices"
	"sync"
	"time"
)

// Purge makes every entry that carries one of the tags stale, at once: the next
// Get of it answers the old content and refreshes it, and a fetch that is
// running now counts as stale when it arrives. None of them is taken as
// Lookup.LastRead. It returns how many entries that
// were fresh became stale. It walks the whole cache and is meant for people and
// for rare events.
func (e *Engine) Purge(tags ...string) int {
	wanted := setOf(tags)
	return e.purge(&e.purges.tags, tags, func(_ string, entry *Entry) bool {
		return slices.ContainsFunc(entry.Tags, func(tag string) bool { return wanted[tag] })
	})
}

// PurgeKeys is Purge for the entries of these keys, in every class.
func (e *Engine) PurgeKeys(keys ...string) int {
	wanted := setOf(keys)
	return e.purge(&e.purges.keys, keys, func(key string, _ *Entry) bool { return wanted[key] })
}

func setOf(names []string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}

// matcher reports whether a purge is about an entry.
type matcher func(key string, entry *Entry) bool

func anything(string, *Entry) bool { return true }

func (e *Engine) purge(record *record, names []string, matches matcher) int {
	if len(names) == 0 {
		return 0
	}
	now := e.now()
	count := 0
	for _, c := range e.inOrder {
		count += c.countCold(matches, now)
	}
	// First the record, then the entries: see store.
	record.add(names, now)
	for _, c := range e.inOrder {
		for _, s := range c.hot.all() {
			if s.expire(matches, now) {
				count++
			}
		}
	}
	return count
}

// countCold counts the fresh entries that match and are only in envelopes.
// A purge leaves the envelopes as they are: load consults the record of purges.
func (c *class) countCold(matches matcher, now time.Time) (count int) {
	for entries := c.cold.Iterator(); entries.SetNext(); {
		info, err := entries.Value()
		if err != nil || c.hot.peek(info.Key()) != nil {
			continue
		}
		entry := c.decode(info.Key(), info.Value(), now)
		if entry != nil && now.Before(entry.Soft) && matches(info.Key(), entry) {
			count++
		}
	}
	return count
}

// purges remembers what was purged, for entries that a purge cannot reach:
// those in envelopes and those still being fetched.
type purges struct{ tags, keys record }

// mark is a moment in the order of purges.
type mark struct{ tags, keys uint64 }

func (p *purges) mark() mark { return mark{p.tags.number(), p.keys.number()} }

// after reports whether the key or one of the tags was purged after the mark.
func (p *purges) after(m mark, key string, tags []string) bool {
	return p.tags.any(tags, func(done purge) bool { return done.number > m.tags }) ||
		p.keys.any([]string{key}, func(done purge) bool { return done.number > m.keys })
}

// since reports whether the key or one of the tags was purged at that moment or
// later.
func (p *purges) since(moment time.Time, key string, tags []string) bool {
	is := func(done purge) bool { return done.number > 0 && !done.time.Before(moment) }
	return p.tags.any(tags, is) || p.keys.any([]string{key}, is)
}

// maxPurged bounds a record. When it is full, everything stored so far counts as
// purged and the record starts anew.
const maxPurged = 1024

// record remembers when each name was last purged.
type record struct {
	mu    sync.Mutex
	last  uint64 // number of the last purge
	names map[string]purge
	all   purge
}

type purge struct {
	number uint64
	time   time.Time
}

func (r *record) add(names []string, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	this := purge{r.last, now}
	if len(r.names)+len(names) > maxPurged {
		clear(r.names)
		r.all = this
	}
	if r.names == nil {
		r.names = make(map[string]purge)
	}
	for _, name := range names[:min(len(names), maxPurged)] {
		if len(name) <= maxKeyBytes { // a longer one names nothing
			r.names[name] = this
		}
	}
}

func (r *record) number() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.last
}

func (r *record) any(names []string, is func(purge) bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if is(r.all) {
		return true
	}
	for _, name := range names {
		if is(r.names[name]) {
			return true
		}
	}
	return false
}
