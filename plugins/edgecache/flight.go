package edgecache

import (
	"context"
	"fmt"
	"time"
)

// recall brings a key's entry back from its envelope.
func (e *Engine) recall(c *class, key string, now time.Time) *slot {
	entry := c.load(key, now)
	if entry == nil {
		return nil
	}
	if e.purges.since(entry.Stored, entry.Tags) && now.Before(entry.Soft) {
		entry.Soft = now
	}
	entry.Prepared = e.prepare(entry, nil)
	s, evicted := c.hot.putIfAbsent(key, entry)
	s.keptUntil.CompareAndSwap(0, entry.Hard.UnixNano())
	c.settle(evicted)
	return s
}

// refresh starts the one refresh of a stale entry, unless it runs already or
// the last one failed a moment ago.
func (e *Engine) refresh(c *class, s *slot, fetch Fetch, now time.Time) {
	if now.UnixNano() < s.retryAt.Load() || !s.refreshing.CompareAndSwap(false, true) {
		return
	}
	go func() {
		defer s.refreshing.Store(false)
		// The flight is the misses' own: an entry may have left the hot ones
		// while it was refreshed, and come back.
		_, _, _ = c.flights.Do(s.key, func() (any, error) { return e.fly(c, s.key, fetch, nil) })
	}()
}

// wait waits for the flight of a key, or for the caller's end.
func (e *Engine) wait(ctx context.Context, c *class, key string, fetch Fetch) (*Entry, Status, error) {
	if len(key) > maxKeyBytes {
		return nil, Miss, fmt.Errorf("reading from the cache: the key %.40q… has more than %d bytes", key, maxKeyBytes)
	}
	status := Coalesced // until this call's own fetch runs
	landed := c.flights.DoChan(key, func() (any, error) { return e.fly(c, key, fetch, &status) })
	select {
	case <-ctx.Done():
		return nil, Miss, ctx.Err()
	case result := <-landed:
		if result.Err != nil {
			return nil, status, result.Err
		}
		return result.Val.(*Entry), status, nil
	}
}

// fly runs one fetch; there is never a second one of the same key. It sets
// status to Miss when it did fetch.
func (e *Engine) fly(c *class, key string, fetch Fetch, status *Status) (*Entry, error) {
	// A caller that missed may come here after the flight that it missed for
	// has landed.
	if s := c.hot.get(key); s != nil {
		if entry := s.entry.Load(); e.now().Before(entry.Soft) {
			return entry, nil
		}
	}
	if status != nil {
		*status = Miss
	}
	if !e.begin() {
		return nil, ErrClosed
	}
	defer e.running.Done()
	select {
	case e.fetching <- struct{}{}:
		defer func() { <-e.fetching }()
	default:
		return nil, e.fail(c, key, ErrBusy)
	}
	purged := e.purges.number()
	ctx, cancel := context.WithTimeout(e.life, c.timeout)
	defer cancel()
	content, err := guarded(ctx, fetch)
	if err == nil {
		err = content.check()
	}
	if err != nil {
		return nil, e.fail(c, key, err)
	}
	return e.land(c, key, content, purged), nil
}

// fail notes a failed refresh, so that the next one waits a little.
func (e *Engine) fail(c *class, key string, err error) error {
	if s := c.hot.get(key); s != nil {
		s.retryAt.Store(e.now().Add(c.retry).UnixNano())
		s.failed.Store(true)
	}
	return err
}

// guarded keeps a panicking fetch from ending the process, as singleflight
// would let it.
func guarded(ctx context.Context, fetch Fetch) (content Content, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("%w: %v", errPanicked, cause)
		}
	}()
	return fetch(ctx)
}

// land makes an entry of what a fetch brought that began after the purge of the
// number purged.
func (e *Engine) land(c *class, key string, content Content, purged uint64) *Entry {
	now := e.now()
	entry := &Entry{
		Code:   content.Code,
		Body:   content.Body,
		ETag:   makeETag(content.Body),
		Tags:   content.Tags,
		Meta:   content.Meta,
		Stored: now,
		Soft:   now.Add(time.Duration(c.soft.Load())),
		Hard:   now.Add(c.hard),
		Kept:   len(content.Body) <= c.bodyLimit,
	}
	if entry.Code == 0 {
		entry.Code = 200
	}
	var previous *Entry
	if s := c.hot.get(key); s != nil {
		if before := s.entry.Load(); before.sameAs(entry) {
			previous = before
			entry.Body, entry.ETag, entry.Tags = before.Body, before.ETag, before.Tags
		}
	}
	entry.Prepared = e.prepare(entry, previous)
	if !entry.Kept {
		_ = e.fail(c, key, nil) // what is kept stays stale and is not asked for again at once
		return entry
	}
	// A purge during the fetch may or may not have seen what it should. The
	// record is asked once more after the entry can be found: a purge that is
	// recorded later finds it.
	if e.purges.after(purged, entry.Tags) {
		entry.Soft = now
	}
	s := c.put(key, entry, previous != nil)
	if e.purges.after(purged, entry.Tags) {
		s.expire(entry.Tags, now)
	}
	s.failed.Store(false)
	s.retryAt.Store(0)
	return entry
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
