package index

import (
	"errors"
	"fmt"
	"time"
)

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
	// Status: it answered with a status that says nothing about the question.
	Status Reason = "status"
	// Unsuccessful: it answered 200 and "success": false.
	Unsuccessful Reason = "unsuccessful"
	// Unreadable: its answer is not a page of assets in JSON.
	Unreadable Reason = "unreadable"
	// Mismatch: its answer is one to another question.
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
// every index would say the same, so no other one is asked.
type Refusal struct {
	Endpoint string
	// Status is 400 or 416.
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
