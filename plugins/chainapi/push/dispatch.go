package push

import (
	"context"
	"time"

	"fieldhouse/plugins/chainapi/push/queue"
	"fieldhouse/plugins/trace"

	"go.uber.org/zap"
)

const (
	// stalled is how long is waited after no node could take a push.
	stalled = time.Second
	// maxTries is how often a push is tried that no node could be given.
	maxTries = 3
	// choresEvery is how often order is kept while anything waits.
	choresEvery = time.Second
)

// turn is what a push needs to be sent now: a node that takes it.
type turn struct {
	ctx   context.Context // has the node
	chain Chain
	over  func()
}

// dispatch gives whoever is next their turn as soon as a node takes a push.
func (b *Broadcaster) dispatch() {
	slots := make(chan struct{}, maxSending)
	for {
		select {
		case slots <- struct{}{}:
		case <-b.life.Done():
			return
		}
		r, t := b.next()
		if r == nil {
			return
		}
		t.over = func() { <-slots }
		r.turns <- t
	}
}

// next waits for the next push and for a node that takes it; nil at the end.
func (b *Broadcaster) next() (*record, turn) {
	for b.ready() {
		chain := b.settings.Load().Chain
		ctx, err := chain.Turn(b.life)
		b.mu.Lock()
		if err != nil {
			b.pause = time.Now().Add(stalled)
			b.mu.Unlock()
			continue
		}
		now := time.Now()
		e, expired := b.queue.Next(now)
		b.expire(expired)
		if e == nil {
			b.mu.Unlock()
			continue
		}
		r := e.Value.(*record)
		r.line.End()
		ctx = trace.Join(ctx, r.trace)
		if r.phase == waiting {
			b.turns++
			r.turn, r.leftAt = b.turns, now
			b.book.send(r)
			b.searchClaims(r)
			r.change()
			b.running.Go(func() { b.run(r, <-r.turns) })
		}
		b.mu.Unlock()
		// What is sent outlasts the end of what waits.
		return r, turn{ctx: context.WithoutCancel(ctx), chain: chain}
	}
	return nil, turn{}
}

// ready waits until something can be sent; false at the end.
func (b *Broadcaster) ready() bool {
	for {
		b.mu.Lock()
		now := time.Now()
		ready, wait := b.queue.Ready(now), b.pause.Sub(now)
		at, some := b.queue.ReadyAt(now)
		b.mu.Unlock()
		switch {
		case b.life.Err() != nil:
			return false
		case ready && wait <= 0:
			return true
		case !ready:
			wait = time.Hour // until it is woken
			if some {
				wait = max(at.Sub(now), 0)
			}
		}
		select {
		case <-b.work:
		case <-time.After(wait):
		case <-b.life.Done():
		}
	}
}

// restore puts a push back that no node took, after a moment; when none would take it, or
// none did some times, it is not sent.
func (b *Broadcaster) restore(r *record, isFinal bool) {
	b.mu.Lock()
	r.tries++
	switch {
	case b.life.Err() != nil:
		b.conclude(r, Answer{}, ErrEnding)
	case isFinal || r.tries >= maxTries:
		b.unsend(r, ErrUnsent, Expired)
	default:
		b.book.unsend(r)
		r.change()
	}
	b.mu.Unlock()
	select {
	case <-r.done:
		return
	case <-time.After(stalled):
	case <-b.life.Done():
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case r.phase != waiting: // it was given up
	case b.life.Err() != nil:
		b.conclude(r, Answer{}, ErrEnding)
	default:
		b.queue.Restore(r.entry)
		r.inLine()
		wake(b.work)
		wake(b.chores)
	}
}

// maintain runs while anything waits, each second: what is held, what is too late, the
// turns of places, and who is gone.
func (b *Broadcaster) maintain() {
	for {
		b.mu.Lock()
		now := time.Now()
		b.tidy(now)
		next := b.chores // while idle
		var tick <-chan time.Time
		if b.queue.Busy() || b.queue.HasTurns() || len(b.places) > 0 || len(b.searched) > 0 || len(b.doubted) > 0 {
			next, tick = nil, time.After(choresEvery)
		}
		b.mu.Unlock()
		select {
		case <-next:
		case <-tick:
		case <-b.life.Done():
			return
		}
	}
}

// tidy is what is to be done each second. The lock is held.
func (b *Broadcaster) tidy(now time.Time) {
	b.compareClock()
	b.expire(b.queue.Tick(now))
	for _, r := range b.book.open {
		if r.phase == waiting && !r.isAsync && now.After(r.leaveAt) { // nobody waits for it any more
			b.queue.Remove(r.entry)
			b.unsend(r, ErrUnsent, Expired)
		}
	}
	for token, p := range b.places {
		if p.IsOver(now) {
			delete(b.places, token)
		}
	}
	b.endSearches(now)
	b.tickDoubts(now)
	b.line.log(b.Logger(), b.queue.Stats(now), now)
	if b.queue.Ready(now) {
		wake(b.work)
	}
}

// expire concludes what waited until it was too late. The lock is held.
func (b *Broadcaster) expire(expired []*queue.Entry) {
	for _, e := range expired {
		b.unsend(e.Value.(*record), queue.ErrLate, Expired)
	}
}

// lineLog has a line logged once when it begins and once when it ends.
type lineLog struct {
	began   time.Time
	sent    uint64
	longest int
}

// noticed is how long one waits at least for it to be a line.
const noticed = time.Second

func (l *lineLog) log(to *zap.Logger, s queue.Stats, now time.Time) {
	switch {
	case l.began.IsZero() && s.Oldest > noticed:
		*l = lineLog{began: now.Add(-s.Oldest), sent: s.Sent, longest: s.Waiting}
		to.Warn("transactions wait in line", zap.Int("waiting", s.Waiting), zap.Duration("forecast", s.Forecast), zap.Bool("moving", s.IsMoving))
	case !l.began.IsZero() && s.Waiting == 0 && s.Places == 0:
		to.Info("no transaction waits in line any more", zap.Uint64("sent", s.Sent-l.sent), zap.Int("longest", l.longest), zap.Duration("lasted", now.Sub(l.began)))
		*l = lineLog{}
	default:
		l.longest = max(l.longest, s.Waiting)
	}
}
