package node

import (
	"encoding/hex"
	"encoding/json"
	"strconv"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// unsigned is what stands where a block's signature would: blocks here have none.
var unsigned = func() antelope.Signature {
	zero, err := antelope.NewSignature(antelope.K1, make([]byte, antelope.SignatureSize))
	if err != nil {
		panic(err)
	}
	return zero
}()

// printHeader is what get_block and get_block_info have in common.
func printHeader(block *ledger.Block) object {
	return object{
		"timestamp": block.Time.String(), "producer": block.Producer, "confirmed": 0, "previous": block.Previous,
		"transaction_mroot": block.Root, "action_mroot": block.Root, "schedule_version": 1, "producer_signature": unsigned,
		"id": block.ID, "block_num": block.Number, "ref_block_prefix": block.Prefix(),
	}
}

// blockRequest is the body of get_block and get_block_info.
type blockRequest struct {
	NumOrID text `json:"block_num_or_id"`
	Num     text `json:"block_num"`
}

func block(v ledger.View, request *blockRequest) (any, error) {
	found, err := findBlock(v, string(request.NumOrID))
	if err != nil {
		return nil, err
	}
	transactions := make([]object, len(found.Transactions))
	for i := range found.Transactions {
		if transactions[i], err = printListed(v, &found.Transactions[i]); err != nil {
			return nil, err
		}
	}
	answer := printHeader(&found)
	answer["new_producers"], answer["transactions"] = nil, transactions
	return answer, nil
}

func blockInfo(v ledger.View, request *blockRequest) (any, error) {
	if _, err := strconv.ParseUint(string(request.Num), 10, 32); err != nil {
		return nil, BadRequest.New("Unable to parse valid input from POST body: %.32q is no block_num", string(request.Num))
	}
	found, err := findBlock(v, string(request.Num))
	if err != nil {
		return nil, err
	}
	answer := printHeader(&found)
	answer["ref_block_num"] = uint16(found.Number)
	return answer, nil
}

// findBlock finds a block by its number or its id, which begins with the number.
func findBlock(v ledger.View, written string) (ledger.Block, error) {
	id, err := antelope.ParseChecksum256(written)
	isID, digits, base := err == nil, written, 10
	switch {
	case isID:
		digits, base = written[:8], 16
	case len(written) < 1 || len(written) > 64:
		return ledger.Block{}, blockID.New("Invalid Block number or ID, must be greater than 0 and less than 64 characters")
	}
	number, err := strconv.ParseUint(digits, base, 32)
	if err != nil {
		return ledger.Block{}, blockID.New("Invalid block ID: %s", written)
	}
	block, found := v.Block(uint32(number))
	if !found || isID && block.ID != id {
		return block, unknownBlock.New("Could not find block: %s", written)
	}
	return block, nil
}

// printListed prints a transaction of a block, with its actions as their ABIs print
// them.
func printListed(v ledger.View, listed *ledger.Listed) (object, error) {
	t, err := ledger.UnpackTransaction(listed.Packed)
	if err != nil {
		return nil, err
	}
	actions := make([]object, len(t.Actions))
	for i, action := range t.Actions {
		actions[i] = printAction(v, action)
	}
	return object{
		"status": "executed", "cpu_usage_us": listed.CPUUsage, "net_usage_words": listed.NetWords,
		"trx": object{
			"id": listed.ID, "signatures": append([]antelope.Signature{}, listed.Signatures...), "compression": "none",
			"packed_context_free_data": "", "context_free_data": []any{}, "packed_trx": hex.EncodeToString(listed.Packed),
			"transaction": object{
				"expiration": t.Expiration, "ref_block_num": t.RefBlockNum, "ref_block_prefix": t.RefBlockPrefix,
				"max_net_usage_words": t.MaxNetUsageWords, "max_cpu_usage_ms": t.MaxCPUUsageMS, "delay_sec": t.DelaySec,
				"context_free_actions": []any{}, "actions": actions,
			},
		},
	}, nil
}

// printAction prints an action. Data that does not fit the ABI stays in
// hexadecimal.
func printAction(v ledger.View, action ledger.Action) object {
	printed := object{
		"account": action.Account, "name": action.Name, "authorization": append([]ledger.PermissionLevel{}, action.Authorization...),
		"data": action.Data, "hex_data": action.Data,
	}
	if data, described := v.PrintData(action); described {
		printed["data"] = json.RawMessage(data)
	}
	return printed
}
