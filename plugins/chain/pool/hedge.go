package pool

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// maxCredit bounds how many hedges can be saved up by reads that needed none.
const maxCredit = 10

// budget bounds hedges to a share of the reads: each read pays in that share of
// a hedge. It begins with one, for the first read of all.
type budget struct {
	mu     sync.Mutex
	credit float64
}

func (b *budget) earn(share float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.credit = min(b.credit+share, maxCredit)
}

func (b *budget) spend() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.credit < 1 {
		return false
	}
	b.credit--
	return true
}

func (b *budget) refund() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.credit++
}

// outcome is what one try came to.
type outcome[T any] struct {
	answer T
	err    error
	node   *node
	hedge  bool
}

// race asks nodes that w wants until one answers: the next one at once when one fails, and
// one more beside it when one takes long and the budget allows it. (failsafe-go
// has both, as a retry and a hedge policy, but its hedge waits out its delay
// when the first try has failed already.) A refusal is an answer, and ends the
// race.
func race[T any](ctx context.Context, p *Pool, path string, w want, ask func(context.Context, *node) (T, error)) (T, error) {
	p.use()
	config := p.config()
	ctx, cancel := context.WithTimeout(ctx, config.Deadline)
	defer cancel()
	running, lose := context.WithCancelCause(ctx)
	defer lose(errLost)

	var none T
	if config.HedgeShare > 0 {
		p.hedges.earn(config.HedgeShare)
	}
	results := make(chan outcome[T], len(p.nodes))
	w.tried = append(w.tried, p.lacking(path, config.Now())...)
	tries, asked := 0, 0
	hedge := time.NewTimer(config.Deadline)
	defer hedge.Stop()
	start := func(n *node, isHedge bool) {
		if !isHedge {
			hedge.Reset(n.hedgeAfter(config))
		}
		w.tried = append(w.tried, n)
		tries, asked = tries+1, asked+1
		of := try{asked, isHedge}
		go func() {
			ctx, cancel := context.WithTimeoutCause(running, config.Timeout, errTry)
			defer cancel()
			result := outcome[T]{node: n, hedge: isHedge}
			result.err = p.exchange(ctx, n, Reading, of, func(ctx context.Context) (err error) {
				result.answer, err = ask(ctx, n)
				return err
			})
			results <- result
		}()
	}
	first, err := p.acquire(ctx, w)
	if err != nil {
		return none, p.inOutage(err)
	}
	start(first, false)
	var faults []error
	for {
		select {
		case result := <-results:
			tries--
			var refusal *Refusal
			if result.err == nil || errors.As(result.err, &refusal) {
				if result.hedge {
					result.node.count(func(c *Counts) { c.HedgesWon++ })
				}
				return result.answer, result.err
			}
			faults = append(faults, result.err)
			if ctx.Err() != nil {
				return none, p.wanting(faults, ctx.Err())
			}
			next := p.choose(ctx, w, config.Now()).node
			if next == nil && tries == 0 {
				if next, err = p.acquireNext(ctx, w); err != nil {
					return none, p.wanting(faults, err)
				}
			}
			if next != nil {
				start(next, false)
			}
		case <-hedge.C:
			if n := p.hedge(ctx, w, config); n != nil {
				n.count(func(c *Counts) { c.Hedges++ })
				start(n, true)
			}
		case <-ctx.Done():
			return none, p.wanting(faults, ctx.Err())
		}
	}
}

// acquireNext takes a node after all that were asked have failed; the error is
// nil only with a node, and says nothing when all have been asked. One that failed
// was past the block that is wanted: the others may have it since they were last
// checked, so that they are checked again, which the caller pays for.
func (p *Pool) acquireNext(ctx context.Context, w want) (*node, error) {
	n, err := p.acquire(ctx, w)
	if len(w.tried) == len(p.nodes) && err != nil {
		return nil, errAllTried
	}
	checks, ended := 0, make(chan struct{}, len(p.nodes))
	if isBehind(err) {
		for _, n := range p.nodes {
			check := func() {
				p.checkNode(n, func() bool { return n.rate.Allow(ctx) })
				ended <- struct{}{}
			}
			if !slices.Contains(w.tried, n) && n.resting(p.config().Now()) <= 0 && p.background(check) {
				checks++
			}
		}
	}
	for ; checks > 0 && isBehind(err); checks-- {
		select {
		case <-ended:
			n, err = p.acquire(ctx, w)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return n, err
}

func isBehind(err error) bool { return errors.As(err, new(*BehindError)) }

var errAllTried = errors.New("every node was tried")

// hedge takes a second node for a read, within the budget and with a token.
func (p *Pool) hedge(ctx context.Context, w want, config *Config) *node {
	if config.HedgeShare <= 0 || !p.hedges.spend() {
		return nil
	}
	c := p.choose(ctx, w, config.Now())
	if c.node == nil {
		p.hedges.refund()
	}
	return c.node
}
