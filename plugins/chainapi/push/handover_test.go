package push_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
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

	"go.uber.org/zap"
)

func TestATurnIsAsLongAtAProcessWithAnotherClock(t *testing.T) {
	run(t, func(b *bench) {
		line := []push.Waiting{{Token: "of a place", Client: "203.0.113.11", Account: "bob.wam", Drop: "5", TurnLeft: 40_000, TurnEnds: time.Now().Add(-time.Minute).UnixMilli()}}
		for _, left := range []int64{40_000, 30_000} {
			if lost := b.b.TakeOver(line, chainapitest.ChainID); lost != 0 {
				t.Fatal("the place is lost")
			}
			if s, err := b.b.Status("of a place"); err != nil || s.State != queue.Turn || s.EndsIn != left {
				t.Errorf("the place is %+v, %v, want a turn of %d ms", s, err, left)
			}
			time.Sleep(10 * time.Second)
			line = b.b.HandOver(math.MaxInt)
		}
	})
}

// As one whose turn was regained, and not used: its page asks by its account.
func TestAPlaceThatIsHandedOverWithoutATokenIsNobodysToTakeOut(t *testing.T) {
	run(t, func(b *bench) {
		line := []push.Waiting{{Client: "203.0.113.11", Account: "bob.wam", Drop: "5", IsMissed: true}}
		if lost := b.b.TakeOver(line, chainapitest.ChainID); lost != 0 {
			t.Fatal("the place is lost")
		}
		if s, err := b.b.Status(""); !errors.Is(err, push.ErrNoToken) {
			t.Errorf("without a token there is %+v, %v", s, err)
		}
		if s, err := b.b.Leave(""); !errors.Is(err, push.ErrNoToken) {
			t.Errorf("without a token %+v is left, %v", s, err)
		}
		if s, _, needed, err := b.b.Place("bob.wam", "5", "203.0.113.12", 30*time.Second); err != nil || !needed || !s.IsMissed {
			t.Errorf("its account has %+v, %v, %v", s, needed, err)
		}
		for handed, want := range []int{1, 0} {
			if line := b.b.HandOver(math.MaxInt); len(line) != want {
				t.Errorf("handed over %d times before, %d are", handed, len(line))
			}
		}
	})
}

// Processes end together, as when their machines are restarted: what one gives another one that ends as well
// must go on with that one's line, or be refused, so that it is given to a third.
func TestALineThatIsTakenInIsHandedOverWhole(t *testing.T) {
	run(t, func(b *bench) {
		b.paced(time.Second)
		var line []push.Waiting
		for i := range 200 {
			tx := b.by("", fmt.Sprint(i))
			line = append(line, push.Waiting{Token: fmt.Sprint("of ", i), Client: "203.0.113.9", Call: tx.Call, Body: tx.Body})
		}
		lost := make(chan int)
		go func() { lost <- len(b.b.TakeIn(line, chainapitest.ChainID)) }()
		for !b.b.Busy() {
			runtime.Gosched()
		}
		handed := len(b.b.HandOver(math.MaxInt))
		if lost := <-lost; lost != 0 || handed != len(line) {
			t.Errorf("of %d that one process gave %d are lost and %d go on", len(line), lost, handed)
		}
	})
}

const priceMoved = `{"code":500,"error":{"code":3050003,"name":"eosio_assert_message_exception","what":"w","details":[{"message":"assertion failure with message: Price moved"}]}}`

// regained has a buyer in line refused within that time as the price moved, whose turn it is again.
func (b *bench) regained(within time.Duration) {
	b.t.Helper()
	b.paced(11 * time.Second)
	b.answers(500, priceMoved)
	alice := b.submit(b.by("alice", "waits"))
	time.Sleep(within)
	b.wantState(alice, push.RefusedState)
}

