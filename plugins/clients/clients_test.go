package clients_test

import (
	"fmt"
	"testing"
	"time"

	"fieldhouse/plugins/clients"
)

func TestAddressesOfOneNetworkAreOneClient(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.1": "192.0.2.1", "::ffff:192.0.2.1": "192.0.2.1", "2001:db8::1": "2001:db8::",
		"2001:db8::ffff:1": "2001:db8::", "2001:db8:0:1::1": "2001:db8:0:1::", "fe80::1%eth0": "fe80::", "@": "::", "": "::",
	} {
		if got := clients.Of(address).String(); got != want {
			t.Errorf("%q is %s, want %s", address, got, want)
		}
	}
}

func TestLimitsCountIPv6ByNetworkAndClientsApart(t *testing.T) {
	limits := clients.NewLimits(0.001, 2)
	allow := func(client string) bool { ok, _ := limits.Allow(client); return ok }
	for _, client := range []string{"203.0.113.9", "::ffff:203.0.113.9"} {
		if !allow(client) {
			t.Errorf("%s is refused", client)
		}
	}
	if allow("203.0.113.9") {
		t.Error("an address written in two ways has two budgets")
	}
	if !allow("203.0.113.10") {
		t.Error("another address is refused")
	}
	if !allow("2001:db8::1") || !allow("2001:db8::ffff:0:0:2") || allow("2001:db8:0:0:1::3") {
		t.Error("addresses of one /64 do not share a budget")
	}
	if !allow("2001:db8:0:1::1") {
		t.Error("another /64 is refused")
	}
	if !allow("no address") || !allow("no address") || allow("no address") {
		t.Error("a client without an address has no budget of its own")
	}
}

func TestLimitsAreBoundedInClientsAndSettleAnew(t *testing.T) {
	limits := clients.NewLimits(0.001, 1)
	for i := range 40000 {
		limits.Allow(fmt.Sprintf("10.%d.%d.%d", i>>16, i>>8&0xff, i&0xff))
	}
	if held := limits.Clients(); held != 16384 {
		t.Errorf("%d clients are told apart, want 16384", held)
	}
	// Those that came too late share one budget, which is used up.
	if ok, wait := limits.Allow("192.0.2.1"); ok || wait <= 0 {
		t.Errorf("a client past the bound: %t, %s", ok, wait)
	}
	settled := clients.NewLimits(0.001, 1)
	settled.Allow("192.0.2.1")
	settled.Update(1000, 100)
	for deadline := time.Now().Add(10 * time.Second); ; {
		if ok, _ := settled.Allow("192.0.2.1"); ok {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the higher rate does not hold")
		}
	}
}

func TestWhoIsAsGoodAsNewMakesRoomForOthers(t *testing.T) {
	limits := clients.NewLimits(1, 1)
	now := time.Now()
	for i := range 40000 {
		limits.AllowAt(fmt.Sprintf("10.%d.%d.%d", i>>16, i>>8&0xff, i&0xff), now)
	}
	now = now.Add(time.Minute)
	for i := range 1000 {
		if ok, _ := limits.AllowAt(fmt.Sprintf("192.0.%d.%d", i>>8, i&0xff), now); !ok {
			t.Fatalf("client %d is refused after the flood", i)
		}
	}
}

func TestABudgetComesBackInTime(t *testing.T) {
	limits := clients.NewLimits(20, 60)
	now := time.Now()
	spend := func() (n int, wait time.Duration) {
		for ; ; n++ {
			ok, wait := limits.AllowAt("192.0.2.1", now)
			if !ok {
				return n, wait
			}
		}
	}
	for _, test := range []struct {
		passes time.Duration
		want   int
	}{{0, 60}, {50 * time.Millisecond, 1}, {time.Second, 20}, {time.Hour, 60}} {
		now = now.Add(test.passes)
		if n, wait := spend(); n != test.want || wait != 50*time.Millisecond {
			t.Errorf("after %s: %d, then again in %s; want %d", test.passes, n, wait, test.want)
		}
	}
}

func TestARateOfNothingIsNoBound(t *testing.T) {
	limits := clients.NewLimits(0, 1)
	for range 100 {
		if ok, wait := limits.Allow("192.0.2.1"); !ok || wait != 0 {
			t.Fatalf("%t, %s", ok, wait)
		}
	}
}

func TestAClientHasSoManySeatsAndGetsThemBack(t *testing.T) {
	var seats clients.Seats
	first, ok := seats.Take("2001:db8::1", 2)
	if !ok {
		t.Fatal("the first seat is refused")
	}
	if _, ok := seats.Take("2001:db8::2", 2); !ok {
		t.Fatal("the second seat is refused")
	}
	if _, ok := seats.Take("2001:db8::3", 2); ok {
		t.Error("a client has a third seat")
	}
	if _, ok := seats.Take("192.0.2.1", 2); !ok {
		t.Error("another client is refused")
	}
	first()
	if _, ok := seats.Take("2001:db8::3", 2); !ok {
		t.Error("a seat that was left is refused")
	}
	if _, ok := seats.Take("2001:db8:0:1::1", 2); ok {
		t.Error("another /64 of the same /56 has a third seat")
	}
	if _, ok := seats.Take("2001:db8:0:100::1", 2); !ok {
		t.Error("another /56 is refused")
	}
}

func TestANetworkIsWhatManySubscribersAreIn(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.77": "192.0.2.0/24", "::ffff:192.0.2.1": "192.0.2.0/24", "2001:db8:1:2:3::4": "2001:db8:1::/48",
		"fe80::1%eth0": "fe80::/48", "": "::/48", "@": "::/48",
	} {
		if got := clients.Network(address).String(); got != want {
			t.Errorf("%q is in %s, want %s", address, got, want)
		}
	}
}
