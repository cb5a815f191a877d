package push_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/push"
	"fieldhouse/plugins/chainapi/transaction"
)

// followed is a purchase whose rows are read, at nodes a, b and so on.
func (b *bench) followed(answers ...says) (tx *transaction.Push, sent *[]pushed, found *rows, token string) {
	found = newRows()
	settings := b.settings(nil)
	settings.Claims = found
	b.b.Update(settings)
	tx = b.by("a", "a")
	sent = b.nodes(tx, answers...)
	return tx, sent, found, b.submit(tx)
}

func TestWhatANodeSaysThatItTookGoesToOthersWhileTheRowsLackIt(t *testing.T) {
	run(t, func(b *bench) {
		tx, sent, found, token := b.followed(accepts, accepts, hasIt)
		time.Sleep(7900 * time.Millisecond)
		b.wantState(token, push.SentState)
		wantPushes(t, sent, pushed{"a", 0}, pushed{"b", 7 * time.Second})
		if liars := b.Liars(); !slices.Equal(liars, []string{"a"}) {
			t.Errorf("of %v it is known that they lost it", liars)
		}
		found.set(func(rows map[transaction.ID]uint64) { rows[tx.ID] = 77 })
		b.wantState(token, push.LandedState)
		time.Sleep(3 * time.Minute)
		wantPushes(t, sent, pushed{"a", 0}, pushed{"b", 7 * time.Second})
	})
}

func TestWhatTheChainHasAsAnotherNodeSaysIsOfferedNoMoreAndSpeaksAgainstNobody(t *testing.T) {
	run(t, func(b *bench) {
		_, sent, _, token := b.followed(accepts, hasIt, accepts)
		time.Sleep(3*time.Minute - time.Second)
		b.wantState(token, push.SentState)
		wantPushes(t, sent, pushed{"a", 0}, pushed{"b", 7 * time.Second})
		if liars := b.Liars(); len(liars) > 0 {
			t.Errorf("%v are blamed", liars)
		}
	})
}

// A refusal says nothing of what an earlier sending did.
func TestTheRefusalOfWhatIsInDoubtIsNotTold(t *testing.T) {
	run(t, func(b *bench) {
		_, sent, _, token := b.followed(accepts, refuses, accepts)
		time.Sleep(2 * time.Minute)
		b.wantState(token, push.SentState)
		wantPushes(t, sent, pushed{"a", 0}, pushed{"b", 7 * time.Second})
	})
}

func TestWhatIsInDoubtGoesToThreeOthersAtMostAndNeverPastItsExpiration(t *testing.T) {
	for life, others := range map[time.Duration]int{3 * time.Minute: 3, 12 * time.Second: 1} {
		run(t, func(b *bench) {
			found := newRows()
			settings := b.settings(nil)
			settings.Claims = found
			b.b.Update(settings)
			tx := b.by("a", "a")
			tx.Expiration = time.Now().Add(life)
			sent := b.nodes(tx, accepts, accepts, accepts, accepts, accepts, accepts)
			b.submit(tx)
			time.Sleep(4 * time.Minute)
			synctest.Wait()
			if len(*sent) != 1+others {
				t.Errorf("living %s it was sent %v", life, *sent)
			}
			for i, one := range *sent {
				if slices.ContainsFunc((*sent)[:i], func(before pushed) bool { return before.node == one.node }) {
					t.Errorf("it went to %s twice", one.node)
				}
			}
		})
	}
}

func TestNothingIsInDoubtWhileRowsAreNotRead(t *testing.T) {
	run(t, func(b *bench) {
		settings := b.settings(nil)
		settings.Claims = unread{newRows()}
		b.b.Update(settings)
		tx := b.by("a", "a")
		sent := b.nodes(tx, accepts, accepts)
		b.submit(tx)
		time.Sleep(time.Minute)
		wantPushes(t, sent, pushed{"a", 0})
	})
}

type unread struct{ *rows }

func (unread) ReadAt() time.Time { return time.Time{} }

// What is no purchase is looked for in blocks.
func TestWhatIsInNoBlockGoesToAnotherNodeToo(t *testing.T) {
	for isIncluded, want := range map[bool][]pushed{true: {{"a", 0}}, false: {{"a", 0}, {"b", 16 * time.Second}}} {
		run(t, func(b *bench) {
			tx := b.lasting(time.Minute)
			sent := b.nodes(tx, accepts, hasIt)
			if isIncluded {
				b.Include(tx.ID, b.Head()+4)
			}
			b.submit(tx)
			time.Sleep(30 * time.Second)
			wantPushes(t, sent, want...)
		})
	}
}

// What nobody follows has been answered: it is doubted once somebody does.
func TestWhatNobodyFollowsIsNotInDoubtUntilSomebodyDoes(t *testing.T) {
	run(t, func(b *bench) {
		tx := b.lasting(3 * time.Minute)
		sent := b.nodes(tx, accepts, hasIt)
		b.push(tx)
		time.Sleep(30 * time.Second)
		wantPushes(t, sent, pushed{"a", 0})
		b.submit(tx)
		time.Sleep(30 * time.Second)
		synctest.Wait()
		if len(*sent) != 2 || (*sent)[1].node != "b" {
			t.Errorf("sent %v", *sent)
		}
	})
}

// They go before what waits, and so a second has only some of them.
func TestAHundredInDoubtLeaveTheLineItsTurns(t *testing.T) {
	run(t, func(b *bench) {
		settings := b.settings(nil)
		settings.Claims = newRows()
		b.b.Update(settings)
		b.paced(50 * time.Millisecond)
		b.Nodes = []string{"a", "b"}
		b.sends(func(ctx context.Context, node string, body []byte) (pool.Raw, error) {
			raw, err := takes(ctx, node, body)
			raw.Node = node
			return raw, err
		})
		for i := range 300 {
			b.submit(b.by(fmt.Sprint(i), fmt.Sprint(i)))
		}
		time.Sleep(15 * time.Second) // 20 a second
		first := make(map[transaction.ID]bool)
		for _, id := range b.sent() {
			first[id] = true
		}
		if again := len(b.Sent()) - len(first); again == 0 || len(first) < 220 {
			t.Errorf("%d were sent, and %d again", len(first), again)
		}
	})
}
