package pool

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"fieldhouse/plugins/trace"
)

// Kind is what a node is asked for.
type Kind string

// The kinds of requests.
const (
	// Check is a get_info by which a node is judged.
	Check Kind = "check"
	// Reading is a read for a caller.
	Reading Kind = "read"
	// Sending is a Send.
	Sending Kind = "send"
)

// Observation is the end of one request to a node. Requests that were given up
// on, because another node was quicker or the caller left, are not observed.
type Observation struct {
	Node string
	Kind Kind
	Took time.Duration
	// Fault is empty when the node answered, be it with a refusal.
	Fault Reason
}

// Why a request ended before its answer.
var (
	errTry  = errors.New("the time of one try is over")
	errLost = errors.New("another node was quicker")
)

// exchange does one request to a node and keeps the node's books: its latency,
// its breaker, the rest it asks for. of says which request of a call it is.
func (p *Pool) exchange(ctx context.Context, n *node, kind Kind, of try, do func(context.Context) error) error {
	ctx, span := trace.Ask(ctx, "chain.request")
	defer span.End()
	span.Text("chain.node", n.address)
	span.Text("chain.kind", string(kind))
	span.Number("chain.attempt", of.number)
	span.Flag("chain.hedge", of.isHedge)
	began := p.config().Now()
	f := &flight{since: began}
	if kind != Check {
		f.trial = n.breaker.Begin()
		n.mu.Lock()
		n.flights[f] = struct{}{}
		n.mu.Unlock()
	}
	err := do(ctx)
	now := p.config().Now()
	took := now.Sub(began)
	fault := p.record(ctx, n, f, kind, took, now, err)
	var refusal *Refusal
	switch {
	case fault != nil:
		span.Fail(string(fault.Reason))
		p.logFault(n, fault, kind)
	case err == nil || errors.As(err, &refusal):
		p.logHeld(now)
	default:
		span.Flag("chain.given_up", true)
	}
	return err
}

// try is a request of a call: the first is number 1.
type try struct {
	number  int
	isHedge bool
}

// record books how a request ended, and returns the fault that counts against
// the node, if it is one.
func (p *Pool) record(ctx context.Context, n *node, f *flight, kind Kind, took time.Duration, now time.Time, err error) *Fault {
	config := p.config()
	var fault *Fault
	errors.As(err, &fault)
	given := fault != nil && fault.Reason == TimedOut && !overdue(ctx, took, config.Timeout)
	n.mu.Lock()
	delete(n.flights, f)
	switch {
	case given:
		n.counts.GivenUp++
		if kind == Reading {
			n.reads.atLeast(took, now)
		}
		n.breaker.Abandon(f.trial)
		n.mu.Unlock()
		return nil
	case fault == nil:
		n.answered(f, kind, took, now, err)
	default:
		n.failed(f, kind, took, now, fault, config)
	}
	n.mu.Unlock()
	if config.Observe != nil {
		o := Observation{Node: n.address, Kind: kind, Took: took}
		if fault != nil {
			o.Fault = fault.Reason
		}
		config.Observe(o)
	}
	return fault
}

// overdue says whether a request that ran into the end of its context says
// something about the node: its own time was over, or the caller's after most
// of it. One that lost against another node or whose caller left does not.
func overdue(ctx context.Context, took, timeout time.Duration) bool {
	cause := context.Cause(ctx)
	return errors.Is(cause, errTry) || errors.Is(cause, context.DeadlineExceeded) && took >= timeout/2
}

// answered books an answer. The caller holds n.mu.
func (n *node) answered(f *flight, kind Kind, took time.Duration, now time.Time, err error) {
	switch kind {
	case Check:
		n.counts.Checks++
		n.infos.add(took, now)
		// Only what a visitor would have asked for proves that a node is well
		// again: there are nodes that answer get_info and nothing else.
		if n.breaker.Closed() {
			n.breaker.Succeed(f.trial)
			n.logged.failing = false
		}
		return
	case Reading:
		n.counts.Reads++
		n.reads.add(took, now)
	case Sending:
		n.counts.Sends++
	}
	if err != nil {
		n.counts.Refusals++
	}
	n.breaker.Succeed(f.trial)
	n.logged.failing = false
}

