package push_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/chainapitest"
	"fieldhouse/plugins/chainapi/push"
	"fieldhouse/plugins/chainapi/transaction"
	"fieldhouse/plugins/plugintest/must"
)

func TestANodesAnswerToAPushIsPassedOnUnchanged(t *testing.T) {
	for _, call := range []string{transaction.PushTransaction, transaction.SendTransaction, transaction.SendTransaction2} {
		run(t, func(b *bench) {
			tx := b.made(call)
			body := taken(tx.ID, 324182170)
			b.answers(202, body)
			answer := b.push(tx)
			if answer.Status != 202 || string(answer.Body) != body || answer.Block != 324182170 || answer.Outcome != push.Landed {
				t.Errorf("answer %+v", answer)
			}
			if sent := b.Sent(); len(sent) != 1 || sent[0] != string(tx.Body) {
				t.Errorf("sent %q", sent)
			}
			b.counted(map[push.Outcome]int{push.Landed: 1})
		})
	}
}

func TestARefusalIsPassedOnUnchanged(t *testing.T) {
	for status, body := range map[int]string{
		500: `{"code":500,"message":"Internal Service Error","error":{"code":3050003,"name":"eosio_assert_message_exception","what":"","details":[{"message":"assertion failure with message: Sold out"}]}}`,
		401: `{"code":401,"message":"UnAuthorized","error":{"code":3090003,"name":"unsatisfied_authorization","what":"","details":[]}}`,
	} {
		run(t, func(b *bench) {
			b.answers(status, body)
			if answer := b.push(b.made(transaction.PushTransaction)); answer.Status != status || string(answer.Body) != body || answer.Outcome != push.Refused || answer.Block != 0 {
				t.Errorf("answer %+v", answer)
			}
			b.counted(map[push.Outcome]int{push.Refused: 1})
		})
	}
}

func TestWhatNoNodeWouldTakeIsARefusal(t *testing.T) {
	for name, body := range map[string]string{
		"a signature that is not canonical":    `{"code":500,"error":{"code":10,"name":"assert_exception","what":"Assert Exception","details":[{"message":"is_canonical( c ): signature is not canonical"}]}}`,
		"a signature that no key can make":     `{"code":500,"error":{"code":0,"name":"exception","what":"unspecified","details":[{"message":"unable to reconstruct public key from signature"}]}}`,
		"a contract that speaks of doubles":    `{"code":500,"error":{"code":3050003,"name":"eosio_assert_message_exception","what":"w","details":[{"message":"assertion failure with message: Duplicate transaction of this deposit"}]}}`,
		"an account that the chain lacks":      `{"code":500,"error":{"code":0,"name":"exception","what":"unspecified","details":[{"message":"unknown key (0 nani1)"}]}}`,
		"a duplicate that is no transaction's": `{"code":500,"error":{"code":3040009,"name":"tx_duplicate_sig","what":"Duplicate signature included","details":[]}}`,
	} {
		run(t, func(b *bench) {
			b.answers(500, body)
			if answer := b.push(b.made(transaction.PushTransaction)); answer.Outcome != push.Refused || string(answer.Body) != body {
				t.Errorf("%s: answer %+v", name, answer)
			}
		})
	}
}

func TestOnlyTheReceiptsThatSayNoAreRefusals(t *testing.T) {
	for status, want := range map[string]push.Outcome{
		`{"status":"soft_fail"}`: push.Refused, `{"status":"hard_fail"}`: push.Refused, `{"status":"expired"}`: push.Refused,
		`{"status":"executed"}`: push.Landed, `{"status":"delayed"}`: push.Landed,
		`{"status":""}`: push.FoundLanded, `{"status":"taken"}`: push.FoundLanded, `null`: push.FoundLanded, `{}`: push.FoundLanded,
	} {
		run(t, func(b *bench) {
			tx := b.made(transaction.SendTransaction)
			b.Include(tx.ID, chainapitest.First+4)
			b.answers(202, fmt.Sprintf(`{"transaction_id":"%s","processed":{"block_num":7,"receipt":%s,"except":null}}`, tx.ID, status))
			if answer := b.push(tx); answer.Outcome != want || len(b.Sent()) != 1 {
				t.Errorf("%s: outcome %s, want %s", status, answer.Outcome, want)
			}
		})
	}
}

// Trap 6 of the chain's facts.
func Test202WithAnExceptionIsPassedOnUnchangedAndCountsAsRefused(t *testing.T) {
	run(t, func(b *bench) {
		tx := b.made(transaction.SendTransaction2)
		body := fmt.Sprintf(`{"transaction_id":"%s","processed":{"receipt":null,"except":{"code":3050003},"block_num":7}}`, tx.ID)
		b.answers(202, body)
		if answer := b.push(tx); answer.Status != 202 || string(answer.Body) != body || answer.Outcome != push.Refused || answer.Block != 0 {
			t.Errorf("answer %+v", answer)
		}
	})
}

