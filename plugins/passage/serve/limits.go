package serve

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// maxClients is how many clients are told apart at once. A flood of more of
// them shares one budget.
const maxClients = 16384

// Limits bounds how often each client may do something.
type Limits struct {
	mu        sync.Mutex
	perSecond rate.Limit
	burst     int
	clients   map[string]*rate.Limiter
	others    *rate.Limiter
	tidied    time.Time
}

// NewLimits allows each client so many a second, and burst at once.
func NewLimits(perSecond float64, burst int) *Limits {
	l := &Limits{clients: make(map[string]*rate.Limiter)}
	l.Settle(perSecond, burst)
	return l
}

// Settle changes what is allowed from now on.
func (l *Limits) Settle(perSecond float64, burst int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.perSecond, l.burst = rate.Limit(perSecond), burst
	if l.others == nil {
		l.others = rate.NewLimiter(l.perSecond, burst)
	}
	l.others.SetLimit(l.perSecond)
	l.others.SetBurst(burst)
	for _, limiter := range l.clients {
		limiter.SetLimit(l.perSecond)
		limiter.SetBurst(burst)
	}
}

// Allow takes one out of a client's budget, or says in how long there is one.
func (l *Limits) Allow(client string) (ok bool, wait time.Duration) {
	now := time.Now()
	reservation := l.of(group(client), now).ReserveN(now, 1)
	if wait = reservation.DelayFrom(now); wait == 0 {
		return true, 0
	}
	reservation.CancelAt(now)
	return false, wait
}

func (l *Limits) of(client string, now time.Time) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
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

// group is whom an address counts for: itself, and of IPv6 the /64, of which
// everybody has as many addresses as wanted.
func group(client string) string {
	address, err := netip.ParseAddr(client)
	if err != nil {
		return client
	}
	address = address.Unmap().WithZone("")
	if address.Is4() {
		return address.String()
	}
	prefix, err := address.Prefix(64)
	if err != nil {
		return client
	}
	return prefix.String()
}
