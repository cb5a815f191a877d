package upstream

import (
	"net/netip"
	"testing"
	"time"
)

// clientsAddress is one of many clients, each of a network of its own.
func clientsAddress(i int) netip.Addr {
	return netip.AddrFrom4([4]byte{10, byte(i >> 8), byte(i), 1})
}

func TestWhatWasSpentIsForgottenByHalves(t *testing.T) {
	s := newSpending()
	now := time.Now()
	for range 8 {
		s.charge(clientsAddress(1), now)
	}
	if got := s.of(clientsAddress(1), now.Add(2*halfLife)).spent; got != 2 {
		t.Errorf("%v after two half-lives, want 2 of 8", got)
	}
	if got := s.of(clientsAddress(2), now).spent; got != 0 {
		t.Errorf("a client that spent nothing has spent %v", got)
	}
}

func TestAFloodOfClientsMakesNoneForgottenThatHasSpentMuch(t *testing.T) {
	s := newSpending()
	now := time.Now()
	for range 100 {
		s.charge(clientsAddress(0), now)
	}
	for i := range 3 * maxSpenders {
		now = now.Add(time.Millisecond)
		s.charge(clientsAddress(i+1), now)
	}
	if s.Networks() > maxSpenders {
		t.Errorf("%d networks are remembered", s.Networks())
	}
	if spent := s.of(clientsAddress(0), now).spent; spent < 50 {
		t.Errorf("who spent 100 less than a minute ago has spent %v", spent)
	}
}
