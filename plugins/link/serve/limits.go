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

// limits bounds what each client does: how often it sends and begins to listen,
// and on how many connections it listens.
type limits struct {
	mu        sync.Mutex
	perSecond rate.Limit // 0 is no bound
	burst     int
	most      int
	clients   map[string]*client
	others    client
	tidied    time.Time
}

type client struct {
	budget    *rate.Limiter
	listening int
}

func newLimits() *limits { return &limits{clients: make(map[string]*client)} }

// settle changes what is allowed from now on.
func (l *limits) settle(perSecond float64, burst, most int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.perSecond, l.burst, l.most = rate.Limit(perSecond), burst, most
	if l.others.budget == nil {
		l.others.budget = rate.NewLimiter(l.perSecond, burst)
	}
	l.others.settle(l.perSecond, burst)
	for _, c := range l.clients {
		c.settle(l.perSecond, burst)
	}
}

func (c *client) settle(perSecond rate.Limit, burst int) {
	c.budget.SetLimit(perSecond)
	c.budget.SetBurst(burst)
}

// allow takes one request out of a client's budget, or says in how long there is
// one.
func (l *limits) allow(address string) (ok bool, wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.perSecond == 0 {
		return true, 0
	}
	now := time.Now()
	reservation := l.of(group(address), now).budget.ReserveN(now, 1)
	if wait = reservation.DelayFrom(now); wait == 0 {
		return true, 0
	}
	reservation.CancelAt(now)
	return false, wait
}

// enter lets a client listen on one more connection, until leave is called.
func (l *limits) enter(address string) (leave func(), ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.of(group(address), time.Now())
	if c.listening >= l.most {
		return nil, false
	}
	c.listening++
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		c.listening--
	}, true
}

func (l *limits) of(name string, now time.Time) *client {
	if c := l.clients[name]; c != nil {
		return c
	}
	if len(l.clients) >= maxClients && now.Sub(l.tidied) >= time.Second {
		l.tidied = now
		for name, c := range l.clients {
			if c.listening == 0 && (l.perSecond == 0 || c.budget.TokensAt(now) >= float64(l.burst)) {
				delete(l.clients, name) // as good as new
			}
		}
	}
	if len(l.clients) >= maxClients {
		return &l.others
	}
	c := &client{budget: rate.NewLimiter(l.perSecond, l.burst)}
	l.clients[name] = c
	return c
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
