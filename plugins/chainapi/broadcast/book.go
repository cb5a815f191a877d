package broadcast

import (
	"container/list"
	"crypto/sha256"
	"iter"
	"time"

	"fieldhouse/plugins/chainapi/transaction"
)

// record is one push: open until its outcome is known.
type record struct {
	id         transaction.ID
	sum        [sha256.Size]byte
	client     string
	expiration time.Time

	done   chan struct{} // closed when the outcome is known; then the rest may be read
	answer Answer
	err    error // nothing was sent

	until time.Time // the outcome is forgotten then; zero while it is open
}

// book holds the pushes that are open and the outcomes of the others. Its owner
// guards it.
type book struct {
	// byID holds the record of each transaction that is open or has an outcome
	// for good: it does not matter who signed it how.
	byID map[transaction.ID]*record
	// bySum holds the refused ones. An id says nothing of the signatures, so a
	// refusal must not answer for a transaction that is signed in another way.
	bySum map[[sha256.Size]byte]*record
	// settled are those with an outcome for good, refusals the refused ones.
	settled, refusals shelf
	// clients counts the open ones of each client.
	clients map[string]int
	opened  int
}

// shelf is a bounded number of outcomes, the oldest first.
type shelf struct {
	list.List
	most, mostBytes int
	bytes           int
}

func newBook() book {
	return book{
		byID: make(map[transaction.ID]*record), bySum: make(map[[sha256.Size]byte]*record),
		settled:  shelf{most: maxKept, mostBytes: maxKeptBytes},
		refusals: shelf{most: maxRefused, mostBytes: maxRefusedBytes},
		clients:  make(map[string]int),
	}
}

// find is the record that answers a push, or nil. Its id comes first: a
// transaction that was refused may have landed since, signed in another way.
func (b *book) find(push *transaction.Push, now time.Time) *record {
	for _, r := range []*record{b.byID[push.ID], b.bySum[push.Sum]} {
		if r != nil && r.holds(now) {
			return r
		}
	}
	return nil
}

// holds says that a record is open, or its outcome not to be forgotten yet.
func (r *record) holds(now time.Time) bool { return r.until.IsZero() || now.Before(r.until) }

// open tells whether a client may have another open push.
func (b *book) open(client string) bool {
	return b.opened < maxOpen && b.clients[client] < maxOpenPerClient
}

func (b *book) begin(client string, push *transaction.Push) *record {
	r := &record{id: push.ID, sum: push.Sum, client: client, expiration: push.Expiration, done: make(chan struct{})}
	b.byID[r.id] = r
	b.clients[client]++
	b.opened++
	return r
}

// settle files a record that has its outcome.
func (b *book) settle(r *record, now time.Time) {
	b.opened--
	if b.clients[r.client]--; b.clients[r.client] == 0 {
		delete(b.clients, r.client)
	}
	switch {
	case r.err != nil:
		delete(b.byID, r.id)
		return
	case r.answer.Outcome == Refused:
		delete(b.byID, r.id)
		b.bySum[r.sum] = r
		r.until = now.Add(keepRefusal)
		b.refusals.put(r)
	default:
		r.until = lookUntil(&transaction.Push{Expiration: r.expiration}, now)
		b.settled.put(r)
	}
	b.expire(now)
}

func (s *shelf) put(r *record) {
	s.PushBack(r)
	s.bytes += len(r.answer.Body)
}

// expire forgets outcomes that nobody asks for any more, and the oldest of too
// many.
func (b *book) expire(now time.Time) {
	for r := range b.settled.clear(now) {
		if b.byID[r.id] == r {
			delete(b.byID, r.id)
		}
	}
	for r := range b.refusals.clear(now) {
		if b.bySum[r.sum] == r {
			delete(b.bySum, r.sum)
		}
	}
}

// clear takes away, and gives, the oldest outcomes that are over or too many.
func (s *shelf) clear(now time.Time) iter.Seq[*record] {
	return func(yield func(*record) bool) {
		for e := s.Front(); e != nil; e = s.Front() {
			r := e.Value.(*record)
			if s.Len() <= s.most && s.bytes <= s.mostBytes && r.holds(now) {
				return
			}
			s.Remove(e)
			s.bytes -= len(r.answer.Body)
			if !yield(r) {
				return
			}
		}
	}
}