// failed books a fault. The caller holds n.mu.
func (n *node) failed(f *flight, kind Kind, took time.Duration, now time.Time, fault *Fault, config *Config) {
	n.counts.Faults[fault.Reason]++
	n.fault, n.faultAt = fault, now
	if fault.call != "" {
		n.lacks[fault.call] = now
	}
	if kind == Reading {
		n.reads.atLeast(took, now)
	}
	rest := fault.retryAfter
	if fault.Reason == Limited && rest < 0 {
		rest = defaultRest
	}
	if rest > 0 {
		rest = min(rest, config.MaxRetryAfter)
		n.rest.Until(now.Add(rest), fmt.Sprintf("it asked to be left alone for %s (status %d)", rest, fault.Status))
	}
	// A node that limits is well, and rests for as long as it said; one that
	// declines or lacks something has other answers. A trial ends all the same: the breaker
	// may have been closed meanwhile by a request of the last resort.
	isWell := fault.Reason == Limited || fault.Reason == Unsupported || kind != Check && (fault.Reason == Declined || fault.Reason == TooLarge)
	if isWell && !f.trial && n.breaker.Closed() {
		return
	}
	n.breaker.Fail(f.trial)
}

// cost is what a request to a node is expected to take: its average, or the
// time that the oldest request under way has taken already, for each request
// under way and this one.
func (n *node) cost(now time.Time) time.Duration {
	n.mu.Lock()
	defer n.mu.Unlock()
	expected, known := n.reads.current(now)
	if !known {
		expected, _ = n.infos.current(now)
	}
	for f := range n.flights {
		expected = max(expected, now.Sub(f.since))
	}
	return expected * time.Duration(1+len(n.flights))
}

// hedgeAfter is how long a read waits for a node before another one is asked as
// well.
func (n *node) hedgeAfter(config *Config) time.Duration {
	n.mu.Lock()
	defer n.mu.Unlock()
	after, known := n.reads.percentile95()
	if !known {
		after = (config.HedgeMin + config.HedgeMax) / 2
	}
	return min(max(after, config.HedgeMin), config.HedgeMax)
}

const (
	// weight is how much of a moving average the newest sample is.
	weight = 0.3
	// window is how many samples the percentile is of.
	window = 64
	// enough samples make a percentile.
	enough = 8
	// latencyAge is how long an average says something about a node.
	latencyAge = 30 * time.Second
)

// latency is how long a node takes. It needs a lock around it.
type latency struct {
	average time.Duration
	at      time.Time // of the newest sample
	samples [window]time.Duration
	count   int
}

// add takes a whole answer's time.
func (l *latency) add(took time.Duration, now time.Time) {
	l.samples[l.count%window] = took
	l.count++
	l.blend(took, now)
}

// atLeast takes the time of an answer that was given up on: it would have taken
// longer. It has no place in the percentile, which would then grow with every
// hedge.
func (l *latency) atLeast(took time.Duration, now time.Time) {
	if took > l.average {
		l.blend(took, now)
	}
}

func (l *latency) blend(took time.Duration, now time.Time) {
	if l.at.IsZero() || now.Sub(l.at) > latencyAge {
		l.average = took
	} else {
		l.average += time.Duration(weight * float64(took-l.average))
	}
	l.at = now
}

// current is the average, unless it is too old to say anything.
func (l *latency) current(now time.Time) (time.Duration, bool) {
	if l.at.IsZero() || now.Sub(l.at) > latencyAge {
		return 0, false
	}
	return l.average, true
}

// percentile95 is the time that 95 of 100 answers stay below; false while there
// are too few.
func (l *latency) percentile95() (time.Duration, bool) {
	if l.count < enough {
		return 0, false
	}
	sorted := slices.Clone(l.samples[:min(l.count, window)])
	slices.Sort(sorted)
	return sorted[(len(sorted)*95+99)/100-1], true
}
