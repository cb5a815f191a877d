package clients

import (
	"net/netip"
	"sync"
)

// Seats bounds how many of something each client and its Networks have at once. It is safe
// for use by many goroutines; the zero value has none taken.
type Seats struct {
	mu    sync.Mutex
	taken map[netip.Prefix]int
}

// Take takes one for an address's client, until leave is called, once. The client may have
// most of them and its Networks their shares of that, but each at most so many as are free.
func (s *Seats) Take(address string, most, free int) (leave func(), ok bool) {
	client := Of(address)
	s.mu.Lock()
	defer s.mu.Unlock()
	for network, shares := range Networks(client) {
		if s.taken[network] >= min(most*shares, free) {
			return nil, false
		}
	}
	if s.taken == nil {
		s.taken = make(map[netip.Prefix]int)
	}
	for network := range Networks(client) {
		s.taken[network]++
	}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		for network := range Networks(client) {
			if s.taken[network]--; s.taken[network] == 0 {
				delete(s.taken, network)
			}
		}
	}, true
}
