package clients

import (
	"net/netip"
	"sync"
)

// Seats bounds how many of something each client has at once, and the networks that it
// is in as in Holders. It is safe for use by many goroutines; the zero value has none
// taken.
type Seats struct {
	mu    sync.Mutex
	taken map[netip.Prefix]int
}

// Take takes one for an address's client, which may have most of them, until leave is
// called, once.
func (s *Seats) Take(address string, most int) (leave func(), ok bool) {
	client := Of(address)
	s.mu.Lock()
	defer s.mu.Unlock()
	for network, shares := range prefixes(client) {
		if s.taken[network] >= most*shares {
			return nil, false
		}
	}
	if s.taken == nil {
		s.taken = make(map[netip.Prefix]int)
	}
	for network := range prefixes(client) {
		s.taken[network]++
	}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		for network := range prefixes(client) {
			if s.taken[network]--; s.taken[network] == 0 {
				delete(s.taken, network)
			}
		}
	}, true
}
