package pool

import (
	"context"
	"fmt"
	"strings"
	"time"

	"fieldhouse/plugins/upstream"
)

// A check is one get_info, by which a node is judged. Checks run beside the calls
// and only while there are calls; a node counts by the last one for a short
// while, and may not be asked without one.

// sighting is what a check saw.
type sighting struct {
	info Info
	// asked and answered are when the check began and ended: the head was the
	// head somewhere in between.
	asked, answered time.Time
	// date is what the node's clock said meanwhile; zero when it did not tell.
	date time.Time
	// movedAt is when the head was last seen to have moved since a check before; zero for
	// never.
	movedAt time.Time
}

// follows takes over from the check before since when the head moves: by about the time that
// passed, as the chain may have stopped between two checks that are far apart.
func (s *sighting) follows(before *sighting, outLag time.Duration) {
	s.movedAt = before.movedAt
	moved := s.info.Head.Time.Sub(before.info.Head.Time)
	if moved > 0 && moved > s.asked.Sub(before.asked)-outLag {
		s.movedAt = s.asked
	}
}

// lag is how far the head is from the clock: positive behind it, negative ahead
// of it. The way of the answer is not counted.
func (s *sighting) lag() time.Duration {
	if behind := s.asked.Sub(s.info.Head.Time); behind > 0 {
		return behind
	}
	return min(0, s.answered.Sub(s.info.Head.Time))
}

const infoPath = "/v1/chain/get_info"

// paidCheck checks a node on the checks' share of its rate, which it does not wait
// for: a node that is busy with reads must not drop out for that.
func (p *Pool) paidCheck(n *node) {
	p.checkNode(n, func() bool {
		n.rate.Spend(upstream.With(p.life, upstream.Check, ""))
		return true
	})
}

// checkNode checks a node if that may be paid, or waits for the check that is under way.
func (p *Pool) checkNode(n *node, pay func() bool) {
	_, _, _ = n.checking.Do("", func() (any, error) {
		if pay() {
			p.checkNow(n)
			p.changed.wake()
			p.logStates()
		}
		return nil, nil
	})
}

// checkNow checks a node.
func (p *Pool) checkNow(n *node) {
	ctx, cancel := context.WithTimeoutCause(p.life, p.config().Timeout, errTry)
	defer cancel()
	err := p.exchange(ctx, n, Check, try{number: 1}, func(ctx context.Context) error {
		_, err := p.info(ctx, n)
		return err
	})
	n.mu.Lock()
	defer n.mu.Unlock()
	if err != nil && p.life.Err() == nil {
		n.checkErr = err
		n.misses++
	}
}

// info asks a node for get_info and takes what it says of itself. A refusal is
// a fault here: there is nothing to refuse.
func (p *Pool) info(ctx context.Context, n *node) (Info, error) {
	config := p.config()
	asked := config.Now()
	answer, err := n.post(ctx, n.reader, infoPath, []byte("{}"))
	if refusal, ok := err.(*Refusal); ok {
		return Info{}, n.faulty(Failed, refusal.Status, fmt.Errorf("its get_info failed: %s", refusal.Message))
	}
	if err != nil {
		return Info{}, err
	}
	info, err := DecodeInfo(answer.body)
	if err != nil {
		return Info{}, n.faulty(Unreadable, answer.status, fmt.Errorf("its get_info cannot be read: %w", err))
	}
	info.Node = n.address
	n.saw(&sighting{info: info, asked: asked, answered: config.Now(), date: answer.date}, config.OutLag)
	return info, nil
}

// saw takes what a node said of itself. Answers may overtake each other: what is
// known never goes back for that.
func (n *node) saw(s *sighting, outLag time.Duration) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.seen == nil || !n.seen.asked.After(s.asked) {
		if n.seen != nil {
			s.follows(n.seen, outLag)
		}
		n.seen = s
		n.checkErr, n.misses = nil, 0
	}
}

// isOfChain says whether a node is of the pool's chain.
func (c *Config) isOfChain(info *Info) bool {
	return c.ChainID == "" || strings.EqualFold(c.ChainID, info.ChainID)
}

// head is the newest block that a node is known to have.
func (n *node) head() Head {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.seen == nil {
		return Head{}
	}
	return n.seen.info.Head
}

// Check checks all nodes now and answers what it found, at the latest when
// ctx or a try's time ends.
func (p *Pool) Check(ctx context.Context) []NodeStatus {
	done := make(chan struct{}, len(p.nodes))
	started := 0
	for _, n := range p.nodes {
		if p.background(func() { p.paidCheck(n); done <- struct{}{} }) {
			started++
		}
	}
	for range started {
		select {
		case <-done:
		case <-ctx.Done():
			return p.Status()
		}
	}
	return p.Status()
}

// background runs something that Close waits for; false once the pool is
// closed.
func (p *Pool) background(run func()) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return false
	}
	p.checks.Go(run)
	return true
}
