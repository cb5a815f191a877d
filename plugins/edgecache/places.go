package edgecache

import "sync"

// places bounds the fetches that run at once. A quarter of them is kept for
// refreshes, so that a flood of misses does not stop the refreshing of what is
// kept.
type places struct {
	mu             sync.Mutex
	taken, misses  int
	max, maxMisses int
}

const refreshShare = 4

func (p *places) init(max int) {
	p.max, p.maxMisses = max, max-max/refreshShare
}

func (p *places) take(refresh bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.taken >= p.max || !refresh && p.misses >= p.maxMisses {
		return false
	}
	p.taken++
	if !refresh {
		p.misses++
	}
	return true
}

func (p *places) give(refresh bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.taken--
	if !refresh {
		p.misses--
	}
}

func (p *places) now() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.taken
}
