package pool

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"fieldhouse/plugins/upstream"

	"github.com/tidwall/gjson"
)

// turnKey is the key of a context's turn, a *node.
type turnKey struct{}

// Turn waits until a node can be sent a push at once, at all nodes that may be asked,
// and takes it: the Send of the context that it returns begins with that node. So
// whoever has many pushes can choose which one goes at the moment that one can. A turn
// that is not used costs its node one request of its rate. The error joins why no node
// may be asked: ErrNoNode, ErrLimited, context.DeadlineExceeded.
func (p *Pool) Turn(ctx context.Context) (context.Context, error) {
	p.use()
	waiting, cancel := context.WithTimeout(upstream.As(ctx, upstream.Push), p.config().Deadline)
	defer cancel()
	n, err := p.acquire(waiting, want{send: true, turn: true})
	if err != nil {
		return nil, fmt.Errorf("waiting for a node that can be sent a push: %w", err)
	}
	return context.WithValue(ctx, turnKey{}, n), nil
}

// firstToken waits for a token at all of some nodes, and answers whose came first.
func firstToken(ctx context.Context, nodes []*node) (first *node, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type token struct {
		at  *node
		err error
	}
	tokens := make(chan token, len(nodes))
	for _, n := range nodes {
		go func() { tokens <- token{n, n.rate.Wait(ctx)} }()
	}
	var errs []error
	for range nodes {
		switch t := <-tokens; {
		case t.err != nil:
			errs = append(errs, t.err)
		case first == nil:
			first = t.at
			cancel()
		default: // it came at the same moment
			t.at.rate.Return(ctx)
		}
	}
	if first == nil {
		return nil, errors.Join(errs...)
	}
	return first, nil
}

// Send posts a body to a path of the chain API that changes something, such as
// /v1/chain/send_transaction2, to one node that is none of except, which are addresses:
// that of the context's Turn, else a good one with the newest head. Only when it cannot
// have taken the request, because no connection to it could be made, it says that it
// does not read such a request, or what it names is its own trouble, is another one
// tried.
//
// A refusal comes as Raw, with the node's status and answer, and so does what says
// that the chain has the transaction already: see Failure. Of trouble of their own
// that is when all nodes named it. The error is a *Fault: unless its Sent is false,
// the node may have taken what was sent, and only the chain knows. That includes a
// ctx that ends while the node is asked. When no node takes such a request, the Fault's
// Reason is Unsupported.
func (p *Pool) Send(ctx context.Context, path string, body []byte, except ...string) (Raw, error) {
	p.use()
	ctx = upstream.As(ctx, upstream.Push)
	ctx, cancel := context.WithTimeout(ctx, p.config().Deadline)
	defer cancel()
	w := want{send: true, tried: append(p.lacking(path, p.config().Now()), p.barred("", except)...)}
	var faults []error
	n, _ := ctx.Value(turnKey{}).(*node)
	for of := (try{number: 1}); ; of.number++ {
		var err error
		if n == nil || slices.Contains(w.tried, n) || !n.breaker.Permit() {
			n, err = p.acquire(ctx, w)
		}
		if err != nil {
			if last := troubleOfAll(faults, err); last != nil {
				return Raw{Status: last.Status, Body: last.Body, Node: last.Node}, nil
			}
			fault := &Fault{Err: errors.Join(append(faults, err)...)}
			if len(w.tried) >= len(p.nodes) && areUnsupported(faults) {
				fault.Reason = Unsupported
			}
			return Raw{}, fmt.Errorf("sending to %s: %w", path, fault)
		}
		w.tried = append(w.tried, n)
		raw, err := p.sendTo(ctx, n, of, path, body)
		var fault *Fault
		if !errors.As(err, &fault) {
			return raw, nil
		}
		if fault.Sent {
			return Raw{}, fmt.Errorf("sending to %s: %w", path, fault)
		}
		faults = append(faults, fault)
	}
}

// areUnsupported says of nodes that they do not take what was sent, each.
func areUnsupported(faults []error) bool {
	for _, err := range faults {
		var fault *Fault
		if !errors.As(err, &fault) || fault.Reason != Unsupported {
			return false
		}
	}
	return len(faults) > 0
}

// troubleOfAll is the last word of nodes that all named trouble of their own, but
// for those that take no pushes; nil when another one may do better in a moment.
func troubleOfAll(faults []error, why error) (last *Refusal) {
	if errors.Is(why, ErrLimited) || errors.Is(why, context.DeadlineExceeded) {
		return nil
	}
	for _, err := range faults {
		var fault *Fault
		switch errors.As(err, &fault); {
		case fault.ownAnswer != nil:
			last = fault.ownAnswer
		case fault.Reason != Unsupported:
			return nil
		}
	}
	return last
}

// sendTo sends to one node. Its error is a *Fault, or nil.
func (p *Pool) sendTo(ctx context.Context, n *node, of try, path string, body []byte) (Raw, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, p.config().Timeout, errTry)
	defer cancel()
	raw := Raw{Node: n.address, Head: n.head()}
	err := p.exchange(ctx, n, Sending, of, func(ctx context.Context) error {
		answer, err := n.post(ctx, n.sender, path, body)
		raw.Status, raw.Body = answer.status, answer.body
		return n.judgeSending(path, answer, err)
	})
	var refusal *Refusal
	if errors.As(err, &refusal) {
		raw.Status = refusal.Status
		return raw, nil
	}
	return raw, err
}

// judgeSending is what the end of an exchange means for what was sent.
func (n *node) judgeSending(path string, answer exchange, err error) error {
	if err == nil {
		return n.judgeTrace(answer)
	}
	var fault *Fault
	if !errors.As(err, &fault) {
		return err
	}
	if fault.Reason == Failed || fault.Reason == Declined {
		failure, _ := ReadFailure(fault.Status, answer.body) // a status can be enough
		if failure.Duplicate() || failure.RefusesPush() {
			return failure.refusal(n.address, answer.body)
		}
	}
	fault.Sent = answer.reached && fault.ownAnswer == nil && fault.Reason != Unsupported
	switch answer.status {
	case http.StatusNotFound, http.StatusMethodNotAllowed: // a node that only reads
		fault.Sent, fault.Reason, fault.call = false, Unsupported, path
	case http.StatusRequestEntityTooLarge:
		fault.Sent, fault.Reason = false, Unsupported
	}
	return err
}

// judgeTrace finds a node's own trouble in its trace of a transaction that failed,
// which comes with a status of success (send_transaction2).
func (n *node) judgeTrace(answer exchange) error {
	except := gjson.GetBytes(answer.body, "processed.except")
	code, name := except.Get("code").Int(), except.Get("name").Str
	if !isOwnTrouble(code, except.Get("stack").Raw) {
		return nil
	}
	fault := n.faulty(Declined, answer.status, fmt.Errorf("it ran the transaction and named %s (%d)", name, code))
	fault.ownAnswer = &Refusal{Node: n.address, Status: answer.status, Code: code, Name: name, Message: except.Get("message").Str, Body: answer.body}
	return fault
}
