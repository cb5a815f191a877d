package index

import (
	"context"
	"errors"
	"time"

	"fieldhouse/plugins/monotonic"
	"fieldhouse/plugins/upstream"

	"go.uber.org/zap"
)

// note draws the conclusions of a try for the next ones, and tells those who
// watch.
func (e *endpoint) note(ctx context.Context, by *Settings, trial bool, took time.Duration, err error) {
	var fault *Fault
	failed := errors.As(err, &fault)
	if failed && ctx.Err() != nil && took < by.Timeout/2 {
		// It was given up before it had its time, which says nothing about the
		// endpoint.
		e.breaker.Abandon(trial)
		return
	}
	e.asked.Add(1)
	now := time.Now()
	if !failed { // a refusal is a good endpoint's answer
		e.breaker.Succeed(trial)
		if e.failingUntil.Swap(0) != 0 {
			by.Logger.Info("an asset index answers again", zap.String("endpoint", e.address), zap.Duration("took", took))
		}
		e.remember(now, took, nil)
		by.Observe(e.address, took, "")
		return
	}
	if fault.Reason == Limited {
		e.breaker.Succeed(trial) // it is well, and has a word of its own for how long it is to be left alone
	} else {
		e.breaker.Fail(trial)
	}
	if fault.RetryAfter > 0 {
		e.rest.Until(now.Add(fault.RetryAfter), "")
	}
	e.failingUntil.Store(monotonic.Nanoseconds(now.Add(lastFor)))
	e.remember(now, took, fault)
	by.Observe(e.address, took, fault.Reason)
	by.Logger.Warn("an asset index failed", zap.String("endpoint", e.address), zap.String("reason", string(fault.Reason)), zap.Error(fault.Err),
		zap.Duration("took", took), zap.Duration("rests", fault.RetryAfter), zap.String("circuit", e.breaker.State()))
}

func (e *endpoint) remember(now time.Time, took time.Duration, fault *Fault) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.told.took = took
	if fault != nil {
		e.told.faults[fault.Reason]++
		e.told.last, e.told.at = fault, now
	}
}

// EndpointStatus is what is known of an endpoint, for people.
type EndpointStatus struct {
	// Endpoint is its address.
	Endpoint string `json:"endpoint"`
	// State is good, failing (asked last), resting (it asked to be left alone)
	// or out (its circuit is open).
	State string `json:"state"`
	// Circuit is closed, half-open or open.
	Circuit string `json:"circuit"`
	// RetryAfter is in how many seconds it is asked again, when it rests or is
	// out.
	RetryAfter float64 `json:"retry_after_seconds,omitempty"`
	// Tokens is how many requests may go to it at once; below 0 some wait.
	Tokens float64 `json:"tokens"`
	// Classes is how each class of requests fares.
	Classes []upstream.ClassStatus `json:"classes"`
	// Trying is how many requests run.
	Trying int `json:"trying"`
	// Asked is how many requests have ended.
	Asked uint64 `json:"asked"`
	// Faults counts those that failed, by reason.
	Faults map[Reason]uint64 `json:"faults,omitempty"`
	// Took is how long the last one took, in seconds.
	Took float64 `json:"took_seconds"`
	// LastFault is what was wrong the last time, LastFaultAt when that was.
	LastFault   string     `json:"last_fault,omitempty"`
	LastFaultAt *time.Time `json:"last_fault_at,omitempty"`
}

func (e *endpoint) status(now time.Time) EndpointStatus {
	status := EndpointStatus{
		Endpoint: e.address,
		State:    "good",
		Circuit:  e.breaker.State(),
		Tokens:   e.rate.Tokens(),
		Classes:  e.rate.Status(),
		Trying:   e.rate.Running(),
		Asked:    e.asked.Load(),
		Faults:   make(map[Reason]uint64),
	}
	if monotonic.Nanoseconds(now) < e.failingUntil.Load() {
		status.State = "failing"
	}
	if fault := e.shut(); fault != nil {
		status.State = "out"
		if fault.Reason == Resting {
			status.State = "resting"
		}
		status.RetryAfter = fault.RetryAfter.Seconds()
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for reason, count := range e.told.faults {
		status.Faults[reason] = count
	}
	status.Took = e.told.took.Seconds()
	if e.told.last != nil {
		at := e.told.at
		status.LastFault, status.LastFaultAt = e.told.last.Err.Error(), &at
	}
	return status
}
