package clients

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// maxClients is how many clients are told apart at once. A flood of more of
// them shares one budget.
const maxClients = 16384

// Limits bounds how often each client may do something. It is safe for use by
// many goroutines.
type Limits struct {
	mu        sync.Mutex
	perSecond rate.Limit // 0 is no bound
	burst     int
	clients   map[netip.Addr]*rate.Limiter
	others    *rate.Limiter
	tidied    time.Time
}

// NewLimits allows each client so many a second, and burst at once. 0 a second
// is no bound.
func NewLimits(perSecond float64, burst int) *Limits {
	l := &Limits{clients: make(map[netip.Addr]*rate.Limiter), others: new(rate.Limiter)}
	l.Update(perSecond, burst)
	return l
}

// Update changes what is allowed from now on.
func (l *Limits) Update(perSecond float64, burst int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.perSecond, l.burst = rate.Limit(perSecond), burst
	l.others.SetLimit(l.perSecond)
	l.others.SetBurst(burst)
	for _, limiter := range l.clients {
		limiter.SetLimit(l.perSecond)
		limiter.SetBurst(burst)
	}
}

// Allow takes one out of the budget of an address's client, or says in how long
// there is one.
func (l *Limits) Allow(address string) (ok bool, wait time.Duration) {
	now := time.Now()
	limiter := l.of(Of(address), now)
	if limiter == nil {
		return true, 0
	}
	reservation := limiter.ReserveN(now, 1)
	if wait = reservation.DelayFrom(now); wait == 0 {
		return true, 0
	}
	reservation.CancelAt(now)
	return false, wait
}

// of is the limiter of a client; nil without a bound.
func (l *Limits) of(client netip.Addr, now time.Time) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.perSecond == 0 {
		return nil
	}
	if limiter := l.clients[client]; limiter != nil {
		return limiter
	}
	if len(l.clients) >= maxClients && now.Sub(l.tidied) >= time.Second {
		l.tidied = now
		for name, limiter := range l.clients {
			if limiter.TokensAt(now) >= float64(l.burst) {
				delete(l.clients, name) // as good as new
			}
		}
	}
	if len(l.clients) >= maxClients {
		return l.others
	}
	limiter := rate.NewLimiter(l.perSecond, l.burst)
	l.clients[client] = limiter
	return limiter
}
