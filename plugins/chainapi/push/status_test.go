package push_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/chainapitest"
	"fieldhouse/plugins/chainapi/push"
	"fieldhouse/plugins/chainapi/transaction"
)

// A page shows where it stands, and its wallet waits for what becomes of it.
func TestWhatIsToldToBeUnsentIsNotSentForWhoWaitsForItToo(t *testing.T) {
	for how, end := range map[string]func(b *bench, token string) push.State{
		"it leaves": func(b *bench, token string) push.State {
			s, err := b.b.Leave(token)
			if err != nil {
				b.t.Error(err)
			}
			return s.State
		},
		"no node takes it": func(b *bench, token string) push.State {
			b.sends(func(context.Context, string, []byte) (pool.Raw, error) {
				return pool.Raw{}, &pool.Fault{Err: errors.New("nobody is there")}
			})
			time.Sleep(10 * time.Second)
			b.sends(takes)
			s, err := b.b.Status(token)
			if err != nil {
				b.t.Error(err)
			}
			return s.State
		},
	} {
		run(t, func(b *bench) {
			b.paced(time.Second)
			b.submit(b.by("other", "before"))
			tx := b.by("alice", "waits")
			token := b.submit(tx)
			answered := make(chan error, 1)
			go func() {
				_, err := b.b.Push(context.Background(), "203.0.113.10", tx)
				answered <- err
			}()
			synctest.Wait()
			told := end(b, token)
			time.Sleep(time.Minute)
			var unsent *push.NotSentError
			if err := <-answered; !errors.As(err, &unsent) {
				t.Errorf("%s: a page is told %s, and who waits %v", how, told, err)
			}
			b.wantState(token, told)
		})
	}
}

func TestWhatBecameOfAPushIsTold(t *testing.T) {
	for name, test := range map[string]struct {
		status int
		body   string
		want   push.State
		error  string
	}{
		"refused": {500, `{"code":500,"error":{"code":3050003,"name":"eosio_assert_message_exception","what":"w","details":[{"message":"Sold out"}]}}`,
			push.RefusedState, `{"code":3050003,"name":"eosio_assert_message_exception","what":"w","details":[{"message":"Sold out"}]}`},
		"refused in a trace": {202, `{"transaction_id":"ID","processed":{"except":{"code":3050003,"name":"n","message":"w","stack":[{"format":"assertion failure with message: ${s}","data":{"s":"Sold out"}}]}}}`,
			push.RefusedState, `{"code":3050003,"name":"n","what":"w","details":[{"message":"assertion failure with message: Sold out"}]}`},
		"not executed": {202, `{"transaction_id":"ID","processed":{"receipt":{"status":"soft_fail"}}}`,
			push.RefusedState, `{"code":0,"name":"","what":"the transaction was not executed: soft_fail","details":[{"message":"the transaction was not executed: soft_fail"}]}`},
		"open": {502, `<html>`, push.SentState, ``},
	} {
		run(t, func(b *bench) {
			tx := b.by("a", "a")
			b.answers(test.status, strings.ReplaceAll(test.body, "ID", tx.ID.String()))
			token := b.submit(tx)
			synctest.Wait()
			if s := b.wantState(token, test.want); string(s.Error) != test.error {
				t.Errorf("%s: error %s", name, s.Error)
			}
		})
	}
}

// An id says nothing of the signatures: anybody can push it with wrong ones first.
func TestAStatusIsNotARefusalOfOtherSignatures(t *testing.T) {
	run(t, func(b *bench) {
		wrong, right := b.made(transaction.SendTransaction, chainapitest.OtherSignature(1)), b.made(transaction.SendTransaction)
		refused := make(chan struct{})
		b.sends(func(ctx context.Context, node string, body []byte) (pool.Raw, error) {
			if string(body) == string(right.Body) {
				return takes(ctx, node, body)
			}
			<-refused
			return pool.Raw{Status: 401, Body: []byte(`{"error":{"code":3090003}}`)}, nil
		})
		first := b.submit(wrong)
		synctest.Wait()
		token := b.submit(right)
		b.wantState(token, push.SentState)
		changes := b.b.Changes(token)
		close(refused)
		changes(context.Background())
		synctest.Wait()
		if s := b.wantState(token, push.SentState); s.Block == 0 || !slices.Equal(b.Sent(), []string{string(wrong.Body), string(right.Body)}) {
			t.Errorf("%+v; sent %v", s, b.Sent())
		}
		b.wantState(first, push.SentState) // it is one transaction
	})
}

