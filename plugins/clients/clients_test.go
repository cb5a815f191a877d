package clients_test

import (
	"fmt"
	"net/netip"
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
	if allow("2001:db8:0:1::1") {
		t.Error("another /64 of one /56 has a budget of its own")
	}
	if !allow("2001:db8:0:100::1") {
		t.Error("another /56 is refused")
	}
	if !allow("no address") || !allow("no address") || allow("no address") {
		t.Error("a client without an address has no budget of its own")
	}
}

// The flood comes from 40,000 networks, and from one.
func TestAFloodOfFreshAddressesTakesNoBudgetOfWhoComesAfterIt(t *testing.T) {
	for name, address := range map[string]func(int) string{
		"an IPv4 /24 each": func(i int) string { return fmt.Sprintf("10.%d.%d.1", i>>8, i&0xff) },
		"a /48 each":       func(i int) string { return fmt.Sprintf("2001:%x:%x::1", i>>8, i&0xff) },
		"one /32":          func(i int) string { return fmt.Sprintf("2001:db8:%x:%x::1", i>>4, i&15) },
	} {
		limits := clients.NewLimits(0.001, 200)
		now := time.Now()
		for i := range 40000 {
			limits.AllowAt(address(i), now)
		}
		if held := limits.Networks(); held > 16384 {
			t.Errorf("%s: %d networks are remembered, want 16384 at most", name, held)
		}
		for i := range 100 {
			if ok, _ := limits.AllowAt(fmt.Sprintf("192.0.2.%d", i), now); !ok {
				t.Fatalf("%s: client %d is refused after the flood", name, i)
			}
		}
	}
}

func TestANetworkHasTheBudgetsOfItsSizeHoweverManyAddressesItHas(t *testing.T) {
	for name, test := range map[string]struct {
		address func(int) string
		want    int
	}{
		"a /56":       {func(i int) string { return fmt.Sprintf("2001:db8:0:%x::1", i%256) }, 10},
		"a /48":       {func(i int) string { return fmt.Sprintf("2001:db8:0:%x::1", i) }, 160},
		"a /32":       {func(i int) string { return fmt.Sprintf("2001:db8:%x::1", i) }, 2560},
		"an IPv4 /24": {func(i int) string { return fmt.Sprintf("192.0.2.%d", i%256) }, 160},
	} {
		limits := clients.NewLimits(1, 10)
		now := time.Now()
		spend := func() (n int, wait time.Duration) {
			for i := range 20000 {
				// Each one by far from the next, of each size.
				ok, after := limits.AllowAt(test.address(i*257%65536), now)
				if ok {
					n++
				} else {
					wait = after
				}
			}
			return n, wait
		}
		if n, wait := spend(); n != test.want || wait <= 0 || wait > time.Second {
			t.Errorf("%s had %d, and then again in %s; want %d", name, n, wait, test.want)
		}
		if ok, _ := limits.AllowAt("198.51.100.1", now); !ok {
			t.Errorf("%s: a client of another network is refused", name)
		}
		now = now.Add(time.Second)
		if n, _ := spend(); n != test.want/10 {
			t.Errorf("%s had %d in a second, want %d", name, n, test.want/10)
		}
	}
}

func TestABudgetThatGrowsOrShrinksHoldsAtOnce(t *testing.T) {
	limits := clients.NewLimits(1, 100)
	now := time.Now()
	allowed := func() (n int) {
		for ok := true; ok; n++ {
			ok, _ = limits.AllowAt("192.0.2.1", now)
		}
		return n - 1
	}
	if n := allowed(); n != 100 {
		t.Errorf("%d at once, want 100", n)
	}
	limits.Update(1, 110)
	if n := allowed(); n != 10 {
		t.Errorf("%d more of a burst of 10 more", n)
	}
	limits.Update(1, 2)
	now = now.Add(time.Second)
	if n := allowed(); n != 1 {
		t.Errorf("%d a second after the burst became 2, want 1", n)
	}
}

