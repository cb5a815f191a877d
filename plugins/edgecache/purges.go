package edgecache

import (
	"sync"
	"time"
)

// maxPurgedTags bounds the record of purges. When it is full, everything stored
// so far counts as purged and the record starts anew.
const maxPurgedTags = 1024

// purges remembers when each tag was last purged, for entries that a purge
// cannot reach: those in envelopes and those still being fetched.
type purges struct {
	mu   sync.Mutex
	last uint64 // number of the last purge
	tags map[string]purge
	all  purge
}

type purge struct {
	number uint64
	time   time.Time
}

func (p *purges) record(tags []string, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last++
	this := purge{p.last, now}
	if len(p.tags)+len(tags) > maxPurgedTags {
		clear(p.tags)
		p.all = this
	}
	if p.tags == nil {
		p.tags = make(map[string]purge)
	}
	for _, tag := range tags[:min(len(tags), maxPurgedTags)] {
		p.tags[tag] = this
	}
}

// number is that of the last purge, to be given to after.
func (p *purges) number() uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.last
}

// after reports whether one of the tags was purged after the purge of that
// number.
func (p *purges) after(number uint64, tags []string) bool {
	return p.any(tags, func(done purge) bool { return done.number > number })
}

// since reports whether one of the tags was purged at that moment or later.
func (p *purges) since(moment time.Time, tags []string) bool {
	return p.any(tags, func(done purge) bool { return done.number > 0 && !done.time.Before(moment) })
}

func (p *purges) any(tags []string, is func(purge) bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if is(p.all) {
		return true
	}
	for _, tag := range tags {
		if is(p.tags[tag]) {
			return true
		}
	}
	return false
}
