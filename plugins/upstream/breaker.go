package upstream

import (
	"sync"
	"time"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
)

// Breaking is when a server is left alone because it fails.
type Breaking struct {
	// Failures out of the last Of answers open the breaker.
	Failures, Of int
	// Rest is for how long it stays open before one request tries the server.
	Rest time.Duration
	// Jitter is the share by which rests vary, so that servers which failed at
	// the same time are not tried at the same time.
	Jitter float64
}

// Breaker is a server's circuit breaker: open after some failures, then half-open
// for one request, the trial, which decides. It is safe for use by many
// goroutines.
type Breaker struct {
	mu      sync.Mutex
	by      Breaking
	circuit circuitbreaker.CircuitBreaker[any]
	trial   trial
}

// trial is the one request that a half-open breaker lets through.
type trial int

const (
	noTrial trial = iota
	// permitted: the next request to the server is the trial.
	permitted
	// onTrial: it is under way.
	onTrial
)

// NewBreaker makes a closed breaker.
func NewBreaker(by Breaking) *Breaker {
	return &Breaker{by: by, circuit: by.circuit()}
}

func (by Breaking) circuit() circuitbreaker.CircuitBreaker[any] {
	return circuitbreaker.NewBuilder[any]().
		WithFailureThresholdRatio(uint(by.Failures), uint(by.Of)).
		WithSuccessThreshold(1).
		WithDelay(by.Rest).
		WithJitterFactor(by.Jitter).
		Build()
}

// Update changes when it opens. One that is open opens anew.
func (b *Breaker) Update(by Breaking) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.by == by {
		return
	}
	open := !b.circuit.IsClosed()
	b.by, b.circuit, b.trial = by, by.circuit(), noTrial
	if open {
		b.circuit.Open()
	}
}

// State is closed, open or half-open.
func (b *Breaker) State() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.circuit.State().String()
}

// Closed reports whether the server counts as well.
func (b *Breaker) Closed() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.circuit.IsClosed()
}

// Shut reports whether nothing may be sent now, and when that ends; 0 while a
// trial is under way.
func (b *Breaker) Shut() (left time.Duration, shut bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	left = b.circuit.RemainingDelay()
	return left, !b.circuit.IsClosed() && (b.trial != noTrial || left > 0)
}

// Permit asks for leave to send one request. Begin and one of Succeed, Fail and
// Abandon must follow it.
func (b *Breaker) Permit() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.circuit.IsClosed() {
		return true
	}
	if b.trial != noTrial || !b.circuit.TryAcquirePermit() {
		return false
	}
	b.trial = permitted
	return true
}

// Begin begins a request, and returns whether it is the trial.
func (b *Breaker) Begin() (trial bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.trial != permitted {
		return false
	}
	b.trial = onTrial
	return true
}

// Succeed notes a good answer. One to a request that went out without leave, as
// the last resort, closes the breaker.
func (b *Breaker) Succeed(trial bool) {
	b.end(trial, func() {
		if !trial && !b.circuit.IsClosed() {
			b.circuit.Close()
			return
		}
		b.circuit.RecordSuccess()
	})
}

// Fail notes a failure.
func (b *Breaker) Fail(trial bool) {
	b.end(trial, func() { b.circuit.RecordFailure() })
}

// Abandon notes a request whose end says nothing about the server. A trial that
// proved nothing leaves it at rest.
func (b *Breaker) Abandon(trial bool) {
	b.end(trial, func() {
		if trial {
			b.circuit.RecordFailure()
		}
	})
}

func (b *Breaker) end(trial bool, record func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if trial {
		b.trial = noTrial
	}
	record()
}
