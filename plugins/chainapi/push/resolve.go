package push

import (
	"context"
	"sync"
	"time"

	"fieldhouse/plugins/chainapi/lookup"
	"fieldhouse/plugins/chainapi/transaction"
	"fieldhouse/plugins/trace"

	"go.uber.org/zap"
)

// run sends a push whose turn it is, and finds out what became of it, whoever still
// waits.
func (b *Broadcaster) run(r *record, first turn) {
	sent, push := time.Now(), r.push
	r.search = lookup.Wanted{ID: r.push.ID, Expiration: r.push.Expiration, RefBlock: r.push.RefBlock, Sent: sent}
	offered := b.offer(r, first)
	if offered.verdict == notSent {
		b.restore(r, offered.isFinal)
		return
	}
	answer := offered.answer
	switch offered.verdict {
	case duplicate:
		answer = b.duplicate(r)
	case open:
		answer = b.resolve(r, sent, offered)
	}
	b.settings.Load().Count(answer.Outcome)
	othersKnow, ahead, isAlone := time.Time{}, time.Duration(0), true
	if answer.Outcome == Refused && b.elsewhere != nil {
		othersKnow, ahead, isAlone = b.elsewhere(r.id)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	r.othersKnow, r.othersAhead, r.isAlone = othersKnow, ahead, isAlone
	b.conclude(r, answer, nil)
	if answer.node != "" {
		r.took = append(r.took, answer.node)
	}
	b.doubt(r, push, time.Now())
	b.confirm(r)
}

// duplicate finds the block of a transaction that the chain has already.
func (b *Broadcaster) duplicate(r *record) Answer {
	ctx, cancel := context.WithTimeout(context.Background(), duplicateTimeout)
	defer cancel()
	return landedAnswer(r.id, b.find(ctx, r), Duplicate)
}

// find looks for a push in the blocks; nothing when it is not found.
func (b *Broadcaster) find(ctx context.Context, r *record) lookup.Finding {
	found, verdict := b.lookup.Watch(ctx, r.search)
	if verdict != lookup.Found {
		return lookup.Finding{}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	r.found = &found
	r.change()
	return found
}

// confirm finds the block of what a node says that it carried out, when somebody reads
// its status: the node's word is not the chain's. The lock is held.
func (b *Broadcaster) confirm(r *record) {
	isOpen := r.answer.Outcome == Landed || r.answer.Outcome == Duplicate
	if !isOpen || !r.isAsync || r.isConfirming || r.found != nil || b.isInClaims(r) || b.life.Err() != nil {
		return
	}
	r.isConfirming = true
	b.running.Go(func() {
		ctx, cancel := context.WithDeadline(b.life, r.expiration.Add(confirmWithin))
		defer cancel()
		b.find(ctx, r)
	})
}

// resolve looks up a transaction of which the node's answer does not say what
// happened, until it is known, or for as long as it could still happen and there is
// room. Meanwhile it is offered to other nodes.
func (b *Broadcaster) resolve(r *record, sent time.Time, first offer) Answer {
	push := r.push
	ctx, cancel := context.WithDeadline(r.lookup, lookUntil(r.expiration, sent))
	defer cancel()
	var found lookup.Finding
	var verdict lookup.Verdict
	var last offer
	var all sync.WaitGroup
	all.Go(func() {
		found, verdict = b.lookup.Watch(ctx, r.search)
		cancel()
	})
	all.Go(func() {
		if last = b.offerElsewhere(ctx, r, first, sent); last.verdict > notSent {
			cancel()
		}
	})
	all.Wait()
	log := b.logger(push)
	switch {
	case verdict == lookup.Found:
		log.Info("a transaction was found in the chain", zap.Uint64("block", found.Block), zap.String("status", found.Status), zap.String("found_at", found.Node))
		b.mu.Lock()
		r.found = &found
		b.mu.Unlock()
		return landedAnswer(push.ID, found, FoundLanded)
	case last.verdict == landed, last.verdict == refused:
		return last.answer
	case last.verdict == duplicate:
		return b.duplicate(r)
	case verdict == lookup.Absent:
		log.Warn("a transaction expired and is not in the chain", zap.Time("expiration", push.Expiration))
		return absentAnswer(push)
	case r.lookup.Err() != nil:
		log.Warn("a transaction is looked for no more: too many others were sent since, without an outcome")
		return UnknownAnswer(push)
	}
	log.Error("what became of a transaction could not be found out", zap.Time("expiration", push.Expiration))
	return UnknownAnswer(push)
}

func (b *Broadcaster) logger(push *transaction.Push) *zap.Logger {
	return b.Logger().With(zap.Stringer("transaction", push.ID), zap.String("call", push.Call))
}

// lookUntil is when a look-up is given up: some minutes after the expiration,
// within which nobody can still be waiting for it.
func lookUntil(expiration, sent time.Time) time.Time {
	end := expiration
	if latest := sent.Add(maxLife); end.After(latest) {
		end = latest // a node would not have taken it
	}
	if end.Before(sent) {
		end = sent
	}
	return end.Add(keep)
}

// conclude writes down what became of a push, and answers all who wait for it. The lock
// is held.
func (b *Broadcaster) conclude(r *record, answer Answer, notSent error) {
	now := time.Now()
	if r.isAsync && answer.Outcome == Landed { // its status is read: traces are most of what a node says
		answer = landedAnswer(r.id, lookup.Finding{Block: answer.Block}, Landed)
	}
	r.answer = answer
	if notSent != nil {
		r.err = &NotSentError{notSent}
		b.settings.Load().Count(NotSent)
		r.line.Fail("not-sent")
	}
	r.line.End()
	r.push, r.trace, r.line = nil, nil, trace.Span{}
	isRefused, failed := answer.Outcome == Refused, chainFailure{}
	if isRefused {
		failed = failureOf(answer)
	}
	b.queue.Done(r.entry, notSent != nil || isRefused && failed.isUnproven(), now)
	switch {
	case answer.Outcome == Landed:
		b.queue.Praise(r.client)
	case isRefused && failed.isUnproven():
		b.queue.Blame(r.client, now)
	case isRefused && failed.isPriceMoved():
		b.queue.Regain(r.entry, now)
	}
	wake(b.chores) // it may be a place's turn again
	b.book.close(r, now)
	close(r.done)
	if isRefused && r.other != nil {
		b.replace(r)
	}
	r.change()
	r.other = nil
}

// replace has what was signed in another way wait, under the token of the refused push. The lock
// is held.
func (b *Broadcaster) replace(r *record) {
	next, began, err := b.recordOf(context.Background(), r.otherClient, r.other)
	if err != nil || !began {
		return
	}
	next.token, next.aliases, r.token, r.aliases = r.token, r.aliases, "", nil
	for _, token := range next.tokens() {
		b.book.tokens[token] = next
	}
	b.follow(next)
}