func TestATurnThatWasRegainedIsHandedOver(t *testing.T) {
	run(t, func(b *bench) {
		b.regained(30 * time.Second)
		next := push.New(b.settings(zap.NewNop()))
		defer next.Close()
		if lost := next.TakeOver(b.b.HandOver(math.MaxInt), chainapitest.ChainID); lost != 0 {
			t.Errorf("%d are lost", lost)
		}
		if s, _, needed, err := next.Place("alice.wam", "5", "203.0.113.9", 30*time.Second); err != nil || !needed || s.State != queue.Turn {
			t.Errorf("the place is %+v, needed %t, %v", s, needed, err)
		}
		if s := b.b.Stats(); s.Turns > 0 {
			t.Errorf("%d have their turn here, too", s.Turns)
		}
	})
}

// A wallet may take its time.
func TestWhatIsSignedInATurnGoesFirstThoughTheLineWasHandedOverSince(t *testing.T) {
	run(t, func(b *bench) {
		b.paced(10 * time.Second)
		others := func(to *push.Broadcaster, name string, count int) (ids []transaction.ID) {
			for i := range count {
				tx := b.by(fmt.Sprint(name, i), fmt.Sprint(name, i))
				ids = append(ids, tx.ID)
				tx.Purchases[0].Buyer = antelope.MustName("bob.wam")
				must.Get(to.Submit(t.Context(), "203.0.113.9", tx))(t)
			}
			return ids
		}
		turn := []push.Waiting{{Token: "of a place", Client: "203.0.113.11", Account: "alice.wam", Drop: "5", TurnLeft: 20_000}}
		if lost := b.b.TakeOver(turn, chainapitest.ChainID); lost != 0 {
			t.Fatal("the turn is lost")
		}
		others(b.b, "before", 12)
		time.Sleep(30 * time.Second)
		b.wantState("of a place", queue.Waits)
		line := slices.DeleteFunc(b.b.HandOver(math.MaxInt), func(w push.Waiting) bool { return w.Account == "" })

		next := push.New(b.settings(zap.NewNop()))
		defer next.Close()
		after := others(next, "after", 3)
		if lost := next.TakeOver(line, chainapitest.ChainID); lost != 0 {
			t.Fatal("the place is lost")
		}
		signed := b.by("alice", "signed")
		must.Get(next.Submit(t.Context(), "203.0.113.11", signed))(t)
		time.Sleep(time.Minute)
		isSince := func(id transaction.ID) bool { return id == signed.ID || slices.Contains(after, id) }
		if sent := b.sent(); slices.Index(sent, signed.ID) < 0 || slices.IndexFunc(sent, isSince) != slices.Index(sent, signed.ID) {
			t.Errorf("sent were %v, and what was signed is %v", sent, signed.ID)
		}
	})
}

// A process that ends in a cluster sends nothing any more once its line was given away.
func TestWhatWasSignedInATurnGoesFirstInTheProcessThatTakesTheLine(t *testing.T) {
	run(t, func(b *bench) {
		b.paced(10 * time.Second)
		turn := []push.Waiting{{Token: "of a place", Client: "203.0.113.11", Account: "alice.wam", Drop: "5", TurnLeft: 20_000}}
		if lost := b.b.TakeOver(turn, chainapitest.ChainID); lost != 0 {
			t.Fatal("the turn is lost")
		}
		bought := func(by string, signature byte) *transaction.Push {
			packed := chainapitest.Purchase(time.Now().Add(3*time.Minute), b.Head()-3, "gamecontract", by, 5)
			return chainapitest.Push(t, transaction.SendTransaction, packed, chainapitest.OtherSignature(signature))
		}
		before := bought("bob.wam", 1)
		b.submit(before)
		signed := bought("alice.wam", 2)
		token := b.submit(signed)
		next := push.New(b.settings(zap.NewNop()))
		defer next.Close()
		after := bought("carla.wam", 3)
		must.Get(next.Submit(t.Context(), "203.0.113.9", after))(t)
		if lost := next.TakeOver(b.b.HandOver(math.MaxInt), chainapitest.ChainID); lost != 0 {
			t.Errorf("%d are lost", lost)
		}
		b.b.End()
		if s, err := next.Status(token); err != nil || s.State != push.Queued {
			t.Errorf("what was signed is %+v, %v", s, err)
		}
		if s, err := next.Status("of a place"); err != nil || s.State != queue.Used {
			t.Errorf("its place is %+v, %v", s, err)
		}
		time.Sleep(time.Minute)
		if sent := b.sent(); len(sent) < 3 || !slices.Equal(sent[:3], []transaction.ID{signed.ID, after.ID, before.ID}) {
			t.Errorf("sent were %v, want %v, %v and %v", sent, signed.ID, after.ID, before.ID)
		}
	})
}

