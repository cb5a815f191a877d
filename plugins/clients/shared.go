package clients

import (
	"math"
	"sync"
	"time"
)

// Shared bounds how often all clients together may do something, by one token bucket. Each
// network (Widest) leaves as many tokens in it as it has used lately: so n of them that take
// what they can leave one of n+1 parts to who comes anew. It is safe for use by many
// goroutines.
type Shared struct {
	perSecond, burst float64

	mu   sync.Mutex
	left float64
	at   time.Time
	used *Usage
}

// NewShared allows so many a second, and burst at once.
func NewShared(perSecond float64, burst int) *Shared {
	s := &Shared{perSecond: perSecond, burst: float64(burst), left: float64(burst)}
	// Remembered for about as long as the bucket takes to fill: who uses all that comes in
	// uses burst in that time, and so must leave as much.
	s.used = NewUsage(maxNetworks, func(used float64, passed time.Duration) float64 {
		return used * math.Exp(-passed.Seconds()*s.perSecond/s.burst)
	})
	return s
}

// Allow takes a token for the client of an address, if there is one for it.
func (s *Shared) Allow(address string) bool { return s.AllowAt(address, time.Now()) }

// AllowAt is Allow at a moment by the caller's clock.
func (s *Shared) AllowAt(address string, now time.Time) bool {
	network := Widest(address)
	s.mu.Lock()
	defer s.mu.Unlock()
	if passed := now.Sub(s.at); !s.at.IsZero() && passed > 0 {
		s.left = min(s.left+passed.Seconds()*s.perSecond, s.burst)
	}
	if s.at.Before(now) {
		s.at = now
	}
	if s.left < 1+s.used.Of(network, now) {
		return false
	}
	s.left--
	s.used.Add(network, 1, now)
	return true
}
