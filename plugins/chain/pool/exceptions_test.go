package pool

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"

	"fieldhouse/plugins/chain/chaintest"
)

const (
	accountPath = "/v1/chain/get_account"
	statusPath  = "/v1/chain/get_transaction_status"
)

// names answers with one of the chain's exceptions.
func names(code int, message string) http.HandlerFunc {
	return chaintest.Answer(500, exceptionBody(code, message))
}

func exceptionBody(code int, message string) string {
	return fmt.Sprintf(`{"code":500,"message":"Internal Service Error","error":{"code":%d,"name":"n","what":"w","details":[{"message":%q}]}}`, code, message)
}

// traced answers as send_transaction2 does of a transaction that failed.
func traced(code int, format string) http.HandlerFunc {
	return chaintest.Answer(202, fmt.Sprintf(`{"transaction_id":"00","processed":{"receipt":null,"except":{"code":%d,"name":"n","message":"w","stack":[{"format":%q}]}}}`, code, format))
}

var troubles = map[int]string{
	3015010: "abi_serialization_deadline", 3020001: "fork_db_block_not_found", 3030007: "block_from_the_future",
	3040018: "the queue is full", 3060000: "database_exception", 3060101: "database_guard", 3080003: "block_net_usage_exceeded",
	3080004: "billed CPU time (1 us) exceeds the maximum, reached node configured max-transaction-time 30000us",
	3080005: "block_cpu_usage_exceeded", 3080006: "deadline exceeded", 3080008: "greylisted", 3081001: "leeway_deadline",
	3100001: "rate_limiting_state_inconsistent", 3100002: "Could not find block: 7", 3100006: "subjective_block_production",
	3130002: "actor_blacklist", 3140000: "signal", 3190003: "block log not found", 3250001: "protocol feature",
}

var words = map[int]string{
	3010001: "Invalid name", 3015001: "No ABI found", 3040005: "expired transaction", 3040007: "invalid reference block", 3040013: "too big",
	3050003: "assertion failure with message: Sold out", 3060002: "unknown account", 3060003: "no such table", 3070002: "wasm_execution",
	3080001: "ram_usage_exceeded", 3080002: "tx_net_usage_exceeded", 3080004: "reached account cpu limit 300us", 3090003: "unsatisfied_authorization",
	3160005: "table_operation_not_permitted", 3200006: "invalid_http_request", 3230002: "db_api",
}

func TestANodesOwnTroubleIsNotTheChainsWordAndAnotherNodeIsAsked(t *testing.T) {
	for code, message := range troubles {
		inBubble(t, 2, Config{BreakerFaults: 1}, func(t *testing.T, w *world) {
			w.nodes[0].Handle(accountPath, names(code, message))
			w.nodes[1].Handle(accountPath, chaintest.Answer(200, `{"account_name":"alice"}`))
			if raw, err := w.Read(context.Background(), accountPath, []byte(`{}`), 0); err != nil || raw.Node != "http://b" {
				t.Errorf("a read, %d: %+v, %v", code, raw, err)
			}
			w.wantStates("good, good")
		})
		for _, fail := range []http.HandlerFunc{names(code, message), traced(code, message)} {
			inBubble(t, 2, Config{BreakerFaults: 1}, func(t *testing.T, w *world) {
				w.set(0, func(s *chaintest.State) { s.FailPushes = fail })
				raw, err := w.Send(context.Background(), chaintest.SendTransaction2, []byte(push))
				if err != nil || raw.Node != "http://b" || raw.Status != http.StatusAccepted || w.pushed() != 2 {
					t.Errorf("a push, %d: %+v, %v", code, raw, err)
				}
				w.wantStates("good, good")
			})
		}
	}
}

func TestTheChainsWordIsNotAskedForTwice(t *testing.T) {
	for code, message := range words {
		for _, fail := range []http.HandlerFunc{names(code, message), traced(code, message)} {
			inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
				w.nodes[0].Handle(accountPath, names(code, message))
				var refusal *Refusal
				if _, err := w.Read(context.Background(), accountPath, []byte(`{}`), 0); !errors.As(err, &refusal) || refusal.Code != int64(code) || w.nodes[1].Count(accountPath) > 0 {
					t.Errorf("a read, %d: %v", code, err)
				}
				w.set(0, func(s *chaintest.State) { s.FailPushes = fail })
				if raw, err := w.Send(context.Background(), chaintest.SendTransaction2, []byte(push)); err != nil || raw.Node != "http://a" || w.pushed() != 1 {
					t.Errorf("a push, %d: %+v, %v", code, raw, err)
				}
			})
		}
	}
}

