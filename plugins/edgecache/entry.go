package edgecache

import (
	"slices"
	"time"
)

// Entry is a kept content and its deadlines. Entries are shared between
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
	// Kept is false for a body that is larger than its class keeps.
	Kept bool

	purged bool // it is stale because of a purge
}

// sameAs reports whether two entries differ in nothing but time and Meta.
func (e *Entry) sameAs(other *Entry) bool {
	return e.ETag == other.ETag && e.Code == other.Code && slices.Equal(e.Tags, other.Tags)
}

// purge makes an entry that nobody else has yet stale.
func (e *Entry) purge(now time.Time) {
	e.Soft, e.purged = now, true
}

// setHard moves the hard deadline of an entry that nobody else has yet.
func (e *Entry) setHard(lifetime time.Duration) {
	e.Hard = e.Stored.Add(lifetime)
	if e.Soft.After(e.Hard) {
		e.Soft = e.Hard
	}
}

// Status says how Get came by its entry.
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
	switch s {
	case Miss:
		return "miss"
	case Coalesced:
		return "coalesced"
	case Hit:
		return "hit"
	case Stale:
		return "stale"
	case StaleError:
		return "stale-error"
	}
	return "unknown"
}
