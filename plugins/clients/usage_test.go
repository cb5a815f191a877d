package clients_test

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	"fieldhouse/plugins/clients"
)

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
