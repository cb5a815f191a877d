package index

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/assets/indextest"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/upstream"
)

func TestAnIndexIsAskedAsOftenAsItAllows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := indextest.Silent(indextest.Owned("alice.wam", 1, 3)...)
		client := newWired(t, Settings{}, x)
		start := time.Now()
		var reads sync.WaitGroup
		askers(t, client, 28, false, &reads)
		if asked := len(x.Requests()); asked != 8 {
			t.Errorf("asked %d times at once, want the burst of 8", asked)
		}
		reads.Wait()
		if took := time.Since(start); took != 5*time.Second {
			t.Errorf("the 20 after the burst took %s, want 5 s at 4 a second", took)
		}
	})
}

func TestAnIndexIsAskedAFewThingsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := indextest.Silent()
		release := make(chan struct{})
		x.Set(func(s *indextest.State) { s.Before = func(int) { <-release } })
		client := newWired(t, fast(), x)
		var reads sync.WaitGroup
		askers(t, client, 20, false, &reads)
		if asked := len(x.Requests()); asked != triesAtOnce || client.Status()[0].Trying != triesAtOnce {
			t.Errorf("asked %d things at once, want %d", asked, triesAtOnce)
		}
		close(release)
		reads.Wait()
		if asked := len(x.Requests()); asked != 20 {
			t.Errorf("asked %d things, want 20", asked)
		}
	})
}

func TestAReadThatWouldWaitPastItsDeadlineIsNotMade(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := indextest.Silent()
		client := newWired(t, Settings{Rate: 0.1, Burst: 1, Timeout: time.Second, Deadline: 5 * time.Second}, x)
		whole(t, client, alices)
		start := time.Now()
		_, err := client.Whole(context.Background(), alices, wide)
		got := faults(t, err)
		if len(got) != 1 || got[0].Reason != Throttled || time.Since(start) != 0 || len(x.Requests()) != 1 {
			t.Errorf("%v after %s and %d requests", err, time.Since(start), len(x.Requests()))
		}
	})
}

func TestAnIndexWhoseTurnIsLaterIsPassedOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		first, second := indextest.Silent(), indextest.Silent()
		client := newWired(t, Settings{}, first, second)
		start := time.Now()
		for range 16 {
			whole(t, client, alices)
		}
		if len(first.Requests()) != 8 || len(second.Requests()) != 8 || time.Since(start) != 0 {
			t.Errorf("asked %d and %d times in %s", len(first.Requests()), len(second.Requests()), time.Since(start))
		}
	})
}

// askers are reads of a page each, distinguished by their limit, and in which order
// the index was asked for them.
func askers(t *testing.T, client *Client, count int, refreshes bool, done *sync.WaitGroup) {
	ctx := upstream.With(t.Context(), upstream.Miss, "")
	if refreshes {
		ctx = upstream.With(t.Context(), upstream.Account, "")
	}
	for range count {
		done.Go(func() {
			limit := 1
			if refreshes {
				limit = 2
			}
			if _, err := client.Page(ctx, alices, 1, limit); err != nil {
				t.Error(err)
			}
		})
	}
	synctest.Wait()
}

// A client that invents accounts fills the line; what is kept must not grow old
// for it. And the other way round: accounts that are watched are no reason to
// keep a new one waiting.
func TestRefreshesAndReadsOfWhatIsNotKeptShareAnIndexHalfAndHalf(t *testing.T) {
	for name, refreshesFirst := range map[string]bool{"a flood of reads": false, "a flood of refreshes": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				x := indextest.Silent(indextest.Owned("alice.wam", 1, 3)...)
				client := newWired(t, Settings{}, x)
				var done sync.WaitGroup
				askers(t, client, DefaultBurst+20, refreshesFirst, &done)
				askers(t, client, 5, !refreshesFirst, &done)
				// 4 a second: after 2.5 s ten more, every second one of the few.
				time.Sleep(2500 * time.Millisecond)
				synctest.Wait()
				few, asked := 0, x.Requests()[DefaultBurst:]
				for _, request := range asked {
					if (request.Get("limit") == "2") != refreshesFirst {
						few++
					}
				}
				if len(asked) != 10 || few < 4 {
					t.Errorf("of %d requests %d were for the few, want half of 10", len(asked), few)
				}
				done.Wait()
			})
		})
	}
}

