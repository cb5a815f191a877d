package upstream

import (
	"math"
	"net/netip"
	"time"
)

const (
	// halfLife is after what time half of what a client spent is forgotten.
	halfLife = time.Minute
	// maxSpenders bounds the clients whose spending is remembered. Who has spent
	// much is never forgotten for others.
	maxSpenders = 16384
	// negligible is what is not worth remembering.
	negligible = 0.1
)

// spending is how often each client has asked lately, whether it had anything, waited
// or was refused: a count that decays. So who asks all the time is told from who
// comes anew before he has had anything.
type spending struct {
	by    map[netip.Addr]spent
	swept time.Time
}

// spent is an amount at a moment.
type spent struct {
	amount float64
	at     time.Time
}

func (s spent) now(now time.Time) float64 {
	return s.amount * math.Exp2(-max(now.Sub(s.at), 0).Seconds()/halfLife.Seconds())
}

func (s *spending) of(client netip.Addr, now time.Time) float64 {
	return s.by[client].now(now)
}

// charge counts a request. The zero address pays nothing.
func (s *spending) charge(client netip.Addr, now time.Time) {
	if !client.IsValid() {
		return
	}
	has, known := s.by[client]
	if !known && len(s.by) >= maxSpenders && !s.sweep(now) {
		return
	}
	if s.by == nil {
		s.by = make(map[netip.Addr]spent)
	}
	s.by[client] = spent{has.now(now) + 1, now}
}

// sweep forgets who has spent next to nothing, at most once a second, and
// reports whether there is room.
func (s *spending) sweep(now time.Time) bool {
	if now.Sub(s.swept) >= time.Second {
		s.swept = now
		for client, has := range s.by {
			if has.now(now) < negligible {
				delete(s.by, client)
			}
		}
	}
	return len(s.by) < maxSpenders
}
