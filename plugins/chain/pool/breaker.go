package pool

import (
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
)

// breakerJitter spreads the trials of nodes that failed at the same time.
const breakerJitter = 0.2

// newBreaker makes the circuit breaker of a node: open after so many faults
// among its last answers, then half-open for one request, which decides.
func newBreaker(config *Config) circuitbreaker.CircuitBreaker[any] {
	faults := uint(config.BreakerFaults)
	return circuitbreaker.NewBuilder[any]().
		WithFailureThresholdRatio(faults, 2*faults).
		WithSuccessThreshold(1).
		WithDelay(config.BreakerRest).
		WithJitterFactor(breakerJitter).
		Build()
}

// trial is the one request that a half-open breaker lets through.
type trial int

const (
	noTrial trial = iota
	// permitted: the next request to the node is the trial.
	permitted
	// onTrial: it is under way.
	onTrial
)

// permit asks the breaker for leave to send one request. It is given back by
// record, once the request ended.
func (n *node) permit() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.breaker.IsClosed() {
		return true
	}
	if n.trial != noTrial || !n.breaker.TryAcquirePermit() {
		return false
	}
	n.trial = permitted
	return true
}
