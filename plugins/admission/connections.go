package admission

import (
	"container/list"
	"net"
	"net/netip"
	"sync"

	"fieldhouse/plugins/clients"
)

// connections are the open connections by their client. It is safe for use by
// many goroutines.
type connections struct {
	mu sync.Mutex
	// most is what one client may have, all what everybody together may have.
	most, all int
	open      map[net.Conn]*list.Element
	// held are the connections of each client, the oldest first.
	held map[netip.Addr]*list.List
}

// entry is a connection in its client's list.
type entry struct {
	client     netip.Addr
	connection net.Conn
}

func newConnections() (*connections, error) {
	return &connections{open: make(map[net.Conn]*list.Element), held: make(map[netip.Addr]*list.List)}, nil
}

// update changes the bounds from now on. Nobody loses a connection.
func (c *connections) update(most, all int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.most, c.all = most, all
}

// enter notes a client's connection, and refuses it when the client has as many
// as it may. When there are too many in all, the client that has most loses its
// oldest one: a hundred clients that take all they may leave places for one that
// takes few.
func (c *connections) enter(client netip.Addr, connection net.Conn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	mine := c.held[client]
	has := 0
	if mine != nil {
		has = mine.Len()
	}
	if has >= c.most {
		return false
	}
	if len(c.open) >= c.all && !c.makeRoom(has+1) {
		return false
	}
	if mine = c.held[client]; mine == nil {
		mine = list.New()
		c.held[client] = mine
	}
	c.open[connection] = mine.PushBack(entry{client, connection})
	return true
}

// makeRoom closes the oldest connection of the client with the most, if these are
// more than so many.
func (c *connections) makeRoom(than int) bool {
	var largest *list.List
	for _, held := range c.held {
		if largest == nil || held.Len() > largest.Len() {
			largest = held
		}
	}
	if largest == nil || largest.Len() <= than {
		return false
	}
	oldest := largest.Front().Value.(entry).connection
	c.forget(oldest)
	oldest.Close()
	return true
}

// leave forgets a connection that has ended; one that made room is forgotten
// already.
func (c *connections) leave(connection net.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.forget(connection)
}

func (c *connections) forget(connection net.Conn) {
	element := c.open[connection]
	if element == nil {
		return
	}
	delete(c.open, connection)
	client := element.Value.(entry).client
	held := c.held[client]
	held.Remove(element)
	if held.Len() == 0 {
		delete(c.held, client)
	}
}

// clientOf is the client behind a connection's other end.
func clientOf(connection net.Conn) netip.Addr {
	host, _, err := net.SplitHostPort(connection.RemoteAddr().String())
	if err != nil {
		host = connection.RemoteAddr().String()
	}
	return clients.Of(host)
}
