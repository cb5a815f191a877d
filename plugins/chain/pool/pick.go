package pool

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// want is what a call needs of a node.
type want struct {
	// minBlock is what the node's head has to be at or past.
	minBlock uint64
	// send asks for the newest head instead of the configured order, and for a
	// node whose breaker is closed.
	send bool
	// turn asks for a node that may yet be left unused: it takes no breaker's leave, which
	// only a request gives back.
	turn bool
	// tried are the nodes that the call has asked already, or may not ask.
	tried []*node
}

// tier is how readily the nodes of a state are asked: those of one tier only
// when the tiers before have none left. Not asked at all: -1.
func (w *want) tier(a *assessment) int {
	switch {
	case a.state == Good:
		return 0
	case a.state == Degraded:
		return 2
	// The last resort. A push waits for a node that is well instead: half sent,
	// it is worse than not sent.
	case a.broken && !w.send:
		return 3
	}
	return -1
}

// pushLag is how far a good node may be behind another one for a push. One that is further behind may
// lack the block that a transaction names, and a sale has not opened there yet: it refuses what the
// others take, so that it comes after them. Heads are known to a block.
const pushLag = 3*time.Second + blockInterval

// permits asks the breaker of a node for leave, if that is needed now.
func (w *want) permits(n *node, isBroken bool) bool { return isBroken || w.turn || n.breaker.Permit() }

// choice is the outcome of a choice: a node, or why there is none.
type choice struct {
	node *node
	// waitFor are the nodes of the best tier to wait for a token at: for a read the
	// one that has one first, for a push all. None when tokens are not what is
	// missing. broken says that they are the last resort.
	waitFor []*node
	broken  bool
	// behind says that nodes of the best tier have not reached minBlock; best
	// is the newest of their heads.
	behind bool
	best   uint64
	// none says that no node is left that may be asked.
	none bool
}

// choose takes a node for a request, with a token and its breaker's leave.
func (p *Pool) choose(ctx context.Context, w want, now time.Time) choice {
	all := p.assess(now)
	var refused []*node // by their breaker, since they were judged
	for {
		candidates, newest := ready(all, &w, refused)
		switch {
		case newest == nil:
			return choice{none: true}
		case len(candidates) == 0:
			return choice{behind: true, best: newest.seen.info.Head.Block}
		}
		c := choice{}
		var soonest time.Duration
		for _, a := range order(candidates, &w, now) {
			if a.allow(ctx) {
				if w.permits(a.node, a.broken) {
					c.node = a.node
					return c
				}
				refused = append(refused, a.node)
				continue
			}
			wait := a.rate.Soonest(ctx)
			switch {
			case len(c.waitFor) == 0 || !w.send && wait < soonest:
				c.waitFor, c.broken, soonest = []*node{a.node}, a.broken, wait
			case w.send:
				c.waitFor = append(c.waitFor, a.node)
			}
		}
		if len(c.waitFor) > 0 {
			return c
		}
	}
}

// ready lists the nodes of the best tier that are at or past the block; newest is the
// one there that is ahead of the others, nil when there is none.
func ready(all []assessment, w *want, refused []*node) (nodes []assessment, newest *assessment) {
	for _, a := range best(all, w, refused) {
		block := a.seen.info.Head.Block
		if newest == nil || block > newest.seen.info.Head.Block {
			newest = &a
		}
		if block >= w.minBlock {
			nodes = append(nodes, a)
		}
	}
	return nodes, newest
}

// best lists the nodes of the best tier that has any untried ones.
func best(all []assessment, w *want, refused []*node) []assessment {
	var tiers [4][]assessment
	for _, a := range all {
		tier := w.tier(&a)
		if tier == 0 && w.send && a.isBehind(all) {
			tier = 1
		}
		if tier < 0 || slices.Contains(w.tried, a.node) || slices.Contains(refused, a.node) {
			continue
		}
		tiers[tier] = append(tiers[tier], a)
	}
	for _, tier := range tiers {
		if len(tier) > 0 {
			return tier
		}
	}
	return nil
}

// isBehind reports whether another good node is ahead by more than pushLag; one that is ahead of the clock counts
// as at it. It has a newer block then: of a chain that stands still, the node that was looked at last is no
// further behind.
func (a *assessment) isBehind(all []assessment) bool {
	return slices.ContainsFunc(all, func(other assessment) bool {
		return other.state == Good && other.seen.info.Head.Block > a.seen.info.Head.Block && a.lag > max(other.lag, 0)+pushLag
	})
}

// slack is what no visitor notices: nodes that differ by less are equal.
const slack = 20 * time.Millisecond

// order sorts the nodes of one tier. For reads, the configured order holds for
// as long as it costs at most twice what the quickest node would take: an
// operator's first node is asked while it is well, and a stalled or loaded one
// can no more than double what a miss takes. (Choosing two at random and taking
// the better one evens out load, but spreads it over nodes that the operator
// would rather not use.) For pushes, the newest head comes first.
func order(candidates []assessment, w *want, now time.Time) []assessment {
	if w.send {
		slices.SortStableFunc(candidates, func(a, b assessment) int {
			return cmp.Or(cmp.Compare(b.seen.info.Head.Block, a.seen.info.Head.Block), cmp.Compare(a.cost(now), b.cost(now)))
		})
		return candidates
	}
	costs := make(map[*node]time.Duration, len(candidates))
	for _, a := range candidates {
		costs[a.node] = a.cost(now)
	}
	sorted := make([]assessment, 0, len(candidates))
	for len(candidates) > 0 {
		least := costs[candidates[0].node]
		for _, a := range candidates {
			least = min(least, costs[a.node])
		}
		next := slices.IndexFunc(candidates, func(a assessment) bool { return costs[a.node] <= 2*least+slack })
		sorted = append(sorted, candidates[next])
		candidates = slices.Delete(candidates, next, next+1)
	}
	return sorted
}

// noNode says why no node may be asked.
func (p *Pool) noNode(w want, now time.Time) error {
	reasons := []error{ErrNoNode}
	resting, behind, ahead := 0, 0, 0
	for _, a := range p.assess(now) {
		if slices.Contains(w.tried, a.node) || w.tier(&a) >= 0 {
			continue
		}
		switch {
		case a.state == Resting && !a.broken:
			resting++
		case a.state == Out && a.lag > 0:
			behind++
		case a.state == Out:
			ahead++
		}
		if a.state == Unknown && a.failure() != nil {
			reasons = append(reasons, fmt.Errorf("node %s is not known to be well: %w", a.address, a.failure()))
			continue
		}
		reasons = append(reasons, fmt.Errorf("node %s is %s: %s", a.address, a.state, a.reason))
	}
	if resting > 0 && resting == len(reasons)-1 {
		reasons[0] = ErrLimited
	}
	if behind == len(p.nodes) || ahead == len(p.nodes) {
		reasons = append(reasons, errors.New("is the clock of this machine right, or has the chain stopped?"))
	}
	return errors.Join(reasons...)
}

// failure is what the last check failed with.
func (n *node) failure() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.checkErr
}
