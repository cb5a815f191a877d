// Package clock has the clock that tests hand to what they test.
package clock

import (
	"sync"
	"time"
	"unsafe"
)

// Clock stands still until it is moved. It is safe for use by many goroutines.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// New makes a clock that stands at a time.
func New(now time.Time) *Clock { return &Clock{now: now} }

// Now is where it stands.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Move moves it.
func (c *Clock) Move(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(by)
}

// SetBack is a time of time.Now as if the machine's clock had been set back by so many seconds
// since: its monotonic reading stays (time.Time has both in its first word: seconds above 30
// bits of nanoseconds).
func SetBack(t time.Time, seconds uint64) time.Time {
	*(*uint64)(unsafe.Pointer(&t)) -= seconds << 30
	return t
}
