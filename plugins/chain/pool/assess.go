package pool

import (
	"fmt"
	"slices"
	"time"

	"fieldhouse/plugins/monotonic"
)

// State is how far a node can be trusted.
type State string

// The states of a node.
const (
	// Good: asked.
	Good State = "good"
	// Degraded: behind or ahead by more than Config.MaxLag, or it lost pushes lately
	// (Pool.Lost); asked only when no good one is there.
	Degraded State = "degraded"
	// Out: behind or ahead by more than Config.OutLag; not asked.
	Out State = "out"
	// WrongChain: of another chain; not asked until a check finds it right.
	WrongChain State = "wrong chain"
	// Resting: it asked to be left alone, or failed too often; not asked, but
	// for the last resort in the second case.
	Resting State = "resting"
	// Unknown: no check has succeeded lately; not asked.
	Unknown State = "unknown"
)

// States are all states of a node.
var States = []State{Good, Degraded, Out, WrongChain, Resting, Unknown}

// assessment is the state of a node and why.
type assessment struct {
	*node
	state  State
	reason string
	seen   *sighting
	// lag is the worse of those against the clock and against the pool.
	lag time.Duration
	// clockError is how far the clock of this machine is ahead of the nodes, when they agree
	// against it; 0 otherwise.
	clockError time.Duration
	// broken says that a resting node is so because its breaker is open.
	broken bool
	// distrusted says that it lost what it said that it took (Pool.Lost).
	distrusted bool
}

// blockInterval is the time between two blocks of an Antelope chain.
const blockInterval = 500 * time.Millisecond

// assess judges all nodes, in the configured order.
func (p *Pool) assess(now time.Time) []assessment {
	config := p.config()
	all := p.assessEach(config, now)
	if clockError, _ := clockError(config, all, config.OutLag); clockError != 0 {
		for i := range all {
			all[i].clockError = clockError
			all[i].lag -= clockError
		}
	}
	compareHeads(config, all)
	for i := range all {
		a := &all[i]
		a.bound(config)
		if a.distrusted && a.state == Good {
			a.state, a.reason = Degraded, "transactions that it said it took were in no block"
		}
	}
	return all
}

// ClockError is how far the clock of this machine is ahead of the chain, by the word of nodes that
// agree with each other: 0 within Config.MaxLag. It is not known while nodes have not been checked,
// disagree, or the chain stands still.
func (p *Pool) ClockError() (ahead time.Duration, known bool) {
	config := p.config()
	return clockError(config, p.assessEach(config, config.Now()), config.MaxLag)
}

// assessEach judges each node by itself.
func (p *Pool) assessEach(config *Config, now time.Time) []assessment {
	all := make([]assessment, len(p.nodes))
	for i, n := range p.nodes {
		all[i] = n.assess(config, now)
	}
	return all
}

// assess judges a node by itself, but for its lag.
func (n *node) assess(config *Config, now time.Time) assessment {
	rests, restFor := n.rest.Left(now)
	_, shut := n.breaker.Shut()
	n.mu.Lock()
	defer n.mu.Unlock()
	a := assessment{node: n, seen: n.seen, state: Good, distrusted: now.Before(n.distrusted)}
	if n.seen != nil {
		a.lag = n.seen.lag()
	}
	switch {
	case n.seen != nil && !config.isOfChain(&n.seen.info):
		a.state, a.reason = WrongChain, fmt.Sprintf("its chain id is %.64q, not %s", n.seen.info.ChainID, config.ChainID)
	case rests > 0:
		a.state, a.reason = Resting, restFor
	case n.seen == nil || now.Sub(n.seen.asked) > config.validFor():
		a.state, a.reason = Unknown, "it has not been checked"
		if n.checkErr != nil {
			a.reason = fmt.Sprintf("its get_info fails: %v", n.checkErr)
		}
	case shut:
		a.state, a.broken, a.reason = Resting, true, "it failed too often"
		if n.fault != nil {
			a.reason = fmt.Sprintf("it failed too often, last with %s: %v", n.fault.Reason, n.fault.Err)
		}
	}
	return a
}

