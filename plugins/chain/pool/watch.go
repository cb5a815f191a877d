package pool

import (
	"math/rand/v2"
	"time"
)

const (
	// firstRetry is how soon a node is checked again that did not answer; the
	// time doubles up to the usual one.
	firstRetry = 250 * time.Millisecond
	// hurry is the time between two checks while a call waits for a newer head:
	// that of a block.
	hurry = 500 * time.Millisecond
	// checkJitter is by which share the time between two checks varies.
	checkJitter = 0.2
)

// use says that the pool is in use, which starts the checks if they had ended.
func (p *Pool) use() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.used = p.config().Now()
	if p.closed {
		return
	}
	for _, n := range p.nodes {
		if n.watched {
			continue
		}
		p.begun = p.used
		n.watched = true
		n.expect()
		p.checks.Go(func() { p.watch(n) })
	}
}

// expect says that a check at a node is about to begin: calls may wait for it.
func (n *node) expect() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.due = true
}

// watch checks a node until the pool is idle or closed.
func (p *Pool) watch(n *node) {
	for {
		if wait := n.resting(p.config().Now()); wait <= 0 {
			p.paidCheck(n)
		}
		n.mu.Lock()
		n.due = false
		n.mu.Unlock()
		p.changed.wake()
		if !p.pause(n) {
			return
		}
	}
}

// pause waits until the next check is due; false when there is to be none.
func (p *Pool) pause(n *node) bool {
	began := p.config().Now()
	for {
		if p.retire(n) {
			return false
		}
		wait := p.nextCheck(n, began)
		if wait <= 0 {
			return true
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
			if p.retire(n) {
				return false
			}
			return true
		case <-n.nudged: // the time may be shorter now
			timer.Stop()
		case <-p.life.Done():
			timer.Stop()
		}
	}
}

// retire ends the checks a node when nobody has used the pool for a while.
func (p *Pool) retire(n *node) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	config := p.config()
	inUse := p.hurried.Load() > 0 || config.Now().Sub(p.used) <= config.Idle
	if inUse && !p.closed && p.life.Err() == nil {
		return false
	}
	n.watched = false
	return true
}

// nextCheck is how long to wait for the next check since the last one ended.
func (p *Pool) nextCheck(n *node, ended time.Time) time.Duration {
	config := p.config()
	now := config.Now()
	if rest := n.resting(now); rest > 0 {
		return rest
	}
	n.mu.Lock()
	misses := n.misses
	n.mu.Unlock()
	every := config.CheckEvery
	if misses > 0 && misses < 16 {
		every = min(every, firstRetry<<(misses-1))
	}
	every += time.Duration((2*rand.Float64() - 1) * checkJitter * float64(every))
	since := now.Sub(ended)
	if p.hurried.Load() == 0 || every <= hurry {
		return every - since
	}
	if since >= hurry {
		return 0
	}
	// The nodes take turns: one that is checked a moment after another shows a new
	// block that much sooner than two at the same time would.
	turn := hurry / time.Duration(len(p.nodes)) * time.Duration(n.index)
	return hurry - (time.Duration(now.UnixNano())-turn)%hurry
}

// nudge makes the checks come sooner, for calls that wait for a newer head.
func (p *Pool) nudge() {
	for _, n := range p.nodes {
		select {
		case n.nudged <- struct{}{}:
		default:
		}
	}
}

// resting is for how long a node still asked to be left alone.
func (n *node) resting(now time.Time) time.Duration {
	left, _ := n.rest.Left(now)
	return left
}