// The other process may have been asked of no drop before.
func TestWhatIsHeldForAnOpeningIsHeldByWhoeverTakesTheLine(t *testing.T) {
	run(t, func(b *bench) {
		b.paced(time.Millisecond)
		opens, isRead := time.Now().Add(20*time.Second), false
		settings := b.settings(nil)
		settings.Openings = func(drop string) (time.Time, bool) { return opens, isRead && drop == "5" }
		settings.ReadOpenings = func() { isRead = true }
		b.b.Update(settings)
		tx := chainapitest.Push(t, transaction.SendTransaction, chainapitest.Purchase(time.Now().Add(3*time.Minute), b.Head()-3, "gamecontract", "alice.wam", 5))
		if refused := b.b.TakeIn([]push.Waiting{{Token: "held", Client: "203.0.113.9", Call: tx.Call, Body: tx.Body}}, chainapitest.ChainID); len(refused) > 0 {
			t.Fatal("it is lost")
		}
		time.Sleep(19 * time.Second)
		b.wantState("held", push.Queued)
		time.Sleep(4 * time.Second)
		b.wantState("held", push.SentState)
	})
}

// No page could tell it from what a process had sent that died.
func TestWhatIsTooLateInTheLineThatItIsHandedToIsNotUnknown(t *testing.T) {
	run(t, func(b *bench) {
		b.paced(time.Second)
		for i := range 40 {
			b.submit(b.by(fmt.Sprint("before", i), fmt.Sprint("before", i)))
		}
		time.Sleep(5 * time.Second)
		late := b.lasting(40 * time.Second)
		line := []push.Waiting{{Token: "late", Client: "203.0.113.11", Call: late.Call, Body: late.Body}}
		if refused := b.b.TakeIn(line, chainapitest.ChainID); len(refused) > 0 {
			t.Error("it is lost")
		}
		b.wantState("late", push.Expired)
		time.Sleep(time.Minute)
		if slices.Contains(b.sent(), late.ID) {
			t.Error("it was sent")
		}
	})
}

// Of what waits each is sent by one of the two, once, and in the order of the line.
func TestTheLineIsHandedOverToAnotherProcess(t *testing.T) {
	run(t, func(b *bench) {
		b.paced(time.Second)
		var ids []transaction.ID
		var tokens []string
		for i := range 5 {
			tx := b.by("a", fmt.Sprint(i))
			ids, tokens = append(ids, tx.ID), append(tokens, b.submit(tx))
		}
		held := b.by("a", "somebody waits for it on a connection")
		answered := make(chan error, 1)
		go func() {
			_, err := b.b.Push(context.Background(), "203.0.113.10", held)
			answered <- err
		}()
		synctest.Wait()
		_, place, needed, err := b.b.Place("bob.wam", "5", "203.0.113.11", 30*time.Second)
		if !needed || err != nil {
			t.Fatalf("a place: %v, %v", needed, err)
		}
		time.Sleep(1500 * time.Millisecond) // the first one is sent
		watched := make(chan struct{})
		go func() { b.b.Changes(tokens[4])(context.Background()); close(watched) }()
		synctest.Wait()

		line := b.b.HandOver(math.MaxInt)
		<-watched // at once, and asks again
		if len(line) != 5 {
			t.Fatalf("%d are handed over: four pushes and a place", len(line))
		}
		b.wantState(tokens[0], push.SentState)
		for _, token := range append(slices.Clone(tokens[1:]), "of nobody") {
			if _, err := b.b.Status(token); !errors.Is(err, push.ErrElsewhere) {
				t.Errorf("the status of what another has is %v", err)
			}
		}
		if _, err := b.b.Status(place); !errors.Is(err, push.ErrElsewhere) {
			t.Errorf("the place that another has is %v", err)
		}
		var unsent *push.NotSentError
		if _, err := b.b.Submit(context.Background(), "203.0.113.9", b.by("b", "too late")); !errors.As(err, &unsent) || !errors.Is(err, push.ErrEnding) {
			t.Errorf("what comes afterwards is answered %v", err)
		}

		next := push.New(b.settings(zap.NewNop()))
		defer next.Close()
		if lost := next.TakeOver(line, chainapitest.ChainID); lost != 0 {
			t.Errorf("%d are lost", lost)
		}
		if s, err := next.Status(tokens[2]); err != nil || s.State != push.Queued || s.ID != ids[2].String() {
			t.Errorf("the other has %+v, %v", s, err)
		}
		if s, err := next.Status(place); err != nil || s.State != queue.Waits && s.State != queue.Turn {
			t.Errorf("the other has the place %+v, %v", s, err)
		}
		if err := <-answered; err != nil {
			t.Errorf("who waits on a connection is answered %v", err)
		}
		time.Sleep(10 * time.Second)
		got := b.sent()
		got = slices.DeleteFunc(got, func(id transaction.ID) bool { return id == held.ID })
		if !slices.Equal(got, ids) || len(b.Sent()) != len(ids)+1 {
			t.Errorf("sent were %v of %d, want %v and one more", got, len(b.Sent()), ids)
		}
	})
}

