package node_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/internal/recorded"
)

// Example answers of a node, as its documentation and clients have them.
const (
	statusOfABlocks = `{"state":"IN_BLOCK","block_number":90777,"block_id":"00","block_timestamp":"2022-06-17T00:38:04.000",` +
		`"expiration":"2022-06-17T00:38:34.000","head_number":90780,"head_id":"00","head_timestamp":"2022-06-17T00:38:05.500",` +
		`"irreversible_number":90768,"irreversible_id":"00","irreversible_timestamp":"2022-06-17T00:37:59.500",` +
		`"earliest_tracked_block_id":"00","earliest_tracked_block_number":23}`
)

func TestATransactionsStatusFollowsItIntoTheChain(t *testing.T) {
	a := newAPI(t)
	w := newWallet(a).sign(alice)
	ask := func() (state string, content []byte) {
		_, content = a.post("get_transaction_status", fmt.Sprintf(`{"id":"%s"}`, w.ID()))
		var answer struct {
			State  string
			Number uint32 `json:"block_number"`
			Head   uint32 `json:"head_number"`
		}
		if err := json.Unmarshal(content, &answer); err != nil || answer.Head == 0 || answer.Number > answer.Head {
			t.Fatalf("%s: %v", content, err)
		}
		return answer.State, content
	}
	if state, content := ask(); state != "UNKNOWN" || strings.Contains(string(content), `"block_`) || strings.Contains(string(content), "expiration") {
		t.Errorf("before it is pushed: %s", content)
	}
	if status, content := a.post("send_transaction", w.body()); status != http.StatusAccepted {
		t.Fatalf("%d %s", status, content)
	}
	if state, content := ask(); state != "LOCALLY_APPLIED" || strings.Contains(string(content), `"block_`) || !strings.Contains(string(content), `"expiration":"2026-`) {
		t.Errorf("before its block: %s", content)
	}
	a.seal(1)
	state, content := ask()
	if state != "IN_BLOCK" {
		t.Errorf("in the head block: %s", content)
	}
	recorded.SameFields(t, content, []byte(statusOfABlocks))
	a.seal(ledger.IrreversibleLag - 1)
	if state, content := ask(); state != "IN_BLOCK" {
		t.Errorf("just before it is irreversible: %s", content)
	}
	a.seal(1)
	if state, content := ask(); state != "IRREVERSIBLE" {
		t.Errorf("later: %s", content)
	}
	if status, content := a.post("get_transaction_status", `{"id":"12"}`); status != http.StatusBadRequest {
		t.Errorf("of what is no id: %d %s", status, content)
	}
}
