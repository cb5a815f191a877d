package edgecache

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"fieldhouse/plugins/representation"
	"fieldhouse/plugins/upstream"
)

// flight is one fetch and those who wait for it. There is never a second one of
// the same key.
type flight struct {
	class  upstream.Class
	give   func()          // gives its place back
	ctx    context.Context // of the fetch; says who wants it
	landed chan struct{}   // closed when entry and err are final
	entry  *Entry
	err    error
	// outdone says that the entry is the kept one, which what was fetched may not replace.
	outdone bool
}

// flights are those under way, by key.
type flights struct {
	mu    sync.Mutex
	byKey map[string]*flight
}

// begin starts a flight of a class, which the client pays for unless it is of what
// all share; flights.mu is held and there is none of the key.
func (e *Engine) begin(c *class, lookup *Lookup, fetch Fetch, class upstream.Class) (*flight, error) {
	give, ok := e.places.take(class, lookup.Client)
	if !ok {
		c.counts.busy.Add(1)
		return nil, ErrBusy
	}
	if class != upstream.Shared && lookup.Client != "" {
		if ok, retryAfter := e.budgets.AllowAt(lookup.Client, e.now()); !ok {
			give()
			return nil, &BudgetError{RetryAfter: retryAfter}
		}
	}
	if !e.work() {
		give()
		return nil, ErrClosed
	}
	client := lookup.Client
	if class == upstream.Shared {
		client = ""
	}
	f := &flight{class: class, give: give, ctx: upstream.With(e.life, class, client), landed: make(chan struct{})}
	wanted, asked := *lookup, e.now()
	c.flights.byKey[wanted.Key] = f
	go func() {
		defer e.running.Done()
		e.fly(c, wanted.Key, fetch, f)
		if s := c.hot.peek(wanted.Key); s != nil && f.err == nil && wanted.Shared && !f.suits(&wanted, asked) {
			// Nobody pays for these: the next one comes after a pause.
			s.failure.Store(&failure{ErrNotAccepted, e.now().Add(c.config.Load().Retry)})
		}
		e.finish(c, wanted.Key, f)
	}()
	return f, nil
}

// suits reports whether a lookup takes what the flight brought: to who asked before it landed
// that is fresh, however busy the machine was since.
func (f *flight) suits(lookup *Lookup, asked time.Time) bool {
	if f.outdone {
		asked = time.Time{}
	}
	return lookup.accepts(f.entry, asked)
}

// join says that one more client wants what a flight brings.
func (f *flight) join(client string) {
	if f.class != upstream.Shared {
		upstream.Join(f.ctx, client)
	}
}

// finish lets those go on who wait for a flight, and the next one begin. The place
// is given when the key may be fetched again, and before anybody hears of it.
func (e *Engine) finish(c *class, key string, f *flight) {
	c.flights.mu.Lock()
	delete(c.flights.byKey, key)
	if s := c.hot.peek(key); s != nil {
		s.refreshing.Store(false)
	}
	c.flights.mu.Unlock()
	f.give()
	close(f.landed)
}

// fly runs one fetch, detached from whoever asked for it.
func (e *Engine) fly(c *class, key string, fetch Fetch, f *flight) {
	c.counts.fetches.Add(1)
	purged := e.purges.mark()
	ctx, cancel := context.WithTimeout(f.ctx, c.config.Load().Timeout)
	defer cancel()
	began := e.now()
	var content Content
	f.err = guarded(func() (err error) {
		if content, err = fetch(ctx); err != nil {
			return err
		}
		return content.check()
	})
	e.fetched(c.name, e.now().Sub(began), f.err)
	if f.err == nil {
		f.err = guarded(func() error {
			if f.entry = e.outdone(c, key, content, e.now()); f.entry != nil {
				f.outdone = true
			} else {
				f.entry = e.land(c, key, content, purged)
			}
			return nil
		})
	}
	if f.err != nil {
		f.entry = nil
		e.fail(c, key, f)
		c.counts.fetchErrors.Add(1)
	}
}

var errPanicked = errors.New("the fetch panicked")

// guarded keeps what a plugin gave us from ending the process by a panic.
func guarded(call func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("%w: %v", errPanicked, cause)
		}
	}()
	return call()
}

