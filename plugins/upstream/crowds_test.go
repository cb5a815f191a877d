//go:build !race || soak

// Crowds in time of their own: the race detector, which takes long for them, sees the line at
// work in the other tests, and these in the soak.

package upstream

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// fresh64 is one of the /64s of a /48, each far from the one before.
func fresh64(of48, i int) string { return fmt.Sprintf("2001:db8:%x:%x::1", of48, i*257%65536) }

// floods are attackers that have no address twice in a minute or, of IPv4, hardly one.
var floods = map[string]func(int) string{
	"one /48":              func(i int) string { return fresh64(1, i) },
	"one /56 of it":        func(i int) string { return fmt.Sprintf("2001:db8:1:%x::1", i%256) },
	"two /48s of one /32":  func(i int) string { return fresh64(i%2, i/2) },
	"all /48s of one /32":  func(i int) string { return fmt.Sprintf("2001:db9:%x:%x::1", i, i) },
	"an IPv4 /24":          func(i int) string { return fmt.Sprintf("203.0.113.%d", i%256) },
	"100 addresses by far": func(i int) string { return fmt.Sprintf("203.%d.113.1", i%100) },
}

// visitors are who comes beside a flood, of each kind in turn.
func visitors(i int) string {
	return []string{
		fmt.Sprintf("198.%d.100.1", i),
		fmt.Sprintf("198.51.100.%d", i),
		fresh64(0xffff, i),
		fmt.Sprintf("2a00:1:%x::1", i),
		fmt.Sprintf("2001:db8:%x:100::1", 0xff00+i), // of the floods' /32, but no /48 of theirs
	}[i%5]
}

// flooded lets a flood ask the servers of a line in turn, 200 times a second, for ten seconds
// alone and then while each second one of 37 visitors comes. It counts how many of these were read.
func flooded(t *testing.T, by Division, servers int, perSecond float64, burst int, flood, visitor func(int) string) (got int, slowest time.Duration) {
	t.Helper()
	const each, alone, others = 200, 10, 37
	var had, longest atomic.Int64
	synctest.Test(t, func(t *testing.T) {
		line := NewLine(by, time.Now)
		rates := make([]*Rate, servers)
		for i := range rates {
			rates[i] = line.NewRate(perSecond, burst, 0)
		}
		read := func(client string, i int) bool {
			ctx, cancel := context.WithTimeout(With(context.Background(), Miss, client), 5*time.Second)
			defer cancel()
			err := rates[i%servers].Wait(ctx)
			if err != nil && !errors.Is(err, ErrLimited) {
				t.Error(err)
			}
			return err == nil
		}
		for i := range each * (alone + others) {
			go read(flood(i), i)
			if n := i/each - alone; n >= 0 && i%each == 0 {
				go func() {
					began := time.Now()
					if read(visitor(n), n) {
						had.Add(1)
					}
					longest.Store(max(longest.Load(), int64(time.Since(began))))
				}()
			}
			time.Sleep(time.Second / each)
		}
		time.Sleep(6 * time.Second)
	})
	return int(had.Load()), time.Duration(longest.Load())
}

// nodes and index are divisions as chain nodes and an asset index have them.
var nodes, index = Division{Guaranteed: divided.Guaranteed, Capped: .5, Waiting: 48},
	Division{Guaranteed: map[Class]float64{Account: .5, Miss: .5}, Capped: 1, Waiting: 20}

// Found by measuring: 0 of 37 visitors were read beside the flood from one /48.
func TestAFloodFromFreshAddressesOfOneNetworkKeepsNoNewcomerFromBeingRead(t *testing.T) {
	for name, flood := range floods {
		t.Run(name, func(t *testing.T) {
			if got, slowest := flooded(t, nodes, 4, 15, 30, flood, visitors); got != 37 || slowest > time.Second {
				t.Errorf("%d of 37 were read at 4 nodes, the slowest after %s", got, slowest)
			}
			if got, slowest := flooded(t, index, 1, 4, 8, flood, visitors); got != 37 || slowest > time.Second {
				t.Errorf("%d of 37 were read at an index, the slowest after %s", got, slowest)
			}
		})
	}
}