// Found by measuring: at 12 reads a second no new list of cards was read any more.
func TestFreshAddressesOfOneNetworkKeepNoListOfCardsFromBeingRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := indextest.Silent(indextest.Owned("alice.wam", 1, 3)...)
		client := newWired(t, Settings{}, x)
		read := func(address string) error {
			ctx, leave := context.WithTimeout(upstream.With(t.Context(), upstream.Miss, address), DefaultDeadline)
			defer leave()
			_, err := client.Page(ctx, alices, 1, 10)
			return err
		}
		var done sync.WaitGroup
		for i := range 12 * 60 {
			done.Go(func() { _ = read(fmt.Sprintf("2001:db8:1:%x::1", i*257%65536)) })
			if n := i/12 - 20; n >= 0 && n < 37 && i%12 == 0 {
				done.Go(func() {
					began := time.Now()
					if err := read(fmt.Sprintf("198.%d.100.1", n)); err != nil || time.Since(began) > time.Second {
						t.Errorf("visitor %d: %v after %s", n, err, time.Since(began))
					}
				})
			}
			time.Sleep(time.Second / 12)
		}
		done.Wait()
	})
}

func TestALineThatIsTooLongForTheDeadlineIsNotWaitedIn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := indextest.Silent()
		client := newWired(t, Settings{Rate: 1, Burst: 1, Timeout: time.Second, Deadline: 5500 * time.Millisecond}, x)
		start := time.Now()
		late := 0
		var mu sync.Mutex
		var done sync.WaitGroup
		for range 20 {
			done.Go(func() {
				if _, err := client.Page(t.Context(), alices, 1, 10); err != nil {
					mu.Lock()
					defer mu.Unlock()
					late++
					if got := faults(t, err); got[0].Reason != Throttled || time.Since(start) != 0 {
						t.Errorf("%v after %s", err, time.Since(start))
					}
				}
			})
		}
		synctest.Wait()
		if tokens := client.Status()[0].Tokens; tokens > -4 || tokens < -6 {
			t.Errorf("%v tokens while 5 wait", tokens)
		}
		done.Wait()
		if asked := len(x.Requests()); asked != 6 || late != 14 {
			t.Errorf("%d were asked, %d too late; want those of 5 seconds and a half", asked, late)
		}
	})
}

func TestARefreshWaitsForAPlaceAmongTheTriesBehindOneReadAtMost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := indextest.Silent()
		release := make(chan struct{})
		x.Set(func(s *indextest.State) { s.Before = func(int) { <-release } })
		client := newWired(t, fast(), x)
		var done sync.WaitGroup
		askers(t, client, triesAtOnce+10, false, &done)
		askers(t, client, 1, true, &done)
		for range 2 {
			time.Sleep(time.Millisecond) // for the tokens
			release <- struct{}{}
			synctest.Wait()
		}
		asked := x.Requests()
		if next := asked[triesAtOnce:]; len(next) != 2 || next[0].Get("limit") != "2" && next[1].Get("limit") != "2" {
			t.Errorf("the next requests are %v; want the refresh among the first two", next)
		}
		close(release)
		done.Wait()
	})
}

