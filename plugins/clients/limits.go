package clients

import (
	"hash/maphash"
	"math"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

const (
	limitShards = 16
	// maxClients is how many clients are told apart at once in a shard, some
	// 16,000 in all. A flood of more of them shares one budget.
	maxClients = 1024
)

// Limits bounds how often each client may do something, by a token bucket for
// each. It is safe for use by many goroutines.
type Limits struct {
	perSecond atomic.Uint64 // the bits of a float64; 0 is no bound
	burst     atomic.Int64
	seed      maphash.Seed
	shards    [limitShards]limitShard
}

type limitShard struct {
	mu      sync.Mutex
	clients map[netip.Addr]bucket
	others  bucket
	tidied  time.Time
}

// bucket had so many tokens at that moment. Its zero value is a full one.
type bucket struct {
	tokens float64
	at     time.Time
}

// now is how many tokens it has.
func (b bucket) now(now time.Time, perSecond, burst float64) float64 {
	if b.at.IsZero() {
		return burst
	}
	return min(b.tokens+max(now.Sub(b.at).Seconds(), 0)*perSecond, burst)
}

// NewLimits allows each client so many a second, and burst at once. 0 a second
// is no bound.
func NewLimits(perSecond float64, burst int) *Limits {
	l := &Limits{seed: maphash.MakeSeed()}
	l.Update(perSecond, burst)
	return l
}

// Update changes what is allowed from now on.
func (l *Limits) Update(perSecond float64, burst int) {
	l.burst.Store(int64(burst))
	l.perSecond.Store(math.Float64bits(perSecond))
}

// Allow takes one out of the budget of an address's client, or says in how long
// there is one.
func (l *Limits) Allow(address string) (ok bool, wait time.Duration) {
	return l.AllowAt(address, time.Now())
}

// AllowAt is Allow at a moment by the caller's clock. Refusing a client allocates
// nothing.
func (l *Limits) AllowAt(address string, now time.Time) (ok bool, wait time.Duration) {
	perSecond, burst := math.Float64frombits(l.perSecond.Load()), float64(l.burst.Load())
	if perSecond == 0 {
		return true, 0
	}
	who := Of(address)
	bytes := who.As16()
	shard := &l.shards[maphash.Bytes(l.seed, bytes[:])%limitShards]
	shard.mu.Lock()
	defer shard.mu.Unlock()
	has, known := shard.clients[who]
	apart := known || len(shard.clients) < maxClients || shard.tidy(now, perSecond, burst)
	if !apart {
		has = shard.others
	}
	tokens := has.now(now, perSecond, burst)
	if tokens < 1 {
		return false, time.Duration((1 - tokens) / perSecond * float64(time.Second))
	}
	has = bucket{tokens - 1, now}
	switch {
	case !apart:
		shard.others = has
	case shard.clients == nil:
		shard.clients = map[netip.Addr]bucket{who: has}
	default:
		shard.clients[who] = has
	}
	return true, 0
}

// tidy forgets the clients that are as good as new, at most once a second, and
// reports whether there is room for another one.
func (s *limitShard) tidy(now time.Time, perSecond, burst float64) bool {
	if now.Sub(s.tidied) >= time.Second {
		s.tidied = now
		for who, has := range s.clients {
			if has.now(now, perSecond, burst) >= burst {
				delete(s.clients, who)
			}
		}
	}
	return len(s.clients) < maxClients
}

// Clients is how many are told apart now.
func (l *Limits) Clients() (n int) {
	for i := range l.shards {
		shard := &l.shards[i]
		shard.mu.Lock()
		n += len(shard.clients)
		shard.mu.Unlock()
	}
	return n
}
