package edgecache

import (
	"errors"
	"fmt"
	"time"
)

// Lookup names what is asked for, and for whom.
type Lookup struct {
	// Key names the content within its class; at most 1024 bytes.
	Key string
	// Class is the class of lifetime; one of Config.Classes.
	Class Class
	// Client is whose budget a miss counts on: an IP address, or empty for the
	// process itself, which has none. IPv6 counts by /64.
	Client string
	// Accept, when set, refuses an entry that is good otherwise (rows older
	// than a purchase): it is then fetched and waited for like a miss.
	// It must not call the engine.
	Accept func(*Entry) bool
}

func (l Lookup) accepts(entry *Entry) bool { return l.Accept == nil || l.Accept(entry) }

// Errors that Get can return besides those of the Fetch.
var (
	// ErrClosed: the engine was closed.
	ErrClosed = errors.New("the cache is closed")
	// ErrBusy: as many fetches as Config.MaxFetches are running already.
	ErrBusy = errors.New("too many fetches are running already")
	// ErrNotAccepted: there is no entry that Lookup.Accept takes. Get returns it
	// together with the entry that there is.
	ErrNotAccepted = errors.New("what was fetched is older than what was asked for")
)

// BudgetError says that a miss was refused because the client's budget is used
// up. Get returns a *BudgetError.
type BudgetError struct {
	// RetryAfter is when the next miss has a place in the budget.
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
