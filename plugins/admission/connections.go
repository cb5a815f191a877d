package admission

import (
	"errors"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/clients"
	"fieldhouse/plugins/listeners"
)

// states hold the open connections over reloads. With the last configuration that
// bounds them, the bounds end.
var states = adapter.NewStates(func(*connections) { listeners.Admit(nil) })

// connections are the open connections by their client, and the requests in flight. It is
// safe for use by many goroutines.
type connections struct {
	requests clients.Seats
	// unanswered are the requests that a client had too many of.
	unanswered atomic.Uint64

	mu   sync.Mutex
	held *clients.Holders[net.Conn]
	seen numbers
}

// numbers are what became of connections and requests since the process began, and what is held.
type numbers struct {
	// held are open now, of most that may be.
	held, most int64
	// share are the connections refused to a client with as many as one may have; full those
	// to whom nobody had to make room; displaced those that made room.
	share, full, displaced uint64
	// requests are those that were refused.
	requests uint64
}

func (c *connections) numbers() numbers {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.seen
	now.held, now.requests = c.held.Held(), c.unanswered.Load()
	return now
}

func newConnections() *connections {
	return &connections{held: clients.NewHolders[net.Conn](0, 0)}
}

// update changes how many one client, and everybody together, may have from now on.
// Nobody loses a connection.
func (c *connections) update(most, all int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.held.Update(int64(all), int64(most))
	c.seen.most = int64(all)
}

// enter notes a client's connection until leave is called, and refuses it when the
// client has as many as it may. When there are too many in all, who holds most loses
// its oldest one: a hundred clients that take all they may leave places for one that
// takes few.
func (c *connections) enter(client netip.Addr, connection net.Conn) (leave func(), ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	hold, displaced, err := c.held.Take(client, 1, connection)
	for _, oldest := range displaced {
		oldest.Close()
	}
	c.seen.displaced += uint64(len(displaced))
	if errors.Is(err, clients.ErrShare) {
		c.seen.share++
	} else if err != nil {
		c.seen.full++
	}
	if err != nil {
		return nil, false
	}
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		hold.Release()
	}, true
}

// clientOf is the client behind a connection's other end.
func clientOf(connection net.Conn) netip.Addr {
	host, _, err := net.SplitHostPort(connection.RemoteAddr().String())
	if err != nil {
		host = connection.RemoteAddr().String()
	}
	return clients.Of(host)
}