func TestRefusingAClientAllocatesNothing(t *testing.T) {
	limits := clients.NewLimits(0.001, 1)
	now := time.Now()
	limits.AllowAt("2001:db8::1", now)
	if n := testing.AllocsPerRun(100, func() { limits.AllowAt("2001:db8::1", now) }); n != 0 {
		t.Errorf("%v allocations", n)
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
	const free = 100
	first, ok := seats.Take("2001:db8::1", 2, free)
	if !ok {
		t.Fatal("the first seat is refused")
	}
	if _, ok := seats.Take("2001:db8::2", 2, free); !ok {
		t.Fatal("the second seat is refused")
	}
	if _, ok := seats.Take("2001:db8::3", 2, free); ok {
		t.Error("a client has a third seat")
	}
	if _, ok := seats.Take("192.0.2.1", 2, free); !ok {
		t.Error("another client is refused")
	}
	first()
	if _, ok := seats.Take("2001:db8::3", 2, free); !ok {
		t.Error("a seat that was left is refused")
	}
	if _, ok := seats.Take("2001:db8:0:1::1", 2, free); ok {
		t.Error("another /64 of the same /56 has a third seat")
	}
	if _, ok := seats.Take("2001:db8:0:100::1", 2, free); !ok {
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

func TestNoNetworkTakesMoreSeatsThanItLeavesFree(t *testing.T) {
	for name, address := range map[string]func(int) string{
		"one client":  func(int) string { return "192.0.2.1" },
		"an IPv4 /24": func(i int) string { return fmt.Sprintf("192.0.2.%d", i) },
		"a /48":       func(i int) string { return fmt.Sprintf("2001:db8:0:%x::1", i*257) },
		"a /32":       func(i int) string { return fmt.Sprintf("2001:db8:%x::1", i) },
	} {
		var seats clients.Seats
		taken := 0
		for i := range 200 {
			if _, ok := seats.Take(address(i), 48, 48-taken); ok {
				taken++
			}
		}
		if taken != 24 {
			t.Errorf("%s took %d of 48, want half", name, taken)
		}
		if _, ok := seats.Take("198.51.100.1", 48, 48-taken); !ok {
			t.Errorf("%s: a newcomer is refused", name)
		}
	}
}

func TestAClientIsInNetworksOfEachSize(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.77":         "192.0.2.77/32=1 192.0.2.0/24=16 ",
		"2001:db8:1:203::44": "2001:db8:1:203::/64=1 2001:db8:1:200::/56=1 2001:db8:1::/48=16 2001:db8::/32=256 ",
	} {
		got := ""
		for network, shares := range clients.Networks(clients.Of(address)) {
			got += fmt.Sprintf("%s=%d ", network, shares)
		}
		if got != want {
			t.Errorf("%s is in %q, want %q", address, got, want)
		}
	}
	for network := range clients.Networks(netip.Addr{}) {
		t.Errorf("nobody is in %s", network)
	}
}

func FuzzClient(f *testing.F) {
	for _, client := range []string{"192.0.2.1", "2001:db8::1%eth0", "::ffff:1.2.3.4", "", "[::1]:80", "1.2.3.4:5"} {
		f.Add(client)
	}
	f.Fuzz(func(t *testing.T, client string) {
		who := clients.Of(client)
		if !who.IsValid() || who.Zone() != "" || who.Is4In6() {
			t.Errorf("%q counts on %v", client, who)
		}
		if again := clients.Of(who.String()); again != who {
			t.Errorf("%q counts on %v, which counts on %v", client, who, again)
		}
	})
}

func TestWhatAClientHasTakenIsToldOnceAndTakenElsewhere(t *testing.T) {
	here, elsewhere := clients.NewLimits(20, 60), clients.NewLimits(20, 60)
	now := time.Now()
	take := func(l *clients.Limits, address string, n int) (had int) {
		for range n {
			if ok, _ := l.AllowAt(address, now); ok {
				had++
			}
		}
		return had
	}
	take(here, "192.0.2.1", 5)
	if spent := here.Spent(10); len(spent) != 0 {
		t.Errorf("before anybody asked %v were counted", spent)
	}
	take(here, "2001:db8::1", 40)
	take(here, "2001:db8::2", 5)
	take(here, "192.0.2.1", 1) // a trifle
	spent := here.Spent(10)
	if len(spent) != 1 || spent[clients.Of("2001:db8::1")] != 45 {
		t.Errorf("taken were %v", spent)
	}
	if again := here.Spent(10); len(again) != 0 {
		t.Errorf("told twice: %v", again)
	}
	for client, n := range spent {
		elsewhere.Spend(client, n, now)
	}
	if had := take(elsewhere, "2001:db8::3", 60); had != 15 {
		t.Errorf("%d more elsewhere, want 15 of 60", had)
	}
	if spent := elsewhere.Spent(10); len(spent) != 0 {
		t.Errorf("what another process told is told on: %v", spent)
	}
	elsewhere.Spend(clients.Of("192.0.2.9"), 1_000_000, now)
	now = now.Add(3 * time.Second)
	if had := take(elsewhere, "192.0.2.9", 100); had != 60 {
		t.Errorf("%d once the bucket is full again, want 60", had)
	}
	for i := range 3000 {
		take(here, fmt.Sprintf("10.1.%d.%d", i>>8, i&0xff), 2)
	}
	if spent := here.Spent(500); len(spent) > 500 {
		t.Errorf("%d clients are told", len(spent))
	}
}
