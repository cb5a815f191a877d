package upstream

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// Division is how the rates of a kind of servers are divided.
type Division struct {
	// Guaranteed is each class's share of a rate, which it has whatever the others
	// ask for; together at most 1. What a class leaves unused others may take.
	Guaranteed map[Class]float64
	// Capped is the share that Account and Miss have at most together, even when
	// nobody else asks.
	Capped float64
	// Waiting bounds, in each class, how many requests wait for all servers
	// together. One client has at most an eighth of it, its networks their shares of that.
	Waiting int
	// Patience is how long requests of a class wait for their turn at most, however long their
	// contexts last. A class without one waits as long as these.
	Patience map[Class]time.Duration
}

// clientShare is the part of a line that one client may have, one in so many.
const clientShare = 8

// check refuses what would starve somebody.
func (d Division) check() error {
	sum := 0.0
	for class, share := range d.Guaranteed {
		if class >= classes || !(share >= 0) {
			return fmt.Errorf("the share %v of the class %d", share, class)
		}
		sum += share
	}
	if sum > 1+epsilon || d.Capped < d.Guaranteed[Account]+d.Guaranteed[Miss] || d.Capped > 1 || d.Waiting < 1 {
		return fmt.Errorf("shares of %v, %v for accounts and misses and %d who wait divide no rate", sum, d.Capped, d.Waiting)
	}
	return nil
}

// capped reports whether a class is of requests for single clients.
func (c Class) capped() bool { return c == Account || c == Miss }

// Line is where requests wait for their turn at the servers of one kind, and what each client
// and its networks have spent there. In each class the next is whose client, and whose heaviest
// network, has spent least lately: newcomers go before clients that request all the time, and
// before newcomers from a network that does. Those whom the same network holds back go as they
// came. It is safe for use by many goroutines.
type Line struct {
	by  Division
	now func() time.Time

	mu      sync.Mutex // guards all below, and its rates
	waiting [classes][]*waiter
	spent   spending
	// share is this process's part of what each server takes, from 0 to 1, which it asked shareOf
	// for at that time; nil for all of it.
	share   float64
	shareOf func() float64
	askedAt time.Time
}

// shareFor is how long the share is used.
const shareFor = 250 * time.Millisecond

// waiter is a request that waits.
type waiter struct {
	*demand
	rate    *Rate
	charged int           // how many of the clients
	done    chan struct{} // closed when err is final
	err     error
}

// NewLine makes a line. now is the clock. The division is a constant of the
// program: one that is none panics.
func NewLine(by Division, now func() time.Time) *Line {
	if err := by.check(); err != nil {
		panic(err)
	}
	return &Line{by: by, now: now, spent: newSpending(), share: 1}
}

// UseShare has the servers be asked as often as this process's part of their rates allows, more
// than 0 and at most 1. The function is called with the line's lock held, some times a second.
func (l *Line) UseShare(of func() float64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.shareOf, l.askedAt = of, time.Time{}
}

// look looks which share the process has.
func (l *Line) look(now time.Time) {
	if l.shareOf != nil && !(now.Sub(l.askedAt).Abs() < shareFor) {
		l.share, l.askedAt = min(max(l.shareOf(), 0.01), 1), now
	}
}

// ErrLimited: a server is asked as often as it may be.
var ErrLimited = errors.New("it is asked as often as it may be")

// LimitedError is an ErrLimited that says when to try again.
type LimitedError struct {
	// Class is what the request was for.
	Class Class
	// RetryAfter is about when there is room for it.
	RetryAfter time.Duration
}

func (e *LimitedError) Error() string {
	return fmt.Sprintf("%v (class %s; try again in %s)", ErrLimited, e.Class, e.RetryAfter.Round(time.Millisecond))
}

// Unwrap gives ErrLimited.
func (e *LimitedError) Unwrap() error { return ErrLimited }

func (l *Line) payer(d *demand, now time.Time) spender {
	return d.payer(func(client netip.Addr) spender { return l.spent.of(client, now) })
}

// enter lets a request wait, and drops another one of its class when there are too
// many: the newest of the network that has spent and holds most. The error is why this
// one may not wait.
func (l *Line) enter(w *waiter, now, deadline time.Time) error {
	defer w.charge(now) // after the comparison, in which those of one network are equals
	own := l.payer(w.demand, now)
	ahead, held := 0, make(map[netip.Prefix]float64)
	payers := make([]spender, len(l.waiting[w.class]))
	for i, other := range l.waiting[w.class] {
		payer := l.payer(other.demand, now)
		payers[i] = payer
		held[payer.network] += payer.request
		if other.rate == w.rate && payer.spent <= own.spent {
			ahead++
		}
	}
	wait := w.rate.until(w.class, float64(ahead+1), own.spent)
	limited := &LimitedError{Class: w.class, RetryAfter: max(wait, time.Second)}
	if held[own.network] >= max(float64(l.by.Waiting/clientShare), 1) || !deadline.IsZero() && wait >= deadline.Sub(now) {
		return limited
	}
	if len(l.waiting[w.class]) >= l.by.Waiting {
		least := own.spent + held[own.network]
		heaviest, most := -1, least
		for i, payer := range payers {
			if load := payer.spent + held[payer.network]; load > least && load >= most {
				heaviest, most = i, load
			}
		}
		if heaviest < 0 {
			return limited
		}
		dropped := l.waiting[w.class][heaviest]
		dropped.rate.counts[w.class].refused++
		dropped.end(limited)
		l.waiting[w.class] = slices.Delete(l.waiting[w.class], heaviest, heaviest+1)
	}
	l.waiting[w.class] = append(l.waiting[w.class], w)
	return nil
}

// leave takes a waiter out; false when it has been served or dropped.
func (l *Line) leave(w *waiter) bool {
	i := slices.Index(l.waiting[w.class], w)
	if i < 0 {
		return false
	}
	l.waiting[w.class] = slices.Delete(l.waiting[w.class], i, i+1)
	return true
}

// next is the next of the requests that wait in a class for a rate, and how much its client
// has spent, but for this request.
func (l *Line) next(class Class, rate *Rate, now time.Time) (next *waiter, least float64) {
	for _, w := range l.waiting[class] {
		if w.rate != rate {
			continue
		}
		if spent := l.payer(w.demand, now).spent; next == nil || spent < least {
			next, least = w, spent
		}
	}
	return next, max(least-1, 0)
}

func (l *Line) count(class Class, rate *Rate) (n int) {
	for _, w := range l.waiting[class] {
		if w.rate == rate {
			n++
		}
	}
	return n
}

// charge counts the request on each client that wants it and has not been charged.
func (w *waiter) charge(now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for ; w.charged < len(w.clients); w.charged++ {
		w.rate.line.spent.charge(w.clients[w.charged], now)
	}
}

func (w *waiter) end(err error) {
	w.err = err
	close(w.done)
}
