// Package edgecache is the cache that the data plugins share: it answers from
// memory, fetches once for any number of simultaneous misses, and keeps
// answering while what it read from is slow or gone. It knows nothing of Caddy
// nor of what it holds.
//
// Two layers hold entries, each bounded in bytes. The most requested ones are
// prepared in a small map, where a hit copies nothing and takes no lock. Evicted
// entries go, as envelopes, into an allegro/bigcache, one per class of lifetime,
// out of the garbage collector's sight, and come back when they are requested.
//
// A miss is a flight: one fetch that all requests for its key wait for. A refresh is
// a flight that nobody waits for. Both count on the budget of the client that began
// them; those of shared keys cost nobody. A fetch's context has its class and client
// (see upstream.With), so that a source which divides its time serves shared keys
// before those of one client.
package edgecache

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"fieldhouse/plugins/clients"
	"fieldhouse/plugins/trace"
)

// Fetch reads the content of one key from where it comes from. The engine calls
// it detached from every caller, with the class's own time-out; it must return
// when the context ends, and it hands its Body over.
type Fetch func(ctx context.Context) (Content, error)

// Together fetches a key once for all processes of a cluster that need it at the same time. It
// passes on what fetch gives, or what another process fetched at most maxAge ago, with its Age, if
// take takes it.
type Together func(ctx context.Context, class Class, key string, maxAge time.Duration, take func(*Content) bool, fetch Fetch) (Content, error)

// Content is what a Fetch read.
type Content struct {
	// Code is the HTTP status that the body stands for. 0 means 200.
	Code int
	// Body belongs to the engine from here on.
	Body []byte
	// Tags name what the content depends on, for Purge; at most 16, each at
	// most 256 bytes.
	Tags []string
	// Meta is cached with the body and means something to the caller only, at
	// most 1024 bytes. It does not count for the ETag.
	Meta string
	// Soft shortens the time that this entry is fresh, when it is more than 0
	// and less than its class's own.
	Soft time.Duration
	// Age is how long ago it was read, of what another process has read; its lifetimes count
	// from then.
	Age time.Duration
	// Replaces, when set, says whether the content may take the place of a cached
	// entry. When it may not (a source that is behind), the entry stays as
	// after a refresh that failed, and who waited is answered with it, as far as
	// Lookup.Accept takes it: it must be newer. It must not call the engine.
	Replaces func(cached *Entry) bool
}

// Config describes an engine.
type Config struct {
	// Classes are the classes of lifetime; at least one.
	Classes []ClassConfig
	// Now is the clock. Default time.Now.
	Now func() time.Time
	// MaxFetches bounds the fetches that run at once, whatever their key: a
	// quarter are refreshes, of which one client causes an eighth at most, and the
	// rest misses. Of both no client, nor any of its networks (clients.Networks), has
	// more than are left for others. Keys that all share have a quarter as many on top.
	// Default 256.
	MaxFetches int
	// Budget bounds what each client may cause; nil is DefaultBudget.
	Budget *Budget
	// Together fetches the keys of lookups with Take. Default nil: this process fetches them alone.
	Together Together
	// Random is the source of jitter, from 0 to less than 1; 0 spreads nothing.
	// It must be safe for simultaneous use. Default rand.Float64.
	Random func() float64
	// Fetched, when set, is called after each fetch with how long it took
	// and its error.
	Fetched func(class Class, took time.Duration, err error)
	// Prepare makes, once per entry, what the caller needs to answer from it
	// (header values, compressed forms); the result is Entry.Prepared. previous
	// is not nil when a fetch brought the same bytes again: what was prepared
	// from the body can be taken over. Default nil, which prepares nothing.
	Prepare func(entry, previous *Entry) any
}

const defaultMaxFetches = 256

// Engine is a cache with a soft and a hard deadline for each entry. Before the
// soft one an entry is fresh. Between the two it is answered at once while one
// refresh runs. After the hard one it is not answered any more.
type Engine struct {
	classes map[Class]*class
	inOrder []*class // as they were configured
	now     func() time.Time
	random  func() float64
	prepare func(entry, previous *Entry) any
	fetched func(class Class, took time.Duration, err error)
	purges  purges
	budgets *clients.Limits
	places  places

	together Together

	mu      sync.Mutex // guards closed and running.Add against Close
	closed  bool
	running sync.WaitGroup
	life    context.Context // ends with Close; the parent of every fetch
	end     context.CancelFunc
}

