package pool

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/tidwall/gjson"
)

// ErrNoNode: no node may be asked, because each is of another chain, too far
// behind or ahead, or does not answer. What is wrong with which node follows in
// the error's text.
var ErrNoNode = errors.New("no node of the right chain can be asked")

// ErrLimited: the nodes that could be asked have had as many requests as they
// allow.
var ErrLimited = errors.New("every node that could be asked has had its rate of requests")

// BehindError: no node has reached the block that a read needs.
type BehindError struct {
	// Want is the block that the answer has to be at or past.
	Want uint64
	// Best is the newest head of a node that may be asked.
	Best uint64
}

func (e *BehindError) Error() string {
	return fmt.Sprintf("no node has reached block %d: the best one is at %d", e.Want, e.Best)
}

// ErrUnserved: every node that could be asked lacks the call.
var ErrUnserved = errors.New("no node serves the call")

// Refusal is a node's answer that it will not do what was asked, which every node
// would say, so that no other one is asked; or, when the trouble is the node's
// own, which every node that could be asked did say in its way.
type Refusal struct {
	Node string
	// Status is the HTTP status, which is 500 for most of them, and for those that came with
	// a status of success.
	Status int
	// Code is the chain's error code; 0 for an unknown key.
	Code int64
	// Name is the code's name: contract_table_query_exception, ...
	Name string
	// Message is what a person should read.
	Message string
	// Body is the node's own answer, unchanged.
	Body []byte
}

func (r *Refusal) Error() string {
	return fmt.Sprintf("the node %s refused with %s (%d): %s", r.Node, r.Name, r.Code, r.Message)
}

// Fault is a node's failure to answer: another node may do better.
type Fault struct {
	Node string
	Err  error
	// Reason is what kind of failure it is.
	Reason Reason
	// Status is the HTTP status; 0 without an answer.
	Status int
	// Sent says, of a Send, that the node may have taken what was sent.
	Sent bool

	// retryAfter is for how long the node asks to be left alone; negative when
	// it does not say.
	retryAfter time.Duration
	// call is what the node lacks, whatever is asked of it.
	call string
	// ownAnswer is the node's own answer in the chain's form, for want of a better one.
	ownAnswer *Refusal
}

func (f *Fault) Error() string {
	if f.Node == "" {
		return f.Err.Error()
	}
	return fmt.Sprintf("node %s: %v", f.Node, f.Err)
}

func (f *Fault) Unwrap() error { return f.Err }

// Reason is the kind of a Fault; the same few words in logs and metrics.
type Reason string

// The kinds of faults.
const (
	// Unreachable: no connection could be made.
	Unreachable Reason = "unreachable"
	// Broken: the connection ended before the answer did.
	Broken Reason = "broken"
	// TimedOut: there was no whole answer in time.
	TimedOut Reason = "timeout"
	// Limited: the node answered 429.
	Limited Reason = "limited"
	// Failed: an error status without the chain's own error.
	Failed Reason = "failed"
	// Declined: the node's own error, as a deadline of its own or, below the
	// chain's exceptions, for a bound that is no number of the given kind. What was
	// asked can be the cause, so that a breaker does not count it, unless it answers
	// a check.
	Declined Reason = "declined"
	// Unreadable: not the JSON that was asked for.
	Unreadable Reason = "unreadable"
	// TooLarge: more bytes than are read. It counts as Declined does.
	TooLarge Reason = "too_large"
	// Unsupported: the node lacks a call that not every node has, or takes no
	// pushes or none of that size. It is well: its breaker does not count it.
	Unsupported Reason = "unsupported"
	// Contradicted: what it answered is not what other nodes say (Pool.Contradicted).
	Contradicted Reason = "contradicted"
)

// Reasons are all kinds of faults.
var Reasons = []Reason{Unreachable, Broken, TimedOut, Limited, Failed, Declined, Unreadable, TooLarge, Unsupported, Contradicted}

// judge tells a refusal from a fault by what a node answered besides 2xx. The
// status alone says nothing: a node answers 500 to ordinary mistakes.
func (n *node) judge(status int, body []byte) error {
	failure, err := ReadFailure(status, body)
	if err != nil {
		return n.faulty(Failed, status, err)
	}
	if failure.Final() {
		return failure.refusal(n.address, body)
	}
	fault := n.faulty(Failed, status, failure)
	switch {
	case failure.unserved():
		fault.Reason = Unsupported
	case failure.own():
		fault.Reason, fault.ownAnswer = Declined, failure.refusal(n.address, body)
	case failure.declines():
		fault.Reason = Declined
	}
	return fault
}

// wanting is what a call ends with that no node answered well: the word of a node
// in trouble, if one said anything, else what went wrong with each.
func (p *Pool) wanting(faults []error, why error) error {
	for _, err := range faults {
		var fault *Fault
		if errors.As(err, &fault) && fault.ownAnswer != nil {
			return fault.ownAnswer
		}
	}
	if areUnsupported(faults) && !errors.Is(why, ErrLimited) && !errors.Is(why, context.DeadlineExceeded) {
		why = ErrUnserved
	}
	return p.inOutage(errors.Join(append(faults, why)...))
}

// everywhere are the calls without which a node is of no use here.
var everywhere = []string{infoPath, rowsPath}

// lacks says whether an answer means that the node does not have the call, as
// get_transaction_status in most and get_block in light ones.
func lacks(path string, status int, body []byte) bool {
	return status == http.StatusNotFound && !slices.Contains(everywhere, path) && bytes.Contains(body, []byte("Unknown Endpoint"))
}

// judgeSuccess finds the errors that come with a status of success: some
// services in front of nodes answer 200 to everything. No answer of the chain
// API has a member `error` of its own.
func (n *node) judgeSuccess(status int, body []byte) error {
	// Taken apart it would be many times as large: a node can write a million lists into it.
	var answer json.RawMessage
	if err := json.Unmarshal(body, &answer); err != nil {
		return n.faulty(Unreadable, status, fmt.Errorf("status %d with what is no JSON: %w", status, err))
	}
	switch answer[0] {
	case '{':
		if failed := gjson.GetBytes(answer, "error"); failed.Type != gjson.Null {
			return n.judge(http.StatusInternalServerError, body)
		}
		return nil
	case '[': // get_currency_balance
		return nil
	default:
		return n.faulty(Unreadable, status, fmt.Errorf("status %d with a JSON value that is neither an object nor a list", status))
	}
}
