package node_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"fieldhouse/devchain/contract/noop"
	"fieldhouse/devchain/genesis"
	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// Example answers of a node, as its documentation and clients have them.
const (
	statusOfABlocks = `{"state":"IN_BLOCK","block_number":90777,"block_id":"00","block_timestamp":"2022-06-17T00:38:04.000",` +
		`"expiration":"2022-06-17T00:38:34.000","head_number":90780,"head_id":"00","head_timestamp":"2022-06-17T00:38:05.500",` +
		`"irreversible_number":90768,"irreversible_id":"00","irreversible_timestamp":"2022-06-17T00:37:59.500",` +
		`"earliest_tracked_block_id":"00","earliest_tracked_block_number":23}`
	headerStateOfANode = `{"block_num":2,"dpos_proposed_irreversible_blocknum":2,"dpos_irreversible_blocknum":1,` +
		`"active_schedule":{"version":0,"producers":[{"producer_name":"eosio","authority":[0,{"threshold":1,"keys":[{"key":"EOS","weight":1}]}]}]},` +
		`"blockroot_merkle":{"_active_nodes":["00"],"_node_count":1},"producer_to_last_produced":[["eosio",2]],` +
		`"producer_to_last_implied_irb":[["eosio",1]],"valid_block_signing_authority":[0,{"threshold":1,"keys":[{"key":"EOS","weight":1}]}],` +
		`"confirm_count":[],"id":"00","header":{"timestamp":"2022-06-17T00:38:04.000","producer":"eosio","confirmed":0,"previous":"00",` +
		`"transaction_mroot":"00","action_mroot":"00","schedule_version":0,"header_extensions":[],"producer_signature":"SIG_K1_"},` +
		`"pending_schedule":{"schedule_lib_num":0,"schedule_hash":"00","schedule":{"version":0,"producers":[]}},` +
		`"activated_protocol_features":{"protocol_features":[]},"additional_signatures":[]}`
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
	seal := func(blocks int) {
		for range blocks {
			var next antelope.TimePoint
			a.chain.Ledger().Read(func(v ledger.View) { next = v.NextSlot() })
			if err := a.chain.Ledger().ProduceBlock(next); err != nil {
				t.Fatal(err)
			}
		}
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
	seal(1)
	state, content := ask()
	if state != "IN_BLOCK" {
		t.Errorf("in the head block: %s", content)
	}
	sameFields(t, content, []byte(statusOfABlocks))
	seal(ledger.IrreversibleLag - 1)
	if state, content := ask(); state != "IN_BLOCK" {
		t.Errorf("just before it is irreversible: %s", content)
	}
	seal(1)
	if state, content := ask(); state != "IRREVERSIBLE" {
		t.Errorf("later: %s", content)
	}
	if status, content := a.post("get_transaction_status", `{"id":"12"}`); status != http.StatusBadRequest {
		t.Errorf("of what is no id: %d %s", status, content)
	}
}

func TestGetBlockHeaderStateIsOfBlocksThatCanBeUndone(t *testing.T) {
	a := shared(t)
	status, content := a.post("get_block_header_state", `{"block_num_or_id":361}`)
	if status != http.StatusOK || !strings.Contains(string(content), `"dpos_irreversible_blocknum":31,`) {
		t.Fatalf("%d %s", status, content)
	}
	sameFields(t, content, []byte(headerStateOfANode))
	var head struct{ ID string }
	if err := json.Unmarshal(content, &head); err != nil {
		t.Fatal(err)
	}
	if _, same := a.post("get_block_header_state", `{"block_num_or_id":"`+head.ID+`"}`); string(same) != string(content) {
		t.Errorf("by its id: %s", same)
	}
	for _, number := range []int{30, 362} {
		status, content := a.post("get_block_header_state", fmt.Sprintf(`{"block_num_or_id":"%d"}`, number))
		if status != http.StatusBadRequest || !strings.Contains(string(content), fmt.Sprintf("Could not find reversible block: %d", number)) {
			t.Errorf("block %d: %d %s", number, status, content)
		}
	}
}

// readOnly sends a transaction with an empty header and no signature, as clients
// do.
func (a api) readOnly(actions ...ledger.Action) (int, taken) {
	a.Helper()
	packed := hex.EncodeToString((&ledger.Signed{Transaction: ledger.Transaction{Actions: actions}}).Pack())
	status, content := a.post("send_read_only_transaction", `{"transaction":{"signatures":[],"compression":0,"packed_context_free_data":"","packed_trx":"`+packed+`"}}`)
	var answer taken
	if err := json.Unmarshal(content, &answer); err != nil {
		a.Fatal(err)
	}
	return status, answer
}

func TestAReadOnlyTransactionRunsWithoutAuthorityAndChangesNothing(t *testing.T) {
	a := newAPI(t)
	free := ledger.Action{Account: antelope.MustName(genesis.NoopContract), Name: ledger.ActionName[noop.Noop]()}
	status, answer := a.readOnly(free)
	if status != http.StatusOK || answer.Processed.Except != nil || len(answer.Processed.Traces) != 1 || answer.Processed.Receipt == nil {
		t.Errorf("%d %+v", status, answer)
	}
	transfer := transferOf("alice.wam", "1.00000000 WAX")
	for name, c := range map[string]struct {
		action ledger.Action
		code   int
		says   string
	}{
		"with an authorization": {transfer, 3040000, "cannot have authorizations"},
		"of nobody's contract":  {ledger.Action{Account: antelope.MustName("nobody")}, 3040000, "does not exist"},
		"that needs authority":  {ledger.Action{Account: transfer.Account, Name: transfer.Name, Data: transfer.Data}, 3090004, "missing authority of alice.wam"},
	} {
		status, answer := a.readOnly(c.action)
		except := answer.Processed.Except
		if status != http.StatusOK || except == nil || except.Code != c.code || !strings.Contains(fmt.Sprint(except.Stack), c.says) {
			t.Errorf("%s: %d %+v", name, status, answer)
		}
	}
	if status, answer := a.readOnly(); status != http.StatusOK || answer.Processed.Except == nil || answer.Processed.Except.Code != 3040002 {
		t.Errorf("of no actions: %d %+v", status, answer)
	}
}
