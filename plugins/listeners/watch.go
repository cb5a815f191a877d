package listeners

import (
	"time"

	"fieldhouse/plugins/beat"
)

// A client takes at least leastTaken bytes of what is written to it in slowest,
// or its connection is reset: who does not read what it asks for holds memory and
// a goroutine for it. A connection on which nothing waits to be written may be
// silent for as long as its server lets it. Caddy's own write_idle resets a stream of
// HTTP/2, but not the connection whose frame waits to be written; what answers an upgraded
// connection is none of Caddy's time-outs either.
const (
	leastTaken = 1 << 10
	slowest    = 10 * time.Second
	// unseen is what one write may take where the system does not say how much of
	// it arrived.
	unseen = 6 * slowest

	lookInterval = time.Second
)

// pace is what a look at a connection has seen of its write.
type pace struct {
	write int64  // when the write began
	since int64  // when it last got on
	taken uint64 // what had arrived by then
}

// watch looks at the open connections until the socket is closed.
func (s *socket) watch() {
	for {
		select {
		case <-beat.After(lookInterval):
			s.look()
		case <-s.ended:
			return
		}
	}
}

// look resets the connections whose writes do not get on.
func (s *socket) look() {
	s.clock.looks.Add(1)
	now := s.clock.now()
	s.watched.Lock()
	var stuck []*conn
	for c := range s.open {
		if c.isStuck(now) {
			stuck = append(stuck, c)
		}
	}
	s.watched.Unlock()
	for _, c := range stuck {
		reset(c.Conn) // its server closes c
	}
}

// isStuck reports whether too little of a write was taken for too long. Only
// looks call it, one at a time.
func (c *conn) isStuck(now int64) bool {
	write := c.writing.Load()
	if write == 0 {
		return false
	}
	if write != c.reading.write {
		c.reading = pace{write: write, since: now}
		c.reading.taken, _ = taken(c.Conn)
		return false
	}
	waited := time.Duration(now-c.reading.since) * lookInterval
	if waited < slowest {
		return false
	}
	arrived, seen := taken(c.Conn)
	if !seen {
		return waited >= unseen
	}
	if arrived-c.reading.taken < leastTaken {
		return true
	}
	c.reading.since, c.reading.taken = now, arrived
	return false
}
