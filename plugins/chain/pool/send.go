package pool

import (
	"context"
	"errors"
	"fmt"
	"net/http"
)

// Send posts a body to a path of the chain API that changes something, such as
// /v1/chain/send_transaction2: at one node, once, and never repeated. The node
// is a good one with the newest head. Only when it cannot have taken the request,
// because no connection to it could be made or it says that it does not read such
// a request, is another one tried.
//
// A refusal comes as Raw, with the node's status and answer, and so does what says
// that the chain has the transaction already: see Failure. The error is a
// *Fault: unless its Sent is false, the node may have taken what was sent, and
// only the chain knows. That includes a ctx that ends while the node is asked.
func (p *Pool) Send(ctx context.Context, path string, body []byte) (Raw, error) {
	p.use()
	ctx, cancel := context.WithTimeoutCause(ctx, p.config().Deadline, errTry)
	defer cancel()
	w := want{send: true}
	var faults []error
	for {
		n, err := p.acquire(ctx, w)
		if err != nil {
			return Raw{}, fmt.Errorf("sending to %s: %w", path, &Fault{Err: errors.Join(append(faults, err)...)})
		}
		w.tried = append(w.tried, n)
		raw, err := p.sendTo(ctx, n, path, body)
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

// sendTo sends to one node. Its error is a *Fault, or nil.
func (p *Pool) sendTo(ctx context.Context, n *node, path string, body []byte) (Raw, error) {
	raw := Raw{Node: n.address, Head: n.head()}
	_, err := p.exchange(ctx, n, Sending, func(ctx context.Context) error {
		answer, err := n.post(ctx, n.sender, path, body, p.config().MaxBody)
		raw.Status, raw.Body = answer.status, answer.body
		return n.judgeSending(answer, err)
	})
	var refusal *Refusal
	if errors.As(err, &refusal) {
		return raw, nil
	}
	return raw, err
}

// judgeSending is what the error of an exchange means for what was sent.
func (n *node) judgeSending(answer exchange, err error) error {
	var fault *Fault
	if !errors.As(err, &fault) {
		return err
	}
	if fault.Reason == Failed || fault.Reason == Declined {
		failure, _ := ReadFailure(answer.status, answer.body) // a status can be enough
		if failure.Duplicate() || failure.RefusesPush() {
			return failure.refusal(n.address, answer.body)
		}
	}
	fault.Sent = answer.reached
	switch answer.status {
	case http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusRequestEntityTooLarge:
		// A node that only reads, or reads no request of that size.
		fault.Sent, fault.Reason = false, Unsupported
	}
	return err
}
