package pool

import (
	"context"
	"fmt"
	"time"
)

// acquire takes a node for a request, and waits where waiting helps: for the
// first looks after a pause, for a newer head, for a token.
func (p *Pool) acquire(ctx context.Context, w want) (*node, error) {
	p.gather(ctx, w)
	hurried := false
	defer func() {
		if hurried {
			p.hurried.Add(-1)
		}
	}()
	for {
		changed := p.changed.wait()
		now := p.config().Now()
		c := p.choose(ctx, w, now)
		var wait error
		switch {
		case c.node != nil:
			return c.node, nil
		case c.waitFor != nil:
			n := c.waitFor.node
			if err := n.rate.Wait(ctx); err != nil {
				return nil, fmt.Errorf("%w: %w", ErrLimited, err)
			}
			if left, _ := n.rest.Left(p.config().Now()); left <= 0 && (c.waitFor.broken || n.breaker.Permit()) {
				return n, nil
			}
			continue // it was told to leave it alone meanwhile
		case c.behind:
			wait = &BehindError{Want: w.minBlock, Best: c.best}
			if !p.reachable(w.minBlock, c.best) {
				return nil, wait
			}
			if !hurried {
				hurried = true
				p.hurried.Add(1)
				p.nudge()
			}
		default:
			wait = p.noNode(w, now)
			if !p.expecting(w) {
				return nil, wait
			}
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, fmt.Errorf("%w: %w", wait, ctx.Err())
		}
	}
}

// grace is how long the first call after a pause waits for the first looks at
// all nodes, so that the first to answer is not believed by itself and the
// configured order holds.
const grace = 100 * time.Millisecond

// gather waits for the first looks since the pool is in use again.
func (p *Pool) gather(ctx context.Context, w want) {
	var timer *time.Timer
	for {
		changed := p.changed.wait()
		if !p.expecting(w) {
			return
		}
		p.mu.Lock()
		left := p.begun.Add(grace).Sub(p.config().Now())
		p.mu.Unlock()
		if left <= 0 {
			return
		}
		if timer == nil {
			timer = time.NewTimer(left)
			defer timer.Stop()
		}
		select {
		case <-changed:
		case <-timer.C:
			return
		case <-ctx.Done():
			return
		}
	}
}

// expecting says whether an untried node is being looked at for the first time
// since the pool is in use again.
func (p *Pool) expecting(w want) bool {
	for _, n := range p.nodes {
		n.mu.Lock()
		due := n.due
		n.mu.Unlock()
		if due && !w.has(n) {
			return true
		}
	}
	return false
}

func (w *want) has(n *node) bool {
	for _, tried := range w.tried {
		if tried == n {
			return true
		}
	}
	return false
}

// reachable says whether the chain can get to a block within a call's time: it
// makes two a second. A node that is degraded may be behind by OutLag besides.
// What a visitor made up is not worth looking for.
func (p *Pool) reachable(block, best uint64) bool {
	config := p.config()
	within := config.Deadline + config.validFor() + config.OutLag
	return block-best <= uint64(within/blockInterval)
}