// Its page pushed it at the other process, and its wallet here.
func TestWhatSomebodyWaitsForHereStaysThoughAnotherProcessHandedItOverToo(t *testing.T) {
	run(t, func(b *bench) {
		b.paced(10 * time.Second)
		tx := b.by("a", "pushed twice")
		answered := make(chan error, 1)
		go func() {
			_, err := b.b.Push(context.Background(), "203.0.113.10", tx)
			answered <- err
		}()
		synctest.Wait()
		if refused := b.b.TakeIn([]push.Waiting{{Token: "of the other", Client: "203.0.113.10", Call: tx.Call, Body: tx.Body}}, chainapitest.ChainID); len(refused) > 0 {
			t.Fatal(refused)
		}
		if line := b.b.HandOver(math.MaxInt); len(line) != 0 {
			t.Errorf("%d are handed over, which somebody waits for here", len(line))
		}
		if err := <-answered; err != nil || len(b.Sent()) != 1 {
			t.Errorf("sent %d times, answered %v", len(b.Sent()), err)
		}
	})
}

// Its page pushed it at both, of which each gave it a status.
func TestAPushThatTwoProcessesHadIsFollowedByBothOfItsTokens(t *testing.T) {
	run(t, func(b *bench) {
		b.paced(10 * time.Second)
		b.submit(b.by("a", "before"))
		tx := b.by("a", "pushed twice")
		tokens := []string{b.submit(tx), "of the other"}
		if refused := b.b.TakeIn([]push.Waiting{{Token: tokens[1], Client: "203.0.113.9", Call: tx.Call, Body: tx.Body}}, chainapitest.ChainID); len(refused) > 0 {
			t.Fatal(refused)
		}
		for _, token := range tokens {
			b.wantState(token, push.Queued)
		}
		line := b.b.HandOver(math.MaxInt)
		for _, token := range tokens {
			if _, err := b.b.Status(token); !errors.Is(err, push.ErrElsewhere) {
				t.Errorf("the status of what another has is %v", err)
			}
		}
		if lost := b.b.TakeOver(line, chainapitest.ChainID); lost != 0 {
			t.Fatal(lost)
		}
		for _, token := range tokens {
			b.wantState(token, push.Queued)
		}
		if _, err := b.b.Leave(tokens[1]); err != nil {
			t.Error(err)
		}
		for _, token := range tokens {
			b.wantState(token, push.Left)
		}
		time.Sleep(time.Hour)
		b.submit(b.by("a", "later")) // what is over is forgotten then
		for _, token := range tokens {
			if _, err := b.b.Status(token); !errors.Is(err, push.ErrNoToken) {
				t.Errorf("the status of what is forgotten is %v", err)
			}
		}
	})
}

