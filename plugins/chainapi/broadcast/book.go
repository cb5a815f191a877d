package broadcast

import (
	"context"
	"crypto/sha256"
	"time"

	"fieldhouse/plugins/chainapi/transaction"
	"fieldhouse/plugins/clients"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// record is one push: open until its outcome is known.
type record struct {
	id         transaction.ID
	sum        [sha256.Size]byte
	client     string
	expiration time.Time

	hold *clients.Hold[*record]
	// wanted ends when the record made room for somebody else's push; leave ends it.
	wanted context.Context
	leave  context.CancelFunc

	done   chan struct{} // closed when the outcome is known; then the rest may be read
	answer Answer
	err    error // nothing was sent

	until time.Time // the outcome is forgotten then
}

// book holds the pushes that are open and the outcomes of the others. Its owner
// guards it.
type book struct {
	// open are those whose outcome is not known, outcomes those with one for good:
	// it does not matter who signed them how.
	open     map[transaction.ID]*record
	outcomes outcomes[transaction.ID]
	// refusals are the refused ones. An id says nothing of the signatures, so a
	// refusal must not answer for a transaction that is signed in another way.
	refusals outcomes[[sha256.Size]byte]
	// room divides the bytes of the open ones: who holds most makes room for the
	// others, with what is open longest.
	room *clients.Holders[*record]
}

func newBook() book {
	return book{
		open:     make(map[transaction.ID]*record),
		outcomes: newOutcomes[transaction.ID](maxKept, maxKeptBytes),
		refusals: newOutcomes[[sha256.Size]byte](maxRefused, maxRefusedBytes),
		room:     clients.NewHolders[*record](maxOpenBytes, maxOpenBytesPerClient),
	}
}

// find is the record that answers a push, or nil. Its id comes first: a
// transaction that was refused may have landed since, signed in another way.
func (b *book) find(push *transaction.Push, now time.Time) *record {
	if r := b.open[push.ID]; r != nil {
		return r
	}
	if r, found := b.outcomes.Peek(push.ID); found && now.Before(r.until) {
		return r
	}
	if r, found := b.refusals.Peek(push.Sum); found && now.Before(r.until) {
		return r
	}
	return nil
}

// begin opens a record for a client's push, when there is room for it or who holds
// more can make some.
func (b *book) begin(client string, push *transaction.Push) (*record, error) {
	r := &record{id: push.ID, sum: push.Sum, client: client, expiration: push.Expiration, done: make(chan struct{})}
	hold, displaced, err := b.room.Take(clients.Of(client), max(int64(len(push.Body)), minOpenBytes), r)
	for _, other := range displaced {
		delete(b.open, other.id)
		other.leave()
	}
	if err != nil {
		return nil, ErrBusy
	}
	r.hold = hold
	r.wanted, r.leave = context.WithCancel(context.Background())
	b.open[r.id] = r
	return r, nil
}

// close takes a record that has its outcome out of the open ones, and keeps what the
// chain said.
func (b *book) close(r *record, now time.Time) {
	if b.open[r.id] == r {
		delete(b.open, r.id)
	}
	r.hold.Release()
	displaced := r.wanted.Err() != nil
	r.leave()
	switch {
	case r.err != nil:
	case displaced && r.answer.Outcome == Unknown: // whoever asks again has it looked up again
	case r.answer.Outcome == Refused:
		r.until = now.Add(keepRefusal)
		b.refusals.keep(r.sum, r, now)
	default:
		r.until = lookUntil(&transaction.Push{Expiration: r.expiration}, now)
		b.outcomes.keep(r.id, r, now)
	}
}

// expire forgets outcomes that nobody asks for any more.
func (b *book) expire(now time.Time) {
	b.outcomes.expire(now)
	b.refusals.expire(now)
}

// outcomes are a bounded number of records of bounded size, the oldest first: they
// are only peeked at, so that the one used least recently is the oldest.
type outcomes[K comparable] struct {
	*simplelru.LRU[K, *record]
	bytes     *int
	mostBytes int
}

func newOutcomes[K comparable](most, mostBytes int) outcomes[K] {
	bytes := new(int)
	// No error: most is more than 0.
	kept, _ := simplelru.NewLRU(most, func(_ K, r *record) { *bytes -= len(r.answer.Body) })
	return outcomes[K]{kept, bytes, mostBytes}
}

func (o *outcomes[K]) keep(key K, r *record, now time.Time) {
	o.Remove(key) // one that is over
	o.Add(key, r)
	*o.bytes += len(r.answer.Body)
	for *o.bytes > o.mostBytes {
		o.RemoveOldest()
	}
	o.expire(now)
}

func (o *outcomes[K]) expire(now time.Time) {
	for {
		_, oldest, found := o.GetOldest()
		if !found || now.Before(oldest.until) {
			return
		}
		o.RemoveOldest()
	}
}
