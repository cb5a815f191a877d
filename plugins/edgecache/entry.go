package edgecache

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"fieldhouse/plugins/upstream"
)

// Entry is a cached content and its deadlines. Entries are shared between
// requests and never change.
type Entry struct {
	// Code is the HTTP status that the body stands for.
	Code int
	Body []byte
	// ETag is a strong validator (RFC 9110, section 8.8.3) made from the body
	// alone, quotes included: the same bytes have the same ETag on every
	// machine.
	ETag string
	Tags []string
	// Meta is the Content's, of the fetch that last confirmed the body.
	Meta string
	// Stored is when the body was last fetched or confirmed.
	Stored time.Time
	// Soft is until when the entry is fresh, Hard until when it is answered.
	Soft, Hard time.Time
	// Prepared is what Config.Prepare made of the entry.
	Prepared any
	// Cacheable is false for a body that is larger than its class caches.
	Cacheable bool

	purged bool // and so it is stale
}

// sameAs reports whether two entries differ in nothing but time and Meta.
func (e *Entry) sameAs(other *Entry) bool {
	return e.ETag == other.ETag && e.Code == other.Code && slices.Equal(e.Tags, other.Tags)
}

// purge makes an entry that nobody else has yet stale, or notes of one that is that it was purged.
func (e *Entry) purge(now time.Time) {
	if now.Before(e.Soft) {
		e.Soft = now
	}
	e.purged = true
}

// setHard moves the hard deadline of an entry that nobody else has yet.
func (e *Entry) setHard(lifetime time.Duration) {
	e.Hard = e.Stored.Add(lifetime)
	if e.Soft.After(e.Hard) {
		e.Soft = e.Hard
	}
}

// Status is how Get came by its entry.
type Status uint8

const (
	// Miss: a fetch that this call began brought it.
	Miss Status = iota
	// Coalesced: a fetch that another call began brought it.
	Coalesced
	// Hit: it was fresh.
	Hit
	// Stale: it was past its soft deadline, and a refresh is on its way unless
	// Lookup.LastRead spares the source.
	Stale
	// StaleError: as Stale, and the last refresh failed.
	StaleError
)

func (s Status) String() string {
	return [...]string{Miss: "miss", Coalesced: "coalesced", Hit: "hit", Stale: "stale", StaleError: "stale-error"}[s]
}

// Lookup is a key, its client, and which entries the client accepts.
type Lookup struct {
	// Key names the content within its class; at most 1024 bytes.
	Key string
	// Class is the class of lifetime; one of Config.Classes.
	Class Class
	// Client is whose budget a fetch counts on: an IP address, or empty for the
	// process itself, which has none. It counts on its networks too (clients.Networks).
	Client string
	// Shared marks one of the few keys that everybody requests: its fetches cost
	// nobody, have places of their own and go before those of single clients. So that
	// nobody can cause many of them, after a fetch that its caller does not accept the
	// next one comes after ClassConfig.Retry.
	Shared bool
	// Fresh refuses an entry that is past its soft deadline: it is then fetched and
	// waited for like a miss. (RFC 5861, section 3, lets a cache answer stale while
	// it revalidates; this is for who must not be answered so.) What may not be replaced
	// by what a fetch brought (Content.Replaces) is fresh for ClassConfig.Retry: the
	// source has nothing newer.
	Fresh bool
	// LastRead takes what is cached as it was last read, whatever its age and whatever Fresh
	// and Accept say, and causes no refresh of it: the source has no time for one. An entry
	// that was purged is not taken so.
	LastRead bool
	// Accept, when set, refuses an entry that is good otherwise, such as one that
	// is older than what the caller knows of: it is then fetched and waited for
	// like a miss. It must not call the engine.
	Accept func(*Entry) bool
	// Take, when set, has the key fetched together with other processes of the cluster, by
	// Config.Together. It reports whether to believe what one of them has read, which has
	// Body, Meta and Age, and adds the rest: what is refused is fetched. It must not call Get.
	Take func(*Content) bool
	// Await, when set, waits until the source has what Accept takes. Who must wait for
	// a fetch waits for this before, by himself: a fetch is everybody's, and held up by
	// nobody. Its error is the call's. The context says for whom it is (see
	// upstream.With).
	Await func(context.Context) error
}

// accepts reports whether an entry is taken that was fresh, or not, at a moment.
func (l *Lookup) accepts(entry *Entry, at time.Time) bool {
	return l.takesLastRead(entry) || (!l.Fresh || at.Before(entry.Soft) && !entry.purged) && (l.Accept == nil || l.Accept(entry))
}

// acceptsSlot reports whether the entry of a slot is taken.
func (l *Lookup) acceptsSlot(s *slot, entry *Entry, now time.Time) bool {
	if failed := s.failed(now); failed != nil && failed.err == errRejected {
		now = time.Time{}
	}
	return l.accepts(entry, now)
}

func (l *Lookup) takesLastRead(entry *Entry) bool { return l.LastRead && !entry.purged }

// isSelective reports whether the caller refuses some of what is cached.
func (l *Lookup) isSelective() bool { return l.Fresh || l.Accept != nil }

// Errors that Get can return besides those of the Fetch.
var (
	// ErrClosed: the engine was closed.
	ErrClosed = errors.New("the cache is closed")
	// ErrBusy: as many fetches as Config.MaxFetches says are running already, all or the client's own.
	ErrBusy = errors.New("too many fetches are running already")
	// ErrNotAccepted: there is no entry that Lookup.Fresh and Lookup.Accept take. Get returns it
	// together with the entry that there is.
	ErrNotAccepted = errors.New("what was fetched is older than what was asked for")
)

// BudgetError says that a fetch was refused because the client's budget is used
// up. Get returns a *BudgetError.
type BudgetError struct {
	// RetryAfter is when the next fetch has a place in the budget.
	RetryAfter time.Duration
}

func (e *BudgetError) Error() string {
	return fmt.Sprintf("this client asked for too much that is not in the cache; try again in %s", e.RetryAfter)
}

// RememberedError says that a key was not fetched because its last fetch failed
// a moment ago. Get returns a *RememberedError.
type RememberedError struct {
	// Err is that fetch's error.
	Err error
	// RetryAfter is when the key is fetched again.
	RetryAfter time.Duration
}

func (e *RememberedError) Error() string {
	return fmt.Sprintf("%v (a moment ago; tried again in %s)", e.Err, e.RetryAfter)
}

// Unwrap gives the error of the fetch.
func (e *RememberedError) Unwrap() error { return e.Err }

// failureOf is why a call or a fetch failed, as its span says it.
func failureOf(err error) string {
	switch {
	case errors.As(err, new(*BudgetError)):
		return "budget"
	case errors.As(err, new(*RememberedError)):
		return "remembered"
	case errors.Is(err, ErrBusy):
		return "busy"
	case errors.Is(err, upstream.ErrLimited):
		return "limited"
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	case errors.Is(err, context.Canceled):
		return "canceled"
	}
	return "failed"
}
