package admission

import (
	"fmt"
	"net"
	"testing"

	"fieldhouse/plugins/clients"
)

// opened is a connection that knows whether it was closed.
type opened struct {
	net.Conn
	closed bool
	leave  func()
}

func (o *opened) Close() error { o.closed = true; return nil }

// many enters so many connections of a client and tells which were let in.
func many(c *connections, client string, n int) (in []*opened) {
	for range n {
		one := new(opened)
		var ok bool
		if one.leave, ok = c.enter(clients.Of(client), one); ok {
			in = append(in, one)
		}
	}
	return in
}

func TestAClientHasSoManyConnectionsAndGetsTheirPlacesBack(t *testing.T) {
	c := newConnections()
	c.update(3, 100)
	in := many(c, "192.0.2.1", 5)
	if len(in) != 3 {
		t.Fatalf("of five connections %d are let in, want 3", len(in))
	}
	if got, want := c.numbers(), (numbers{held: 3, most: 100, share: 2}); got != want {
		t.Errorf("the numbers are %+v, want %+v", got, want)
	}
	if len(many(c, "192.0.2.2", 1)) != 1 {
		t.Error("another client is refused")
	}
	in[1].leave()
	in[1].leave() // a second time
	if len(many(c, "192.0.2.1", 2)) != 1 {
		t.Error("one that ended does not leave one place")
	}
	c.update(1, 100)
	if in[0].closed || len(many(c, "192.0.2.1", 1)) != 0 {
		t.Error("a lower bound closes what is open, or does not hold for what comes")
	}
}

// Sixteen /64s are what one subscriber's /56 has; a /48 holds many subscribers.
func TestNetworksOfIPv6HaveBoundsOfTheirOwn(t *testing.T) {
	c := newConnections()
	c.update(10, 10_000)
	subscriber, network := 0, 0
	for i := range 256 {
		subscriber += len(many(c, fmt.Sprintf("2001:db8:0:%x::1", i), 10))
		network += len(many(c, fmt.Sprintf("2001:db8:1:%x00::1", i), 10))
	}
	if subscriber != 10 || network != 160 {
		t.Errorf("a /56 has %d connections, want 10; a /48 has %d, want 160", subscriber, network)
	}
}

func TestWhenAllPlacesAreTakenTheClientWithTheMostMakesRoom(t *testing.T) {
	c := newConnections()
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
	if got := c.numbers(); got.held != 2000 || got.share != 0 || uint64(got.held)+got.full+got.displaced != 50_400 || got.displaced < 1600 {
		t.Errorf("the numbers are %+v: want 2000 held, and of 50,400 each other refused or displaced", got)
	}
	left := 0
	for _, held := range hostile {
		for _, one := range held {
			if !one.closed {
				left++
			}
		}
	}
	if left != 1600 {
		t.Errorf("%d of the hundred clients' connections are not closed, want 1600", left)
	}
}
