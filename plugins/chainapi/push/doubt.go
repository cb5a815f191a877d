package push

import (
	"errors"
	"slices"
	"time"

	"fieldhouse/plugins/chainapi/transaction"

	"go.uber.org/zap"
)

// A node's "executed" is its word and not the chain's: one that forwards nothing says it
// as well. What a node says that it took, and the chain does not have in time, is offered
// to the others while it can still come about. The same bytes are one transaction
// wherever they go.
const (
	// doubtAfter is when what was sent should stand in rows, and doubtUnread when in
	// blocks, which are read one after the other.
	doubtAfter, doubtUnread = 6 * time.Second, 15 * time.Second
	// maxDoubts is how often one is offered so, and doubtsAtOnce how many are in a second:
	// they go before what waits, and what fails in the chain alone must not hold that up.
	maxDoubts, doubtsAtOnce = 3, 4
	// maxDoubtedBytes bounds what is kept for it. Beyond it nothing is doubted.
	maxDoubtedBytes = 16 << 20
)

// errLost is what speaks against a node.
var errLost = errors.New("what it said that it took was in no block, and another node had not heard of it")

// doubt keeps a push whose status is read, and which a node says that it took, until the
// chain has it. The lock is held.
func (b *Broadcaster) doubt(r *record, push *transaction.Push, now time.Time) {
	isKept := r.push != nil || b.doubtedBytes+len(push.Body) > maxDoubtedBytes
	if !r.isAsync || r.answer.Outcome != Landed || isKept || r.doubts >= maxDoubts {
		return
	}
	r.push = push
	r.doubtAt = now.Add(b.patienceWith(r))
	b.doubted = append(b.doubted, r)
	b.doubtedBytes += len(push.Body)
	wake(b.chores)
}

func (b *Broadcaster) patienceWith(r *record) time.Duration {
	if b.isInClaims(r) {
		return doubtAfter
	}
	return doubtUnread
}

// tickDoubts offers what is in doubt to other nodes, and lets go of what is not any more.
// The lock is held.
func (b *Broadcaster) tickDoubts(now time.Time) {
	begun := 0
	b.doubted = slices.DeleteFunc(b.doubted, func(r *record) bool {
		isSeen, isLacking := b.isSeen(r)
		switch {
		case r.isOffered:
		case isSeen, r.doubts >= maxDoubts, now.After(r.expiration):
			b.doubtedBytes -= len(r.push.Body)
			r.push = nil
			return true
		case isLacking && begun < doubtsAtOnce && now.After(r.doubtAt):
			begun++
			r.isOffered = true
			b.running.Go(func() { b.offerDoubted(r) })
		}
		return false
	})
}

// isSeen reports whether the chain has a push, and whether it lacks it though it has been
// read since it should: while others wait blocks are read too slowly to say. The lock is
// held.
func (b *Broadcaster) isSeen(r *record) (seen, lacking bool) {
	if !b.isInClaims(r) {
		return r.found != nil, r.found == nil && !b.queue.Busy()
	}
	claims := b.settings.Load().Claims
	_, _, seen = claims.Find(r.id)
	return seen, !seen && claims.ReadAt().After(r.doubtAt)
}

// offerDoubted offers a push to a node that is none of those that took it before.
func (b *Broadcaster) offerDoubted(r *record) {
	took := slices.Clone(r.took)
	b.logger(r.push).Warn("a transaction that a node says it took is in no block; it is offered to another one", zap.Strings("nodes", took))
	var o offer
	if t, ok := b.again(b.life, r); ok {
		o = b.offer(r, t, took...)
	}
	if o.verdict == landed && len(took) > 0 {
		b.settings.Load().Chain.Lost(took[len(took)-1], errLost)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	r.isOffered = false
	r.doubtAt = time.Now().Add(b.patienceWith(r))
	switch r.doubts++; o.verdict {
	case duplicate, refused: // the chain has it, or no other one will do better
		r.doubts = maxDoubts
	case landed, open:
		if o.node != "" {
			r.took = append(r.took, o.node)
		}
	case notSent:
	}
}
