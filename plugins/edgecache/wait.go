package edgecache

import (
	"context"
	"errors"
	"fmt"
	"time"

	"fieldhouse/plugins/upstream"
)

// recall brings a key's entry back from its envelope.
func (e *Engine) recall(c *class, key string, now time.Time) *slot {
	entry := c.load(key, now)
	if entry == nil {
		return nil
	}
	entry.Prepared = e.prepare(entry, nil)
	s := c.hot.recall(key, entry)
	if failed := c.failed(key, now); failed != nil {
		s.failure.CompareAndSwap(nil, failed) // it left the hot ones while it was being fetched
	}
	return s
}

// failed is the remembered failure that keeps a key from being fetched now; nil for none.
func (c *class) failed(key string, now time.Time) *failure {
	if failed, _ := c.failures.Get(key); failed != nil && now.Before(failed.until) {
		return failed
	}
	return nil
}

// kept is the slot of a key whose entry may still be answered; nil without one.
func (e *Engine) kept(c *class, key string, now time.Time) *slot {
	s := c.hot.peek(key)
	if s == nil {
		s = e.recall(c, key, now)
	}
	if s == nil || !now.Before(s.entry.Load().Hard) {
		return nil
	}
	return s
}

// refresh starts the one refresh of a stale entry, unless it runs already or the
// last one failed a moment ago. Of a key that is not shared the client pays for
// it: when its budget is used up somebody else may, who asks as well.
func (e *Engine) refresh(c *class, s *slot, lookup *Lookup, fetch Fetch, now time.Time) {
	if s.failed(now) != nil {
		return
	}
	if s.refreshing.Load() {
		if !lookup.Shared {
			e.want(c, lookup)
		}
		return
	}
	if !s.refreshing.CompareAndSwap(false, true) {
		return
	}
	c.flights.mu.Lock()
	defer c.flights.mu.Unlock()
	if f := c.flights.byKey[s.key]; f != nil {
		f.join(lookup.Client)
		return // its end says that the refreshing is over
	}
	// The flight may have landed since the caller saw the entry stale.
	if there := c.hot.peek(s.key); there != nil && (now.Before(there.entry.Load().Soft) || there.failed(now) != nil) {
		s.refreshing.Store(false)
		return
	}
	class := upstream.Shared
	if !lookup.Shared {
		class = upstream.Account
	}
	if _, err := e.begin(c, lookup, fetch, class); err != nil {
		if errors.As(err, new(*BudgetError)) {
			c.counts.unpaid.Add(1)
		}
		if class == upstream.Shared {
			s.failure.Store(&failure{err, now.Add(c.config.Load().Retry)})
		}
		s.refreshing.Store(false)
	}
}

// want says that a client wants what the flight of a key brings, if there is one.
func (e *Engine) want(c *class, lookup *Lookup) {
	c.flights.mu.Lock()
	defer c.flights.mu.Unlock()
	if f := c.flights.byKey[lookup.Key]; f != nil {
		f.join(lookup.Client)
	}
}

// maxLandings bounds how many fetches, of others and then its own, a call waits for
// that accepts none.
const maxLandings = 4

// wait waits for the flight of a key, or for the caller's end. A caller that does
// not accept what a flight brought which others began waits for another one, and
// begins it if nobody else does.
func (e *Engine) wait(ctx context.Context, c *class, lookup Lookup, fetch Fetch) (*Entry, Status, error) {
	if len(lookup.Key) > maxKeyBytes {
		return nil, Miss, fmt.Errorf("reading from the cache: the key %.40q… has more than %d bytes", lookup.Key, maxKeyBytes)
	}
	if err := ctx.Err(); err != nil {
		return nil, Miss, err
	}
	asked := e.now()
	if lookup.Await != nil {
		if err := lookup.Await(upstream.With(ctx, upstream.Account, lookup.Client)); err != nil {
			return e.refused(c, &lookup, Miss, err)
		}
	}
	for landings := 1; ; landings++ {
		at, err := e.board(c, &lookup, fetch)
		if err != nil {
			return e.refused(c, &lookup, Miss, err)
		}
		if at.flight == nil {
			return at.entry, e.answered(c, at.slot, at.entry, &lookup, fetch, e.now()), nil
		}
		status, f := Coalesced, at.flight
		if at.own {
			status = Miss
			c.counts.misses.Add(1)
		} else {
			c.counts.coalesced.Add(1)
		}
		select {
		case <-ctx.Done():
			return nil, status, ctx.Err()
		case <-f.landed:
		}
		switch {
		case f.err != nil:
			return e.refused(c, &lookup, status, f.err)
		case f.suits(&lookup, asked):
			return f.entry, status, nil
		case at.own || landings == maxLandings:
			c.counts.notAccepted.Add(1)
			return f.entry, status, ErrNotAccepted
		}
	}
}

// boarded is what a caller that missed found: a flight, which it began itself
// or not, or an entry that has landed meanwhile.
type boarded struct {
	flight *flight
	own    bool
	slot   *slot
	entry  *Entry
}

// board finds the flight to wait for: the one under way, or one that begins for
// this call. A caller that missed may come here after the flight that it missed
// for has landed.
func (e *Engine) board(c *class, lookup *Lookup, fetch Fetch) (boarded, error) {
	c.flights.mu.Lock()
	defer c.flights.mu.Unlock()
	if f := c.flights.byKey[lookup.Key]; f != nil {
		f.join(lookup.Client)
		return boarded{flight: f}, nil
	}
	now, class := e.now(), upstream.Miss
	failed := c.failed(lookup.Key, now)
	if s := c.hot.peek(lookup.Key); s != nil {
		if entry := s.entry.Load(); now.Before(entry.Hard) {
			if lookup.acceptsKept(s, entry, now) {
				return boarded{slot: s, entry: entry}, nil
			}
			class = upstream.Account
		}
		if failed == nil {
			failed = s.failed(now)
		}
	}
	if failed != nil && failed.err != errOutdone {
		c.counts.remembered.Add(1)
		return boarded{}, &RememberedError{Err: failed.err, RetryAfter: failed.until.Sub(now)}
	}
	if lookup.Shared {
		class = upstream.Shared
	}
	f, err := e.begin(c, lookup, fetch, class)
	if errors.As(err, new(*BudgetError)) {
		c.counts.overBudget.Add(1)
	}
	return boarded{flight: f, own: true}, err
}

// refused answers a call whose fetch failed or did not begin. To one that
// refused what is kept, that is shown with the error.
func (e *Engine) refused(c *class, lookup *Lookup, status Status, err error) (*Entry, Status, error) {
	if !lookup.picky() {
		return nil, status, err
	}
	s := c.hot.peek(lookup.Key)
	if s == nil {
		return nil, status, err
	}
	entry := s.entry.Load()
	if !e.now().Before(entry.Hard) {
		return nil, status, err
	}
	c.counts.notAccepted.Add(1)
	return entry, StaleError, fmt.Errorf("%w: %w", ErrNotAccepted, err)
}
