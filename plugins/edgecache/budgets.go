package edgecache

import (
	"hash/maphash"
	"math"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/clients"
)

const (
	budgetShards = 16
	// maxClients bounds one generation of a shard's clients; there are two, so
	// some 32,000 clients are remembered at most.
	maxClients = 1024
)

// budgets holds a token bucket for each client that missed lately. A client
// that is forgotten has its whole burst again.
type budgets struct {
	perSecond atomic.Uint64 // the bits of a float64; 0 is no bound
	burst     atomic.Int64
	seed      maphash.Seed
	shards    [budgetShards]budgetShard
}

type budgetShard struct {
	mu         sync.Mutex
	young, old map[netip.Addr]bucket
}

// bucket had so many tokens at that moment.
type bucket struct {
	tokens float64
	at     time.Time
}

func (b *budgets) settle(budget *Budget) {
	if budget == nil {
		budget = &DefaultBudget
	}
	burst := budget.Burst
	if burst <= 0 {
		burst = max(int(math.Ceil(3*budget.Misses)), 1)
	}
	b.burst.Store(int64(burst))
	b.perSecond.Store(math.Float64bits(budget.Misses))
}

// take takes the place of one miss out of the client's budget, or says when
// there is one.
func (b *budgets) take(client string, now time.Time) (ok bool, retryAfter time.Duration) {
	perSecond, burst := math.Float64frombits(b.perSecond.Load()), float64(b.burst.Load())
	if client == "" || perSecond == 0 {
		return true, 0
	}
	who := clients.Of(client)
	bytes := who.As16()
	shard := &b.shards[maphash.Bytes(b.seed, bytes[:])%budgetShards]
	shard.mu.Lock()
	defer shard.mu.Unlock()
	has, known := shard.young[who]
	if !known {
		has, known = shard.old[who]
	}
	if !known {
		has = bucket{tokens: burst, at: now}
	}
	if passed := now.Sub(has.at); passed > 0 {
		has.tokens += passed.Seconds() * perSecond
		has.at = now
	}
	has.tokens = min(has.tokens, burst)
	if has.tokens < 1 {
		// Nothing is written: refusing allocates nothing for a client that
		// stays over its budget.
		return false, time.Duration((1 - has.tokens) / perSecond * float64(time.Second))
	}
	has.tokens--
	if _, known := shard.young[who]; !known && (shard.young == nil || len(shard.young) >= maxClients) {
		shard.old, shard.young = shard.young, make(map[netip.Addr]bucket)
	}
	shard.young[who] = has
	return true, 0
}

// clients is how many are remembered.
func (b *budgets) clients() (n int) {
	for i := range b.shards {
		shard := &b.shards[i]
		shard.mu.Lock()
		n += len(shard.young)
		for who := range shard.old {
			if _, twice := shard.young[who]; !twice {
				n++
			}
		}
		shard.mu.Unlock()
	}
	return n
}