// Whose turn is next waits in no lane any more.
func TestNobodyWhoseTurnIsNextLosesTheirPlaceToAHandover(t *testing.T) {
	run(t, func(b *bench) {
		b.paced(time.Second)
		b.submit(b.by("a", "first"))
		b.submit(b.by("b", "second"))
		const places = 200
		var tokens []string
		for i := range places {
			_, token, needed, err := b.b.Place(fmt.Sprint("fan", i), "5", fmt.Sprintf("203.0.%d.7", i), 30*time.Second)
			if !needed || err != nil {
				t.Fatalf("a place: %v, %v", needed, err)
			}
			tokens = append(tokens, token)
		}
		time.Sleep(3500 * time.Millisecond) // both are sent, and turns are given
		b.wantState(tokens[0], queue.Turn)
		b.wantState(tokens[places-1], queue.Waits)

		line := b.b.HandOver(math.MaxInt)
		if len(line) != places {
			t.Errorf("%d of %d places are handed over", len(line), places)
		}
		next := push.New(b.settings(zap.NewNop()))
		defer next.Close()
		if lost := next.TakeOver(line, chainapitest.ChainID); lost != 0 {
			t.Errorf("%d are lost", lost)
		}
		time.Sleep(2500 * time.Millisecond) // the order is worked out anew each second
		before := 0
		for i, token := range tokens {
			s, err := next.Status(token)
			if err != nil || s.State == queue.Waits && s.Place <= before {
				t.Fatalf("place %d of %d is %+v, %v, behind one at %d", i, places, s, err, before)
			}
			before = s.Place
		}
	})
}

// Anybody can sign what somebody else did, with a key of their own.
func TestARightSignatureIsHandedOverWithTheWrongOneThatCameBefore(t *testing.T) {
	run(t, func(b *bench) {
		wrong, right := b.made(transaction.SendTransaction, chainapitest.OtherSignature(1)), b.made(transaction.SendTransaction)
		b.paced(time.Second)
		b.sends(func(ctx context.Context, node string, body []byte) (pool.Raw, error) {
			if string(body) == string(right.Body) {
				return takes(ctx, node, body)
			}
			return pool.Raw{Status: 401, Body: []byte(`{"error":{"code":3090003}}`)}, nil
		})
		token := b.submit(wrong)
		if again := b.submit(right); again != token {
			t.Fatal("it has another status")
		}
		line := b.b.HandOver(math.MaxInt)
		next := push.New(b.settings(zap.NewNop()))
		defer next.Close()
		if lost := next.TakeOver(line, chainapitest.ChainID); lost != 0 {
			t.Errorf("%d are lost", lost)
		}
		time.Sleep(10 * time.Second)
		if s, err := next.Status(token); err != nil || s.State != push.SentState {
			t.Errorf("the right one is %+v, %v", s, err)
		}
		if sent := b.Sent(); !slices.Equal(sent, []string{string(wrong.Body), string(right.Body)}) {
			t.Errorf("sent are %q", sent)
		}
	})
}

func TestALineThatNobodyTakesIsThisProcessesAgain(t *testing.T) {
	run(t, func(b *bench) {
		b.paced(time.Second)
		first, second := b.submit(b.by("a", "first")), b.submit(b.by("a", "second"))
		_, place, needed, err := b.b.Place("bob.wam", "5", "203.0.113.11", 30*time.Second)
		if !needed || err != nil {
			t.Fatalf("a place: %v, %v", needed, err)
		}
		if lost := b.b.TakeOver(b.b.HandOver(math.MaxInt), chainapitest.ChainID); lost != 0 {
			t.Errorf("%d are lost", lost)
		}
		b.wantState(second, push.Queued)
		if _, err := b.b.Status(place); err != nil {
			t.Errorf("the place: %v", err)
		}
		b.submit(b.by("a", "third"))
		time.Sleep(5 * time.Second)
		b.wantState(first, push.SentState)
		b.wantState(second, push.SentState)
		if len(b.Sent()) != 3 {
			t.Errorf("%d were sent of 3", len(b.Sent()))
		}
	})
}
