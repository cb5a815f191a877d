package push

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/trace"

	"go.uber.org/zap"
)

// Bounds of offering what is open to other nodes. The same bytes are one
// transaction wherever they go (its id is their hash), and the chain takes it once.
const (
	// maxOffers is how often one push goes out.
	maxOffers = 16
	// patience is for how long after a sending that was not answered the look-up
	// alone is waited for.
	patience = 3 * time.Second
	// busyPause is the pause after all nodes said that they are busy, or could not be reached.
	busyPause = time.Second
	// confirmation is after what time another node's refusal is asked for again: by
	// then a chain whose first node did take the transaction would have it.
	confirmation = 6 * time.Second
)

// offer is what came of sending a push to one node.
type offer struct {
	verdict
	answer Answer // of landed and refused
	node   string
	// isFinal says, of one that was not sent, that no node would take it.
	isFinal bool
	// busy says, of an open one, that the node answered, and that it does too much.
	busy bool
}

const openText = "what became of a transaction is open; it is looked up"

// offer sends a push in its turn to a node that is none of except.
func (b *Broadcaster) offer(r *record, t turn, except ...string) offer {
	defer t.over()
	push := r.push
	log := b.logger(push).With(zap.Uint64("turn", r.turn), zap.Time("left_line", r.leftAt))
	ctx, cancel := context.WithTimeout(t.ctx, sendTimeout)
	defer cancel()
	ctx, span := trace.Start(ctx, "push.send")
	defer span.End()
	raw, err := t.chain.Send(ctx, "/v1/chain/"+push.Call, push.Body, except...)
	if err != nil {
		var fault *pool.Fault
		switch {
		case !errors.As(err, &fault): // not the pool's word: it may have been taken
			fault = &pool.Fault{Err: err}
		case !fault.Sent:
			span.Fail("not-sent")
			log.Warn("a transaction could not be sent", zap.String("node", fault.Node), zap.Error(fault))
			return offer{verdict: notSent, isFinal: fault.Reason == pool.Unsupported}
		}
		span.Fail("open")
		log.Warn(openText, zap.String("node", fault.Node), zap.String("why", fault.Error()))
		return offer{node: fault.Node, busy: fault.Status == http.StatusTooManyRequests || fault.Status == http.StatusServiceUnavailable}
	}
	b.mu.Lock()
	b.queue.Sent(time.Now())
	b.mu.Unlock()
	log = log.With(zap.String("node", raw.Node))
	verdict, block, why := judge(push.ID, raw)
	o := offer{verdict: verdict, answer: Answer{Status: raw.Status, Body: raw.Body, Block: block, node: raw.Node}, node: raw.Node}
	span.Text("push.verdict", verdict.String())
	switch verdict {
	case landed:
		o.answer.Outcome = Landed
		log.Info("a transaction was taken", zap.Uint64("block", block))
	case refused:
		o.answer.Outcome = Refused
		log.Info("a transaction was refused", zap.String("why", why))
	case duplicate:
		log.Info("a transaction was in the chain already", zap.String("why", why))
	default:
		log.Warn(openText, zap.String("why", why))
	}
	return o
}

// offerElsewhere offers to other nodes what is open, until one takes it, and says
// what the last one made of it. A node that did not answer may have the transaction:
// it is not asked again, and after it only the chain knows. One that is busy said so
// itself and is asked again when all are, or cannot be reached. A refusal counts once
// it stands: what one node has, another one may not have seen yet.
func (b *Broadcaster) offerElsewhere(ctx context.Context, r *record, last offer, sent time.Time) offer {
	var silent, busy []string
	refusedBefore := false
	for range maxOffers - 1 {
		var wait time.Duration
		switch {
		case last.busy:
			busy = append(busy, last.node)
		case last.verdict == open && last.node != "":
			silent = append(silent, last.node)
			wait = patience - time.Since(sent)
		case last.verdict == refused && len(silent) == 0 && !refusedBefore:
			refusedBefore, wait = true, confirmation
		case last.verdict == notSent && (len(busy) > 0 || len(silent) == 0): // all are busy, or away for a moment
			busy, wait = nil, busyPause
		case last.verdict == landed, last.verdict == duplicate, last.verdict == refused && len(silent) == 0:
			return last
		default:
			return offer{}
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return offer{}
		}
		t, ok := b.again(ctx, r)
		if !ok {
			return offer{}
		}
		sent = time.Now()
		last = b.offer(r, t, slices.Concat(silent, busy)...)
	}
	if last.verdict == refused {
		return offer{}
	}
	return last
}

// again waits until a push that was sent before may go to another node; false when it
// need not, or is past its expiration.
func (b *Broadcaster) again(ctx context.Context, r *record) (turn, bool) {
	ctx, cancel := context.WithDeadline(ctx, r.expiration)
	defer cancel()
	b.mu.Lock()
	if ctx.Err() != nil || b.life.Err() != nil {
		b.mu.Unlock()
		return turn{}, false
	}
	b.queue.Again(r.entry)
	r.inLine()
	b.mu.Unlock()
	wake(b.work)
	wake(b.chores)
	var t turn
	select {
	case t = <-r.turns:
	case <-ctx.Done():
	case <-b.life.Done():
	}
	if t.over == nil {
		b.mu.Lock()
		waited := b.queue.Remove(r.entry)
		b.mu.Unlock()
		if waited {
			return turn{}, false
		}
		t = <-r.turns // it comes at this moment
	}
	if ctx.Err() != nil {
		t.over()
		return turn{}, false
	}
	return t, true
}
