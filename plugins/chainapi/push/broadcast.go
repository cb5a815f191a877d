// Package push sends signed transactions to the chain, as fast as its nodes take
// them and in the order of package queue. What a node's answer
// leaves open is looked up by the transaction's id, while the same bytes are offered
// to other nodes, and answered as what happened; whoever pushes the same again gets
// that answer.
package push

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/lookup"
	"fieldhouse/plugins/chainapi/push/queue"
	"fieldhouse/plugins/chainapi/transaction"

	"go.uber.org/zap"
)

// Chain is what transactions are sent to and looked up in; it is the pool.
type Chain interface {
	lookup.Reader
	// Turn waits until a node can be sent a push at once. The Send of the context that
	// it returns begins with that node.
	Turn(ctx context.Context) (context.Context, error)
	// Send posts to one node that is none of except, and never twice.
	Send(ctx context.Context, path string, body []byte, except ...string) (pool.Raw, error)
	// Lost says that what a node said that it took did not come about.
	Lost(node string, why error)
	// ClockError is how far the clock of this machine is ahead of the chain, if that is known.
	ClockError() (ahead time.Duration, known bool)
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
	// maxOpen and maxOpenBytes are how many that were sent may be without an outcome. The
	// one that was sent first makes room, and is looked for no more.
	maxOpen, maxOpenBytes = 16384, 64 << 20
	// maxSending is how many are sent at once: as many as a node takes within its
	// time-out, for some nodes.
	maxSending = 128
	// maxKept and maxKeptBytes are how many outcomes are remembered. A landed
	// one that was forgotten is answered by the chain: as a duplicate. Refusals
	// have bounds of their own, so that a flood of them pushes nothing else out.
	maxKept, maxKeptBytes       = 4096, 32 << 20
	maxRefused, maxRefusedBytes = 4096, 8 << 20
	// maxUnsent is how many are remembered that were not sent.
	maxUnsent = queue.MaxPushes
)

// Why a push was not sent, in a NotSentError besides what queue.Queue says.
var (
	// ErrEnding: the process ends; the next one takes the same bytes.
	ErrEnding = errors.New("the gateway is ending")
	// ErrLeft: it was taken out, or made room for somebody else's.
	ErrLeft = errors.New("it was taken out of the line")
	// ErrUnsent: no node took it in time.
	ErrUnsent = errors.New("no node took it in time")
)

// ErrExpired: it is past its expiration and unknown here. It was not offered to a node,
// whose answer would say nothing of what became of it before.
var ErrExpired = errors.New("the transaction has expired")

// NotSentError says that nothing was sent: the same may be pushed again.
type NotSentError struct{ Err error }

func (e *NotSentError) Error() string { return fmt.Sprintf("the transaction was not sent: %v", e.Err) }

// Unwrap gives the cause.
func (e *NotSentError) Unwrap() error { return e.Err }

// Claims finds purchases in the game's claims rows, by one read that all share.
type Claims interface {
	// Want says that a transaction is looked for, until done is called.
	Want(id transaction.ID) (done func())
	// Find is the row of a transaction: the block at which it was read, and the row as
	// nodes answer it.
	Find(id transaction.ID) (block uint64, claim json.RawMessage, found bool)
	// Changed is closed at the next change of what Find answers.
	Changed() <-chan struct{}
	// ReadAt is when the last read began that succeeded.
	ReadAt() time.Time
}

// Settings are what can change while a Broadcaster lives.
type Settings struct {
	Chain Chain
	// Deadline is how long a push is waited for; after it its outcome is
	// answered as unknown, while it is still looked for. What was not sent by then, and
	// whose status nobody reads, is not sent at all. Default 20 s.
	Deadline time.Duration
	// Contract is the game's account, whose `buypack` is a purchase.
	Contract antelope.Name
	// Openings says when the sale of a drop opens, if that is known. Default never.
	Openings func(drop string) (time.Time, bool)
	// ReadOpenings has Openings know them, before what came to another process waits here. Default nothing.
	ReadOpenings func()
	// Claims finds purchases. Default nil: blocks are read for them.
	Claims Claims
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
	life    context.Context // ends with End
	end     context.CancelFunc
	// work wakes dispatch, chores maintain.
	work, chores chan struct{}

	mu       sync.Mutex // guards all below
	book     *book
	queue    *queue.Queue
	places   map[string]*queue.Place // by their tokens
	searched []*record               // those that are looked for in rows
	doubted  []*record               // those that a node says it took, until the chain has them
	pause    time.Time               // nothing is sent before
	ahead    time.Duration           // the ClockError that was known last
	line     lineLog
	left     uint64
	turns    uint64 // that were given
	// doubtedBytes are in the bodies of doubted.
	doubtedBytes int
	// elsewhere is of AskOthers; nil without others.
	elsewhere func(id transaction.ID) (since time.Time, ahead time.Duration, known bool)
	// isElsewhere says that another process has the line.
	isElsewhere bool
	// giving counts what TakeOut took that is on its way yet, and gaveAt is when that was over last.
	giving int
	gaveAt time.Time
}