func TestAnAmbiguousAnswerIsLookedUpAndNeverSentToThatNodeAgain(t *testing.T) {
	raw := func(status int, body string) func(context.Context, string, []byte) (pool.Raw, error) {
		return func(context.Context, string, []byte) (pool.Raw, error) {
			return pool.Raw{Status: status, Body: []byte(body), Node: "https://node.test"}, nil
		}
	}
	fault := func(status int, why string) func(context.Context, string, []byte) (pool.Raw, error) {
		return func(context.Context, string, []byte) (pool.Raw, error) {
			return pool.Raw{}, fmt.Errorf("sending: %w", &pool.Fault{Node: "https://node.test", Status: status, Err: errors.New(why), Sent: true})
		}
	}
	for name, send := range map[string]func(context.Context, string, []byte) (pool.Raw, error){
		"time-out":                 fault(0, "deadline exceeded"),
		"connection lost":          fault(0, "EOF"),
		"502 without JSON":         fault(502, "status 502 without the chain's JSON"),
		"an error of another kind": func(context.Context, string, []byte) (pool.Raw, error) { return pool.Raw{}, errors.New("odd") },
		"HTML with 200":            raw(200, `<html>`),
		"500 without a code":       raw(500, `{"code":500,"error":{"code":0,"what":"unspecified"}}`),
		"another transaction":      raw(202, taken(chainapitest.ID([]byte("another")), 324182170)),
		"202 without a trace":      raw(202, `{"transaction_id":"00"}`),
	} {
		run(t, func(b *bench) {
			b.sends(send)
			tx := b.made(transaction.SendTransaction2)
			b.Include(tx.ID, chainapitest.First+4)
			answer := b.push(tx)
			landedIn(t, answer, tx.ID, chainapitest.First+4)
			if answer.Outcome != push.FoundLanded || len(b.Sent()) != 1 {
				t.Errorf("%s: outcome %s, sent %d times", name, answer.Outcome, len(b.Sent()))
			}
			b.counted(map[push.Outcome]int{push.FoundLanded: 1})
		})
	}
}

func TestAnAmbiguousPushThatExpiredOutsideTheChainMayBeSignedAgain(t *testing.T) {
	run(t, func(b *bench) {
		tx := b.made(transaction.PushTransaction)
		first := b.push(tx) // before its expiration nobody can know
		if first.Outcome != push.Unknown {
			t.Fatalf("outcome %s", first.Outcome)
		}
		answer := b.push(tx)
		s := read(t, answer)
		if answer.Status != 500 || answer.Outcome != push.FoundAbsent || s.Error.Code != 3040005 || s.Error.Name != "expired_tx_exception" {
			t.Errorf("answer %d %s", answer.Status, answer.Body)
		}
		message := s.Error.Details[0].Message
		for _, part := range []string{tx.ID.String(), "did not happen", "may be signed again"} {
			if !strings.Contains(message, part) {
				t.Errorf("the message %q does not say %q", message, part)
			}
		}
		if len(b.Sent()) != 1 {
			t.Errorf("sent %d times", len(b.Sent()))
		}
		b.counted(map[push.Outcome]int{push.Unknown: 1, push.FoundAbsent: 1, push.Coalesced: 1})
	})
}

func TestAnUnknownOutcomeSaysNotToSignAgainAndAskingAgainLooksItUp(t *testing.T) {
	run(t, func(b *bench) {
		tx := b.made(transaction.SendTransaction)
		began := time.Now()
		answer := b.push(tx)
		if took := time.Since(began); took != push.DefaultDeadline {
			t.Errorf("it took %s", took)
		}
		s := read(t, answer)
		if answer.Status != 504 || s.Code != 504 || s.Error.Name != "transaction_outcome_unknown" || answer.Block != 0 {
			t.Errorf("answer %d %s", answer.Status, answer.Body)
		}
		for _, part := range []string{tx.ID.String(), "Do not sign it again", "look it up"} {
			if !strings.Contains(s.Error.Details[0].Message, part) {
				t.Errorf("the message %q does not say %q", s.Error.Details[0].Message, part)
			}
		}
		b.Include(tx.ID, b.Head()+2)
		again := b.push(tx)
		landedIn(t, again, tx.ID, b.Head()-uint64(time.Since(began.Add(push.DefaultDeadline))/chainapitest.Slot)+2)
		if len(b.Sent()) != 1 {
			t.Errorf("sent %d times", len(b.Sent()))
		}
		b.counted(map[push.Outcome]int{push.Unknown: 1, push.FoundLanded: 1, push.Coalesced: 1})
	})
}

