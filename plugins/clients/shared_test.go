package clients_test

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	"fieldhouse/plugins/clients"
)

func TestNetworksThatTakeWhatTheyCanLeaveAPartToWhoComesAnew(t *testing.T) {
	for name, flood := range map[string]struct {
		address  func(int) string
		networks int
	}{
		"one IPv4 /24":   {func(i int) string { return fmt.Sprintf("192.0.2.%d", i%256) }, 1},
		"one /48":        {func(i int) string { return fmt.Sprintf("2001:db8:1:%x::1", i%65536) }, 1},
		"one /32":        {func(i int) string { return fmt.Sprintf("2001:db8:%x::1", i%65536) }, 1},
		"17 IPv4 /24s":   {func(i int) string { return fmt.Sprintf("10.0.%d.1", i%17) }, 17},
		"eight IPv6 /32": {func(i int) string { return fmt.Sprintf("2001:%x::1", 0x1000+i%8) }, 8},
	} {
		const perSecond, burst = 10, 100
		shared, now, taken := clients.NewShared(perSecond, burst), time.Now(), 0
		for step := range 600 {
			for i := range 200 {
				if shared.AllowAt(flood.address(step*200+i), now) {
					taken++
				}
			}
			now = now.Add(100 * time.Millisecond)
		}
		// A minute of it.
		if most := burst + 60*perSecond; taken < most/2 || taken > most {
			t.Errorf("%s has %d, want at most %d and no less than half", name, taken, most)
		}
		newcomers := 0
		for i := range burst {
			if shared.AllowAt(fmt.Sprintf("198.51.%d.1", i), now) {
				newcomers++
			}
		}
		if least := burst / (flood.networks + 1); newcomers < least {
			t.Errorf("beside %s %d newcomers find a place, want at least %d", name, newcomers, least)
		}
	}
}

func TestAllNetworksTogetherHaveWhatIsShared(t *testing.T) {
	shared, now, taken := clients.NewShared(10, 50), time.Now(), 0
	for range 100 {
		for i := range 500 {
			if shared.AllowAt(fmt.Sprintf("10.%d.%d.1", i>>8, i&255), now) {
				taken++
			}
		}
		now = now.Add(100 * time.Millisecond)
	}
	if taken < 50+90 || taken > 50+100 {
		t.Errorf("in ten seconds they had %d, want 150", taken)
	}
}

func TestAClockThatGoesBackGivesNothing(t *testing.T) {
	shared, now := clients.NewShared(1, 2), time.Now()
	for shared.AllowAt("192.0.2.1", now) || shared.AllowAt("198.51.100.1", now) {
	}
	for range 100 {
		for _, at := range []time.Time{now.Add(-time.Hour), now} {
			if shared.AllowAt("203.0.113.1", at) {
				t.Fatal("going back and on again fills the bucket")
			}
		}
	}
}

// linear counts one less each second.
func linear(amount float64, passed time.Duration) float64 { return max(amount-passed.Seconds(), 0) }

func TestAFloodOfFreshNetworksIsCountedAndHasNobodyForgottenWhoHasUsedMuch(t *testing.T) {
	const most = 64
	u := clients.NewUsage(most, linear)
	now := time.Now()
	heavy, wide := netip.MustParsePrefix("192.0.2.1/32"), netip.MustParsePrefix("2001:db8::/48")
	u.Add(heavy, 2e4, now)
	for i := range 10000 {
		fresh := netip.MustParsePrefix(fmt.Sprintf("2001:db8:0:%x::/64", i))
		if used := u.Add(fresh, 1, now); used != 1 {
			t.Fatalf("newcomer %d has used %v", i, used)
		}
		u.Add(wide, 1, now)
		if u.Networks() > most {
			t.Fatalf("%d are remembered, want %d", u.Networks(), most)
		}
	}
	if used := u.Of(heavy, now); used != 2e4 {
		t.Errorf("who has used most has used %v, want 20000", used)
	}
	if used := u.Of(wide, now); used != 10000 {
		t.Errorf("the network of all has used %v, want 10000", used)
	}
}

func TestWhatWasUsedIsForgottenInTime(t *testing.T) {
	u := clients.NewUsage(2, linear)
	now := time.Now()
	network := netip.MustParsePrefix("192.0.2.1/32")
	u.Add(network, 5, now)
	if used := u.Of(network, now.Add(2*time.Second)); used != 3 {
		t.Errorf("%v after 2 s, want 3", used)
	}
	if used := u.Of(network, now.Add(-time.Hour)); used != 5 {
		t.Errorf("%v by a clock that went back, want 5", used)
	}
	if used := u.Of(netip.MustParsePrefix("192.0.2.2/32"), now); used != 0 {
		t.Errorf("who used nothing has used %v", used)
	}
}
