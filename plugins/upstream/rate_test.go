package upstream

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// divided is a division as chain nodes have it.
var divided = Division{
	Guaranteed: map[Class]float64{Push: .25, Check: .15, Shared: .25, Account: .2, Miss: .15},
	Capped:     .5,
	Waiting:    64,
}

// bench counts what each demand got of one rate.
type bench struct {
	*testing.T
	line *Line
	rate *Rate
	mu   sync.Mutex
	got  map[string]int
	lost map[string]int
	slow map[string]time.Duration // the longest that one waited
	done sync.WaitGroup
}

func inBubble(t *testing.T, perSecond float64, burst int, test func(*bench)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		line := NewLine(divided, time.Now)
		b := &bench{T: t, line: line, rate: line.NewRate(perSecond, burst, 0), got: map[string]int{}, lost: map[string]int{}, slow: map[string]time.Duration{}}
		test(b)
		b.done.Wait()
	})
}

// asks lets a client ask, so often at once.
func (b *bench) asks(name string, class Class, client string, times int) {
	for range times {
		b.done.Go(func() {
			ctx, cancel := context.WithTimeout(With(context.Background(), class, client), 5*time.Second)
			defer cancel()
			began := time.Now()
			err := b.rate.Wait(ctx)
			b.mu.Lock()
			defer b.mu.Unlock()
			if err != nil {
				b.lost[name]++
				if !errors.Is(err, ErrLimited) {
					b.Errorf("%s: %v", name, err)
				}
				return
			}
			b.got[name]++
			b.slow[name] = max(b.slow[name], time.Since(began))
		})
	}
}

// keeps lets a client ask in steady steps for a while.
func (b *bench) keeps(name string, class Class, client string, every, d time.Duration) {
	b.done.Go(func() {
		for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(every) {
			b.asks(name, class, client, 1)
		}
	})
}

// had is how many requests were made, how many were not, and the longest wait.
func (b *bench) had(name string) (got, lost int, slowest time.Duration) {
	synctest.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.got[name], b.lost[name], b.slow[name]
}

// spends makes a client one that has spent so much.
func spends(line *Line, who netip.Addr, times int) {
	line.mu.Lock()
	defer line.mu.Unlock()
	for range times {
		line.spent.charge(who, time.Now())
	}
}

// drain takes all tokens.
func (b *bench) drain() {
	for b.rate.Allow(context.Background()) {
	}
}

func TestOneClassAloneHasTheWholeRate(t *testing.T) {
	inBubble(t, 10, 20, func(b *bench) {
		b.asks("pages", Shared, "", 40)
		if got, _, _ := b.had("pages"); got != 20 {
			t.Errorf("%d at once, want the burst of 20", got)
		}
		began := time.Now()
		b.done.Wait()
		got, _, _ := b.had("pages")
		if took := time.Since(began); took != 2*time.Second || got != 40 {
			t.Errorf("%d of 40 after %s, want all after 2 s at 10 a second", got, took)
		}
	})
}

func TestWhatAClassLeavesUnusedGoesToTheOthersThePushesFirst(t *testing.T) {
	inBubble(t, 20, 20, func(b *bench) {
		b.drain()
		b.asks("pages", Shared, "", 60)
		for i := range 24 {
			b.asks("pushes", Push, fmt.Sprintf("192.%d.2.1", i), 1)
		}
		time.Sleep(time.Second + time.Millisecond)
		// In a second 20 tokens: the pages have their quarter, the pushes the rest.
		pages, _, _ := b.had("pages")
		pushes, _, _ := b.had("pushes")
		if pages < 5 || pushes < 14 || pages+pushes != 20 {
			t.Errorf("pages had %d and pushes %d of 20", pages, pushes)
		}
		time.Sleep(time.Minute)
	})
}

func TestWhatSingleClientsAskForIsCappedEvenWhenNobodyElseAsks(t *testing.T) {
	inBubble(t, 20, 40, func(b *bench) {
		for i := range 50 {
			client := fmt.Sprintf("192.%d.2.1", i)
			b.keeps("invented", Miss, client, time.Second, 20*time.Second)
			b.keeps("invented", Account, client, time.Second, 20*time.Second)
		}
		time.Sleep(20 * time.Second)
		if got, _, _ := b.had("invented"); got < 200 || got > 20+200 {
			t.Errorf("%d requests in 20 s, want half of 20 a second and half of the burst", got)
		}
		if tokens := b.rate.Tokens(); tokens < -64*2+20 {
			t.Errorf("%v tokens", tokens)
		}
		time.Sleep(10 * time.Second)
	})
}

