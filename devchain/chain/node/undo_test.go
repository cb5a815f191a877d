package node_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func TestAPushThatIsExpiredAndADuplicateIsExpired(t *testing.T) {
	a := newAPI(t)
	w := newWallet(a)
	w.Expiration -= 179 // a second after the head
	w.sign(alice)
	if status, answer := w.push(); status != http.StatusAccepted {
		t.Fatalf("%d %+v", status, answer)
	}
	a.seal()
	if status, answer := w.push(); status != http.StatusConflict || answer.Error.Code != 3040008 {
		t.Errorf("before it expires: %d %+v", status, answer)
	}
	a.seal()
	a.seal()
	if status, answer := w.push(); status != http.StatusInternalServerError || answer.Error.Code != 3040005 || answer.Error.Name != "expired_tx_exception" {
		t.Errorf("when it has expired: %d %+v", status, answer)
	}
}

func TestWhatWasUndoneIsUnknownUntilItIsPushedAgain(t *testing.T) {
	a := newAPI(t)
	w := newWallet(a).sign(alice) // refers to block 358
	_, pushed, _ := w.send2("")
	a.seal()
	old := a.block("get_block", `{"block_num_or_id":362}`)
	status := func() string {
		_, content := a.post("get_transaction_status", fmt.Sprintf(`{"id":"%s"}`, pushed.ID))
		var answer struct{ State string }
		if err := json.Unmarshal(content, &answer); err != nil {
			t.Fatal(err)
		}
		return answer.State
	}
	if got := status(); got != "IN_BLOCK" {
		t.Errorf("before: %s", got)
	}
	if _, err := a.chain.Undo(2); err != nil {
		t.Fatal(err)
	}
	if got := status(); got != "UNKNOWN" {
		t.Errorf("afterwards: %s", got)
	}
	a.seal()
	if other := a.block("get_block", `{"block_num_or_id":362}`); other.ID == old.ID || len(*other.Transactions) != 0 {
		t.Errorf("block 362 is %+v again", other)
	}
	if status, content := a.post("get_block", `{"block_num_or_id":"`+old.ID+`"}`); status != http.StatusBadRequest || !strings.Contains(string(content), "unknown_block_exception") {
		t.Errorf("the undone block: %d %s", status, content)
	}
	if _, balance := a.post("get_currency_balance", aliceBalance); string(balance) != `["5000.00000000 WAX"]` {
		t.Errorf("alice has %s", balance)
	}
	if code, answer := w.push(); code != http.StatusAccepted || status() != "LOCALLY_APPLIED" {
		t.Errorf("pushed again: %d %+v", code, answer)
	}
}

func TestGetInfoFollowsTheIrreversibleBlock(t *testing.T) {
	a := newAPI(t)
	for _, lag := range []int{330, 3, 1200, 0} {
		if err := a.chain.Ledger().SetIrreversibleLag(lag); err != nil {
			t.Fatal(err)
		}
		_, content := a.post("get_info", "")
		var info struct {
			Number uint32 `json:"last_irreversible_block_num"`
			ID     string `json:"last_irreversible_block_id"`
			Time   string `json:"last_irreversible_block_time"`
		}
		if err := json.Unmarshal(content, &info); err != nil {
			t.Fatal(err)
		}
		want := map[int]uint32{330: 31, 3: 358, 1200: 358, 0: 361}[lag]
		if block := a.block("get_block", fmt.Sprintf(`{"block_num_or_id":%d}`, want)); info.Number != want || info.ID != block.ID || info.Time != block.Timestamp {
			t.Errorf("%d blocks behind the head it says %+v, want %d %+v", lag, info, want, block)
		}
	}
}
