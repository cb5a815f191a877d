package pool

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"fieldhouse/plugins/trace"
)

// acquire takes a node for a request, and waits where waiting helps: for the
// first checks after a pause, for a token.
func (p *Pool) acquire(ctx context.Context, w want) (n *node, err error) {
	ctx, span := trace.Start(ctx, "chain.wait")
	defer func() {
		switch {
		case errors.Is(err, ErrLimited):
			span.Fail("limited")
		case err != nil:
			span.Fail("no-node")
		}
		span.End()
	}()
	p.gather(ctx, w)
	for {
		changed := p.changed.wait()
		expecting := p.expecting(w) // a check may end while the node is chosen
		now := p.config().Now()
		c := p.choose(ctx, w, now)
		switch {
		case c.node != nil:
			return c.node, nil
		case len(c.waitFor) > 0:
			span.Flag("chain.token", true)
			n, err := firstToken(ctx, c.waitFor)
			if err != nil {
				return nil, fmt.Errorf("%w: %w", ErrLimited, err)
			}
			if left, _ := n.rest.Left(p.config().Now()); left <= 0 && w.permits(n, c.broken) {
				return n, nil
			}
			continue // it asked to be left alone meanwhile
		case c.behind:
			return nil, &BehindError{Want: w.minBlock, Best: c.best}
		}
		wait := p.noNode(w, now)
		if !expecting {
			return nil, wait
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, fmt.Errorf("%w: %w", wait, ctx.Err())
		}
	}
}

// Reach waits until a node that may be asked is known to be at or past a block, so
// that a read which needs it waits for nothing. What is read for many at once should
// not be begun before. The error is a *BehindError when the chain is not there in
// time, at once when it cannot be, or says why no node may be asked. Those at the
// addresses in except may not.
func (p *Pool) Reach(ctx context.Context, block uint64, except ...string) error {
	p.use()
	ctx, cancel := context.WithTimeout(ctx, p.config().Deadline)
	defer cancel()
	w, hurried := want{minBlock: block, tried: p.barred("", except)}, false
	p.gather(ctx, w)
	for {
		changed := p.changed.wait()
		expecting := p.expecting(w)
		now := p.config().Now()
		reached, newest := ready(p.assess(now), &w, nil)
		var wait error
		switch {
		case len(reached) > 0:
			return nil
		case newest == nil:
			if wait = p.noNode(w, now); !expecting {
				return wait
			}
		default:
			head := newest.seen.info.Head.Block
			if wait = (&BehindError{Want: block, Best: head}); !p.reachable(block, head) {
				return wait
			}
			if !hurried {
				hurried = true
				p.hurried.Add(1)
				defer p.hurried.Add(-1)
				p.hasten(ctx, newest, now)
			}
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("%w: %w", wait, ctx.Err())
		}
	}
}

// hasten makes the checks come sooner, for a call that waits for a newer head. At the
// node that is ahead of the others one comes at once, though there was one a moment
// ago, if the caller may pay for it.
func (p *Pool) hasten(ctx context.Context, newest *assessment, now time.Time) {
	p.nudge()
	if since := now.Sub(newest.seen.asked); since > 0 && since < hurry {
		p.background(func() { p.checkNode(newest.node, func() bool { return newest.rate.Allow(ctx) }) })
	}
}

// grace is how long the first call after a pause waits for the first checks at
// all nodes, so that the first to answer is not believed by itself and the
// configured order holds.
const grace = 100 * time.Millisecond

// gather waits for the first checks since the pool is in use again.
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

// expecting says whether an untried node is being checked for the first time
// since the pool is in use again.
func (p *Pool) expecting(w want) bool {
	for _, n := range p.nodes {
		n.mu.Lock()
		due := n.due
		n.mu.Unlock()
		if due && !slices.Contains(w.tried, n) {
			return true
		}
	}
	return false
}

// lackedFor is for how long a node is not asked for a call that it does not have.
const lackedFor = 10 * time.Minute

// lacking are the nodes that do not have a call, as far as they said so lately; none
// when they all did, so that they are asked again.
func (p *Pool) lacking(path string, now time.Time) (nodes []*node) {
	for _, n := range p.nodes {
		n.mu.Lock()
		if at, lacks := n.lacks[path]; lacks && now.Sub(at) < lackedFor {
			nodes = append(nodes, n)
		}
		n.mu.Unlock()
	}
	if len(nodes) == len(p.nodes) {
		return nil
	}
	return nodes
}

// barred are the nodes that a call may not ask: all but the one at the address only, if
// that is not empty, and those at the addresses in except.
func (p *Pool) barred(only string, except []string) (nodes []*node) {
	for _, n := range p.nodes {
		if only != "" && n.address != only || slices.Contains(except, n.address) {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

// reachable says whether the chain can get to a block within a call's time: it
// makes two a second. A node that is degraded may be behind by OutLag besides.
// What a visitor made up is not worth looking for.
func (p *Pool) reachable(block, best uint64) bool {
	config := p.config()
	within := config.Deadline + config.validFor() + config.OutLag
	return block-best <= uint64(within/blockInterval)
}
