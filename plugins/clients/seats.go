package clients

import (
	"net/netip"
	"sync"
)

// Seats bounds how many of something each client may have at once, and the networks
// that it is in as in Holders. It is safe for use by many goroutines.
type Seats struct {
	mu    sync.Mutex
	most  int
	taken map[netip.Prefix]int
}

// NewSeats lets each client have so many.
func NewSeats(most int) *Seats {
	return &Seats{most: most, taken: make(map[netip.Prefix]int)}
}

// Take takes one for an address's client, until leave is called, once.
func (s *Seats) Take(address string) (leave func(), ok bool) {
	client := Of(address)
	s.mu.Lock()
	defer s.mu.Unlock()
	for network, shares := range prefixes(client) {
		if s.taken[network] >= s.most*shares {
			return nil, false
		}
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
