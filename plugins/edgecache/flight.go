package edgecache

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"fieldhouse/plugins/representation"
	"fieldhouse/plugins/trace"
	"fieldhouse/plugins/upstream"
)

// flight is one fetch and those who wait for it. There is never a second one of
// the same key.
type flight struct {
	class   upstream.Class
	release func()          // gives its place back
	ctx     context.Context // of the fetch, with its class and clients
	span    trace.Span      // of the fetch; it is in the trace of the request that began it
	done    chan struct{}   // closed when entry and err are final
	entry   *Entry
	err     error
	// rejected says that the content may not replace the entry, which is the cached one.
	rejected bool
}

// flights are those under way, by key.
type flights struct {
	mu    sync.Mutex
	byKey map[string]*flight
}

// begin starts a flight of a class, which the client pays for unless it is of what
// all share; flights.mu is held and there is none of the key. It is a step of the request in
// ctx if that waits for it, and a trace of its own if not.
func (e *Engine) begin(ctx context.Context, c *class, lookup *Lookup, fetch Fetch, class upstream.Class, waits bool) (*flight, error) {
	release, ok := e.places.take(class, lookup.Client)
	if !ok {
		c.counts.busy.Add(1)
		return nil, ErrBusy
	}
	if class != upstream.Shared && lookup.Client != "" {
		if ok, retryAfter := e.budgets.AllowAt(lookup.Client, e.now()); !ok {
			release()
			return nil, &BudgetError{RetryAfter: retryAfter}
		}
	}
	if !e.work() {
		release()
		return nil, ErrClosed
	}
	client := lookup.Client
	if class == upstream.Shared {
		client = ""
	}
	f := &flight{class: class, release: release, done: make(chan struct{})}
	if waits {
		f.ctx, f.span = trace.Start(trace.Join(e.life, ctx), "cache.fetch")
	} else {
		f.ctx, f.span = trace.Apart(e.life, ctx, "cache.refresh")
	}
	f.span.Text("cache.class", string(c.name))
	f.ctx = upstream.With(f.ctx, class, client)
	wanted, requested := *lookup, e.now()
	if e.together != nil && wanted.Take != nil {
		fetch = e.sharedFetch(c, &wanted, fetch)
	}
	c.flights.byKey[wanted.Key] = f
	go func() {
		defer e.running.Done()
		e.run(c, wanted.Key, fetch, f)
		if s := c.hot.peek(wanted.Key); s != nil && f.err == nil && wanted.Shared && !f.satisfies(&wanted, requested) {
			// Nobody pays for these: the next one comes after a pause.
			s.failure.Store(&failure{ErrNotAccepted, e.now().Add(c.config.Load().Retry)})
		}
		e.finish(c, wanted.Key, f)
	}()
	return f, nil
}

// sharedFetch is a fetch together with the other processes. What they have read is taken while
// less than half of its time has passed.
func (e *Engine) sharedFetch(c *class, lookup *Lookup, fetch Fetch) Fetch {
	key := lookup.Key
	take := func(content *Content) bool { return lookup.Take(content) && content.check() == nil }
	return func(ctx context.Context) (Content, error) {
		return e.together(ctx, c.name, key, c.config.Load().Soft/2, take, fetch)
	}
}

// satisfies reports whether a lookup takes what the flight brought: what was fetched
// after the request counts as fresh, however busy the machine was since.
func (f *flight) satisfies(lookup *Lookup, requested time.Time) bool {
	if f.rejected {
		requested = time.Time{}
	}
	return lookup.accepts(f.entry, requested)
}

// addClient adds a client that waits for the flight.
func (f *flight) addClient(client string) {
	if f.class != upstream.Shared {
		upstream.Join(f.ctx, client)
	}
}