// New makes an engine. It fails on a class or budget that is not usable, naming
// it.
func New(config Config) (*Engine, error) {
	if len(config.Classes) == 0 {
		return nil, errors.New("making a cache: it needs at least one class")
	}
	if err := config.Budget.check(); err != nil {
		return nil, fmt.Errorf("making a cache: %w", err)
	}
	engine := &Engine{
		classes: make(map[Class]*class, len(config.Classes)),
		now:     config.Now,
		random:  config.Random,
		prepare: config.Prepare,
		fetched: config.Fetched,

		together: config.Together,
	}
	if engine.now == nil {
		engine.now = time.Now
	}
	if engine.random == nil {
		engine.random = rand.Float64
	}
	if engine.prepare == nil {
		engine.prepare = func(*Entry, *Entry) any { return nil }
	}
	if engine.fetched == nil {
		engine.fetched = func(Class, time.Duration, error) {}
	}
	engine.places.init(orDefault(config.MaxFetches, defaultMaxFetches))
	engine.budgets = clients.NewLimits(config.Budget.limits())
	engine.life, engine.end = context.WithCancel(context.Background())
	for _, classConfig := range config.Classes {
		made, err := newClass(classConfig, &engine.purges)
		if err == nil && engine.classes[classConfig.Name] != nil {
			made.close()
			err = fmt.Errorf("class %q is given twice", classConfig.Name)
		}
		if err != nil {
			engine.Close()
			return nil, fmt.Errorf("making a cache: %w", err)
		}
		engine.classes[classConfig.Name] = made
		engine.inOrder = append(engine.inOrder, made)
	}
	return engine, nil
}

// Get returns the entry of a key, and how it came by it. A fresh entry is
// returned as it is. A stale one is returned at once while exactly one refresh
// runs. Without either, Get waits for the single fetch that all callers of the
// key share, or for ctx, whichever ends first; the fetch goes on without the
// caller. The entry is shared: nothing in it may be changed.
//
// Besides the errors of fetch and of ctx there are *RememberedError,
// *BudgetError, ErrBusy and ErrClosed. An error that is ErrNotAccepted too
// (errors.Is) comes with the entry that Accept refused, if there is one.
func (e *Engine) Get(ctx context.Context, lookup Lookup, fetch Fetch) (*Entry, Status, error) {
	c := e.classes[lookup.Class]
	if c == nil {
		return nil, Miss, fmt.Errorf("reading %q from the cache: there is no class %q", lookup.Key, lookup.Class)
	}
	ctx, span := trace.Start(ctx, "cache.get")
	entry, status, err := e.get(ctx, c, lookup, fetch)
	span.Text("cache.class", string(lookup.Class))
	span.Text("cache.status", status.String())
	if err != nil {
		span.Fail(failureOf(err))
	}
	span.End()
	return entry, status, err
}

func (e *Engine) get(ctx context.Context, c *class, lookup Lookup, fetch Fetch) (*Entry, Status, error) {
	now := e.now()
	s := c.hot.get(lookup.Key)
	if s == nil {
		s = e.recall(c, lookup.Key, now)
	}
	if s != nil {
		if entry := s.entry.Load(); now.Before(entry.Hard) && lookup.acceptsSlot(s, entry, now) {
			return entry, e.countAnswer(ctx, c, s, entry, &lookup, fetch, now), nil
		}
	}
	return e.wait(ctx, c, lookup, fetch)
}

// Cached is the entry of a key that may still be answered, fresh or stale; nil without
// one. A Fetch can compare with it what it has read.
func (e *Engine) Cached(class Class, key string) *Entry {
	if c := e.classes[class]; c != nil {
		if s := e.cached(c, key, e.now()); s != nil {
			return s.entry.Load()
		}
	}
	return nil
}

// countAnswer counts an answer from an entry that is there, and starts the refresh of a
// stale one.
func (e *Engine) countAnswer(ctx context.Context, c *class, s *slot, entry *Entry, lookup *Lookup, fetch Fetch, now time.Time) Status {
	s.hits.Add(1)
	if now.Before(entry.Soft) {
		c.counts.hits.Add(1)
		return Hit
	}
	s.answeredStale(now)
	failed := s.failure.Load() != nil // before the refresh, which may be over at once
	if !lookup.takesLastRead(entry) {
		e.refresh(ctx, c, s, lookup, fetch, now)
	}
	switch {
	case failed:
		c.counts.staleError.Add(1)
		return StaleError
	case entry.purged:
		c.counts.stalePurged.Add(1)
	default:
		c.counts.staleExpired.Add(1)
	}
	return Stale
}

// BodyLimit is the size in bytes of the largest body that the class caches. A
// larger one is answered and not cached. It is 0 for an unknown class.
func (e *Engine) BodyLimit(class Class) int {
	if c := e.classes[class]; c != nil {
		return c.bodyLimit
	}
	return 0
}

// Close ends running fetches, waits for them and lets go of all memory. A
// second Close does nothing.
func (e *Engine) Close() {
	e.mu.Lock()
	if e.closed {
		e.mu.Unlock()
		return
	}
	e.closed = true
	e.mu.Unlock()
	e.end()
	e.running.Wait()
	for _, c := range e.inOrder {
		c.close()
	}
}

// work counts a piece of work that Close must wait for; false after Close.
func (e *Engine) work() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return false
	}
	e.running.Add(1)
	return true
}
