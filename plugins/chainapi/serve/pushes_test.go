package serve_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/chainapitest"
	"fieldhouse/plugins/chainapi/transaction"
)

func packed(memo string) []byte {
	return chainapitest.Packed(time.Now().Add(time.Minute), chainapitest.First-3, memo)
}

// takes makes the chain take every push, in block 324182170.
func (b *bench) takes() {
	b.sends(func(_ context.Context, _ string, body []byte) (pool.Raw, error) {
		call := transaction.SendTransaction
		if strings.Contains(string(body), `"transaction":`) {
			call = transaction.SendTransaction2
		}
		push, err := transaction.Parse(call, chainapitest.ChainID, body)
		if err != nil {
			return pool.Raw{}, err
		}
		return pool.Raw{Status: 202, Body: fmt.Appendf(nil, `{"transaction_id":"%s","processed":{"block_num":324182170,"receipt":{"status":"executed"},"except":null}}`, push.ID)}, nil
	})
}

func (b *bench) sends(send func(ctx context.Context, node string, body []byte) (pool.Raw, error)) {
	b.chain.Lock()
	defer b.chain.Unlock()
	b.chain.OnSend = send
}

func TestAPushThatLandedIsAnsweredWithItsBlock(t *testing.T) {
	b := newBench(t)
	b.takes()
	for _, name := range []string{"push_transaction", "send_transaction", "send_transaction2"} {
		trx := packed(name)
		answer := b.post(name, string(chainapitest.Body(name, trx)), "Content-Type", "text/plain")
		if answer.Code != 202 || !strings.Contains(answer.Body.String(), chainapitest.ID(trx).String()) || answer.Header().Get("X-Chain-Head") != "324182170" ||
			answer.Header().Get("Cache-Control") != "no-store" || answer.Header().Get("Content-Type") != "application/json" {
			t.Errorf("%s: %d %s %v", name, answer.Code, answer.Body, answer.Header())
		}
	}
	if sent := b.chain.Sent(); len(sent) != 3 || strings.Contains(sent[0], " ") {
		t.Errorf("sent %q", sent)
	}
}

func TestAPushThatDidNotLandHasNoBlock(t *testing.T) {
	b := newBench(t)
	refusal := `{"code":500,"error":{"code":3050003,"details":[{"message":"assertion failure with message: Sold out"}]}}`
	b.sends(func(context.Context, string, []byte) (pool.Raw, error) {
		return pool.Raw{Status: 500, Body: []byte(refusal)}, nil
	})
	answer := b.post("push_transaction", string(chainapitest.Body("push_transaction", packed("a"))))
	if answer.Code != 500 || answer.Body.String() != refusal || answer.Header().Get("X-Chain-Head") != "" {
		t.Errorf("%d %s %v", answer.Code, answer.Body, answer.Header())
	}
}

func TestPushesAreBoundedForEachClient(t *testing.T) {
	b := newBench(t)
	b.takes()
	body := string(chainapitest.Body("push_transaction", packed("a")))
	for i := range 20 {
		if answer := b.post("push_transaction", body); answer.Code != 202 {
			t.Fatalf("push %d: %d %s", i, answer.Code, answer.Body)
		}
	}
	refused := 0
	for range 20 {
		if answer := b.post("push_transaction", body); answer.Code != 202 {
			refused++
			if name, _ := failed(t, answer, http.StatusTooManyRequests); name != "too_many_requests" || answer.Header().Get("Retry-After") != "1" {
				t.Errorf("%s, Retry-After %q", name, answer.Header().Get("Retry-After"))
			}
		}
	}
	if refused == 0 {
		t.Error("40 pushes at once were let through")
	}
}

func TestAPushThatWasNotSentSaysSo(t *testing.T) {
	b := newBench(t)
	b.sends(func(context.Context, string, []byte) (pool.Raw, error) { return pool.Raw{}, &pool.Fault{Err: errDown} })
	trx := packed("a")
	answer := b.post("push_transaction", string(chainapitest.Body("push_transaction", trx)))
	name, message := failed(t, answer, http.StatusServiceUnavailable)
	if name != "transaction_not_sent" || !strings.Contains(message, chainapitest.ID(trx).String()) || !strings.Contains(message, "may be pushed again") ||
		strings.Contains(message, "secret") || answer.Header().Get("Retry-After") != "1" {
		t.Errorf("%s %s %v", name, message, answer.Header())
	}
}

func TestAPushThatCannotBeReadIs400InANodesShape(t *testing.T) {
	b := newBench(t)
	for _, name := range []string{"push_transaction", "send_transaction", "send_transaction2"} {
		for _, body := range []string{``, `{}`, `[]`, `{"packed_trx":"00"}`, `{"transaction":{"packed_trx":"00"}}`} {
			if called, message := failed(t, b.post(name, body), http.StatusBadRequest); called != "invalid_http_request" || !strings.Contains(message, name) {
				t.Errorf("%s %s: %s %s", name, body, called, message)
			}
		}
		if len(b.chain.Sent()) != 0 {
			t.Errorf("sent %q", b.chain.Sent())
		}
	}
}
