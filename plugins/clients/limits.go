package clients

import (
	"math"
	"net/netip"
	"sync"
	"time"
)

const (
	// maxNetworks is how many clients and networks are remembered.
	maxNetworks = 16384
	// epsilon is what sums of parts may be off by.
	epsilon = 1e-9
)

// Limits bounds how often each client and its Networks may do something, by a token bucket
// for each. It is safe for use by many goroutines.
type Limits struct {
	mu               sync.Mutex
	perSecond, burst float64 // perSecond 0 is no bound
	used             *Usage  // of the buckets, in shares
	// spent is what clients have taken since Spent was called last; nil before the first time.
	spent map[netip.Addr]int
}

// NewLimits allows each client so many a second, and burst at once; its Networks their shares
// of that. 0 a second is no bound.
func NewLimits(perSecond float64, burst int) *Limits {
	l := &Limits{perSecond: perSecond, burst: float64(burst)}
	l.used = NewUsage(maxNetworks, func(used float64, passed time.Duration) float64 {
		// Beyond the burst is what was spent elsewhere.
		return max(min(used, 2*l.burst)-passed.Seconds()*l.perSecond, 0)
	})
	return l
}

// Update changes what is allowed from now on.
func (l *Limits) Update(perSecond float64, burst int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if float64(burst) < l.burst {
		l.used.Cap(float64(burst))
	}
	l.perSecond, l.burst = perSecond, float64(burst)
}

// Allow takes one out of the budgets of an address's client and its networks, or says in how
// long there is one.
func (l *Limits) Allow(address string) (ok bool, wait time.Duration) {
	return l.AllowAt(address, time.Now())
}

// AllowAt is Allow at a moment by the caller's clock. Refusing a client allocates
// nothing.
func (l *Limits) AllowAt(address string, now time.Time) (ok bool, wait time.Duration) {
	client := Of(address)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.perSecond == 0 {
		return true, 0
	}
	over := 0.0
	for network, shares := range Networks(client) {
		over = max(over, l.used.Of(network, now)+1/float64(shares)-l.burst)
	}
	if over > epsilon {
		return false, time.Duration(over / l.perSecond * float64(time.Second))
	}
	l.add(client, 1, now)
	if _, known := l.spent[client]; known || l.spent != nil && len(l.spent) < maxNetworks {
		l.spent[client]++
	}
	return true, 0
}

func (l *Limits) add(client netip.Addr, amount float64, now time.Time) {
	for network, shares := range Networks(client) {
		l.used.Add(network, amount/float64(shares), now)
	}
}

// spentShare is the part of what a client may take in a second below which it is not told by Spent.
const spentShare = 10

// Spent is what clients have taken since the last call, of so many at most that took more than a
// trifle: for another process, whose Spend takes it out of the budgets there. The first call begins
// the counting.
func (l *Limits) Spent(most int) map[netip.Addr]int {
	all := make(map[netip.Addr]int)
	l.mu.Lock()
	defer l.mu.Unlock()
	for client, n := range l.spent {
		if float64(n) >= l.perSecond/spentShare && len(all) < most {
			all[client] = n
		}
	}
	l.spent = make(map[netip.Addr]int)
	return all
}

// Spend takes what a client has taken elsewhere out of its budgets, as far as there is any.
func (l *Limits) Spend(client netip.Addr, n int, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.perSecond > 0 && n > 0 {
		l.add(client, min(float64(n), l.burst), now)
	}
}

// Networks is how many clients and networks are remembered now.
func (l *Limits) Networks() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.used.Networks()
}

// Shared bounds how often all clients together may do something, by one token bucket. Each
// network (Widest) leaves as many tokens in it as it has used lately: so n of them that take
// what they can leave one of n+1 parts to a newcomer. It is safe for use by many
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
