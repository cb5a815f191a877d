package faults_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"fieldhouse/devchain/chain/contract/game"
	"fieldhouse/devchain/chain/contract/token"
	"fieldhouse/devchain/chain/faults"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/chain/ledgertest"
	"fieldhouse/devchain/chain/node"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"
)

var gameAccount = antelope.MustName(genesis.GameContract)

// newNodes are two nodes of a chain on which alice and bob each have two claims.
func newNodes(t *testing.T, board *faults.Switches) (chain ledgertest.Chain, nodes [2]http.Handler) {
	t.Helper()
	chain = ledgertest.New(t, genesis.Options{Drops: genesis.DefaultDrops})
	for range 2 {
		chain.Must(ledger.NewAction(gameAccount, gameAccount, game.NewClaim{
			DropID: 1, Claimer: antelope.MustName("bob.wam"), Amount: 1, Reason: "test",
		}))
	}
	for i := range nodes {
		nodes[i] = node.New(faults.Sight{Switches: board, Ledger: chain.Ledger, Node: i + 1})
	}
	return chain, nodes
}

// rowsOf are one field of all rows as JSON text, whether there are more, and the
// next key, joined with spaces.
func rowsOf(t *testing.T, of http.Handler, field, body string) string {
	t.Helper()
	answer := httptest.NewRecorder()
	of.ServeHTTP(answer, httptest.NewRequest(http.MethodPost, node.Prefix+"get_table_rows", strings.NewReader(body)))
	var read struct {
		Rows []map[string]json.RawMessage
		More bool
		Next string `json:"next_key"`
	}
	if err := json.Unmarshal(answer.Body.Bytes(), &read); err != nil || answer.Code != http.StatusOK {
		t.Fatalf("%s: %d %s", body, answer.Code, answer.Body)
	}
	var values []string
	for _, row := range read.Rows {
		values = append(values, strings.Trim(string(row[field]), `"`))
	}
	return strings.TrimSpace(strings.Join(append(values, fmt.Sprint(read.More), read.Next), " "))
}

const (
	allClaims    = `{"json":true,"code":"fieldhousegm","scope":"fieldhousegm","table":"claims"}`
	claimsOfBob  = `{"json":true,"code":"fieldhousegm","scope":"fieldhousegm","table":"claims","index_position":2,"key_type":"name","lower_bound":"bob.wam","upper_bound":"bob.wam"}`
	newestClaim  = `{"json":true,"code":"fieldhousegm","scope":"fieldhousegm","table":"claims","reverse":true,"limit":1}`
	allDrops     = `{"json":true,"code":"fieldhousegm","scope":"fieldhousegm","table":"drops"}`
	aliceBalance = `{"json":true,"code":"eosio.token","scope":"alice.wam","table":"accounts"}`
	bobBalance   = `{"json":true,"code":"eosio.token","scope":"bob.wam","table":"accounts"}`
	newestPrice  = `{"json":true,"code":"delphioracle","scope":"waxpusd","table":"datapoints","index_position":3,"key_type":"i64","reverse":true,"limit":1}`
)

func TestANodeHidesRowsAndNoOtherNodeDoes(t *testing.T) {
	board := faults.NewSwitches(2)
	_, nodes := newNodes(t, board)
	for _, c := range []struct{ fault, field, body, want string }{
		{`{"node":1,"fault":"hide-rows"}`, "claimer", allClaims, "false"},
		{`{"node":1,"fault":"hide-rows","account":"alice.wam"}`, "claimer", allClaims, "bob.wam bob.wam false"},
		{`{"node":1,"fault":"hide-rows","account":"bob.wam"}`, "claimer", allClaims, "alice.wam alice.wam false"},
		{`{"node":1,"fault":"hide-rows","account":"bob.wam"}`, "claimer", claimsOfBob, "false"},
		{`{"node":1,"fault":"hide-rows","account":"bob.wam"}`, "claimer", newestClaim, "alice.wam true 4294967294"},
		{`{"node":1,"fault":"hide-rows","account":"bob.wam"}`, "drop_id", allDrops, "1 2 3 4 5 6 7 8 false"},
		{`{"node":1,"fault":"hide-rows","table":"accounts","account":"alice.wam"}`, "balance", aliceBalance, "false"},
		{`{"node":1,"fault":"hide-rows","table":"accounts","account":"alice.wam"}`, "balance", bobBalance, "500.00000000 WAX false"},
		{`{"node":1,"fault":"empty-rows"}`, "drop_id", allDrops, "false"},
		{`{"node":1,"fault":"empty-rows","table":"claims"}`, "drop_id", allDrops, "1 2 3 4 5 6 7 8 false"},
		{`{"node":1,"fault":"empty-rows","table":"claims"}`, "claimer", allClaims, "false"},
	} {
		whole := rowsOf(t, nodes[1], c.field, c.body)
		set(t, board, c.fault)
		if got := rowsOf(t, nodes[0], c.field, c.body); got != c.want {
			t.Errorf("%s: %s answers %s, want %s", c.fault, c.body, got, c.want)
		}
		if got := rowsOf(t, nodes[1], c.field, c.body); got != whole {
			t.Errorf("%s: the other node answers %s, it was %s", c.fault, got, whole)
		}
		board.Clear("")
		if got := rowsOf(t, nodes[0], c.field, c.body); got != whole {
			t.Errorf("%s switched off: %s, want %s", c.fault, got, whole)
		}
	}
}

