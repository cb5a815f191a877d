package edgecache

import (
	"net/netip"
	"sync"

	"fieldhouse/plugins/clients"
	"fieldhouse/plugins/upstream"
)

// places bounds the fetches that run at once, for what they are apart: nothing
// that single clients ask for, new keys or the refreshes of what they have, takes
// the places of the other, nor those of what all share.
type places struct {
	mu       sync.Mutex
	max      int
	shared   room
	misses   room
	accounts room
	holders  map[netip.Addr]int // of places for accounts
	most     int                // which one client may hold
}

type room struct{ taken, max int }

const (
	// apart is the part of the places that is for refreshes, one in so many. As
	// many come on top for what all share.
	apart = 4
	// holderShare is the part of the refreshes that one client may cause at once.
	holderShare = 8
)

func (p *places) init(most int) {
	quarter := max(most/apart, 1)
	p.max = most
	p.shared.max, p.accounts.max, p.misses.max = quarter, quarter, max(most-quarter, 1)
	p.most = max(quarter/holderShare, 1)
	p.holders = make(map[netip.Addr]int)
}

func (p *places) room(class upstream.Class) *room {
	switch class {
	case upstream.Shared:
		return &p.shared
	case upstream.Account:
		return &p.accounts
	}
	return &p.misses
}

// take takes a place for a fetch of a class that a client caused.
func (p *places) take(class upstream.Class, client string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	room := p.room(class)
	if room.taken >= room.max {
		return false
	}
	if class == upstream.Account && client != "" {
		who := clients.Of(client)
		if p.holders[who] >= p.most {
			return false
		}
		p.holders[who]++
	}
	room.taken++
	return true
}

// give gives back what take took.
func (p *places) give(class upstream.Class, client string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.room(class).taken--
	if class == upstream.Account && client != "" {
		who := clients.Of(client)
		if p.holders[who]--; p.holders[who] == 0 {
			delete(p.holders, who)
		}
	}
}

func (p *places) now() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.shared.taken + p.accounts.taken + p.misses.taken
}
