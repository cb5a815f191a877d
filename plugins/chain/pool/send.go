package pool

import (
	"context"
	"errors"
	"fmt"
)

// Send posts a body to a path of the chain API that changes something, such as
// /v1/chain/send_transaction2: at one node, once, and never repeated. The node
// is a good one with the newest head. Only when no connection to it could be
// made, so that it cannot have read the request, is another one tried.
//
// A refusal comes as Raw, with the node's status and answer. The error is a
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
		var fault *Fault
		if errors.As(err, &fault) {
			fault.Sent = answer.reached
		}
		return err
	})
	var refusal *Refusal
	if errors.As(err, &refusal) {
		return raw, nil
	}
	return raw, err
}