func TestWhatEveryNodeNamesIsHandedOnAsANodeSaidIt(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		body := exceptionBody(3100002, "Could not find block: 7")
		for i, node := range w.nodes {
			node.Handle(accountPath, chaintest.Answer(400, body))
			w.set(i, func(s *chaintest.State) { s.FailPushes = names(3080006, "deadline exceeded") })
		}
		var refusal *Refusal
		if _, err := w.Read(context.Background(), accountPath, []byte(`{}`), 0); !errors.As(err, &refusal) || refusal.Status != 400 || string(refusal.Body) != body {
			t.Errorf("a read: %v", err)
		}
		raw, err := w.Send(context.Background(), chaintest.SendTransaction, []byte(push))
		if err != nil || raw.Status != 500 || string(raw.Body) != exceptionBody(3080006, "deadline exceeded") || w.pushed() != 2 {
			t.Errorf("a push: %+v, %v", raw, err)
		}
	})
}

// One that is limited, or cannot be reached, may do better in a moment.
func TestATroubleThatNotEveryNodeNamedIsNoRefusalOfAPush(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		w.passes(1e9)
		w.set(0, func(s *chaintest.State) { s.FailPushes = names(3080006, "deadline exceeded") })
		w.network.Unplug(w.nodes[1], true)
		var fault *Fault
		if _, err := w.Send(context.Background(), chaintest.SendTransaction, []byte(push)); !errors.As(err, &fault) || fault.Sent {
			t.Errorf("error %v", err)
		}
	})
}

func TestACallThatNoNodeHasIsSaidToBeUnserved(t *testing.T) {
	lacking := map[string]http.HandlerFunc{
		"no endpoint": chaintest.Answer(404, `{"code":404,"error":{"code":0,"name":"exception","what":"unspecified","details":[{"message":"Unknown Endpoint"}]}}`),
		"no feature":  names(3100008, "Transaction Status Interface not enabled."),
		"no plugin":   names(3110001, "Not allowed"),
	}
	for name, lacks := range lacking {
		inBubble(t, 2, Config{BreakerFaults: 1}, func(t *testing.T, w *world) {
			w.nodes[0].Handle(statusPath, lacks)
			w.nodes[1].Handle(statusPath, chaintest.Answer(200, `{"state":"UNKNOWN"}`))
			if raw, err := w.Read(context.Background(), statusPath, []byte(`{}`), 0); err != nil || raw.Node != "http://b" {
				t.Errorf("%s: one has it: %+v, %v", name, raw, err)
			}
			w.nodes[1].Handle(statusPath, lacks)
			if _, err := w.Read(context.Background(), statusPath, []byte(`{}`), 0); !errors.Is(err, ErrUnserved) {
				t.Errorf("%s: none has it: %v", name, err)
			}
			w.wantStates("good, good")
			w.nodes[1].Handle(statusPath, chaintest.HTML(502))
			if _, err := w.Read(context.Background(), statusPath, []byte(`{}`), 0); err == nil || errors.Is(err, ErrUnserved) {
				t.Errorf("%s: one may have it: %v", name, err)
			}
		})
	}
	inBubble(t, 2, Config{BreakerFaults: 1}, func(t *testing.T, w *world) {
		w.set(0, func(s *chaintest.State) { s.FailPushes = lacking["no plugin"] }) // api-accept-transactions = false
		if raw, err := w.Send(context.Background(), chaintest.SendTransaction, []byte(push)); err != nil || raw.Node != "http://b" {
			t.Errorf("a node that takes no pushes: %+v, %v", raw, err)
		}
	})
}

func TestAPushGoesToNoneOfTheNodesThatAreExcepted(t *testing.T) {
	inBubble(t, 2, Config{}, func(t *testing.T, w *world) {
		raw, err := w.Send(context.Background(), chaintest.SendTransaction, []byte(push), "http://a")
		if err != nil || raw.Node != "http://b" || w.pushed() != 1 {
			t.Errorf("%+v, %v", raw, err)
		}
		var fault *Fault
		if _, err := w.Send(context.Background(), chaintest.SendTransaction, []byte(push), "http://a", "http://b"); !errors.As(err, &fault) || fault.Sent || w.pushed() != 1 {
			t.Errorf("error %v", err)
		}
	})
}
