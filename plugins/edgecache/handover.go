package edgecache

import (
	"time"

	"fieldhouse/plugins/representation"
)

// Copy is an entry for another engine, in another process.
type Copy struct {
	Class Class    `json:"class"`
	Key   string   `json:"key"`
	Code  int      `json:"code"`
	Body  []byte   `json:"body"`
	Tags  []string `json:"tags,omitempty"`
	Meta  string   `json:"meta,omitempty"`
	// Age is the time since it was fetched or confirmed, and Soft until it is stale, negative
	// when it is: in nanoseconds.
	Age  time.Duration `json:"age"`
	Soft time.Duration `json:"soft"`
	// Purged: it was purged since.
	Purged bool `json:"purged,omitempty"`
}

// Copies are those of the prepared entries, the ones answered most first, whose bodies have at
// most so many bytes together; one that finds no room is left out. Their bodies may not be changed.
func (e *Engine) Copies(limit int) (copies []Copy) {
	now := e.now()
	for _, s := range e.hottest() {
		entry := s.entry.Load()
		if len(entry.Body) > limit {
			continue
		}
		limit -= len(entry.Body)
		copies = append(copies, Copy{
			Class: s.class, Key: s.key, Code: entry.Code, Body: entry.Body, Tags: entry.Tags, Meta: entry.Meta,
			Age: now.Sub(entry.Stored), Soft: entry.Soft.Sub(now), Purged: entry.purged,
		})
	}
	return copies
}

// Take answers what another engine had from now on, for the rest of the time that it has by the
// lifetimes of this one. What is here already stays, and what could not be here is left out.
func (e *Engine) Take(copies []Copy) {
	now := e.now()
	for _, one := range copies {
		c := e.classes[one.Class]
		content := Content{Code: one.Code, Tags: one.Tags, Meta: one.Meta}
		if c == nil || one.Age < 0 || len(one.Key) > maxKeyBytes || len(one.Body) > c.bodyLimit || content.check() != nil {
			continue
		}
		config, stored := c.config.Load(), now.Add(-one.Age)
		entry := &Entry{
			Code: one.Code, Body: one.Body, ETag: representation.Tag(one.Body), Tags: one.Tags, Meta: one.Meta, Cacheable: true,
			Stored: stored, Soft: stored.Add(min(one.Age+one.Soft, config.Soft)), Hard: stored.Add(config.Hard),
			purged: one.Purged,
		}
		if now.Before(entry.Hard) && e.cached(c, one.Key, now) == nil {
			entry.Prepared = e.prepare(entry, nil)
			c.hot.put(one.Key, entry)
		}
	}
}