func TestOfAPushWhoseStatusIsReadTheTracesAreNotKept(t *testing.T) {
	run(t, func(b *bench) {
		b.sends(func(ctx context.Context, path string, body []byte) (pool.Raw, error) {
			raw, err := takes(ctx, path, body)
			raw.Body = append(raw.Body, bytes.Repeat([]byte(" "), 1<<20)...)
			return raw, err
		})
		followed, waited := b.by("a", "a"), b.by("b", "b")
		token := b.submit(followed)
		synctest.Wait()
		b.wantState(token, push.SentState)
		again := b.push(followed)
		if !bytes.Contains(again.Body, []byte(followed.ID.String())) || again.Outcome != push.Landed && again.Outcome != push.Coalesced || len(again.Body) > 1<<10 {
			t.Errorf("the same, waited for: %s with %d bytes, want its receipt", again.Outcome, len(again.Body))
		}
		if answer := b.push(waited); len(answer.Body) < 1<<20 {
			t.Errorf("another one, waited for: %d bytes, want all that the node said", len(answer.Body))
		}
	})
}

func TestARefusalSaysSinceWhenAllThatWasSentIsKnown(t *testing.T) {
	run(t, func(b *bench) {
		const no = `{"code":500,"error":{"code":3050003,"name":"n","what":"w","details":[]}}`
		names := 0
		tx := func() *transaction.Push {
			names++
			return b.by("a", fmt.Sprint(names))
		}
		wantSince := func(what string, want time.Time) {
			t.Helper()
			b.answers(500, no)
			token := b.submit(tx())
			synctest.Wait()
			told, _ := json.Marshal(b.wantState(token, push.RefusedState))
			if !strings.Contains(string(told), fmt.Sprintf(`"knows_since":%d`, want.UnixMilli())) {
				t.Errorf("%s: %s, want all known since %d", what, told, want.UnixMilli())
			}
			time.Sleep(time.Second)
		}
		time.Sleep(time.Second) // another process had them until then
		first := time.Now()
		wantSince("at first", first)
		b.answers(500, no+strings.Repeat(" ", 1<<20))
		for range 10 { // more than are kept
			b.push(tx())
		}
		b.sends(takes)
		b.push(tx())
		wantSince("with an outcome that is kept, and refusals that are not", first)

		var sent []time.Time
		b.sends(func(ctx context.Context, path string, body []byte) (pool.Raw, error) {
			raw, err := takes(ctx, path, body)
			raw.Body = append(raw.Body, bytes.Repeat([]byte(" "), 9<<20)...)
			return raw, err
		})
		for range 5 {
			sent = append(sent, time.Now())
			b.push(tx())
			time.Sleep(time.Second)
		}
		wantSince("without the outcomes that made room for three others", sent[1])
	})
}

// What was sent first makes room, and is looked for no more: nobody knows what becomes of it.
func TestARefusalDoesNotSayThatWhatMadeRoomIsKnown(t *testing.T) {
	run(t, func(b *bench) {
		b.submit(b.by("a", "a"))
		time.Sleep(time.Second)
		sent := time.Now()
		var tokens []string
		for i := range 3 {
			large := b.by("a", fmt.Sprint(i))
			large.Body = append(large.Body, make([]byte, 30<<20)...)
			tokens = append(tokens, b.submit(large))
			synctest.Wait()
			time.Sleep(time.Second)
		}
		if _, err := b.b.Status(tokens[0]); !errors.Is(err, push.ErrNoToken) {
			t.Fatalf("the first one is known: %v", err)
		}
		b.answers(500, `{"code":500,"error":{"code":3050003,"name":"n","what":"w","details":[]}}`)
		time.Sleep(time.Second)
		token := b.submit(b.by("b", "b"))
		synctest.Wait()
		if s := b.wantState(token, push.RefusedState); s.KnowsSince != sent.UnixMilli() {
			t.Errorf("all is known since %s, want %s", time.UnixMilli(s.KnowsSince), sent)
		}
	})
}