// Trap 8 of the chain's facts.
func TestADuplicateIsAnsweredAsLanded(t *testing.T) {
	for name, refusal := range map[string]struct {
		status int
		body   string
	}{
		"409":                      {409, `{"code":409,"message":"Conflict","error":{"code":3040008,"name":"tx_duplicate","what":"Duplicate transaction","details":[{"message":"duplicate transaction 2cd5"}]}}`},
		"the code with 500":        {500, `{"code":500,"error":{"code":3040008,"name":"tx_duplicate","what":"Duplicate transaction","details":[]}}`},
		"the words":                {500, `{"code":500,"error":{"code":0,"what":"unspecified","details":[{"message":"Duplicate transaction 2cd5"}]}}`},
		"409 without chain's JSON": {409, `Conflict`},
	} {
		run(t, func(b *bench) {
			b.answers(refusal.status, refusal.body)
			tx := b.made(transaction.PushTransaction)
			b.Include(tx.ID, chainapitest.First-1)
			answer := b.push(tx)
			landedIn(t, answer, tx.ID, chainapitest.First-1)
			if answer.Outcome != push.Duplicate {
				t.Errorf("%s: outcome %s", name, answer.Outcome)
			}
			b.counted(map[push.Outcome]int{push.Duplicate: 1})
		})
	}
}

func TestADuplicateWhoseBlockIsNotFoundLandedAllTheSame(t *testing.T) {
	run(t, func(b *bench) {
		b.answers(409, `{"code":409,"error":{"code":3040008}}`)
		tx := b.made(transaction.PushTransaction)
		began := time.Now()
		answer := b.push(tx)
		s := read(t, answer)
		if answer.Status != 202 || answer.Outcome != push.Duplicate || s.ID != tx.ID.String() || s.Processed.Receipt.Status != "executed" || s.Processed.Block != nil || answer.Block != 0 {
			t.Errorf("answer %d %s", answer.Status, answer.Body)
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("it took %s", took)
		}
	})
}

func TestLogsSayTheTransactionTheNodeAndWhy(t *testing.T) {
	run(t, func(b *bench) {
		tx := b.made(transaction.PushTransaction)
		b.Include(tx.ID, chainapitest.First+1)
		b.push(tx)
		found := b.logs.FilterMessage("what became of a transaction is open; it is looked up").All()
		if len(found) != 1 {
			t.Fatalf("logs %v", b.logs.All())
		}
		fields := found[0].ContextMap()
		if fields["transaction"] != tx.ID.String() || fields["node"] != "https://node.test" || !strings.Contains(fmt.Sprint(fields["why"]), "connection was lost") {
			t.Errorf("fields %v", fields)
		}
		if b.logs.FilterMessage("a transaction was found in the chain").Len() != 1 {
			t.Errorf("logs %v", b.logs.All())
		}
	})
}

func TestRecordedAnswersAreReadForWhatTheyAre(t *testing.T) {
	folder := filepath.Join("..", "..", "..", "..", "shared", "fixtures")
	if _, err := os.Stat(folder); err != nil {
		t.Skip("skipped: the recorded answers are not beside the repository")
	}
	for file, want := range map[string]push.Outcome{
		"chain_push_transaction.transfer.202.json":         push.Landed,
		"chain_send_transaction.transfer.202.json":         push.Landed,
		"transcribed_error.eosio_assert.500.json":          push.Refused,
		"transcribed_error.tx_cpu_usage_exceeded.500.json": push.Refused,
		"chain_error.unknown_account.500.json":             push.Refused,
		"derived_error.duplicate_tx.409.json":              push.Duplicate,
		"derived_error.nodeos_busy.503.json":               push.Unknown,
	} {
		content := must.Get(os.ReadFile(filepath.Join(folder, file)))(t)
		var recorded struct {
			Status int             `json:"status"`
			Code   int             `json:"code"`
			Body   json.RawMessage `json:"body"`
		}
		must.Do(t, json.Unmarshal(content, &recorded))
		if recorded.Body == nil { // derived and transcribed ones are the body alone
			recorded.Body, recorded.Status = content, recorded.Code
		}
		run(t, func(b *bench) {
			tx := b.made(transaction.PushTransaction)
			var about struct {
				ID        string `json:"transaction_id"`
				Processed struct {
					Block uint64 `json:"block_num"`
				} `json:"processed"`
			}
			must.Do(t, json.Unmarshal(recorded.Body, &about))
			if id, known := transaction.ParseID(about.ID); known {
				tx.ID = id
			}
			b.answers(recorded.Status, string(recorded.Body))
			answer := b.push(tx)
			if answer.Outcome != want || answer.Block != about.Processed.Block {
				t.Errorf("%s: outcome %s, block %d; want %s, %d", file, answer.Outcome, answer.Block, want, about.Processed.Block)
			}
			if want != push.Duplicate && want != push.Unknown && string(answer.Body) != string(recorded.Body) {
				t.Errorf("%s: the answer is not the node's own", file)
			}
		})
	}
}