// Nothing tells a visitor who comes once from the flood around him. Who has found a place in
// the line keeps it, though he has asked before and the flood's addresses are fresh.
func TestWhoIsInsideTheFloodedNetworkHasHisTurnAsTheFloodHas(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		by := nodes
		by.Waiting = 8
		line := NewLine(by, time.Now)
		rate := line.NewRate(1, 1, 0)
		inside := netip.MustParseAddr("2001:db8:1:ffff::")
		spends(line, inside, 3)
		for i := range 1000 {
			spends(line, netip.MustParseAddr(fresh64(1, i)), 1)
		}
		ctx, end := context.WithCancel(t.Context())
		served := make(chan string, 100)
		next := 1000
		asks := func(client string) {
			go func() {
				if rate.Wait(With(ctx, Shared, client)) == nil {
					served <- client
				}
			}()
			synctest.Wait()
		}
		floods := func(times int) {
			for range times {
				asks(fresh64(1, next))
				next++
			}
		}
		floods(50) // one has the token, eight wait
		time.Sleep(time.Second + time.Millisecond)
		asks(inside.String())
		if waiting := rate.Status()[Shared].Waiting; waiting != 8 {
			t.Fatalf("%d wait, want 8 with the one inside", waiting)
		}
		for range 8 {
			floods(50) // and one of them takes the place that became free
			time.Sleep(time.Second)
		}
		end()
		synctest.Wait()
		for turn := range 10 {
			if client := <-served; (client == inside.String()) != (turn == 9) {
				t.Errorf("turn %d was of %s", turn, client)
			}
		}
	})
}

func TestOneHeavyClientMakesItsNeighboursNoHeavierThanASubscriber(t *testing.T) {
	for name, neighbours := range map[string][2]string{
		"an IPv4 /24": {"192.0.2.1", "192.0.2.2"},
		"a /48":       {"2001:db8:1:100::1", "2001:db8:1:200::1"},
		"a /32":       {"2001:db8:1::1", "2001:db8:2::1"},
	} {
		s, now := newSpending(), time.Now()
		heavy, other := netip.MustParseAddr(neighbours[0]), netip.MustParseAddr(neighbours[1])
		for range 100000 {
			s.charge(heavy, now)
			now = now.Add(time.Millisecond)
		}
		if spent := s.of(heavy, now).spent; spent < 50000 {
			t.Errorf("%s: who asks all the time has spent %v", name, spent)
		}
		if spent := s.of(other, now).spent; spent > 1.2 {
			t.Errorf("%s: the neighbour has spent %v, want about one", name, spent)
		}
	}
}

func TestWhatWasSpentIsForgottenByHalves(t *testing.T) {
	s := newSpending()
	now := time.Now()
	for range 8 {
		s.charge(clientsAddress(1), now)
	}
	if got := s.of(clientsAddress(1), now.Add(2*halfLife)).spent; got != 2 {
		t.Errorf("%v after two half-lives, want 2 of 8", got)
	}
	if got := s.of(clientsAddress(2), now).spent; got != 0 {
		t.Errorf("a client that spent nothing has spent %v", got)
	}
}

func TestAFloodOfClientsMakesNoneForgottenThatHasSpentMuch(t *testing.T) {
	s := newSpending()
	now := time.Now()
	for range 100 {
		s.charge(clientsAddress(0), now)
	}
	for i := range 3 * maxSpenders {
		now = now.Add(time.Millisecond)
		s.charge(clientsAddress(i+1), now)
	}
	if s.Networks() > maxSpenders {
		t.Errorf("%d networks are remembered", s.Networks())
	}
	if spent := s.of(clientsAddress(0), now).spent; spent < 50 {
		t.Errorf("who spent 100 less than a minute ago has spent %v", spent)
	}
}

func TestAClassHasItsShareWhateverTheOthersAskFor(t *testing.T) {
	for _, class := range Classes {
		t.Run(class.String(), func(t *testing.T) {
			inBubble(t, 20, 40, func(b *bench) {
				for _, other := range Classes {
					if other != class {
						for i := range 20 {
							b.keeps("others", other, fmt.Sprintf("192.%d.2.1", i), 500*time.Millisecond, 12*time.Second)
						}
					}
				}
				time.Sleep(2*time.Second + time.Millisecond)
				share := divided.Guaranteed[class] * 20
				b.keeps("own", class, "198.51.100.1", time.Duration(float64(time.Second)/share), 8*time.Second)
				time.Sleep(9 * time.Second)
				if got, lost, slowest := b.had("own"); got < int(8*share)-1 || slowest > 500*time.Millisecond {
					t.Errorf("%d of %v, lost %d, the slowest after %s", got, 8*share, lost, slowest)
				}
			})
		})
	}
}

func TestWhoAsksAllTheTimeLeavesTokensToWhoComesAnew(t *testing.T) {
	for _, class := range []Class{Push, Account, Miss} {
		inBubble(t, 15, 30, func(b *bench) {
			for i := range 100 {
				for _, hostile := range []Class{Push, Account, Miss} {
					b.keeps("hostile", hostile, fmt.Sprintf("203.%d.113.1", i), 2*time.Second, 26*time.Second)
				}
			}
			time.Sleep(12*time.Second + time.Millisecond)
			for buyer := range 12 {
				for request := range 4 { // a purchase, and its reads
					if !b.rate.Allow(With(context.Background(), class, fmt.Sprintf("198.%d.100.1", buyer))) {
						t.Errorf("%s: buyer %d finds no token for request %d", class, buyer, request)
					}
				}
				time.Sleep(1083 * time.Millisecond) // another moment of the flood's turn each
			}
		})
	}
}