// A node's "executed" is its word and not the chain's.
func TestWhatANodeCarriedOutHasLandedWhenABlockThatWasReadHasIt(t *testing.T) {
	run(t, func(b *bench) {
		b.sends(takes)
		tx, lost := b.by("a", "a"), b.by("b", "b")
		token, lostToken := b.submit(tx), b.submit(lost)
		time.Sleep(5 * time.Second)
		if s := b.wantState(token, push.SentState); s.Block != 324182170 {
			t.Errorf("the node's block is %d", s.Block)
		}
		block := b.Head() + 2
		b.Include(tx.ID, block)
		time.Sleep(3 * time.Second)
		if s := b.wantState(token, push.LandedState); s.Block != block {
			t.Errorf("it landed in %d, want %d", s.Block, block)
		}
		time.Sleep(4 * time.Minute)
		b.wantState(lostToken, push.UnknownState)
	})
}

// rows are the purchases that a shared read has seen.
type rows struct {
	mu      sync.Mutex
	wanted  map[transaction.ID]int
	found   map[transaction.ID]uint64
	changed chan struct{}
}

func newRows() *rows {
	return &rows{wanted: make(map[transaction.ID]int), found: make(map[transaction.ID]uint64), changed: make(chan struct{})}
}

func (r *rows) Want(id transaction.ID) func() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.wanted[id]++
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.wanted, id)
	}
}

func (r *rows) Find(id transaction.ID) (uint64, json.RawMessage, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	block, found := r.found[id]
	return block, json.RawMessage(`{"claim_id":7}`), found
}

func (r *rows) ReadAt() time.Time { return time.Now() }

func (r *rows) Changed() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.changed
}

func (r *rows) set(change func(found map[transaction.ID]uint64)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	change(r.found)
	close(r.changed)
	r.changed = make(chan struct{})
}

func (r *rows) wants() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.wanted)
}

func TestAPurchaseHasLandedWhileTheRowsHaveIt(t *testing.T) {
	run(t, func(b *bench) {
		rows := newRows()
		settings := b.settings(nil)
		settings.Claims, settings.Contract = rows, contract
		b.b.Update(settings)
		b.sends(takes)
		tx := b.by("a", "a")
		token := b.submit(tx)
		time.Sleep(time.Second)
		b.wantState(token, push.SentState)
		if rows.wants() != 1 {
			t.Errorf("%d are looked for", rows.wants())
		}
		changed := make(chan time.Duration)
		go func() {
			began := time.Now()
			b.b.Changes(token)(context.Background())
			changed <- time.Since(began)
		}()
		synctest.Wait()
		rows.set(func(found map[transaction.ID]uint64) { found[tx.ID] = 77 })
		if took := <-changed; took != 0 {
			t.Errorf("it is told after %s", took)
		}
		if s := b.wantState(token, push.LandedState); s.Block != 77 || string(s.Claim) != `{"claim_id":7}` {
			t.Errorf("%+v", s)
		}
		rows.set(func(found map[transaction.ID]uint64) { delete(found, tx.ID) }) // its block was undone
		b.wantState(token, push.SentState)
		rows.set(func(found map[transaction.ID]uint64) { found[tx.ID] = 78 })
		time.Sleep(time.Minute)
		if rows.wants() != 0 {
			t.Error("it is looked for though it was found long ago")
		}
		if reads := b.Reads(); reads != 0 {
			t.Errorf("%d blocks were read", reads)
		}
	})
}
