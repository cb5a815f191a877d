package upstream

import (
	"context"
	"fmt"
	"math"
	"time"
)

// epsilon is what sums of shares may be off by.
const epsilon = 1e-9

// Rate is how often one server may be asked: a token bucket that is divided into
// classes. Each class has its guaranteed share of the tokens that come. What is
// left is for every class, the first that waits before the others. A client that has
// spent much lately leaves as many tokens to clients that have spent less, up to half
// of the burst, and of its class's share up to half of what the class can save up, so
// that newcomers always find some. It is safe for use by many
// goroutines.
type Rate struct {
	line *Line

	// Guarded by line.mu.
	perSecond, burst float64
	atOnce, running  int       // atOnce 0 is no bound
	at               time.Time // of the numbers below
	tokens           float64   // below 0 when Spend took them in advance
	credit           [classes]float64
	allowance        float64 // of the capped classes together
	timer            *time.Timer
	counts           [classes]counts
}

type counts struct{ granted, refused uint64 }

// NewRate makes a rate of so many requests a second, and burst at once after a
// pause, whose requests wait in the line. With atOnce above 0 no more than so many
// run at the same time, and Done must be called at the end of each.
func (l *Line) NewRate(perSecond float64, burst, atOnce int) *Rate {
	r := &Rate{line: l, perSecond: perSecond, burst: float64(burst), atOnce: atOnce, at: l.now()}
	r.tokens, r.allowance = r.most(), r.mostAllowance()
	for class := range r.credit {
		r.credit[class] = r.mostCredit(Class(class))
	}
	return r
}

// Update changes how often the server may be asked.
func (r *Rate) Update(perSecond float64, burst int) {
	r.line.mu.Lock()
	defer r.line.mu.Unlock()
	now := r.line.now()
	r.advance(now)
	r.perSecond, r.burst = perSecond, float64(burst)
	r.advance(now)
	r.serve(now)
}

// mostCredit is how much of its share a class can save up.
func (r *Rate) mostCredit(class Class) float64 {
	return max(r.line.by.Guaranteed[class]*r.most(), 1)
}

func (r *Rate) mostAllowance() float64 { return max(r.line.by.Capped*r.most(), 1) }

// pace and most are how many tokens come in a second, and how many there are at most: the
// process's share of what the server takes.
func (r *Rate) pace() float64 { return r.perSecond * r.line.share }
func (r *Rate) most() float64 { return max(r.burst*r.line.share, 1) }

// advance adds what came since the last time.
func (r *Rate) advance(now time.Time) {
	passed := max(now.Sub(r.at).Seconds(), 0)
	r.at = now
	r.line.look(now)
	add := func(has *float64, share, most float64) { *has = min(*has+share*r.pace()*passed, most) }
	add(&r.tokens, 1, r.most())
	add(&r.allowance, r.line.by.Capped, r.mostAllowance())
	for class := range r.credit {
		add(&r.credit[class], r.line.by.Guaranteed[Class(class)], r.mostCredit(Class(class)))
	}
}

// full reports whether as many requests run as may.
func (r *Rate) full() bool { return r.atOnce > 0 && r.running >= r.atOnce }

// Done ends a request.
func (r *Rate) Done() {
	r.line.mu.Lock()
	defer r.line.mu.Unlock()
	now := r.line.now()
	r.running--
	r.advance(now)
	r.serve(now)
}

// Running is how many requests run now, of a rate with a bound at once.
func (r *Rate) Running() int {
	r.line.mu.Lock()
	defer r.line.mu.Unlock()
	return r.running
}

// leaves is how much of a bucket with room for most a client leaves to those who have
// spent less than it has.
func leaves(spent, most float64) float64 { return min(spent, (most-1)/2) }

// take takes a token for a request of a client that has spent so much, whether there
// is one or not. It counts on the class's share, but for what the client leaves of that.
func (r *Rate) take(w *waiter, spent float64, now time.Time) {
	r.tokens--
	r.running++
	credit := &r.credit[w.class]
	*credit = max(*credit-1, min(*credit, leaves(spent, r.mostCredit(w.class))))
	if w.class.capped() {
		r.allowance--
	}
	r.counts[w.class].granted++
	w.charge(now)
}

// Allow takes a token for a request of the context, if there is one.
func (r *Rate) Allow(ctx context.Context) bool {
	r.line.mu.Lock()
	defer r.line.mu.Unlock()
	return r.allow(&waiter{demand: demandOf(ctx), rate: r}, r.line.now())
}

func (r *Rate) allow(w *waiter, now time.Time) bool {
	r.advance(now)
	r.serve(now) // the waiting ones go first
	spent := r.line.payer(w.demand, now).spent
	if r.full() || r.until(w.class, 1, spent) > 0 {
		return false
	}
	r.take(w, spent, now)
	return true
}

// Spend takes a token in advance when there is none: for what must not wait, and
// is seldom.
func (r *Rate) Spend(ctx context.Context) {
	r.line.mu.Lock()
	defer r.line.mu.Unlock()
	now := r.line.now()
	r.advance(now)
	w := &waiter{demand: demandOf(ctx), rate: r}
	r.take(w, r.line.payer(w.demand, now).spent, now)
}

// Return gives back a token that a request of the context does not use.
func (r *Rate) Return(ctx context.Context) {
	class := ClassOf(ctx)
	r.line.mu.Lock()
	defer r.line.mu.Unlock()
	now := r.line.now()
	r.advance(now)
	r.tokens = min(r.tokens+1, r.most())
	r.credit[class] = min(r.credit[class]+1, r.mostCredit(class))
	if class.capped() {
		r.allowance = min(r.allowance+1, r.mostAllowance())
	}
	r.counts[class].granted--
	r.running--
	r.serve(now)
}

