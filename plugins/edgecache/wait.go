package edgecache

import (
	"context"
	"errors"
	"fmt"
	"time"

	"fieldhouse/plugins/trace"
	"fieldhouse/plugins/upstream"
)

// recall brings a key's entry back from its envelope.
func (e *Engine) recall(c *class, key string, now time.Time) *slot {
	began := e.purges.mark()
	entry := c.load(key, now)
	if entry == nil {
		return nil
	}
	entry.Prepared = e.prepare(entry, nil)
	s := c.hot.recall(key, entry)
	if e.purges.after(began, key, entry.Tags) {
		// It may have found the entry neither in its envelope nor here.
		s.expire(anything, now)
	}
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

// cached is the slot of a key whose entry may still be answered; nil without one.
func (e *Engine) cached(c *class, key string, now time.Time) *slot {
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
// last one failed a moment ago. The client pays for it unless the key is shared;
// when its budget is used up, the next client's request can start it.
func (e *Engine) refresh(ctx context.Context, c *class, s *slot, lookup *Lookup, fetch Fetch, now time.Time) {
	if s.failed(now) != nil {
		return
	}
	if s.refreshing.Load() {
		if !lookup.Shared {
			e.addToFlight(c, lookup)
		}
		return
	}
	if !s.refreshing.CompareAndSwap(false, true) {
		return
	}
	c.flights.mu.Lock()
	defer c.flights.mu.Unlock()
	if f := c.flights.byKey[s.key]; f != nil {
		f.addClient(lookup.Client)
		return // finish resets refreshing
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
	if _, err := e.begin(ctx, c, lookup, fetch, class, false); err != nil {
		if errors.As(err, new(*BudgetError)) {
			c.counts.unpaid.Add(1)
		}
		if class == upstream.Shared {
			s.failure.Store(&failure{err, now.Add(c.config.Load().Retry)})
		}
		s.refreshing.Store(false)
	}
}

// addToFlight adds a client to the flight of a key, if there is one.
func (e *Engine) addToFlight(c *class, lookup *Lookup) {
	c.flights.mu.Lock()
	defer c.flights.mu.Unlock()
	if f := c.flights.byKey[lookup.Key]; f != nil {
		f.addClient(lookup.Client)
	}
}

// maxAwaited bounds how many fetches, of others and then its own, a call waits for
// that accepts none.
const maxAwaited = 4

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
	requested := e.now()
	if lookup.Await != nil {
		awaiting, span := trace.Start(ctx, "cache.await")
		err := lookup.Await(upstream.With(awaiting, upstream.Account, lookup.Client))
		if err != nil {
			span.Fail(failureOf(err))
		}
		span.End()
		if err != nil {
			return e.refused(c, &lookup, Miss, err)
		}
	}
	for awaited := 1; ; awaited++ {
		at, err := e.join(ctx, c, &lookup, fetch)
		if err != nil {
			return e.refused(c, &lookup, Miss, err)
		}
		if at.flight == nil {
			return at.entry, e.countAnswer(ctx, c, at.slot, at.entry, &lookup, fetch, e.now()), nil
		}
		status, f := Coalesced, at.flight
		if at.own {
			status = Miss
			c.counts.misses.Add(1)
		} else {
			c.counts.coalesced.Add(1)
			trace.Of(ctx).Link(f.span)
		}
		select {
		case <-ctx.Done():
			return nil, status, ctx.Err()
		case <-f.done:
		}
		switch {
		case f.err != nil:
			return e.refused(c, &lookup, status, f.err)
		case f.satisfies(&lookup, requested):
			return f.entry, status, nil
		case at.own || awaited == maxAwaited:
			c.counts.notAccepted.Add(1)
			return f.entry, status, ErrNotAccepted
		}
	}
}

// joined is what a caller that missed has: a flight, which it began itself
// or not, or an entry that has landed meanwhile.
type joined struct {
	flight *flight
	own    bool
	slot   *slot
	entry  *Entry
}

// join finds the flight to wait for: the one under way, or one that begins for
// this call. A caller that missed may come here after the flight that it missed
// for has landed.
func (e *Engine) join(ctx context.Context, c *class, lookup *Lookup, fetch Fetch) (joined, error) {
	c.flights.mu.Lock()
	defer c.flights.mu.Unlock()
	if f := c.flights.byKey[lookup.Key]; f != nil {
		f.addClient(lookup.Client)
		return joined{flight: f}, nil
	}
	now, class := e.now(), upstream.Miss
	failed := c.failed(lookup.Key, now)
	if s := c.hot.peek(lookup.Key); s != nil {
		if entry := s.entry.Load(); now.Before(entry.Hard) {
			if lookup.acceptsSlot(s, entry, now) {
				return joined{slot: s, entry: entry}, nil
			}
			class = upstream.Account
		}
		if failed == nil {
			failed = s.failed(now)
		}
	}
	if failed != nil && failed.err != errRejected {
		c.counts.remembered.Add(1)
		return joined{}, &RememberedError{Err: failed.err, RetryAfter: failed.until.Sub(now)}
	}
	if lookup.Shared {
		class = upstream.Shared
	}
	f, err := e.begin(ctx, c, lookup, fetch, class, true)
	if errors.As(err, new(*BudgetError)) {
		c.counts.overBudget.Add(1)
	}
	return joined{flight: f, own: true}, err
}

// refused answers a call whose fetch failed or did not begin. To one that
// refused what is cached, that is shown with the error.
func (e *Engine) refused(c *class, lookup *Lookup, status Status, err error) (*Entry, Status, error) {
	if !lookup.isSelective() {
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
