package push

import (
	"context"
	"strconv"
	"time"

	"fieldhouse/plugins/chainapi/push/queue"
	"fieldhouse/plugins/chainapi/transaction"
	"fieldhouse/plugins/trace"
)

// Before a signature expires so much must be left when it is sent: margin, or marginShort
// where it lives no longer than short.
const (
	margin, marginShort = 20 * time.Second, 5 * time.Second
	short               = 30 * time.Second
	// atOnce is how long one has to be sent that has less left than that.
	atOnce = time.Second
)

// enter finds the record of a push, or begins one and lets it wait for its turn.
func (b *Broadcaster) enter(ctx context.Context, client string, push *transaction.Push, isAsync bool) (r *record, began bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if r, began, err = b.recordOf(ctx, client, push); err != nil {
		return nil, false, err
	}
	if isAsync {
		r.keepOther(push, client)
		b.follow(r)
		b.doubt(r, push, time.Now())
	} else {
		r.isWaitedFor = true
	}
	return r, began, nil
}

// keepOther keeps the same push as it was signed in another way, if the record has no such one yet.
// The lock is held.
func (r *record) keepOther(push *transaction.Push, client string) {
	// Of about the same size: the line's bounds do not count it.
	if r.phase != concluded && r.sum != push.Sum && r.other == nil && len(push.Body) <= 2*len(r.push.Body) {
		r.other, r.otherClient = push, client
	}
}

// recordOf is enter for nobody in particular. The lock is held.
func (b *Broadcaster) recordOf(ctx context.Context, client string, push *transaction.Push) (r *record, began bool, err error) {
	now := time.Now()
	if b.book.since.IsZero() {
		b.book.since = now
	}
	b.book.expire(now)
	if r = b.book.find(push, now); r == nil {
		if !b.queue.Busy() { // else it was done within a second
			b.compareClock()
		}
		switch {
		case b.life.Err() != nil || b.isElsewhere:
			return nil, false, &NotSentError{ErrEnding}
		case !now.Add(-b.ahead).Before(push.Expiration):
			return nil, false, ErrExpired
		}
		if r, err = b.begin(ctx, client, push, now); err != nil {
			b.settings.Load().Count(NotSent)
			return nil, false, &NotSentError{err}
		}
		began = true
	}
	return r, began, nil
}

// begin lets a push wait. The lock is held.
func (b *Broadcaster) begin(ctx context.Context, client string, push *transaction.Push, now time.Time) (*record, error) {
	settings := b.settings.Load()
	// From now on, so that a clock that is set meanwhile moves nothing.
	expiration := now.Add(push.Expiration.Sub(now) + b.ahead)
	e := &queue.Entry{Holder: push.Holder, Client: client, Size: len(push.Body), Latest: latest(expiration, now)}
	if push.IsClaimed {
		e.Holder = client + " " + push.Holder // nobody's turn is lost by what others claim
	}
	e.Buyer, e.Drop = b.purchaseOf(push)
	displaced, err := b.queue.Add(e, now)
	for _, other := range displaced {
		b.unsend(other.Value.(*record), ErrLeft, Left)
	}
	if err != nil {
		return nil, err
	}
	r := &record{
		id: push.ID, sum: push.Sum, client: client, expiration: expiration, isPurchase: e.Drop != "", push: push, entry: e,
		leaveAt: now.Add(settings.Deadline), done: make(chan struct{}), trace: trace.Join(context.Background(), ctx),
	}
	b.book.open[r.id], e.Value = r, r
	r.inLine()
	wake(b.work)
	wake(b.chores)
	return r, nil
}

// purchaseOf is what a push buys of the game, empty for nothing: of several drops the one that opens last,
// for which it is held whatever else it names. The lock is held.
func (b *Broadcaster) purchaseOf(push *transaction.Push) (buyer, drop string) {
	contract, opens := b.settings.Load().Contract, time.Time{}
	for _, bought := range push.Purchases {
		if bought.Contract != contract {
			continue
		}
		of := strconv.FormatUint(bought.Drop, 10)
		if at, known := b.opening(of); drop == "" || known && at.After(opens) {
			buyer, drop, opens = bought.Buyer.String(), of, at
		}
	}
	return buyer, drop
}

// latest is the last moment at which a transaction may be sent.
func latest(expiration, now time.Time) time.Time {
	before := margin
	if expiration.Sub(now) <= short {
		before = marginShort
	}
	if at := expiration.Add(-before); at.After(now.Add(atOnce)) {
		return at
	}
	return now.Add(min(atOnce, expiration.Sub(now)))
}

// giveUp takes a push out that was not sent within the time of who waits for it, unless
// somebody reads its status; false when it was sent.
func (b *Broadcaster) giveUp(r *record) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if r.phase == waiting && !r.isAsync {
		b.queue.Remove(r.entry)
		b.unsend(r, ErrUnsent, Expired)
	}
	return r.err != nil
}

// unsend concludes what was not sent. The lock is held.
func (b *Broadcaster) unsend(r *record, why error, end State) {
	b.left++
	r.end = end
	b.conclude(r, Answer{}, why)
}

func wake(who chan struct{}) {
	select {
	case who <- struct{}{}:
	default:
	}
}
