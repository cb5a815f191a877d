package index

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"fieldhouse/plugins/monotonic"
	"fieldhouse/plugins/upstream"

	"go.uber.org/zap"
)

// conclude draws the conclusions of a try for the next ones, and reports it.
func (e *endpoint) conclude(ctx context.Context, by *Settings, trial bool, took time.Duration, err error) {
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
	e.record.took = took
	if fault != nil {
		e.record.faults[fault.Reason]++
		e.record.last, e.record.at = fault, now
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
	}
	if monotonic.Nanoseconds(now) < e.failingUntil.Load() {
		status.State = "failing"
	}
	if fault := e.unavailable(); fault != nil {
		status.State = "out"
		if fault.Reason == Resting {
			status.State = "resting"
		}
		status.RetryAfter = fault.RetryAfter.Seconds()
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	status.Faults, status.Took = maps.Clone(e.record.faults), e.record.took.Seconds()
	if e.record.last != nil {
		at := e.record.at
		status.LastFault, status.LastFaultAt = e.record.last.Err.Error(), &at
	}
	return status
}

// Reason is the kind of a fault, for logs and metrics.
type Reason string

// The reasons of faults.
const (
	// Timeout: it took too long, by our clock or by its own (408).
	Timeout Reason = "timeout"
	// Limited: it limits how often it may be asked (429).
	Limited Reason = "rate_limit"
	// Connection: the connection could not be made, or ended too early.
	Connection Reason = "connection"
	// Status: it answered with a status that says nothing about the query.
	Status Reason = "status"
	// Unsuccessful: it answered 200 and "success": false.
	Unsuccessful Reason = "unsuccessful"
	// Unreadable: its answer is not a page of assets in JSON.
	Unreadable Reason = "unreadable"
	// Mismatch: its answer does not fit the query.
	Mismatch Reason = "mismatch"
	// TooLarge: its answer is larger than is read.
	TooLarge Reason = "too_large"
	// Resting: it was not asked, because it asked to be left alone.
	Resting Reason = "resting"
	// Open: it was not asked, because it failed several times in a row.
	Open Reason = "circuit_open"
	// Throttled: it was not asked, because it was asked as often as it may be.
	Throttled Reason = "throttled"
)

// Fault is an endpoint's failure to answer: another endpoint may do better.
type Fault struct {
	// Endpoint is its address.
	Endpoint string
	Reason   Reason
	// RetryAfter is how long it is not asked again; 0 when nothing is known.
	RetryAfter time.Duration
	Err        error
}

func (f *Fault) Error() string { return fmt.Sprintf("asset index %s: %v", f.Endpoint, f.Err) }
func (f *Fault) Unwrap() error { return f.Err }

// Refusal is an index's answer that what was asked for cannot be (400, 416):
// every index would say the same, so no other one is asked. One that has no market (404)
// refuses sales: another one may have it.
type Refusal struct {
	Endpoint string
	// Status is 400, 404 or 416.
	Status int
	// Message is the index's own.
	Message string
}

func (r *Refusal) Error() string {
	return fmt.Sprintf("the asset index %s refused with status %d: %s", r.Endpoint, r.Status, r.Message)
}

// Unavailable is what a read ends with when no endpoint answered.
type Unavailable struct {
	// Faults are those of the endpoints, in the order in which they were tried.
	Faults []*Fault
	// Ended is why no further endpoint was asked: the end of the context, or nil.
	Ended error
}

func (u *Unavailable) Error() string { return errors.Join(u.Unwrap()...).Error() }

// Unwrap gives the faults and the end of the context.
func (u *Unavailable) Unwrap() []error {
	all := make([]error, 0, len(u.Faults)+1)
	for _, fault := range u.Faults {
		all = append(all, fault)
	}
	if u.Ended != nil {
		all = append(all, u.Ended)
	}
	return all
}

// Limited reports whether every endpoint can be asked again and only limits how
// often, and how long it is until the first of them can be.
func (u *Unavailable) Limited() (retryAfter time.Duration, limited bool) {
	for _, fault := range u.Faults {
		switch fault.Reason {
		case Limited, Resting, Throttled:
		default:
			return 0, false
		}
		if retryAfter == 0 || fault.RetryAfter < retryAfter {
			retryAfter = fault.RetryAfter
		}
	}
	return retryAfter, len(u.Faults) > 0
}
