// Package clock has the clock that tests hand to what they test.
package clock

import (
	"sync"
	"time"
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