// fail remembers a failed fetch, so that the next one waits a little. One that
// had no turn because of who asked for it is no reason for somebody else to wait.
func (e *Engine) fail(c *class, key string, f *flight) {
	if e.life.Err() != nil {
		return // it ended with the engine
	}
	if f.class != upstream.Shared && errors.Is(f.err, upstream.ErrLimited) {
		return
	}
	now, config := e.now(), c.config.Load()
	s := c.hot.peek(key)
	if s != nil && now.Before(s.entry.Load().Hard) {
		s.failure.Store(&failure{f.err, now.Add(config.Retry)})
		return
	}
	c.failures.Add(key, &failure{f.err, now.Add(config.Remember)})
}

// land makes an entry of what a fetch brought that began at the mark.
func (e *Engine) land(c *class, key string, content Content, began mark) *Entry {
	now, config := e.now(), c.config.Load()
	entry := &Entry{
		Code:   content.Code,
		Body:   content.Body,
		ETag:   representation.Tag(content.Body),
		Tags:   content.Tags,
		Meta:   content.Meta,
		Stored: now,
		Soft:   now.Add(e.jitter(config.Soft, content.Soft)),
		Hard:   now.Add(config.Hard),
		Kept:   len(content.Body) <= c.bodyLimit,
	}
	if entry.Code == 0 {
		entry.Code = 200
	}
	var previous *Entry
	if s := c.hot.peek(key); s != nil {
		if before := s.entry.Load(); before.sameAs(entry) {
			previous = before
			entry.Body, entry.ETag, entry.Tags = before.Body, before.ETag, before.Tags
			c.counts.unchanged.Add(1)
		}
	}
	entry.Prepared = e.prepare(entry, previous)
	if !entry.Kept {
		c.counts.oversized.Add(1)
		if s := c.hot.peek(key); s != nil {
			// What is kept stays stale and is not asked for again at once.
			s.failure.Store(&failure{errOversized, now.Add(config.Retry)})
		}
		return entry
	}
	// A purge during the fetch may or may not have seen what it should. The
	// record is asked once more after the entry can be found: a purge that is
	// recorded later finds it.
	if e.purges.after(began, key, entry.Tags) {
		entry.purge(now)
	}
	s := c.hot.put(key, entry)
	if e.purges.after(began, key, entry.Tags) {
		s.expire(func(string, *Entry) bool { return true }, now)
	}
	s.failure.Store(nil)
	s.staleAt.Store(0)
	c.failures.Remove(key)
	return entry
}

// outdone is the entry that the content may not replace, which stays as after a
// refresh that failed; nil when it may.
func (e *Engine) outdone(c *class, key string, content Content, now time.Time) *Entry {
	if content.Replaces == nil {
		return nil
	}
	s := e.kept(c, key, now)
	if s == nil {
		return nil
	}
	kept := s.entry.Load()
	if content.Replaces(kept) {
		return nil
	}
	s.failure.Store(&failure{errOutdone, now.Add(c.config.Load().Retry)})
	return kept
}

// errOutdone is the reason of a pause between refreshes and no failure of a
// fetch: who needs another entry than the kept one need not wait for its end.
var errOutdone = errors.New("what is kept is better than what was fetched")

var errOversized = errors.New("the content is larger than its class keeps")

// jitterShare is the part of a soft lifetime by which entries differ, one in so
// many.
const jitterShare = 10

// jitter is how long one entry is fresh.
func (e *Engine) jitter(soft, own time.Duration) time.Duration {
	if own > 0 && own < soft {
		soft = own
	}
	return soft - time.Duration(e.random()*float64(soft/jitterShare))
}

// check refuses what an envelope does not hold.
func (content *Content) check() error {
	if content.Code < 0 || content.Code > 999 {
		return fmt.Errorf("the fetch answered status %d, which is none", content.Code)
	}
	if len(content.Meta) > maxMetaBytes {
		return fmt.Errorf("the fetch's meta has %d bytes, more than %d", len(content.Meta), maxMetaBytes)
	}
	if len(content.Tags) > maxTags {
		return fmt.Errorf("the fetch has %d tags, more than %d", len(content.Tags), maxTags)
	}
	for _, tag := range content.Tags {
		if len(tag) > maxTagBytes {
			return fmt.Errorf("the fetch's tag %.40q… has more than %d bytes", tag, maxTagBytes)
		}
	}
	return nil
}