// Wait takes a token for a request of the context as soon as it has its turn.
// The error is an ErrLimited, with a *LimitedError unless the context ended.
func (r *Rate) Wait(ctx context.Context) error {
	d, l := demandOf(ctx), r.line
	if patience, isBounded := l.by.Patience[d.class]; isBounded {
		impatient, cancel := context.WithTimeoutCause(ctx, patience, &LimitedError{Class: d.class, RetryAfter: time.Second})
		defer cancel()
		ctx = impatient
	}
	deadline, _ := ctx.Deadline()
	w := &waiter{demand: d, rate: r, done: make(chan struct{})}
	l.mu.Lock()
	now := l.now()
	if r.allow(w, now) {
		l.mu.Unlock()
		return nil
	}
	if err := l.enter(w, now, deadline); err != nil {
		r.counts[d.class].refused++
		l.mu.Unlock()
		return err
	}
	r.serve(now)
	l.mu.Unlock()
	select {
	case <-w.done:
		return w.err
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.leave(w) {
		return w.err
	}
	r.counts[d.class].refused++
	return fmt.Errorf("%w: %w", ErrLimited, context.Cause(ctx))
}

// serve gives the tokens that there are to those who wait, and wakes the line when
// there is the next one for somebody.
func (r *Rate) serve(now time.Time) {
	for !r.full() {
		next, spent, soonest := r.next(now)
		if next == nil {
			r.schedule(soonest)
			return
		}
		r.line.leave(next)
		r.take(next, spent, now)
		next.end(nil)
	}
	r.schedule(never) // Done serves the next
}

// never is when there is a token for nobody.
const never = time.Duration(math.MaxInt64)

// next is the request that gets the next token and how much its client has spent, or in
// how long there is a token for one at the soonest. Of the classes that have not had their share it
// is of the one that has had least of it, or else of the first.
func (r *Rate) next(now time.Time) (next *waiter, spent float64, soonest time.Duration) {
	soonest = never
	most := 0.0
	for _, class := range Classes {
		w, has := r.line.next(class, r, now)
		if w == nil {
			continue
		}
		if wait := r.until(class, 1, has); wait > 0 {
			soonest = min(soonest, wait)
			continue
		}
		left := 0.0
		if credit, full := r.credit[class], r.mostCredit(class); credit >= 1+leaves(has, full)-epsilon {
			left = credit / full
		}
		if next == nil || left > most {
			next, spent, most = w, has, left
		}
	}
	return next, spent, soonest
}

func (r *Rate) schedule(soonest time.Duration) {
	switch {
	case r.timer == nil && soonest < never:
		r.timer = time.AfterFunc(soonest, r.wake)
	case r.timer != nil && soonest < never:
		r.timer.Reset(soonest)
	case r.timer != nil:
		r.timer.Stop()
	}
}

func (r *Rate) wake() {
	r.line.mu.Lock()
	defer r.line.mu.Unlock()
	now := r.line.now()
	r.advance(now)
	r.serve(now)
}

// until is how long it takes at least until a class can have had so many tokens for
// somebody who has spent so much: out of its share, or out of what is left of all,
// when others have what he leaves them of it.
func (r *Rate) until(class Class, tokens, spent float64) time.Duration {
	lack := func(has, want, share float64) float64 {
		if want <= has+epsilon {
			return 0
		}
		return (want - has) / (share * r.pace())
	}
	own := max(lack(r.tokens, tokens, 1),
		lack(r.credit[class], tokens+leaves(spent, r.mostCredit(class)), r.line.by.Guaranteed[class]))
	left := lack(r.tokens, tokens+leaves(spent, r.most()), 1)
	if class.capped() {
		own = max(own, lack(r.allowance, tokens, r.line.by.Capped))
		left = max(left, lack(r.allowance, tokens+leaves(spent, r.mostAllowance()), r.line.by.Capped))
	}
	return time.Duration(math.Ceil(min(own, left, math.MaxInt32) * float64(time.Second)))
}

// Soonest is how long a request of the context would wait at least.
func (r *Rate) Soonest(ctx context.Context) time.Duration {
	r.line.mu.Lock()
	defer r.line.mu.Unlock()
	now := r.line.now()
	r.advance(now)
	d := demandOf(ctx)
	return r.until(d.class, float64(r.line.count(d.class, r)+1), r.line.payer(d, now).spent)
}

// Tokens is how many requests may be made at once; below 0 when as many wait.
func (r *Rate) Tokens() float64 {
	r.line.mu.Lock()
	defer r.line.mu.Unlock()
	r.advance(r.line.now())
	tokens := r.tokens
	for _, class := range Classes {
		tokens -= float64(r.line.count(class, r))
	}
	return tokens
}

// ClassStatus is how one class fares at one server.
type ClassStatus struct {
	Class string `json:"class"`
	// Tokens is how many requests of the class may be made at once.
	Tokens float64 `json:"tokens"`
	// Waiting is how many wait now.
	Waiting int `json:"waiting"`
	// Granted is how many were made, Refused how many were not because there were
	// too many; since the start.
	Granted uint64 `json:"granted"`
	Refused uint64 `json:"refused"`
}

// Status is how each class fares, in their order.
func (r *Rate) Status() []ClassStatus {
	r.line.mu.Lock()
	defer r.line.mu.Unlock()
	r.advance(r.line.now())
	all := make([]ClassStatus, 0, classes)
	for _, class := range Classes {
		tokens := r.tokens
		if class.capped() {
			tokens = min(tokens, r.allowance)
		}
		all = append(all, ClassStatus{
			Class: class.String(), Tokens: max(tokens, 0), Waiting: r.line.count(class, r),
			Granted: r.counts[class].granted, Refused: r.counts[class].refused,
		})
	}
	return all
}
