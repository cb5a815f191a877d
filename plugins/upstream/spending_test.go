package upstream

import (
	"net/netip"
	"testing"
	"time"
)

// clientsAddress is one of many clients.
func clientsAddress(i int) netip.Addr {
	return netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)})
}

func TestWhatWasSpentIsForgottenByHalves(t *testing.T) {
	var s spending
	now := time.Now()
	for range 8 {
		s.charge(clientsAddress(1), now)
	}
	if got := s.of(clientsAddress(1), now.Add(2*halfLife)); got != 2 {
		t.Errorf("%v after two half-lives, want 2 of 8", got)
	}
	if got := s.of(clientsAddress(2), now); got != 0 {
		t.Errorf("a client that spent nothing has spent %v", got)
	}
}

func TestAFloodOfClientsMakesNoneForgottenThatHasSpentMuch(t *testing.T) {
	var s spending
	now := time.Now()
	for range 100 {
		s.charge(clientsAddress(0), now)
	}
	for i := range 3 * maxSpenders {
		now = now.Add(10 * time.Millisecond)
		s.charge(clientsAddress(i+1), now)
	}
	if len(s.by) > maxSpenders {
		t.Errorf("%d clients are remembered", len(s.by))
	}
	if _, known := s.by[clientsAddress(0)]; !known {
		t.Error("who spent much is forgotten")
	}
}
