package edgecache

import (
	"math/rand/v2"
	"sync/atomic"
)

// counter counts what happens on every hit. Its stripes lie on cache lines of
// their own, so that processors which count at once seldom wait for each other.
type counter struct{ stripes [counterStripes]stripe }

type stripe struct {
	n atomic.Uint64
	_ [56]byte
}

const counterStripes = 8 // a power of two

func (c *counter) add(at uint32) { c.stripes[at%counterStripes].n.Add(1) }

func (c *counter) sum() (n uint64) {
	for i := range c.stripes {
		n += c.stripes[i].n.Load()
	}
	return n
}

// anyStripe picks a stripe. The runtime's random numbers belong to the
// processor and take no lock.
func anyStripe() uint32 { return rand.Uint32() }

// counts are what a class did. What is counted on a miss or less often needs no
// stripes.
type counts struct {
	hits, staleExpired, stalePurged, staleError counter

	misses, coalesced      atomic.Uint64
	fetches, fetchErrors   atomic.Uint64
	remembered, overBudget atomic.Uint64
	busy, notAccepted      atomic.Uint64
	unpaid                 atomic.Uint64
	unchanged, oversized   atomic.Uint64
}
