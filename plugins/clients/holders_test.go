package clients_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"fieldhouse/plugins/clients"
)

// take takes for an address, which is the value as well.
func take(t *testing.T, h *clients.Holders[string], address string, amount int64, want error) (displaced []string) {
	t.Helper()
	_, displaced, err := h.Take(clients.Of(address), amount, address)
	if !errors.Is(err, want) {
		t.Errorf("%d for %s: %v, want %v", amount, address, err, want)
	}
	return displaced
}

func TestASubscriberHasAShareInAllItsNetworks(t *testing.T) {
	h := clients.NewHolders[string](160, 10)
	take(t, h, "2001:db8:0:1::1", 10, nil)
	take(t, h, "2001:db8:0:1::2", 1, clients.ErrShare) // the same /64
	take(t, h, "2001:db8:0:2::1", 1, clients.ErrShare) // the same /56
	take(t, h, "2001:db8:0:100::1", 10, nil)           // the same /48
	take(t, h, "192.0.2.1", 10, nil)
	take(t, h, "192.0.2.1", 1, clients.ErrShare)
	take(t, h, "192.0.2.2", 10, nil)
}

func TestANetworkOfManySubscribersHasSixteenShares(t *testing.T) {
	h := clients.NewHolders[string](1000, 10)
	for i := range 16 {
		take(t, h, fmt.Sprintf("2001:db8:0:%x00::1", i), 10, nil)
		take(t, h, fmt.Sprintf("192.0.2.%d", i), 10, nil)
	}
	take(t, h, "2001:db8:0:ff00::1", 1, clients.ErrShare)
	take(t, h, "192.0.2.200", 1, clients.ErrShare)
	take(t, h, "2001:db8:1::1", 10, nil)
	take(t, h, "192.0.3.1", 10, nil)
}

func TestWhenAllIsTakenTheLargestHolderMakesRoomWithWhatItHadFirst(t *testing.T) {
	h := clients.NewHolders[string](100, 50)
	_, _, _ = h.Take(clients.Of("192.0.2.1"), 30, "first")
	_, _, _ = h.Take(clients.Of("192.0.2.1"), 20, "second")
	_, _, _ = h.Take(clients.Of("198.51.100.1"), 25, "other")
	_, _, _ = h.Take(clients.Of("203.0.113.1"), 25, "another")
	if displaced := take(t, h, "2001:db8::1", 10, nil); !slices.Equal(displaced, []string{"first"}) {
		t.Errorf("displaced %q", displaced)
	}
	if h.Held() != 80 {
		t.Errorf("%d are held", h.Held())
	}
}

func TestWhoHoldsMostGetsNothingOfTheOthers(t *testing.T) {
	h := clients.NewHolders[string](20, 10)
	take(t, h, "192.0.2.1", 9, nil)
	take(t, h, "198.51.100.1", 9, nil)
	take(t, h, "203.0.113.1", 2, nil)
	if displaced := take(t, h, "192.0.2.1", 1, clients.ErrNoRoom); displaced != nil {
		t.Errorf("displaced %q", displaced)
	}
	if displaced := take(t, h, "203.0.113.1", 1, nil); len(displaced) != 1 {
		t.Errorf("displaced %q for who has less", displaced)
	}
}

func TestNobodyLosesAnythingForANewcomerThatDoesNotFit(t *testing.T) {
	h := clients.NewHolders[string](30, 15)
	for i := range 6 {
		_, _, _ = h.Take(clients.Of(fmt.Sprintf("203.0.%d.1", i%2)), 5, fmt.Sprint(i))
	}
	// Both would have to give up all but 10 for it, which is less than it asks for.
	if displaced := take(t, h, "192.0.2.1", 12, clients.ErrNoRoom); displaced != nil || h.Held() != 30 {
		t.Errorf("displaced %q; %d are held", displaced, h.Held())
	}
	if err := h.Fits(clients.Of("192.0.2.1"), 10); err != nil || h.Held() != 30 {
		t.Errorf("asking alone: %v; %d are held", err, h.Held())
	}
	displaced := take(t, h, "192.0.2.1", 10, nil)
	slices.Sort(displaced)
	if !slices.Equal(displaced, []string{"0", "1"}) || h.Held() != 30 {
		t.Errorf("displaced %q; %d are held", displaced, h.Held())
	}
}

// Sixteen /56s of one /48 hold all: together they hold no more for their size than
// each, and the newcomer is of another network.
func TestANewcomerIsNotShutOutByANetwork(t *testing.T) {
	h := clients.NewHolders[string](160, 10)
	for i := range 16 {
		take(t, h, fmt.Sprintf("2001:db8:0:%x00::1", i), 10, nil)
	}
	for _, newcomer := range []string{"2001:db8:1::1", "192.0.2.1"} {
		if displaced := take(t, h, newcomer, 9, nil); len(displaced) != 1 {
			t.Errorf("%s displaced %q", newcomer, displaced)
		}
	}
}

// No client and no /48 of it holds more than the newcomer asks for.
func TestANewcomerIsNotShutOutByAProvidersNetworkWhoseEverySubscriberHoldsLittle(t *testing.T) {
	h := clients.NewHolders[string](1000, 10)
	for i := range 1000 {
		take(t, h, fmt.Sprintf("2001:db8:%x::1", i), 1, nil)
	}
	for _, newcomer := range []string{"2001:db9::1", "192.0.2.1"} {
		if displaced := take(t, h, newcomer, 1, nil); len(displaced) != 1 {
			t.Errorf("%s displaced %q", newcomer, displaced)
		}
	}
}

func TestWhatWasReleasedIsForgotten(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 2))
	h := clients.NewHolders[int](500, 100)
	holds := make(map[int]*clients.Hold[int])
	held := func() (sum int64) {
		for i := range holds {
			sum += int64(i%7 + 1)
		}
		return sum
	}
	for i := range 5000 {
		client := clients.Of(fmt.Sprintf("2001:db8:%x:%x::1", random.IntN(4), random.IntN(1024)))
		hold, displaced, err := h.Take(client, int64(i%7+1), i)
		for _, gone := range displaced {
			holds[gone].Release() // again
			delete(holds, gone)
		}
		if err == nil {
			holds[i] = hold
		}
		if random.IntN(3) == 0 {
			for key, hold := range holds {
				hold.Release()
				delete(holds, key)
				break
			}
		}
		if h.Held() != held() || h.Held() > 500 {
			t.Fatalf("%d are held, want %d of at most 500", h.Held(), held())
		}
	}
	for _, hold := range holds {
		hold.Release()
	}
	if h.Held() != 0 || h.Networks() != 0 {
		t.Errorf("%d are held in %d networks", h.Held(), h.Networks())
	}
}