// clockError is how far the clock is ahead of most nodes, when it is more than beyond from all of
// them and they agree with each other; 0 otherwise, known if one of them is within beyond. A head
// that does not move is no word against the clock: then the chain has stopped.
func clockError(config *Config, all []assessment, beyond time.Duration) (ahead time.Duration, known bool) {
	var lags []time.Duration
	for i := range all {
		a := &all[i]
		switch {
		case a.seen == nil || a.state == WrongChain || a.state == Unknown:
		case a.lag.Abs() <= beyond:
			return 0, true
		case a.seen.asked.Sub(a.seen.movedAt) <= config.MaxLag:
			lags = append(lags, a.lag)
		}
	}
	if len(lags) < 2 {
		return 0, false
	}
	slices.Sort(lags)
	median, agree := lags[(len(lags)-1)/2], 0
	for _, lag := range lags {
		if (lag - median).Abs() <= config.MaxLag {
			agree++
		}
	}
	if 2*agree <= len(lags) {
		return 0, false
	}
	return median, true
}

// compareHeads compares the heads with their median: the clock alone would believe a
// node that lies about its blocks, and blames every node for a clock that is
// off a little. It takes three that the clock does not rule out: of two that
// differ, neither is known to be right.
func compareHeads(config *Config, all []assessment) {
	var heads []int64
	position := func(s *sighting) int64 {
		// Where the head would be at one moment for all, in blocks. The clock may have been set
		// between two checks.
		return int64(min(s.info.Head.Block, 1<<62)) - monotonic.Nanoseconds(s.asked)/int64(blockInterval)
	}
	counts := func(a *assessment) bool {
		return a.seen != nil && a.state != WrongChain && a.state != Unknown && a.lag.Abs() <= config.OutLag
	}
	for i := range all {
		if counts(&all[i]) {
			heads = append(heads, position(all[i].seen))
		}
	}
	if len(heads) < 3 {
		return
	}
	slices.Sort(heads)
	median := heads[(len(heads)-1)/2]
	for i := range all {
		if a := &all[i]; counts(a) {
			blocks := median - position(a.seen)
			limit := int64(1<<62) / int64(blockInterval)
			behind := time.Duration(min(max(blocks, -limit), limit)) * blockInterval
			if behind.Abs() > a.lag.Abs() {
				a.lag = behind
			}
		}
	}
}

// bound applies the bounds on the lag to a node that is well otherwise.
func (a *assessment) bound(config *Config) {
	if a.state != Good && !a.broken {
		return
	}
	far := a.lag.Abs()
	if far <= config.MaxLag {
		return
	}
	side := "behind"
	if a.lag < 0 {
		side = "ahead"
	}
	reason := fmt.Sprintf("its head, block %d, is %s %s", a.seen.info.Head.Block, far.Round(time.Millisecond), side)
	switch {
	case far > config.OutLag:
		a.state, a.broken, a.reason = Out, false, reason
	case !a.broken:
		a.state, a.reason = Degraded, reason
	}
}

// Others counts the nodes besides those with these addresses: those that are well, and
// those that rest because they asked for it. What is out, fails or is not known is neither.
func (p *Pool) Others(than []string) (well, resting int) {
	barred := p.barred("", than)
	for _, a := range p.assess(p.config().Now()) {
		switch {
		case slices.Contains(barred, a.node):
		case a.state == Good || a.state == Degraded:
			well++
		case a.state == Resting && !a.broken:
			resting++
		}
	}
	return well, resting
}

const (
	// distrustAfter is how many pushes that a node lost within that time make it Degraded,
	// and distrustFor for how long.
	distrustAfter  = 2
	distrustWithin = time.Minute
	distrustFor    = 5 * time.Minute
)

// Lost says that what a node said that it took did not come about, though another node
// might have passed it on. A node that does so more than once is Degraded for some minutes.
func (p *Pool) Lost(address string, why error) {
	p.contradicted(address, why, func(n *node, now time.Time) {
		n.lost = append(slices.DeleteFunc(n.lost, func(at time.Time) bool { return now.Sub(at) > distrustWithin }), now)
		if len(n.lost) >= distrustAfter {
			n.distrusted, n.lost = now.Add(distrustFor), nil
		}
	})
}

// Contradicted says that what a node answered is not what other nodes say. It counts
// as one more failure of the node: one that is contradicted again and again rests.
func (p *Pool) Contradicted(address string, why error) {
	p.contradicted(address, why, func(n *node, _ time.Time) { n.breaker.Fail(false) })
}

// contradicted counts what speaks against the word of a node, and draws a consequence.
func (p *Pool) contradicted(address string, why error, then func(n *node, now time.Time)) {
	now := p.config().Now()
	for _, n := range p.nodes {
		if n.address != address {
			continue
		}
		n.mu.Lock()
		n.counts.Faults[Contradicted]++
		n.fault, n.faultAt = n.faulty(Contradicted, 0, why), now
		then(n, now)
		n.mu.Unlock()
	}
	p.logStates()
}
