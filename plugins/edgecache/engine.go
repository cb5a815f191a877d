// Package edgecache is the cache that the data plugins share: it answers from
// memory, fetches once for any number of simultaneous misses, and keeps
// answering while what it read from is slow or gone. It knows nothing of Caddy
// nor of what it holds.
//
// Two layers hold an entry. Its envelope lies in an allegro/bigcache, one per
// class of lifetime, out of the garbage collector's sight and bounded in bytes.
// The entries asked for most stand prepared in a small map before it, where a
// hit copies nothing.
package edgecache

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Fetch reads the content of one key from where it comes from. The engine calls
// it detached from every caller, with the class's own time-out; it must return
// when the context ends, and it hands its Body over.
type Fetch func(ctx context.Context) (Content, error)

// Content is what a Fetch read.
type Content struct {
	// Code is the HTTP status that the body stands for. 0 means 200.
	Code int
	// Body belongs to the engine from here on.
	Body []byte
	// Tags name what the content depends on, for Purge; at most 16, each at
	// most 256 bytes.
	Tags []string
	// Meta is kept with the body and means something to the caller only, at
	// most 1024 bytes. It does not count for the ETag.
	Meta string
}

// Errors that Get can return besides those of the Fetch.
var (
	// ErrClosed: the engine was closed.
	ErrClosed = errors.New("the cache is closed")
	// ErrBusy: as many fetches as Config.MaxFetches are running already.
	ErrBusy = errors.New("too many fetches are running already")
)

// Config describes an engine.
type Config struct {
	// Classes are the classes of lifetime; at least one.
	Classes []ClassConfig
	// Now is the clock. Default time.Now.
	Now func() time.Time
	// MaxFetches bounds the fetches that run at once, whatever their key.
	// Default 256.
	MaxFetches int
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
	now     func() time.Time
	prepare func(entry, previous *Entry) any
	purges  purges

	fetching chan struct{} // one element per running fetch

	mu      sync.Mutex // guards closed and running.Add against Close
	closed  bool
	running sync.WaitGroup
	life    context.Context // ends with Close; the parent of every fetch
	end     context.CancelFunc
}

// New makes an engine. It fails on a class that is not usable, naming it.
func New(config Config) (*Engine, error) {
	if len(config.Classes) == 0 {
		return nil, errors.New("making a cache: it needs at least one class")
	}
	engine := &Engine{
		classes: make(map[Class]*class, len(config.Classes)),
		now:     config.Now,
		prepare: config.Prepare,
	}
	if engine.now == nil {
		engine.now = time.Now
	}
	if engine.prepare == nil {
		engine.prepare = func(*Entry, *Entry) any { return nil }
	}
	maxFetches := config.MaxFetches
	if maxFetches <= 0 {
		maxFetches = defaultMaxFetches
	}
	engine.fetching = make(chan struct{}, maxFetches)
	engine.life, engine.end = context.WithCancel(context.Background())
	for _, classConfig := range config.Classes {
		made, err := newClass(classConfig)
		if err == nil && engine.classes[classConfig.Name] != nil {
			made.close()
			err = fmt.Errorf("class %q is given twice", classConfig.Name)
		}
		if err != nil {
			engine.Close()
			return nil, fmt.Errorf("making a cache: %w", err)
		}
		engine.classes[classConfig.Name] = made
	}
	return engine, nil
}

// Get returns the entry of a key, and how it came by it. A fresh entry is
// returned as it is. A stale one is returned at once while exactly one refresh
// runs. Without either, Get waits for the single fetch that all callers of the
// key share, or for ctx, whichever ends first; the fetch goes on without the
// caller. The entry is shared: nothing in it may be changed.
func (e *Engine) Get(ctx context.Context, key string, class Class, fetch Fetch) (*Entry, Status, error) {
	c := e.classes[class]
	if c == nil {
		return nil, Miss, fmt.Errorf("reading %q from the cache: there is no class %q", key, class)
	}
	now := e.now()
	s := c.hot.get(key)
	if s == nil {
		s = e.recall(c, key, now)
	}
	if s != nil {
		entry := s.entry.Load()
		if now.Before(entry.Soft) {
			return entry, Hit, nil
		}
		if now.Before(entry.Hard) {
			e.refresh(c, s, fetch, now)
			if s.failed.Load() {
				return entry, StaleError, nil
			}
			return entry, Stale, nil
		}
	}
	return e.wait(ctx, c, key, fetch)
}

// Purge makes every entry that carries one of the tags stale, at once: the next
// Get of it answers the old content and refreshes it, and a fetch that is
// running now counts as stale when it arrives. It returns how many entries that
// were fresh became stale. It walks the whole cache and is meant for people and
// for rare events.
func (e *Engine) Purge(tags ...string) int {
	if len(tags) == 0 {
		return 0
	}
	now := e.now()
	// First the record, then the entries: see land.
	e.purges.record(tags, now)
	count := 0
	for _, c := range e.classes {
		count += c.purge(tags, now)
	}
	return count
}

// SetSoft changes how long entries of a class are fresh, from the next fetch on.
func (e *Engine) SetSoft(class Class, soft time.Duration) error {
	c := e.classes[class]
	if c == nil {
		return fmt.Errorf("changing a lifetime: there is no class %q", class)
	}
	if soft <= 0 || soft > c.hard {
		return fmt.Errorf("changing the lifetime of class %q: %s is not between 0 and its hard deadline, %s", class, soft, c.hard)
	}
	c.soft.Store(int64(soft))
	return nil
}

// BodyLimit is the size in bytes of the largest body that the class keeps. A
// larger one is answered and not kept. It is 0 for an unknown class.
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
	for _, c := range e.classes {
		c.close()
	}
}

// begin counts a piece of work that Close must wait for; false after Close.
func (e *Engine) begin() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return false
	}
	e.running.Add(1)
	return true
}
