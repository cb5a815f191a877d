package broadcast

import (
	"container/list"
	"crypto/sha256"
	"time"

	"fieldhouse/plugins/passage/transaction"
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

	until time.Time // the outcome is forgotten then
	place *list.Element
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
	// settled are all with an outcome, the oldest first.
	settled *list.List
	bytes   int
	// clients counts the open ones of each client.
	clients map[string]int
	opened  int
}

func newBook() book {
	return book{
		byID: make(map[transaction.ID]*record), bySum: make(map[[sha256.Size]byte]*record),
		settled: list.New(), clients: make(map[string]int),
	}
}

// find is the record that answers a push, or nil.
func (b *book) find(push *transaction.Push) *record {
	if r := b.bySum[push.Sum]; r != nil {
		return r
	}
	return b.byID[push.ID]
}

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
	if r.err != nil {
		delete(b.byID, r.id)
		return
	}
	if r.answer.Outcome == Refused {
		delete(b.byID, r.id)
		b.bySum[r.sum] = r
	}
	r.until = lookUntil(&transaction.Push{Expiration: r.expiration}, now)
	r.place = b.settled.PushBack(r)
	b.bytes += len(r.answer.Body)
	b.expire(now)
}

// expire forgets outcomes that nobody asks for any more, and the oldest of too
// many.
func (b *book) expire(now time.Time) {
	for e := b.settled.Front(); e != nil; e = b.settled.Front() {
		r := e.Value.(*record)
		if b.settled.Len() <= maxKept && b.bytes <= maxKeptBytes && now.Before(r.until) {
			return
		}
		b.settled.Remove(e)
		b.bytes -= len(r.answer.Body)
		if b.bySum[r.sum] == r {
			delete(b.bySum, r.sum)
		}
		if b.byID[r.id] == r {
			delete(b.byID, r.id)
		}
	}
}
