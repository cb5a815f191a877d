package edgecache

import (
	"sync"

	"fieldhouse/plugins/clients"
	"fieldhouse/plugins/upstream"
)

// places bounds the fetches that run at once. Misses, refreshes of single clients' keys
// and fetches of shared keys have places of their own. In each a client, and each of its
// networks, has at most as many as are free, so that clients who take all they may leave
// one for the next.
type places struct {
	mu       sync.Mutex
	max      int
	shared   room
	misses   room
	accounts room
}

type room struct {
	taken, max int
	most       int // which one client may hold
	holders    clients.Seats
}

const (
	// refreshShare is the part of the places that is for refreshes, one in so many. As
	// many come on top for what all share.
	refreshShare = 4
	// holderShare is the part of the refreshes that one client may cause at once.
	holderShare = 8
)

func (p *places) init(most int) {
	quarter := max(most/refreshShare, 1)
	p.max = most
	p.shared.max, p.accounts.max, p.misses.max = quarter, quarter, max(most-quarter, 1)
	p.accounts.most, p.misses.most = max(quarter/holderShare, 1), p.misses.max
}

// take takes a place for a fetch of a class that a client caused, until release is called.
func (p *places) take(class upstream.Class, client string) (release func(), ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var room *room
	switch class {
	case upstream.Shared:
		room, client = &p.shared, "" // it counts on nobody
	case upstream.Account:
		room = &p.accounts
	default:
		room = &p.misses
	}
	free := room.max - room.taken
	if free <= 0 {
		return nil, false
	}
	leave := func() {}
	if client != "" {
		if leave, ok = room.holders.Take(client, room.most, free); !ok {
			return nil, false
		}
	}
	room.taken++
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		room.taken--
		leave()
	}, true
}

func (p *places) now() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.shared.taken + p.accounts.taken + p.misses.taken
}
