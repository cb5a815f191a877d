package push_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/chainapitest"
	"fieldhouse/plugins/chainapi/push"
	"fieldhouse/plugins/chainapi/transaction"
)

// says is how a node answers a push, the how many-th that came to it.
type says func(tx *transaction.Push, time int) (pool.Raw, error)

func accepts(tx *transaction.Push, _ int) (pool.Raw, error) {
	return pool.Raw{Status: 202, Body: []byte(taken(tx.ID, 324182170))}, nil
}

func refuses(*transaction.Push, int) (pool.Raw, error) {
	return pool.Raw{Status: 500, Body: []byte(`{"code":500,"error":{"code":3050003,"name":"n","what":"w","details":[{"message":"overdrawn balance"}]}}`)}, nil
}

func hasIt(*transaction.Push, int) (pool.Raw, error) {
	return pool.Raw{Status: 409, Body: []byte(`{"code":409,"error":{"code":3040008,"name":"tx_duplicate","what":"w","details":[]}}`)}, nil
}

func fails(status int) says {
	return func(*transaction.Push, int) (pool.Raw, error) {
		return pool.Raw{}, fmt.Errorf("sending: %w", &pool.Fault{Status: status, Err: errors.New("it failed"), Sent: true})
	}
}

// turns answers the first push one way and the others another.
func turns(first, then says) says {
	return func(tx *transaction.Push, time int) (pool.Raw, error) {
		if time == 0 {
			return first(tx, time)
		}
		return then(tx, time)
	}
}

// pushed is one sending: to which node, and when since the push.
type pushed struct {
	node  string
	after time.Duration
}

// nodes makes the chain have nodes a, b and so on, and lists what they are sent.
func (b *bench) nodes(tx *transaction.Push, answers ...says) *[]pushed {
	began := time.Now()
	sent := new([]pushed)
	times := make(map[string]int)
	b.Nodes = nil
	for i := range answers {
		b.Nodes = append(b.Nodes, string(rune('a'+i)))
	}
	b.sends(func(_ context.Context, node string, body []byte) (pool.Raw, error) {
		if string(body) != string(tx.Body) {
			b.t.Errorf("node %s was sent other bytes: %s", node, body)
		}
		*sent = append(*sent, pushed{node, time.Since(began)})
		raw, err := answers[slices.Index(b.Nodes, node)](tx, times[node])
		times[node]++
		raw.Node = node
		var fault *pool.Fault
		if errors.As(err, &fault) {
			fault.Node = node
		}
		return raw, err
	})
	return sent
}

func wantPushes(t *testing.T, got *[]pushed, want ...pushed) {
	t.Helper()
	synctest.Wait()
	if !slices.Equal(*got, want) {
		t.Errorf("sent %v, want %v", *got, want)
	}
}

func TestAPushThatABusyNodeTurnsAwayGoesToAnotherOneAtOnce(t *testing.T) {
	for _, status := range []int{429, 503} {
		run(t, func(b *bench) {
			tx := b.made(transaction.SendTransaction2)
			sent := b.nodes(tx, fails(status), accepts)
			if answer := b.push(tx); answer.Outcome != push.Landed || answer.Status != 202 || answer.Block != 324182170 {
				t.Errorf("%d: answer %+v", status, answer)
			}
			wantPushes(t, sent, pushed{"a", 0}, pushed{"b", 0})
			b.counted(map[push.Outcome]int{push.Landed: 1})
		})
	}
}

func TestAPushThatAllNodesAreTooBusyForIsOfferedUntilOneHasRoom(t *testing.T) {
	run(t, func(b *bench) {
		tx := b.made(transaction.SendTransaction)
		sent := b.nodes(tx, fails(429), turns(fails(503), turns(fails(503), accepts)))
		if answer := b.push(tx); answer.Outcome != push.Landed {
			t.Errorf("answer %+v", answer)
		}
		wantPushes(t, sent, pushed{"a", 0}, pushed{"b", 0}, pushed{"a", time.Second}, pushed{"b", time.Second})
	})
}

