// Package standintest makes a small chain with its stand-in signer, for the tests
// of wallets.
package standintest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"fieldhouse/devchain/chain/contract/token"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/chain/ledgertest"
	"fieldhouse/devchain/wallets/standin"
	"fieldhouse/plugins/antelope"
)

// Accounts are those of the signer.
var Accounts = []string{"alice.wam", "bob.wam"}

// New makes a chain without drops and a signer for Accounts.
func New(t *testing.T) (*ledger.Ledger, *standin.Signer) {
	t.Helper()
	chain := ledgertest.New(t, genesis.Options{}).Ledger
	return chain, &standin.Signer{Chain: chain, Names: Accounts}
}

// Transfer is a transaction that moves 1.00000000 WAX from an account to
// carol.wam and expires so long after the head.
func Transfer(t *testing.T, chain *ledger.Ledger, from string, expires time.Duration) ledger.Transaction {
	t.Helper()
	var head ledger.Block
	chain.Read(func(v ledger.View) { head = v.Head() })
	name := antelope.MustName(from)
	return ledger.Transaction{
		Expiration:  antelope.TimePointSecOf(head.Time.Time().Add(expires)),
		RefBlockNum: uint16(head.Number), RefBlockPrefix: head.Prefix(),
		Actions: []ledger.Action{ledger.NewAction(name, antelope.MustName(genesis.Token), token.Transfer{
			From: name, To: antelope.MustName("carol.wam"),
			Quantity: antelope.Asset{Amount: 100_000_000, Symbol: genesis.Symbol}, Memo: "tickets",
		})},
	}
}

// Land pushes a transaction with the "signatures" of an answer.
func Land(t *testing.T, chain *ledger.Ledger, transaction ledger.Transaction, answer string) {
	t.Helper()
	signed := ledger.Signed{Transaction: transaction}
	if err := json.Unmarshal([]byte(answer), &signed); err != nil || len(signed.Signatures) == 0 {
		t.Fatalf("the answer %s has no signatures (%v)", answer, err)
	}
	if _, err := chain.Push(signed); err != nil {
		t.Error(err)
	}
}

// Call makes a request to the handler as from a page of the handler's own origin
// and answers the status and the body. Changes are made to it first.
func Call(handler http.Handler, method, path, body string, changes ...func(*http.Request)) (int, string) {
	answer := Answer(handler, method, path, body, changes...)
	content, _ := io.ReadAll(answer.Body) // a recorder's body has no errors
	return answer.StatusCode, string(content)
}

// Answer is Call with the whole answer.
func Answer(handler http.Handler, method, path, body string, changes ...func(*http.Request)) *http.Response {
	request := httptest.NewRequest(method, "http://localhost:18102"+path, strings.NewReader(body))
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	for _, change := range changes {
		change(request)
	}
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	return recorder.Result()
}
