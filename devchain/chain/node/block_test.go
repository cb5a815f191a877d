package node_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/chain/ledgertest"
	"fieldhouse/plugins/plugintest/must"
)

// block is what is read of a block.
type block struct {
	Timestamp, Producer, Previous, ID string
	Root                              string  `json:"transaction_mroot"`
	Num                               uint32  `json:"block_num"`
	Prefix                            uint32  `json:"ref_block_prefix"`
	RefNum                            *uint16 `json:"ref_block_num"`
	Transactions                      *[]struct {
		Status string `json:"status"`
		CPU    int    `json:"cpu_usage_us"`
		Net    int    `json:"net_usage_words"`
		Trx    struct {
			ID          string   `json:"id"`
			Signatures  []string `json:"signatures"`
			Packed      string   `json:"packed_trx"`
			Compression string   `json:"compression"`
			Transaction struct {
				Expiration string `json:"expiration"`
				Actions    []struct {
					Name string          `json:"name"`
					Data json.RawMessage `json:"data"`
				} `json:"actions"`
			} `json:"transaction"`
		} `json:"trx"`
	} `json:"transactions"`
}

func (a api) block(call, body string) block {
	a.Helper()
	status, content := a.post(call, body)
	var answer block
	if err := json.Unmarshal(content, &answer); err != nil || status != http.StatusOK {
		a.Fatalf("%s: %d %s", body, status, content)
	}
	return answer
}

// seal makes so many blocks.
func (a api) seal(blocks int) {
	a.Helper()
	ledgertest.Chain{TB: a.TB, Ledger: a.chain.Ledger()}.Seal(blocks)
}

func TestABlockListsWhatWasPushedWithItsSignatures(t *testing.T) {
	a := newAPI(t)
	w := newWallet(a).sign(alice)
	_, answer, _ := w.send2("")
	a.seal(1)
	got := a.block("get_block", fmt.Sprintf(`{"block_num_or_id":%d}`, answer.Processed.BlockNum))
	listed := (*got.Transactions)[len(*got.Transactions)-1]
	packed := must.Get(hex.DecodeString(listed.Trx.Packed))(t)
	if sum := sha256.Sum256(packed); hex.EncodeToString(sum[:]) != answer.ID || listed.Trx.ID != answer.ID || listed.Status != "executed" ||
		listed.Trx.Compression != "none" || listed.Trx.Signatures[0] != w.Signatures[0].String() || listed.Net != 15 || listed.CPU != ledger.CPUUsage {
		t.Errorf("listed %+v", listed)
	}
	if action := listed.Trx.Transaction.Actions[0]; action.Name != "transfer" || !strings.Contains(string(action.Data), `"quantity":"1.00000000 WAX"`) {
		t.Errorf("action %+v", action)
	}
	if got.Num != answer.Processed.BlockNum || strings.Trim(got.Root, "0") == "" || got.Timestamp != "2026-03-01T12:00:00.500" {
		t.Errorf("block %+v", got)
	}
}

func TestBlocksAreFoundByNumberAndByIdAndRefersToTheOneBefore(t *testing.T) {
	a := shared(t)
	byNumber := a.block("get_block", `{"block_num_or_id":"361"}`)
	byID := a.block("get_block", `{"block_num_or_id":"`+byNumber.ID+`"}`)
	before := a.block("get_block", `{"block_num_or_id":360}`)
	if byID.ID != byNumber.ID || byNumber.Previous != before.ID || !strings.HasPrefix(byNumber.ID, "00000169") {
		t.Errorf("%+v and %+v after %+v", byNumber, byID, before)
	}
	info := a.block("get_block_info", `{"block_num":361}`)
	if info.ID != byNumber.ID || info.Prefix != byNumber.Prefix || *info.RefNum != 361 || info.Transactions != nil || info.Timestamp != byNumber.Timestamp {
		t.Errorf("block info %+v", info)
	}
	if empty := a.block("get_block", `{"block_num_or_id":1}`); len(*empty.Transactions) != 0 || strings.Trim(empty.Root, "0") != "" {
		t.Errorf("the first block %+v", empty)
	}
}

func TestBlocksThatAreNotThere(t *testing.T) {
	a := shared(t)
	for _, c := range []struct {
		call, body   string
		status, code int
		say          string
	}{
		{"get_block", `{"block_num_or_id":362}`, 400, 3100002, "Could not find block: 362"},
		{"get_block", `{"block_num_or_id":0}`, 400, 3100002, "Could not find block: 0"},
		{"get_block", `{"block_num_or_id":"` + strings.Repeat("0", 64) + `"}`, 400, 3100002, "Could not find block"},
		{"get_block", `{"block_num_or_id":"000001690000000000000000000000000000000000000000000000000000abcd"}`, 400, 3100002, "Could not find block"},
		{"get_block", `{}`, 500, 3010008, "Invalid Block number or ID"},
		{"get_block", `{"block_num_or_id":"` + strings.Repeat("1", 65) + `"}`, 500, 3010008, "Invalid Block number or ID"},
		{"get_block", `{"block_num_or_id":"first"}`, 500, 3010008, "Invalid block ID: first"},
		{"get_block_info", `{"block_num":99999}`, 400, 3100002, "Could not find block: 99999"},
		{"get_block_info", `{"block_num":"first"}`, 400, 3200006, "is no block_num"},
		{"get_block_info", ``, 400, 3200006, "A Request body is required"},
		{"get_transaction_status", `{"id":"00"}`, 400, 3200006, "64 hexadecimal digits"},
	} {
		a.wantRefused(c.call, c.body, c.status, c.code, c.say)
	}
}