func TestOneWhoComesAnewGoesBeforeAHundredThatAskAllTheTime(t *testing.T) {
	inBubble(t, 15, 30, func(b *bench) {
		for i := range 100 {
			b.keeps("hostile", Miss, fmt.Sprintf("203.%d.113.1", i), time.Second, time.Minute+10*time.Second)
		}
		time.Sleep(time.Minute)
		b.asks("buyer", Miss, "198.51.100.7", 3)
		time.Sleep(5 * time.Second)
		if got, _, slowest := b.had("buyer"); got != 3 || slowest > time.Second {
			t.Errorf("%d of 3 reads, the slowest after %s", got, slowest)
		}
		if _, lost, _ := b.had("hostile"); lost == 0 {
			t.Error("the line has no end")
		}
	})
}

// A hundred addresses that ask for the same invented keys are distinguished from newcomers
// like those that ask for one each.
func TestARequestCountsOnAllWhoWantIt(t *testing.T) {
	inBubble(t, 1, 1, func(b *bench) {
		b.drain()
		ctx, cancel := context.WithTimeout(With(context.Background(), Miss, clientsAddress(0).String()), 20*time.Second)
		defer cancel()
		Join(ctx, clientsAddress(1).String())
		b.done.Go(func() {
			if err := b.rate.Wait(ctx); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		Join(ctx, clientsAddress(2).String())
		b.done.Wait()
		for i := range 3 {
			if spent := b.line.spent.of(clientsAddress(i), time.Now()).spent; spent < .9 || spent > 1 {
				t.Errorf("client %d has spent %v", i, spent)
			}
		}
	})
}

func TestAFullLineDropsTheHeaviestClientAndSaysWhenToTryAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		by := divided
		by.Waiting = 8 // one of a client
		line := NewLine(by, time.Now)
		rate := line.NewRate(1, 1, 0)
		var done sync.WaitGroup
		defer done.Wait()
		for rate.Allow(With(context.Background(), Shared, "")) {
		}
		// The first eight differ by what they have spent.
		for i := range 8 {
			who := clientsAddress(i)
			spends(line, who, i)
			done.Go(func() {
				err := rate.Wait(With(t.Context(), Shared, who.String()))
				var limited *LimitedError
				if heaviest := i == 7; heaviest != errors.As(err, &limited) {
					t.Errorf("client %d: %v", i, err)
				} else if heaviest && (limited.RetryAfter < time.Second || limited.Class != Shared) {
					t.Errorf("%+v", limited)
				}
			})
		}
		synctest.Wait()
		done.Go(func() {
			if err := rate.Wait(With(t.Context(), Shared, "198.51.100.1")); err != nil {
				t.Errorf("one who comes anew: %v", err)
			}
		})
		synctest.Wait()
		if err := rate.Wait(With(t.Context(), Shared, clientsAddress(7).String())); !errors.Is(err, ErrLimited) {
			t.Errorf("the heaviest drops another one: %v", err)
		}
		if err := rate.Wait(With(t.Context(), Shared, "198.51.100.1")); !errors.Is(err, ErrLimited) {
			t.Errorf("a client has more than its part of the line: %v", err)
		}
		if status := rate.Status()[Shared]; status.Waiting != 8 || status.Refused != 3 {
			t.Errorf("%+v", status)
		}
	})
}

func TestWhoWantsTheSameAsAHeavierClientDoesNotWaitAsLong(t *testing.T) {
	inBubble(t, 1, 1, func(b *bench) {
		spends(b.line, clientsAddress(0), 20)
		b.drain()
		heavy, cancel := context.WithTimeout(With(context.Background(), Shared, clientsAddress(0).String()), 30*time.Second)
		defer cancel()
		b.done.Go(func() {
			if err := b.rate.Wait(heavy); err != nil {
				t.Error(err)
			}
			b.mu.Lock()
			defer b.mu.Unlock()
			b.got["joined"]++
		})
		synctest.Wait()
		b.asks("others", Shared, "192.0.2.200", 3)
		synctest.Wait()
		Join(heavy, "198.51.100.1")
		time.Sleep(time.Second + time.Millisecond)
		if got, _, _ := b.had("joined"); got != 1 {
			t.Error("it waits behind the others")
		}
	})
}

func TestSoManyRunAtOnceAndTheClassesTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		line := NewLine(divided, time.Now)
		rate := line.NewRate(1e6, 1e6, 2)
		var mu sync.Mutex
		var order []Class
		var done sync.WaitGroup
		release := make(chan struct{})
		for _, class := range []Class{Account, Account, Account, Account, Account, Miss, Miss} {
			done.Go(func() {
				if err := rate.Wait(With(t.Context(), class, "")); err != nil {
					t.Error(err)
				}
				mu.Lock()
				order = append(order, class)
				mu.Unlock()
				<-release
				rate.Done()
			})
			synctest.Wait()
		}
		if rate.Running() != 2 {
			t.Errorf("%d run at once", rate.Running())
		}
		for range 3 {
			release <- struct{}{}
			synctest.Wait()
		}
		mu.Lock()
		misses := 0
		for _, class := range order {
			if class == Miss {
				misses++
			}
		}
		if len(order) != 5 || misses != 2 {
			t.Errorf("began %v: want both misses among the first five", order)
		}
		mu.Unlock()
		close(release)
		done.Wait()
	})
}

