package admission

import (
	"fmt"
	"net"
	"net/netip"
	"testing"
)

// opened is a connection that knows whether it was closed.
type opened struct {
	net.Conn
	closed bool
}

func (o *opened) Close() error { o.closed = true; return nil }

// many enters so many connections of a client and tells which were let in.
func many(c *connections, client string, n int) (in []*opened) {
	for range n {
		one := new(opened)
		if c.enter(netip.MustParseAddr(client), one) {
			in = append(in, one)
		}
	}
	return in
}

func TestAClientHasSoManyConnectionsAndGetsTheirPlacesBack(t *testing.T) {
	c, _ := newConnections()
	c.update(3, 100)
	in := many(c, "192.0.2.1", 5)
	if len(in) != 3 {
		t.Fatalf("of five connections %d are let in, want 3", len(in))
	}
	if len(many(c, "192.0.2.2", 1)) != 1 {
		t.Error("another client is refused")
	}
	c.leave(in[1])
	c.leave(in[1]) // a second time
	if len(many(c, "192.0.2.1", 2)) != 1 {
		t.Error("one that ended does not leave one place")
	}
	c.update(1, 100)
	if in[0].closed || len(many(c, "192.0.2.1", 1)) != 0 {
		t.Error("a lower bound closes what is open, or does not hold for what comes")
	}
}

func TestWhenAllPlacesAreTakenTheClientWithTheMostMakesRoom(t *testing.T) {
	c, _ := newConnections()
	c.update(500, 2000)
	hostile := make([][]*opened, 100)
	for i := range hostile {
		hostile[i] = many(c, fmt.Sprintf("198.51.100.%d", i), 500)
	}
	visitors := 0
	for i := range 200 {
		visitors += len(many(c, fmt.Sprintf("192.0.2.%d", i), 2))
	}
	if visitors != 400 {
		t.Errorf("beside a hundred clients that take all they get, visitors have %d of 400 connections", visitors)
	}
	if len(c.open) != 2000 {
		t.Errorf("%d connections are open, want 2000", len(c.open))
	}
	for i, held := range hostile {
		left := 0
		for _, one := range held {
			if !one.closed {
				left++
			}
		}
		if has := c.held[netip.MustParseAddr(fmt.Sprintf("198.51.100.%d", i))].Len(); has != left {
			t.Errorf("client %d has %d connections and %d that are not closed", i, has, left)
		}
	}
}
