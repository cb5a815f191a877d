// Package broadcast sends signed transactions to the chain. What a node's answer
// leaves open is looked up by the transaction's id, while the same bytes are offered
// to other nodes, and answered as what happened; whoever pushes the same again gets
// that answer.
package broadcast

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/lookup"
	"fieldhouse/plugins/chainapi/transaction"

	"go.uber.org/zap"
)

// Chain is what transactions are sent to and looked up in; it is the pool.
type Chain interface {
	lookup.Reader
	// Send posts to one node that is none of except, and never twice.
	Send(ctx context.Context, path string, body []byte, except ...string) (pool.Raw, error)
}

// DefaultDeadline is how long a client waits for an outcome.
const DefaultDeadline = 20 * time.Second

// Bounds of what is remembered.
const (
	// sendTimeout bounds one sending; the pool's own deadline is shorter.
	sendTimeout = 30 * time.Second
	// duplicateTimeout is for finding the block of a transaction that a node
	// says the chain has.
	duplicateTimeout = 5 * time.Second
	// keep is how long an outcome is known past the expiration, within which
	// nobody can still be waiting for it. A refusal is not that final.
	keep = 10 * time.Minute
	// keepRefusal is how long a refusal answers for the same bytes. That is for
	// those that are still on their way: a page gives one sending up after 30 s
	// and pauses for at most 8 s before the next. After it they are sent again:
	// what was wrong may be right by now, such as a balance. Sending them twice is
	// safe, since both have one id.
	keepRefusal = time.Minute
	// maxLife is the longest that a node lets a transaction live.
	maxLife = time.Hour
	// maxOpenBytes and maxOpenBytesPerClient bound the pushes without outcome: 1024
	// and 32 of the ordinary, which are below minOpenBytes, or 128 and four of the
	// largest. A network's share is that of clients.Holders.
	maxOpenBytes, maxOpenBytesPerClient = 64 << 20, 2 << 20
	minOpenBytes                        = 64 << 10
	// maxKept and maxKeptBytes are how many outcomes are remembered. A landed
	// one that was forgotten is answered by the chain: as a duplicate. Refusals
	// have bounds of their own, so that a flood of them pushes nothing else out.
	maxKept, maxKeptBytes       = 4096, 32 << 20
	maxRefused, maxRefusedBytes = 4096, 8 << 20
)

// ErrBusy: too many pushes are without an outcome already, the client's own or all; nothing was sent.
var ErrBusy = errors.New("too many transactions are waiting for their outcome")

// NotSentError says that nothing was sent: the same may be pushed again.
type NotSentError struct{ Err error }

func (e *NotSentError) Error() string { return fmt.Sprintf("the transaction was not sent: %v", e.Err) }

// Unwrap gives the cause.
func (e *NotSentError) Unwrap() error { return e.Err }

// Settings are what can change while a Broadcaster lives.
type Settings struct {
	Chain Chain
	// Deadline is how long a push is waited for; after it its outcome is
	// answered as unknown, while it is still looked for. Default 20 s.
	Deadline time.Duration
	// Logger is told of every outcome. Default none.
	Logger *zap.Logger
	// Count is told of every answer to a push. Default nobody.
	Count func(Outcome)
}

// Broadcaster sends transactions and remembers what became of them. It must
// outlast what it is configured by: what it forgot it could not answer.
type Broadcaster struct {
	settings atomic.Pointer[Settings]
	lookup   *lookup.Lookup

	running sync.WaitGroup

	mu     sync.Mutex
	closed bool
	book   book
}

// New makes a Broadcaster.
func New(settings Settings) *Broadcaster {
	b := &Broadcaster{book: newBook()}
	settings = complete(settings)
	b.settings.Store(&settings)
	b.lookup = lookup.New(settings.Chain, settings.Logger)
	return b
}

// Update lets other settings hold from now on, for pushes under way as well.
func (b *Broadcaster) Update(settings Settings) {
	settings = complete(settings)
	b.settings.Store(&settings)
	b.lookup.Use(settings.Chain, settings.Logger)
}

func complete(settings Settings) Settings {
	if settings.Deadline <= 0 {
		settings.Deadline = DefaultDeadline
	}
	if settings.Logger == nil {
		settings.Logger = zap.NewNop()
	}
	if settings.Count == nil {
		settings.Count = func(Outcome) {}
	}
	return settings
}

// Close waits for what is being sent, and ends all look-ups. Later pushes are
// refused.
func (b *Broadcaster) Close() {
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	b.lookup.Close()
	b.running.Wait()
}