// As while a node is started again: it is busy, then nobody listens, then it is well.
func TestAPushThatNodesWereTooBusyForIsOfferedAgainAfterTheyCouldNotBeReached(t *testing.T) {
	run(t, func(b *bench) {
		tx := b.made(transaction.SendTransaction)
		unreachable := func(*transaction.Push, int) (pool.Raw, error) {
			return pool.Raw{}, fmt.Errorf("sending: %w", &pool.Fault{Err: errors.New("connection refused"), Reason: pool.Unreachable})
		}
		sent := b.nodes(tx, func(tx *transaction.Push, time int) (pool.Raw, error) {
			return []says{fails(503), unreachable, unreachable, accepts}[time](tx, time)
		})
		if answer := b.push(tx); answer.Outcome != push.Landed {
			t.Errorf("answer %+v", answer)
		}
		wantPushes(t, sent, pushed{"a", 0}, pushed{"a", time.Second}, pushed{"a", 2 * time.Second}, pushed{"a", 3 * time.Second})
	})
}

func TestAPushThatANodeDidNotAnswerIsLookedUpFirstAndThenOfferedToTheOthersOnce(t *testing.T) {
	for name, silent := range map[string]says{"a time-out": fails(0), "a proxy's error": fails(502)} {
		run(t, func(b *bench) {
			tx := b.made(transaction.SendTransaction)
			sent := b.nodes(tx, silent, silent, accepts)
			if answer := b.push(tx); answer.Outcome != push.Landed {
				t.Errorf("%s: answer %+v", name, answer)
			}
			wantPushes(t, sent, pushed{"a", 0}, pushed{"b", 3 * time.Second}, pushed{"c", 6 * time.Second})
		})
		run(t, func(b *bench) {
			tx := b.made(transaction.SendTransaction)
			sent := b.nodes(tx, silent, accepts)
			b.Include(tx.ID, chainapitest.First+4)
			if answer := b.push(tx); answer.Outcome != push.FoundLanded {
				t.Errorf("%s, found: answer %+v", name, answer)
			}
			wantPushes(t, sent, pushed{"a", 0})
		})
	}
}

func TestANodeThatHasThePushAlreadySaysThatItLanded(t *testing.T) {
	run(t, func(b *bench) {
		tx := b.made(transaction.SendTransaction)
		b.nodes(tx, fails(503), hasIt)
		b.Include(tx.ID, chainapitest.First+5)
		answer := b.push(tx)
		landedIn(t, answer, tx.ID, chainapitest.First+5)
	})
}

// The first node may have it: who signed again would buy twice.
func TestAfterANodeThatDidNotAnswerNoOtherNodesRefusalCounts(t *testing.T) {
	run(t, func(b *bench) {
		tx := b.made(transaction.SendTransaction)
		sent := b.nodes(tx, fails(0), refuses)
		if answer := b.push(tx); answer.Outcome != push.Unknown {
			t.Errorf("answer %+v", answer)
		}
		b.Include(tx.ID, b.Head()+2)
		if answer := b.push(tx); answer.Outcome != push.FoundLanded {
			t.Errorf("later: answer %+v", answer)
		}
		wantPushes(t, sent, pushed{"a", 0}, pushed{"b", 3 * time.Second})
	})
}

func TestAfterBusyNodesARefusalCountsOnceItStands(t *testing.T) {
	run(t, func(b *bench) {
		tx := b.made(transaction.SendTransaction)
		sent := b.nodes(tx, fails(429), refuses)
		if answer := b.push(tx); answer.Outcome != push.Refused || answer.Status != 500 {
			t.Errorf("answer %+v", answer)
		}
		wantPushes(t, sent, pushed{"a", 0}, pushed{"b", 0}, pushed{"b", 6 * time.Second})
	})
	run(t, func(b *bench) {
		tx := b.made(transaction.SendTransaction)
		b.nodes(tx, fails(503), turns(refuses, hasIt))
		if answer := b.push(tx); answer.Outcome != push.Duplicate {
			t.Errorf("one that the chain has meanwhile: answer %+v", answer)
		}
	})
}

func TestAnExpiredPushIsOfferedToNobody(t *testing.T) {
	run(t, func(b *bench) {
		tx := b.made(transaction.SendTransaction)
		sent := b.nodes(tx, fails(429))
		b.push(tx)
		b.push(tx)
		if answer := b.push(tx); answer.Outcome != push.FoundAbsent {
			t.Errorf("answer %+v", answer)
		}
		if last := (*sent)[len(*sent)-1]; len(*sent) < 4 || len(*sent) > 16 || last.after > 30*time.Second {
			t.Errorf("sent %v", *sent)
		}
	})
}