func TestRetryAfterIsHonoured(t *testing.T) {
	for name, test := range map[string]struct {
		header []string
		rest   time.Duration
	}{
		"seconds":      {[]string{"Retry-After", "30"}, 30 * time.Second},
		"a date":       {[]string{"Retry-After", time.Date(2000, 1, 1, 0, 0, 45, 0, time.UTC).Format(http.TimeFormat)}, 45 * time.Second},
		"none":         {nil, defaultRest},
		"nonsense":     {[]string{"Retry-After", "soon"}, defaultRest},
		"too long":     {[]string{"Retry-After", "86400"}, maxRest},
		"nothing":      {[]string{"Retry-After", "0"}, minRest},
		"a past date":  {[]string{"Retry-After", "Sat, 01 Jan 1994 00:00:00 GMT"}, minRest},
		"out of range": {[]string{"Retry-After", "99999999999999999999"}, defaultRest},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { // its clock begins on 2000-01-01
				x := indextest.Silent(indextest.Owned("alice.wam", 1, 3)...)
				x.Set(func(s *indextest.State) {
					s.Fail = indextest.Say(429, `{"success":false,"message":"Rate limit"}`, test.header...)
				})
				client := newWired(t, Settings{}, x)
				_, err := client.Whole(context.Background(), alices, wide)
				if got := faults(t, err); got[0].Reason != Limited || got[0].RetryAfter != test.rest {
					t.Fatalf("%v, rests %s; want %s", err, got[0].RetryAfter, test.rest)
				}
				x.Set(func(s *indextest.State) { s.Fail = nil })
				time.Sleep(test.rest - time.Millisecond)
				_, err = client.Whole(context.Background(), alices, wide)
				var unavailable *Unavailable
				if !errors.As(err, &unavailable) || len(x.Requests()) != 1 {
					t.Fatalf("it was asked too early: %v", err)
				}
				if after, limited := unavailable.Limited(); !limited || after != time.Millisecond {
					t.Errorf("limited %v for another %s", limited, after)
				}
				if status := client.Status()[0]; status.State != "resting" || status.RetryAfter != 0.001 || status.Faults[Limited] != 1 {
					t.Errorf("status %+v", status)
				}
				time.Sleep(time.Millisecond)
				whole(t, client, alices)
			})
		})
	}
}

func TestAnIndexThatKeepsFailingIsTriedOnceInAWhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := indextest.Silent(indextest.Owned("alice.wam", 1, 3)...)
		x.Set(func(s *indextest.State) { s.Fail = indextest.Say(500, "") })
		client := newWired(t, Settings{}, x)
		for range 20 {
			if _, err := client.Whole(context.Background(), alices, wide); err == nil {
				t.Fatal("it answered")
			}
		}
		if asked := len(x.Requests()); asked != failuresToOpen {
			t.Errorf("asked %d times, want %d", asked, failuresToOpen)
		}
		_, err := client.Whole(context.Background(), alices, wide)
		if got := faults(t, err); got[0].Reason != Open || got[0].RetryAfter != openFor {
			t.Errorf("%v", err)
		}
		if status := client.Status()[0]; status.State != "out" || status.Circuit != "open" || status.Faults[Status] != failuresToOpen || status.LastFault == "" {
			t.Errorf("status %+v", status)
		}

		time.Sleep(openFor)
		_, _ = client.Whole(context.Background(), alices, wide)
		_, _ = client.Whole(context.Background(), alices, wide)
		if asked := len(x.Requests()); asked != failuresToOpen+1 {
			t.Errorf("asked %d times after the pause, want once", asked-failuresToOpen)
		}

		x.Set(func(s *indextest.State) { s.Fail = nil })
		time.Sleep(openFor)
		whole(t, client, alices)
		if status := client.Status()[0]; status.State != "good" || status.Circuit != "closed" {
			t.Errorf("status %+v", status)
		}
	})
}

func TestOneTryThatIsGivenUpDoesNotKeepTheCircuitWaitingForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := indextest.Silent(indextest.Owned("alice.wam", 1, 3)...)
		x.Set(func(s *indextest.State) { s.Fail = indextest.Say(500, "") })
		client := newWired(t, Settings{}, x)
		for range failuresToOpen {
			_, _ = client.Whole(context.Background(), alices, wide)
		}
		time.Sleep(openFor)
		ctx, leave := context.WithCancel(context.Background())
		x.Set(func(s *indextest.State) {
			s.Before = func(int) { leave() }
			s.Fail = indextest.Stall
		})
		_, _ = client.Whole(ctx, alices, wide)
		x.Set(func(s *indextest.State) { s.Before, s.Fail = nil, nil })
		time.Sleep(openFor)
		whole(t, client, alices)
	})
}

func TestSettingsChangeInALivingClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := indextest.Silent()
		client := newWired(t, Settings{}, x)
		x.Set(func(s *indextest.State) { s.Fail = indextest.Stall })
		must.Do(t, client.Update(Settings{Timeout: time.Second, Deadline: 3 * time.Second}))
		start := time.Now()
		_, err := client.Whole(context.Background(), alices, wide)
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != time.Second {
			t.Errorf("%v after %s", err, time.Since(start))
		}
		if client.Update(Settings{Timeout: 2 * time.Second, Deadline: time.Second}) == nil {
			t.Error("settings that cannot work are taken")
		}
	})
}
