package push_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/chainapitest"
	"fieldhouse/plugins/chainapi/push"
	"fieldhouse/plugins/chainapi/push/queue"
	"fieldhouse/plugins/chainapi/transaction"
	"fieldhouse/plugins/plugintest/must"
)

var contract = antelope.MustName("gamecontract")

// by is a purchase of drop 5 that the holder signed and that lives three minutes; name
// tells it apart.
func (b *bench) by(holder, name string) *transaction.Push {
	b.t.Helper()
	tx := chainapitest.Push(b.t, transaction.SendTransaction, chainapitest.Packed(time.Now().Add(3*time.Minute-b.Ahead), b.Head()-3, name))
	tx.Holder = holder
	tx.Purchases = []transaction.Purchase{{Contract: contract, Buyer: antelope.MustName("alice.wam"), Drop: 5}}
	return tx
}

// paced has nodes take a push each so often, and all of them.
func (b *bench) paced(every time.Duration) {
	var mu sync.Mutex
	next := time.Now()
	b.Lock()
	defer b.Unlock()
	b.OnTurn = func(ctx context.Context) error {
		mu.Lock()
		next = later(next, time.Now()).Add(every)
		wait := time.Until(next)
		mu.Unlock()
		select {
		case <-time.After(wait):
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	b.OnSend = takes
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func takes(_ context.Context, _ string, body []byte) (pool.Raw, error) {
	tx, err := transaction.Parse(transaction.SendTransaction, chainapitest.ChainID, body)
	if err != nil {
		return pool.Raw{}, err
	}
	return pool.Raw{Status: 202, Body: []byte(taken(tx.ID, 324182170))}, nil
}

func (b *bench) submit(tx *transaction.Push) string {
	b.t.Helper()
	return must.Get(b.b.Submit(b.t.Context(), "203.0.113.9", tx))(b.t)
}

func (b *bench) status(token string) push.Status {
	b.t.Helper()
	return must.Get(b.b.Status(token))(b.t)
}

func (b *bench) wantState(token string, want push.State) push.Status {
	b.t.Helper()
	s := b.status(token)
	if s.State != want {
		b.t.Errorf("state %s, want %s", s.State, want)
	}
	return s
}

// sent are the ids of what was sent, in order.
func (b *bench) sent() (ids []transaction.ID) {
	b.t.Helper()
	for _, body := range b.Sent() {
		tx := must.Get(transaction.Parse(transaction.SendTransaction, chainapitest.ChainID, []byte(body)))(b.t)
		ids = append(ids, tx.ID)
	}
	return ids
}

func TestOneOnAQuietSiteIsSentAtOnce(t *testing.T) {
	run(t, func(b *bench) {
		b.sends(takes)
		began := time.Now()
		b.push(b.by("a", "a"))
		if took := time.Since(began); took != 0 {
			t.Errorf("it took %s", took)
		}
	})
}

func TestPushesAreSentInTheOrderOfTheLineAndEachIsToldWhereItStands(t *testing.T) {
	run(t, func(b *bench) {
		b.paced(time.Second)
		var pushes []*transaction.Push
		var tokens []string
		for i, holder := range []string{"a", "a", "a", "b", "c"} {
			tx := b.by(holder, fmt.Sprint(i))
			pushes, tokens = append(pushes, tx), append(tokens, b.submit(tx))
		}
		if again := b.submit(pushes[2]); again != tokens[2] || len(again) != 22 {
			t.Errorf("the same again has the token %q, before %q", again, tokens[2])
		}
		time.Sleep(2500 * time.Millisecond)
		b.wantState(tokens[0], push.SentState)
		if s := b.wantState(tokens[1], push.Queued); s.Place != 2 || s.Of != 3 || s.SendsIn < 1500 || s.SendsIn > 3500 || !*s.IsMoving || s.ID != pushes[1].ID.String() {
			t.Errorf("%+v", s)
		}
		time.Sleep(4 * time.Second)
		want := []transaction.ID{pushes[0].ID, pushes[3].ID, pushes[4].ID, pushes[1].ID, pushes[2].ID}
		if got := b.sent(); !slices.Equal(got, want) {
			t.Errorf("sent %v, want %v", got, want)
		}
	})
}

func TestWhatIsLeftIsNotSent(t *testing.T) {
	run(t, func(b *bench) {
		b.paced(time.Second)
		first, second := b.by("a", "first"), b.by("b", "second")
		firstToken, token := b.submit(first), b.submit(second)
		if s, err := b.b.Leave(token); err != nil || s.State != push.Left {
			t.Errorf("%+v, %v", s, err)
		}
		b.wantState(token, push.Left)
		time.Sleep(5 * time.Second)
		if got := b.sent(); len(got) != 1 || got[0] != first.ID {
			t.Errorf("sent %v", got)
		}
		if s, err := b.b.Leave(firstToken); !errors.Is(err, push.ErrSent) || s.State != push.SentState {
			t.Errorf("what was sent: %+v, %v", s, err)
		}
		if _, err := b.b.Leave("of another process"); !errors.Is(err, push.ErrNoToken) {
			t.Errorf("an unknown token: %v", err)
		}
		// Who comes back has another turn.
		if again := b.submit(second); again == token {
			t.Error("it has the token of what was left")
		}
	})
}

// Anybody can push a purchase of somebody else's, and take it out.
func TestWhatIsNotSentTakesNobodysPlace(t *testing.T) {
	run(t, func(b *bench) {
		b.paced(time.Hour)
		b.submit(b.by("a", "waits"))
		_, place, _, err := b.b.Place("alice.wam", "5", "203.0.113.9", 30*time.Second)
		must.Do(t, err)
		tx := b.by("somebody", "for alice")
		token := b.submit(tx)
		b.wantState(place, queue.Used)
		must.Get(b.b.Leave(token))(t)
		if s := b.wantState(place, queue.Waits); s.Place != 2 {
			t.Errorf("it stands at %+v", s)
		}
	})
}

// Anybody can ask for a place in somebody else's name, before them.
func TestAPlaceThatIsAskedForFromElsewhereIsNotTakenAway(t *testing.T) {
	run(t, func(b *bench) {
		b.paced(time.Hour)
		b.submit(b.by("a", "waits"))
		const elsewhere = "198.51.100.66"
		_, theirs, _, err := b.b.Place("alice.wam", "5", elsewhere, 30*time.Second)
		must.Do(t, err)
		asks := func() push.Status {
			s, token, _, err := b.b.Place("alice.wam", "5", "203.0.113.9", 30*time.Second)
			if err != nil || token != "" {
				t.Fatalf("%+v, %q, %v", s, token, err)
			}
			return s
		}
		before := asks()
		b.submit(b.by("b", "behind"))
		if s, err := b.b.Leave(theirs); err != nil || s.State != queue.Ended {
			t.Errorf("who asked first is told %+v, %v", s, err)
		}
		if s := asks(); s.State != queue.Waits || s.Place != before.Place {
			t.Errorf("it was %+v and is %+v", before, s)
		}
		must.Get(b.b.Submit(context.Background(), elsewhere, b.by("somebody", "for alice")))(t)
		if s := asks(); s.State != queue.Waits {
			t.Errorf("while somebody else's push waits it is %+v", s)
		}
	})
}

func TestPlacesThatWereLeftTakeNobodysRoom(t *testing.T) {
	run(t, func(b *bench) {
		b.paced(time.Hour)
		b.submit(b.by("a", "waits"))
		left := make([]string, 4*queue.MaxPlaces)
		for i := range left {
			_, token, _, err := b.b.Place(fmt.Sprint("fan", i), "5", "203.0.113.9", 30*time.Second)
			if err != nil {
				t.Fatal(i, err)
			}
			if s, err := b.b.Leave(token); err != nil || s.State != queue.Ended {
				t.Fatal(i, s, err)
			}
			left[i] = token
		}
		s, token, needed, err := b.b.Place("alice.wam", "5", "203.0.113.10", 30*time.Second)
		if s.State != queue.Waits || token == "" || !needed || err != nil {
			t.Fatalf("another address: %+v, %q, %t, %v", s, token, needed, err)
		}
		forgotten := 0
		for _, token := range left {
			if _, err := b.b.Status(token); err != nil {
				forgotten++
			}
		}
		if forgotten != 1 {
			t.Errorf("%d are forgotten for one", forgotten)
		}
	})
}

func TestWhatIsPushedWithoutAStatusLeavesAfterItsDeadline(t *testing.T) {
	run(t, func(b *bench) {
		b.paced(time.Minute)
		b.submit(b.by("a", "first"))
		began := time.Now()
		_, err := b.b.Push(context.Background(), "203.0.113.9", b.by("b", "second"))
		var notSent *push.NotSentError
		if took := time.Since(began); !errors.As(err, &notSent) || took != push.DefaultDeadline {
			t.Errorf("after %s: %v", took, err)
		}
		// Nor does it stay for a client that is gone.
		ctx, leave := context.WithTimeout(context.Background(), time.Second)
		defer leave()
		if _, err := b.b.Push(ctx, "203.0.113.9", b.by("c", "third")); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
		time.Sleep(time.Minute)
		if got := b.sent(); len(got) != 1 {
			t.Errorf("%d were sent", len(got))
		}
	})
}

func TestWhatWaitsUntilItIsTooLateExpires(t *testing.T) {
	run(t, func(b *bench) {
		b.Lock()
		b.OnTurn = func(context.Context) error { return errors.New("no node can be asked") }
		b.Unlock()
		tx := b.by("a", "a")
		token := b.submit(tx)
		time.Sleep(10 * time.Second)
		if s := b.wantState(token, push.Queued); *s.IsMoving || s.SendsIn != 0 {
			t.Errorf("%+v", s)
		}
		time.Sleep(152 * time.Second) // 20 s are left of its three minutes
		b.wantState(token, push.Expired)
		if len(b.Sent()) != 0 {
			t.Error("it was sent")
		}
	})
}

func TestExpirationsAndOpeningsAreByTheChainsClock(t *testing.T) {
	for _, ahead := range []time.Duration{time.Minute, -time.Minute} {
		run(t, func(b *bench) {
			b.Lock()
			b.Ahead = ahead
			b.Unlock()
			b.paced(time.Millisecond)
			token := b.submit(b.lasting(40 * time.Second))
			synctest.Wait()
			time.Sleep(time.Second)
			b.wantState(token, push.SentState)
			if _, err := b.b.Submit(t.Context(), "203.0.113.9", b.lasting(-10*time.Second)); !errors.Is(err, push.ErrExpired) {
				t.Errorf("what has expired, with a clock that is %s ahead: %v", ahead, err)
			}

			settings := b.settings(nil)
			opens := time.Now().Add(10*time.Second - ahead)
			settings.Openings = func(string) (time.Time, bool) { return opens, true }
			b.b.Update(settings)
			token = b.submit(b.by("a", "a"))
			time.Sleep(11 * time.Second)
			b.wantState(token, push.Queued)
			time.Sleep(2 * time.Second)
			b.wantState(token, push.SentState)

			b.Lock()
			b.OnTurn = func(context.Context) error { return errors.New("no node can be asked") }
			b.Unlock()
			token = b.submit(b.by("a", "b"))
			time.Sleep(150 * time.Second)
			b.wantState(token, push.Queued)
			time.Sleep(12 * time.Second) // 20 s are left of its three minutes
			b.wantState(token, push.Expired)
		})
	}
}

func TestWhatBuysOfADropThatOpensIsHeldWhateverElseItBuys(t *testing.T) {
	other := antelope.MustName("othergame")
	for name, purchases := range map[string][]transaction.Purchase{
		"of another contract": {{Contract: other, Drop: 6}, {Contract: contract, Drop: 5}},
		"of an open drop":     {{Contract: contract, Drop: 6}, {Contract: contract, Drop: 5}, {Contract: contract, Drop: 7}},
	} {
		run(t, func(b *bench) {
			b.paced(time.Millisecond)
			settings, now := b.settings(nil), time.Now()
			settings.Openings = func(drop string) (time.Time, bool) {
				at, known := map[string]time.Time{"5": now.Add(10 * time.Second), "6": now.Add(-time.Hour)}[drop]
				return at, known
			}
			b.b.Update(settings)
			tx := b.by("a", "a")
			tx.Purchases = purchases
			token := b.submit(tx)
			time.Sleep(11 * time.Second)
			if s := b.status(token); s.State != push.Queued {
				t.Errorf("with one %s it is %s before the others", name, s.State)
			}
			time.Sleep(2 * time.Second)
			b.wantState(token, push.SentState)
		})
	}
}

func TestWhatCannotBeSentBeforeItExpiresIsToldAtOnce(t *testing.T) {
	run(t, func(b *bench) {
		b.paced(time.Second)
		for i := range 120 {
			b.submit(b.by(fmt.Sprint(i), fmt.Sprint(i)))
		}
		time.Sleep(20 * time.Second)
		refused := 0
		for i := range 100 {
			if _, err := b.b.Submit(t.Context(), "203.0.113.10", b.by(fmt.Sprint("late", i), fmt.Sprint("late", i))); errors.Is(err, queue.ErrLate) {
				refused++
			}
		}
		if refused < 30 || refused > 50 { // 100 wait already, and 160 s are left
			t.Errorf("%d of 100 were refused", refused)
		}
	})
}

func TestAtTheEndWhatWaitsIsToldThatItWasNotSent(t *testing.T) {
	run(t, func(b *bench) {
		b.paced(time.Second)
		b.submit(b.by("a", "a"))
		token := b.submit(b.by("b", "b"))
		failed := make(chan error)
		go func() {
			_, err := b.b.Push(context.Background(), "203.0.113.9", b.by("c", "c"))
			failed <- err
		}()
		synctest.Wait()
		waited := make(chan struct{})
		go func() { b.b.Changes(token)(context.Background()); close(waited) }()
		synctest.Wait()
		b.b.End()
		<-waited
		if err := <-failed; !errors.Is(err, push.ErrEnding) {
			t.Errorf("who waits: %v", err)
		}
		if _, err := b.b.Status(token); !errors.Is(err, push.ErrEnding) || !b.b.IsEnding() {
			t.Errorf("who reads the status: %v", err)
		}
		if _, err := b.b.Submit(t.Context(), "203.0.113.9", b.by("d", "d")); !errors.Is(err, push.ErrEnding) {
			t.Errorf("who comes: %v", err)
		}
		time.Sleep(5 * time.Second)
		if len(b.Sent()) != 0 {
			t.Error("something was sent")
		}
	})
}

func TestALineIsLoggedWhenItBeginsAndWhenItEnds(t *testing.T) {
	run(t, func(b *bench) {
		b.paced(time.Second)
		for i := range 20 {
			b.submit(b.by(fmt.Sprint(i), fmt.Sprint(i)))
		}
		time.Sleep(30 * time.Second)
		begins, ends := b.logs.FilterMessage("transactions wait in line").All(), b.logs.FilterMessage("no transaction waits in line any more").All()
		if len(begins) != 1 || len(ends) != 1 {
			t.Fatalf("%d begin, %d end", len(begins), len(ends))
		}
		if fields := ends[0].ContextMap(); fields["longest"].(int64) < 18 || fields["sent"].(uint64) < 17 {
			t.Errorf("it ended with %v", fields)
		}
	})
}

func TestAnAddressWhosePushesNobodyHadTheRightToComesLast(t *testing.T) {
	run(t, func(b *bench) {
		b.answers(401, `{"code":401,"error":{"code":3090003,"name":"unsatisfied_authorization","what":"w","details":[]}}`)
		for i := range 3 {
			b.push(b.by(fmt.Sprint("bad", i), fmt.Sprint("bad", i)))
		}
		b.paced(time.Second)
		bad, good := b.by("bad", "bad"), b.by("good", "good")
		first := b.by("first", "first")
		b.submit(first)
		b.submit(bad)
		must.Get(b.b.Submit(t.Context(), "198.51.100.1", good))(t)
		time.Sleep(5 * time.Second)
		if got := b.sent()[3:]; got[len(got)-1] == good.ID {
			t.Errorf("sent %v, at last %v", got, good.ID)
		}
	})
}

// Whatever nodes answer and whoever leaves, as long as their word is true: what is told is what was done.
func TestNothingThatWasTakenOrLeftIsSentAgain(t *testing.T) {
	for seed := range uint64(6) {
		run(t, func(b *bench) {
			source := rand.New(rand.NewPCG(seed, 2))
			var mu sync.Mutex
			random := func(n int) int { return source.IntN(n) } // the lock is held
			locked := func(n int) int {
				mu.Lock()
				defer mu.Unlock()
				return random(n)
			}
			tookIt, offers := make(map[transaction.ID]bool), make(map[transaction.ID][]string)
			b.paced(50 * time.Millisecond)
			b.Nodes = []string{"a", "b", "c"}
			b.sends(func(_ context.Context, node string, body []byte) (pool.Raw, error) {
				tx, err := transaction.Parse(transaction.SendTransaction, chainapitest.ChainID, body)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				if tookIt[tx.ID] {
					t.Errorf("seed %d: %s was offered again after a node had carried it out", seed, tx.ID)
				}
				offers[tx.ID] = append(offers[tx.ID], node)
				switch random(6) {
				case 0:
					return pool.Raw{}, &pool.Fault{Node: node, Status: 429, Err: errors.New("busy"), Sent: true}
				case 1:
					return pool.Raw{}, &pool.Fault{Node: node, Err: errors.New("silent"), Sent: true}
				case 2:
					return pool.Raw{}, &pool.Fault{Err: errors.New("unreachable")}
				case 3:
					return pool.Raw{Status: 500, Node: node, Body: []byte(`{"error":{"code":3050003}}`)}, nil
				}
				tookIt[tx.ID] = true
				b.Include(tx.ID, b.Head()+1)
				return pool.Raw{Status: 202, Node: node, Body: []byte(taken(tx.ID, 324182170))}, nil
			})
			tokens, left := make(map[string]*transaction.Push), make(map[transaction.ID]bool)
			for i := range 60 {
				tx := b.by(fmt.Sprint(locked(20)), fmt.Sprint(i))
				token := b.submit(tx)
				tokens[token] = tx
				if locked(4) == 0 {
					time.Sleep(time.Duration(locked(200)) * time.Millisecond)
				}
				if locked(5) == 0 {
					mu.Lock()
					before := len(offers[tx.ID])
					mu.Unlock()
					if _, err := b.b.Leave(token); err == nil {
						left[tx.ID] = true
						if before > 0 {
							b.status(token) // it was tried where nobody could be reached
						}
					}
				}
			}
			offered := func(id transaction.ID) int {
				mu.Lock()
				defer mu.Unlock()
				return len(offers[id])
			}
			had := make(map[transaction.ID]int)
			for id := range left {
				had[id] = offered(id)
			}
			time.Sleep(2 * time.Minute)
			for token, tx := range tokens {
				s := b.status(token)
				switch {
				case left[tx.ID] && (s.State != push.Left || offered(tx.ID) != had[tx.ID]):
					t.Errorf("seed %d: what was left is %s", seed, s.State)
				case tookIt[tx.ID] && s.State != push.LandedState:
					t.Errorf("seed %d: what a node carried out is %s", seed, s.State)
				case s.State == push.Queued:
					t.Errorf("seed %d: somebody waits still", seed)
				}
			}
		})
	}
}

func TestWhatWasSentAndIsWithoutOutcomeIsBoundedInBytes(t *testing.T) {
	run(t, func(b *bench) {
		var first string
		for i := range 129 { // which nodes do not answer, of half a MiB each
			tx := b.by(fmt.Sprint(i), fmt.Sprint(i))
			tx.Body = append(tx.Body, make([]byte, 512<<10)...)
			token := b.submit(tx)
			if i == 0 {
				first = token
			}
		}
		time.Sleep(10 * time.Second)
		if _, err := b.b.Status(first); !errors.Is(err, push.ErrNoToken) {
			t.Errorf("the first of them: %v", err)
		}
	})
}

func TestWhatMadeRoomAndIsSentAfterAllIsLookedFor(t *testing.T) {
	run(t, func(b *bench) {
		large := func(name string) *transaction.Push {
			tx := b.by(name, name)
			tx.Body = append(tx.Body, make([]byte, 512<<10)...)
			return tx
		}
		tx := large("a")
		tries := 0
		b.sends(func(_ context.Context, _ string, body []byte) (pool.Raw, error) {
			if !bytes.HasPrefix(body, tx.Body[:200]) {
				return pool.Raw{}, &pool.Fault{Err: errors.New("silent"), Sent: true}
			}
			if tries++; tries == 1 {
				time.Sleep(5 * time.Second)
				return pool.Raw{}, &pool.Fault{Err: errors.New("unreachable")}
			}
			b.Include(tx.ID, b.Head()+20)
			return pool.Raw{}, &pool.Fault{Err: errors.New("silent"), Sent: true}
		})
		token := b.submit(tx)
		synctest.Wait()
		for i := range 128 {
			b.submit(large(fmt.Sprint(i)))
		}
		time.Sleep(time.Minute)
		b.wantState(token, push.LandedState)
	})
}

func TestWhoWaitedUntilTheirPriceWasGoneHasTheTurn(t *testing.T) {
	for why, want := range map[string]queue.State{"Price moved, please try again": queue.Turn, "Sold out": queue.Waits} {
		run(t, func(b *bench) {
			b.paced(time.Second)
			var alice string
			for i := range 40 {
				tx := b.by(fmt.Sprint(i), fmt.Sprint(i))
				tx.Purchases[0].Buyer = antelope.MustName("bob.wam")
				b.submit(tx)
				if i == 20 {
					alice = b.submit(b.by("alice", "waits"))
				}
			}
			time.Sleep(15 * time.Second)
			b.answers(500, `{"code":500,"error":{"code":3050003,"name":"eosio_assert_message_exception","what":"w","details":[{"message":"assertion failure with message: `+why+`"}]}}`)
			time.Sleep(17 * time.Second)
			b.wantState(alice, push.RefusedState)
			if s, _, needed, err := b.b.Place("alice.wam", "5", "203.0.113.9", 30*time.Second); err != nil || !needed || s.State != want {
				t.Errorf("after %q the place is %+v, needed %t, %v; want %s", why, s, needed, err, want)
			}
		})
	}
}

func TestATurnThatWasRegainedIsOverInItsTimeThoughNothingElseWaits(t *testing.T) {
	run(t, func(b *bench) {
		b.regained(30 * time.Second)
		for after, want := range []queue.State{queue.Turn, ""} {
			s, _, needed, err := b.b.Place("alice.wam", "5", "203.0.113.9", 3*time.Minute)
			if err != nil || needed != (want != "") || s.State != want {
				t.Errorf("%d times ten minutes after it the place is %+v, needed %t, %v; want %q", after, s, needed, err, want)
			}
			time.Sleep(10 * time.Minute)
		}
	})
}

// As when somebody signs for the buyer with a key of their own.
func TestATurnThatSomebodyGetsBackIsOverInItsTimeToo(t *testing.T) {
	run(t, func(b *bench) {
		b.regained(15 * time.Second)
		b.sends(func(context.Context, string, []byte) (pool.Raw, error) {
			time.Sleep(5 * time.Second)
			return pool.Raw{Status: 401, Body: []byte(`{"code":401,"error":{"code":3090003}}`)}, nil
		})
		b.push(b.by("somebody", "for alice"))
		time.Sleep(10 * time.Minute)
		if s, _, needed, err := b.b.Place("alice.wam", "5", "203.0.113.9", 3*time.Minute); err != nil || needed {
			t.Errorf("ten minutes after it the place is %+v, needed %t, %v", s, needed, err)
		}
	})
}