// finish ends a flight, so that the next one of its key can begin. Its place is free
// before those who wait for the flight go on.
func (e *Engine) finish(c *class, key string, f *flight) {
	c.flights.mu.Lock()
	delete(c.flights.byKey, key)
	if f.err != nil {
		f.span.Fail(failureOf(f.err))
	}
	f.span.End()
	if s := c.hot.peek(key); s != nil {
		s.refreshing.Store(false)
	}
	c.flights.mu.Unlock()
	f.release()
	close(f.done)
}

// run runs the fetch of a flight, detached from whoever asked for it.
func (e *Engine) run(c *class, key string, fetch Fetch, f *flight) {
	c.counts.fetches.Add(1)
	purged := e.purges.mark()
	ctx, cancel := context.WithTimeout(f.ctx, c.config.Load().Timeout)
	defer cancel()
	began := e.now()
	var content Content
	f.err = recovering(func() (err error) {
		if content, err = fetch(ctx); err != nil {
			return err
		}
		return content.check()
	})
	e.fetched(c.name, e.now().Sub(began), f.err)
	if f.err == nil {
		f.err = recovering(func() error {
			if f.entry = e.newerCached(c, key, content, e.now()); f.entry != nil {
				f.rejected = true
			} else {
				f.entry = e.store(c, key, content, purged)
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

// recovering keeps what a plugin gave us from ending the process by a panic.
func recovering(call func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("%w: %v", errPanicked, cause)
		}
	}()
	return call()
}

// fail remembers a failed fetch, so that the next one waits a little. One that
// had no turn because of its client is no reason for other clients to wait.
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

// store makes an entry of what a fetch brought that began at the mark.
func (e *Engine) store(c *class, key string, content Content, began mark) *Entry {
	now, config := e.now(), c.config.Load()
	stored := now.Add(-content.Age)
	if content.Age > 0 {
		c.counts.copied.Add(1)
	}
	entry := &Entry{
		Code:      content.Code,
		Body:      content.Body,
		ETag:      representation.Tag(content.Body),
		Tags:      content.Tags,
		Meta:      content.Meta,
		Stored:    stored,
		Soft:      stored.Add(e.jitter(config.Soft, content.Soft)),
		Hard:      stored.Add(config.Hard),
		Cacheable: len(content.Body) <= c.bodyLimit,
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
	if !entry.Cacheable {
		c.counts.oversized.Add(1)
		if s := c.hot.peek(key); s != nil && now.Before(s.entry.Load().Hard) {
			// What is cached stays stale and is not asked for again at once.
			s.failure.Store(&failure{errOversized, now.Add(config.Retry)})
		}
		return entry
	}
	// A purge during the fetch may or may not have seen what it should. The
	// record is asked once more after the entry can be found: a purge that is
	// recorded later finds it.
	purged := func() bool {
		return e.purges.after(began, key, entry.Tags) || content.Age > 0 && e.purges.since(stored, key, entry.Tags)
	}
	if purged() {
		entry.purge(now)
	}
	s := c.hot.put(key, entry)
	if purged() {
		s.expire(anything, now)
	}
	s.failure.Store(nil)
	s.staleAt.Store(0)
	c.failures.Remove(key)
	return entry
}

// newerCached is the cached entry that the content may not replace: it stays, as after a
// failed refresh. It is nil when the content may.
func (e *Engine) newerCached(c *class, key string, content Content, now time.Time) *Entry {
	if content.Replaces == nil {
		return nil
	}
	s := e.cached(c, key, now)
	if s == nil {
		return nil
	}
	cached := s.entry.Load()
	if content.Replaces(cached) {
		return nil
	}
	s.failure.Store(&failure{errRejected, now.Add(c.config.Load().Retry)})
	return cached
}

// errRejected is the reason of a pause between refreshes and no failure of a
// fetch: a request for a newer entry does not wait for its end.
var errRejected = errors.New("the cached entry is newer than what was fetched")

var errOversized = errors.New("the content is larger than its class caches")

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
	if content.Age < 0 {
		return fmt.Errorf("the fetch's content is %s old, which is not possible", content.Age)
	}
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