// New makes a Broadcaster.
func New(settings Settings) *Broadcaster {
	b := &Broadcaster{
		book: newBook(), places: make(map[string]*queue.Place),
		work: make(chan struct{}, 1), chores: make(chan struct{}, 1),
	}
	b.queue = queue.New(b.opening)
	b.life, b.end = context.WithCancel(context.Background())
	settings = complete(settings)
	b.settings.Store(&settings)
	b.lookup = lookup.New(settings.Chain, settings.Logger)
	b.running.Go(b.dispatch)
	b.running.Go(b.maintain)
	return b
}

// opening is when the sale of a drop opens by this machine's clock, if that is known. The lock is held.
func (b *Broadcaster) opening(drop string) (time.Time, bool) {
	at, known := b.settings.Load().Openings(drop)
	return at.Add(b.ahead), known
}

// ReadOpenings has the openings of drops be known. Requests have them read beside themselves, long before
// somebody pushes; what comes to another process of a cluster is no request here.
func (b *Broadcaster) ReadOpenings() { b.settings.Load().ReadOpenings() }

// compareClock notes how far the clock is ahead of the chain, by which openings and expirations are. The
// lock is held.
func (b *Broadcaster) compareClock() {
	if ahead, known := b.settings.Load().Chain.ClockError(); known {
		b.ahead = ahead
	}
}

// AskOthers has the other processes of a cluster asked of each transaction that is refused: since
// when they know of all that they sent, which is not known if one of them has the transaction or
// does not say, and how far one of their clocks is ahead of this machine's at most. It is called once,
// before the first push.
func (b *Broadcaster) AskOthers(elsewhere func(id transaction.ID) (since time.Time, ahead time.Duration, known bool)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.elsewhere = elsewhere
}

// Update lets other settings hold from now on, for pushes under way as well.
func (b *Broadcaster) Update(settings Settings) {
	settings = complete(settings)
	b.settings.Store(&settings)
	b.lookup.Use(settings.Chain, settings.Logger)
}

func complete(settings Settings) Settings {
	settings.Deadline = cmp.Or(settings.Deadline, DefaultDeadline)
	settings.Logger = cmp.Or(settings.Logger, zap.NewNop())
	if settings.Count == nil {
		settings.Count = func(Outcome) {}
	}
	if settings.Openings == nil {
		settings.Openings = func(string) (time.Time, bool) { return time.Time{}, false }
	}
	if settings.ReadOpenings == nil {
		settings.ReadOpenings = func() {}
	}
	return settings
}

// Logger is where what becomes of pushes is logged.
func (b *Broadcaster) Logger() *zap.Logger { return b.settings.Load().Logger }

// End ends what waits, at the end of the process: it is not sent, which is told to
// whoever waits for it. Later pushes are refused.
func (b *Broadcaster) End() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.end()
	for _, e := range b.queue.Clear() {
		if r := e.Value.(*record); r.phase == waiting {
			b.conclude(r, Answer{}, ErrEnding)
		}
	}
}

// Close is End, waits for what is being sent, and ends all look-ups.
func (b *Broadcaster) Close() {
	b.End()
	b.lookup.Close()
	b.running.Wait()
}

// Push sends a transaction, unless it was sent before, and answers what became
// of it. client is the address that it came from. A client that leaves (ctx)
// changes nothing for the transaction. The error is ctx's, ErrExpired or a
// *NotSentError; in the last case nothing was sent.
func (b *Broadcaster) Push(ctx context.Context, client string, push *transaction.Push) (Answer, error) {
	settings := b.settings.Load()
	deadline := time.NewTimer(settings.Deadline)
	defer deadline.Stop()
	for {
		r, began, err := b.enter(ctx, client, push, false)
		if err != nil {
			return Answer{}, err
		}
		select {
		case <-r.done:
		case <-ctx.Done():
			return Answer{}, ctx.Err()
		case <-deadline.C:
			if b.giveUp(r) {
				<-r.done
				return Answer{}, r.err
			}
			settings.Count(Unknown)
			settings.Logger.Warn("the outcome of a transaction is not known in time; it is still looked for",
				zap.Stringer("transaction", push.ID), zap.String("call", push.Call), zap.Duration("waited", settings.Deadline))
			return UnknownAnswer(push), nil
		}
		switch {
		case r.err != nil && (began || r.isAsync || errors.Is(r.err, ErrEnding)): // what a status tells holds for all
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

// Submit lets a transaction be sent and answers the token of its status, which is the
// same for the same push. It waits for nothing: of ctx it takes the trace alone. The error is
// ErrExpired or a *NotSentError.
func (b *Broadcaster) Submit(ctx context.Context, client string, push *transaction.Push) (token string, err error) {
	r, _, err := b.enter(ctx, client, push, true)
	if err != nil {
		return "", err
	}
	return r.token, nil
}