func TestATokenTakenInAdvanceIsPaidBack(t *testing.T) {
	inBubble(t, 1, 1, func(b *bench) {
		for range 3 {
			b.rate.Spend(With(context.Background(), Check, ""))
		}
		if tokens := b.rate.Tokens(); tokens != -2 {
			t.Errorf("%v tokens", tokens)
		}
		b.asks("page", Shared, "", 1)
		b.done.Wait()
		if _, _, slowest := b.had("page"); slowest != 3*time.Second {
			t.Errorf("waited %s", slowest)
		}
	})
}

func TestARateChangesWhileSomebodyWaits(t *testing.T) {
	inBubble(t, .1, 1, func(b *bench) {
		b.drain()
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		began := time.Now()
		b.done.Go(func() {
			if err := b.rate.Wait(ctx); err != nil || time.Since(began) > 2*time.Second {
				t.Errorf("%v after %s", err, time.Since(began))
			}
		})
		time.Sleep(time.Second)
		b.rate.Update(100, 10)
		b.done.Wait()
	})
}

func TestWhoLeavesWaitsNoMore(t *testing.T) {
	inBubble(t, .01, 1, func(b *bench) {
		b.drain()
		ctx, leave := context.WithCancel(With(context.Background(), Account, "192.0.2.1"))
		b.done.Go(func() {
			if err := b.rate.Wait(ctx); !errors.Is(err, context.Canceled) || !errors.Is(err, ErrLimited) {
				t.Errorf("%v", err)
			}
		})
		synctest.Wait()
		leave()
		b.done.Wait()
		if status := b.rate.Status()[Account]; status.Waiting != 0 {
			t.Errorf("%+v", status)
		}
	})
}

func TestADivisionThatStarvesSomebodyIsNone(t *testing.T) {
	for name, by := range map[string]Division{
		"more than the whole":                  {Guaranteed: map[Class]float64{Push: .6, Shared: .6}, Capped: 1, Waiting: 1},
		"a cap below what is guaranteed":       {Guaranteed: map[Class]float64{Account: .3, Miss: .3}, Capped: .5, Waiting: 1},
		"no room to wait":                      {Capped: 1},
		"a share that is less than nothing":    {Guaranteed: map[Class]float64{Push: -.1}, Capped: 1, Waiting: 1},
		"a class that there is none of":        {Guaranteed: map[Class]float64{classes: .1}, Capped: 1, Waiting: 1},
		"a cap that is more than the whole is": {Capped: 1.1, Waiting: 1},
	} {
		if by.check() == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

// Several processes ask the same server, and each has its part of the rate.
func TestARateIsThatOfTheProcesssShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		share := 1.0
		line := NewLine(Division{Guaranteed: map[Class]float64{Push: 0.5}, Capped: 0.5, Waiting: 100}, time.Now)
		line.UseShare(func() float64 { return share })
		rate := line.NewRate(20, 40, 0)
		ctx := With(t.Context(), Push, "203.0.113.1")
		granted := func(over time.Duration) (count int) {
			for end := time.Now().Add(over); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
				if rate.Allow(ctx) {
					count++
				}
			}
			return count
		}
		if all := granted(10 * time.Second); all < 215 || all > 225 {
			t.Errorf("%d alone in 10 s, of half of 40, as it leaves the rest to others, and 20 a second", all)
		}
		share = 0.25
		if part := granted(10 * time.Second); part < 48 || part > 56 {
			t.Errorf("%d in 10 s at a quarter, of 5 a second", part)
		}
		time.Sleep(time.Minute)
		if tokens := rate.Tokens(); tokens != 10 {
			t.Errorf("%v at once after a pause, of a quarter of 40", tokens)
		}
	})
}

// Of a class with a patience nobody waits longer: who would is refused.
func TestNobodyWaitsLongerThanThePatienceOfAClass(t *testing.T) {
	for name, c := range map[string]struct {
		patience  map[Class]time.Duration
		got       int
		atMost    time.Duration
		isRefused bool
	}{
		"of its own":       {map[Class]time.Duration{Account: 450 * time.Millisecond}, 5, 450 * time.Millisecond, true},
		"of another class": {map[Class]time.Duration{Miss: 450 * time.Millisecond}, 20, 3 * time.Second, false},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 16, 4, func(b *bench) {
				b.line.by.Patience = c.patience
				for client := range 20 {
					b.asks("reads", Account, fmt.Sprintf("10.%d.0.1", client), 1)
				}
				b.done.Wait()
				if b.got["reads"] != c.got || (b.lost["reads"] > 0) != c.isRefused || b.slow["reads"] > c.atMost {
					t.Errorf("%d were granted within %s, %d refused", b.got["reads"], b.slow["reads"], b.lost["reads"])
				}
			})
		})
	}
}

// clientsAddress is one of many clients, each of a network of its own.
func clientsAddress(i int) netip.Addr {
	return netip.AddrFrom4([4]byte{10, byte(i >> 8), byte(i), 1})
}
