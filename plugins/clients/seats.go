package clients

import (
	"net/netip"
	"sync"
)

// Seats bounds how many of something each client may have at once. It is safe
// for use by many goroutines.
type Seats struct {
	mu    sync.Mutex
	most  int
	taken map[netip.Addr]int
}

// NewSeats lets each client have so many.
func NewSeats(most int) *Seats {
	return &Seats{most: most, taken: make(map[netip.Addr]int)}
}

// Update changes how many a client may have from now on. Nobody loses one.
func (s *Seats) Update(most int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.most = most
}

// Take takes one for an address's client, until leave is called, once.
func (s *Seats) Take(address string) (leave func(), ok bool) {
	client := Of(address)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.taken[client] >= s.most {
		return nil, false
	}
	s.taken[client]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.taken[client]--; s.taken[client] == 0 {
			delete(s.taken, client)
		}
	}, true
}
