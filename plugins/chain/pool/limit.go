package pool

import (
	"context"
	"time"

	"fieldhouse/plugins/upstream"
)

// restUntold is for how long a node rests that limits without saying for how
// long.
const restUntold = 2 * time.Second

// division is how a node's rate is divided. Of mainnet's 15 requests a second at
// each node the pushes have 4, the looks 2, which is what they take while
// somebody waits for a newer head, and what pages share 4, which is drops, median,
// partners and the chain's state at their shortest lifetimes. Accounts and misses
// together have half at most, so that the tokens of the others are there when
// they are wanted, whatever is invented.
var division = upstream.Division{
	Guaranteed: map[upstream.Class]float64{
		upstream.Push: .25, upstream.Look: .15, upstream.Shared: .25, upstream.Account: .2, upstream.Miss: .15,
	},
	Capped:  .5,
	Waiting: 48,
}

// breaking is when a node rests because it fails.
func (c *Config) breaking() upstream.Breaking {
	const jitter = 0.2
	return upstream.Breaking{Failures: c.BreakerFaults, Of: 2 * c.BreakerFaults, Rest: c.BreakerRest, Jitter: jitter}
}

// allow takes a token for one request, if there is one.
func (n *node) allow(ctx context.Context) bool {
	if n.rate.Allow(ctx) {
		return true
	}
	n.count(func(c *Counts) { c.TokensRefused++ })
	return false
}
