package push

import (
	"container/list"
	"context"
	"crypto/sha256"
	"time"

	"fieldhouse/plugins/chainapi/lookup"
	"fieldhouse/plugins/chainapi/push/queue"
	"fieldhouse/plugins/chainapi/transaction"
	"fieldhouse/plugins/trace"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// record is one push: open until its outcome is known.
type record struct {
	id     transaction.ID
	sum    [sha256.Size]byte
	client string
	// expiration is by this machine's clock.
	expiration time.Time
	isPurchase bool

	push  *transaction.Push // until its outcome is known, and while that is in doubt
	tries int               // that no node could be given
	entry *queue.Entry
	turns chan turn // each of it comes when it may go to a node; nil before the first
	phase phase
	sent  *list.Element // in book.sent
	// turn counts those that left the line, up to this one, and leftAt is when it did, last.
	turn   uint64
	leftAt time.Time
	// token is of its status, which isAsync says that somebody reads; empty for none. aliases are
	// those that other processes gave it, which had it as well.
	token   string
	aliases []string
	isAsync bool
	// isWaitedFor says that somebody waits, or waited, for its outcome on a connection.
	isWaitedFor bool
	// leaveAt is until when who waits without a token waits for it to be sent.
	leaveAt time.Time
	// other is the same as it was signed in another way by otherClient, whose status is read:
	// it waits in the place of this one if that is refused.
	other       *transaction.Push
	otherClient string

	// lookup ends when others that were sent since need its room, by cancel, and with the
	// record. Both are nil before it is sent.
	lookup context.Context
	cancel context.CancelFunc

	// trace has the span of the request that began it, and line is its wait for a turn; only
	// until its outcome is known.
	trace context.Context
	line  trace.Span

	changed chan struct{} // closed when its status is another one; nil while nobody waits for that
	done    chan struct{} // closed when the outcome is known; then answer and err may be read
	answer  Answer
	err     error // nothing was sent
	end     State // of what was not sent: Expired or Left
	// othersKnow is since when the others know of all that they sent, of one that was refused, and
	// othersAhead how far the clock of one of them is ahead of this machine's at most; isAlone
	// says that they said so, and that none of them has it.
	othersKnow  time.Time
	othersAhead time.Duration
	isAlone     bool
	// search is by what it is found in blocks, once it was sent.
	search       lookup.Wanted
	isConfirming bool
	// found is what a block that was read says; stopSearch ends the search of the rows,
	// foundAt is when they had it first.
	found      *lookup.Finding
	stopSearch func()
	foundAt    time.Time

	// took are the nodes that said that they took it; doubts is how often it was offered to another one since, which may be
	// again from doubtAt on, and isOffered that it is now.
	took      []string
	doubts    int
	doubtAt   time.Time
	isOffered bool

	until time.Time // the outcome is forgotten then
}

// phase is how far a push has come.
type phase uint8

const (
	// waiting: nothing was sent.
	waiting phase = iota
	// sending: a node was asked, or is.
	sending
	// concluded: its outcome is written down.
	concluded
)

// tokens are all of its status, its own one first.
func (r *record) tokens() []string { return append([]string{r.token}, r.aliases...) }

// inLine begins its wait for a turn. The lock is held.
func (r *record) inLine() { _, r.line = trace.Start(r.trace, "push.wait") }

// change tells who reads the status that it is another one. The lock is held.
func (r *record) change() {
	if r.changed != nil {
		close(r.changed)
		r.changed = nil
	}
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
	// unsent are those that were not sent, for whoever reads their status. They
	// answer for nobody: the same may be pushed again.
	unsent outcomes[string]
	// sent are the open ones that were sent, the oldest first.
	sent      list.List
	sentBytes int
	// tokens are those whose status can be read.
	tokens map[string]*record
	// since is from when on all that was sent is known, but for what nothing came of: the
	// first push, until which another process may have had them. Zero before it.
	since time.Time
}

func newBook() *book {
	b := &book{open: make(map[transaction.ID]*record), tokens: make(map[string]*record)}
	b.outcomes = newOutcomes[transaction.ID](b, maxKept, maxKeptBytes)
	b.refusals = newOutcomes[[sha256.Size]byte](b, maxRefused, maxRefusedBytes)
	b.unsent = newOutcomes[string](b, maxUnsent, maxRefusedBytes)
	return b
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

// send notes that a record is sent, and has the one that was sent first make room when
// there are too many without outcome.
func (b *book) send(r *record) {
	r.phase = sending
	if r.cancel == nil {
		r.lookup, r.cancel = context.WithCancel(context.Background())
		r.turns = make(chan turn, 1)
	}
	r.sent = b.sent.PushBack(r)
	b.sentBytes += r.entry.Size
	for oldest := b.sent.Front().Value.(*record); b.sent.Len() > maxOpen || b.sentBytes > maxOpenBytes && oldest != r; oldest = b.sent.Front().Value.(*record) {
		oldest.cancel()
		b.unlist(oldest)
	}
}

// unlist takes a record out of those that were sent.
func (b *book) unlist(r *record) {
	if r.sent != nil {
		b.sent.Remove(r.sent)
		r.sent = nil
		b.sentBytes -= r.entry.Size
	}
}

// unsend notes that no node has it after all.
func (b *book) unsend(r *record) {
	r.phase = waiting
	b.unlist(r)
	r.cancel()
	r.cancel = nil // others that were sent since may have needed its room: the next sending has its own
}

// close takes a record that has its outcome out of the open ones, and keeps what the
// chain said.
func (b *book) close(r *record, now time.Time) {
	if b.open[r.id] == r {
		delete(b.open, r.id)
	}
	b.unlist(r)
	evicted := r.cancel != nil && r.lookup.Err() != nil
	if r.cancel != nil {
		r.cancel()
	}
	r.phase = concluded
	r.until = lookUntil(r.expiration, now)
	switch {
	case r.err != nil:
		if r.token != "" {
			b.unsent.keep(r.token, r, now)
		}
	case evicted && r.answer.Outcome == Unknown: // whoever asks again has it looked up again
		b.forget(r)
	case r.answer.Outcome == Refused:
		r.until = now.Add(keepRefusal)
		b.refusals.keep(r.sum, r, now)
	default:
		b.outcomes.keep(r.id, r, now)
	}
}

// forget lets go of a record's status, and of what became of it: of what was sent no later
// not all is known any more.
func (b *book) forget(r *record) {
	if r.err == nil && r.answer.Outcome != Refused && r.search.Sent.After(b.since) {
		b.since = r.search.Sent
	}
	for _, token := range r.tokens() {
		delete(b.tokens, token)
	}
	if r.stopSearch != nil {
		r.stopSearch()
		r.stopSearch = nil
	}
}

// expire forgets outcomes that nobody asks for any more.
func (b *book) expire(now time.Time) {
	b.outcomes.expire(now)
	b.refusals.expire(now)
	b.unsent.expire(now)
}

// outcomes are a bounded number of records of bounded size, the oldest first: they
// are only peeked at, so that the one used least recently is the oldest.
type outcomes[K comparable] struct {
	*simplelru.LRU[K, *record]
	bytes     *int
	mostBytes int
}

func newOutcomes[K comparable](b *book, most, mostBytes int) outcomes[K] {
	bytes := new(int)
	// No error: most is more than 0.
	kept, _ := simplelru.NewLRU(most, func(_ K, r *record) {
		*bytes -= len(r.answer.Body)
		b.forget(r)
	})
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