func TestANodeWithAWrongPriceMultipliesMedians(t *testing.T) {
	board := faults.NewSwitches(2)
	_, nodes := newNodes(t, board)
	for factor, want := range map[string]string{
		`{"node":1,"fault":"wrong-price"}`:                  "598000 true",
		`{"node":1,"fault":"wrong-price","factor":0.5}`:     "299 true",
		`{"node":1,"fault":"wrong-price","factor":0.00001}`: "0 true",
	} {
		set(t, board, factor)
		if got := rowsOf(t, nodes[0], "median", newestPrice); !strings.HasPrefix(got, want) {
			t.Errorf("%s: the median is %s, want %s", factor, got, want)
		}
		if got := rowsOf(t, nodes[1], "median", newestPrice); !strings.HasPrefix(got, "598 true") {
			t.Errorf("%s: the other node says %s", factor, got)
		}
	}
}

func TestALyingNodeAnswersAsOneThatTookATransactionThatNoNodeHas(t *testing.T) {
	board := faults.NewSwitches(2)
	chain, nodes := newNodes(t, board)
	alice := antelope.MustName("alice.wam")
	signed := ledger.Signed{Transaction: ledger.Transaction{Actions: []ledger.Action{ledger.NewAction(
		alice, antelope.MustName(genesis.Token), token.Transfer{From: alice, To: gameAccount, Quantity: antelope.MustAsset("1.00000000 WAX"), Memo: game.DepositMemo},
	)}}}
	chain.Read(func(v ledger.View) {
		head := v.Head()
		signed.Expiration = antelope.TimePointSecOf(head.Time.Time()) + 60
		signed.RefBlockNum, signed.RefBlockPrefix = uint16(head.Number), head.Prefix()
		signature := must.Get(genesis.Key("alice.wam").Sign(signed.SigningDigest(v.ChainID(), nil)))(t)
		signed.Signatures = []antelope.Signature{signature}
	})
	ask := func(of http.Handler, call, body string) (int, string) {
		answer := httptest.NewRecorder()
		of.ServeHTTP(answer, httptest.NewRequest(http.MethodPost, node.Prefix+call, strings.NewReader(body)))
		return answer.Code, answer.Body.String()
	}
	body := fmt.Sprintf(`{"signatures":["%s"],"compression":"none","packed_context_free_data":"","packed_trx":"%x"}`, signed.Signatures[0], signed.Pack())
	set(t, board, `{"node":1,"fault":"push-lie"}`)
	status, lied := ask(nodes[0], "send_transaction", body)
	if status != http.StatusAccepted {
		t.Fatalf("%d %s", status, lied)
	}
	for i, of := range nodes {
		if _, known := ask(of, "get_transaction_status", fmt.Sprintf(`{"id":"%s"}`, signed.ID())); !strings.Contains(known, `"state":"UNKNOWN"`) {
			t.Errorf("node %d after the lie: %s", i+1, known)
		}
	}
	status, done := ask(nodes[1], "send_transaction", body)
	if status != http.StatusAccepted || done != lied || !strings.Contains(done, `"status":"executed"`) || !strings.Contains(done, signed.ID().String()) {
		t.Errorf("the lie was %s, the truth is %d %s", lied, status, done)
	}
}