// Push sends a transaction, unless it was sent before, and answers what became
// of it. client is whose open pushes are bounded. A client that leaves (ctx)
// changes nothing for the transaction. The error is ctx's, ErrBusy or a
// *NotSentError; in these two cases nothing was sent.
func (b *Broadcaster) Push(ctx context.Context, client string, push *transaction.Push) (Answer, error) {
	settings := b.settings.Load()
	deadline := time.NewTimer(settings.Deadline)
	defer deadline.Stop()
	for {
		r, began, err := b.enter(client, push)
		if err != nil {
			return Answer{}, err
		}
		select {
		case <-r.done:
		case <-ctx.Done():
			return Answer{}, ctx.Err()
		case <-deadline.C:
			settings.Count(Unknown)
			settings.Logger.Warn("the outcome of a transaction is not known in time; it is still looked for",
				zap.Stringer("transaction", push.ID), zap.String("call", push.Call), zap.Duration("waited", settings.Deadline))
			return unknownAnswer(push), nil
		}
		switch {
		case r.err != nil && began:
			return Answer{}, r.err
		case r.err != nil:
			// Another client's push of the same was not sent: this one is.
			if ctx.Err() != nil {
				return Answer{}, ctx.Err()
			}
			continue
		case r.sum != push.Sum && r.answer.Outcome == Refused:
			continue // those signatures were refused, not these
		case !began:
			settings.Count(Coalesced)
			settings.Logger.Debug("a push was answered with the outcome of the one before", zap.Stringer("transaction", push.ID),
				zap.String("outcome", string(r.answer.Outcome)))
		}
		return r.answer, nil
	}
}

// enter finds the record of a push, or begins one and sends it.
func (b *Broadcaster) enter(client string, push *transaction.Push) (r *record, began bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	b.book.expire(now)
	if r := b.book.find(push, now); r != nil {
		return r, false, nil
	}
	if b.closed {
		return nil, false, ErrBusy
	}
	if r, err = b.book.begin(client, push); err != nil {
		return nil, false, err
	}
	b.running.Go(func() { b.run(r, push) })
	return r, true, nil
}

// run sends a push and finds out what became of it, whoever still waits.
func (b *Broadcaster) run(r *record, push *transaction.Push) {
	sent := time.Now()
	first := b.offer(r.client, push)
	if first.verdict == notSent {
		b.settings.Load().Count(NotSent)
		b.conclude(r, Answer{}, &NotSentError{first.err})
		return
	}
	answer := first.answer
	switch first.verdict {
	case duplicate:
		answer = b.duplicate(push, sent)
	case open:
		answer = b.resolve(r, push, sent, first)
	}
	b.settings.Load().Count(answer.Outcome)
	b.conclude(r, answer, nil)
}

func wanted(push *transaction.Push, sent time.Time) lookup.Wanted {
	return lookup.Wanted{ID: push.ID, Expiration: push.Expiration, RefBlock: push.RefBlock, Sent: sent}
}

// duplicate finds the block of a transaction that the chain has already.
func (b *Broadcaster) duplicate(push *transaction.Push, sent time.Time) Answer {
	ctx, cancel := context.WithTimeout(context.Background(), duplicateTimeout)
	defer cancel()
	found, _ := b.lookup.Watch(ctx, wanted(push, sent))
	return landedAnswer(push.ID, found, Duplicate)
}

// resolve looks up a transaction of which the node's answer does not say what
// happened, until it is known, or for as long as it could still happen and nobody
// needs its room. Meanwhile it is offered to other nodes.
func (b *Broadcaster) resolve(r *record, push *transaction.Push, sent time.Time, first offer) Answer {
	ctx, cancel := context.WithDeadline(r.wanted, lookUntil(push, sent))
	defer cancel()
	var found lookup.Finding
	var verdict lookup.Verdict
	var last offer
	var both sync.WaitGroup
	both.Go(func() {
		found, verdict = b.lookup.Watch(ctx, wanted(push, sent))
		cancel()
	})
	both.Go(func() {
		if last = b.offerElsewhere(ctx, r.client, push, first, sent); last.verdict > notSent {
			cancel()
		}
	})
	both.Wait()
	log := b.logger(push)
	switch {
	case verdict == lookup.Found:
		log.Info("a transaction was found in the chain", zap.Uint64("block", found.Block), zap.String("status", found.Status), zap.String("found_at", found.Node))
		return landedAnswer(push.ID, found, FoundLanded)
	case last.verdict == landed, last.verdict == refused:
		return last.answer
	case last.verdict == duplicate:
		return b.duplicate(push, sent)
	case verdict == lookup.Absent:
		log.Warn("a transaction expired and is not in the chain", zap.Time("expiration", push.Expiration))
		return absentAnswer(push)
	case r.wanted.Err() != nil:
		log.Warn("a transaction is looked for no more: its client had the most without outcome, and another one needed the room")
		return unknownAnswer(push)
	}
	log.Error("what became of a transaction could not be found out", zap.Time("expiration", push.Expiration))
	return unknownAnswer(push)
}

func (b *Broadcaster) logger(push *transaction.Push) *zap.Logger {
	return b.settings.Load().Logger.With(zap.Stringer("transaction", push.ID), zap.String("call", push.Call))
}

// lookUntil is when a look-up is given up: some minutes after the expiration,
// in which nodes that were gone may come back.
func lookUntil(push *transaction.Push, sent time.Time) time.Time {
	end := push.Expiration
	if latest := sent.Add(maxLife); end.After(latest) {
		end = latest // a node would not have taken it
	}
	if end.Before(sent) {
		end = sent
	}
	return end.Add(keep)
}

// conclude writes down what became of a push, and answers all who wait for it.
func (b *Broadcaster) conclude(r *record, answer Answer, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r.answer, r.err = answer, err
	b.book.close(r, time.Now())
	close(r.done)
}
