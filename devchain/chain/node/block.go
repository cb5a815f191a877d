package node

import (
	"encoding/hex"
	"strconv"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// blockHeader is what get_block and get_block_info have in common.
type blockHeader struct {
	Timestamp         string               `json:"timestamp"`
	Producer          antelope.Name        `json:"producer"`
	Confirmed         int                  `json:"confirmed"`
	Previous          antelope.Checksum256 `json:"previous"`
	TransactionMRoot  antelope.Checksum256 `json:"transaction_mroot"`
	ActionMRoot       antelope.Checksum256 `json:"action_mroot"`
	ScheduleVersion   int                  `json:"schedule_version"`
	ProducerSignature antelope.Signature   `json:"producer_signature"`
	ID                antelope.Checksum256 `json:"id"`
	BlockNum          uint32               `json:"block_num"`
	RefBlockPrefix    uint32               `json:"ref_block_prefix"`
}

// unsigned is what stands where a block's signature would: blocks here have none.
var unsigned = func() antelope.Signature {
	zero, err := antelope.NewSignature(antelope.K1, make([]byte, antelope.SignatureSize))
	if err != nil {
		panic(err)
	}
	return zero
}()

func printBlockHeader(block *ledger.Block) blockHeader {
	return blockHeader{
		Timestamp: block.Time.String(), Producer: block.Producer, Previous: block.Previous,
		TransactionMRoot: block.Root, ActionMRoot: block.Root, ScheduleVersion: 1, ProducerSignature: unsigned,
		ID: block.ID, BlockNum: block.Number, RefBlockPrefix: block.Prefix(),
	}
}

// blockAnswer is the answer of get_block.
type blockAnswer struct {
	blockHeader
	NewProducers *struct{}   `json:"new_producers"`
	Transactions []listedTrx `json:"transactions"`
}

// listedTrx is a transaction in a block.
type listedTrx struct {
	trxReceipt
	Trx trx `json:"trx"`
}

type trx struct {
	ID                    antelope.Checksum256 `json:"id"`
	Signatures            []antelope.Signature `json:"signatures"`
	Compression           string               `json:"compression"`
	PackedContextFreeData string               `json:"packed_context_free_data"`
	ContextFreeData       []string             `json:"context_free_data"`
	PackedTrx             string               `json:"packed_trx"`
	Transaction           printedTransaction   `json:"transaction"`
}

// printedTransaction is a transaction with its actions as their ABIs print them.
type printedTransaction struct {
	Expiration         string          `json:"expiration"`
	RefBlockNum        uint16          `json:"ref_block_num"`
	RefBlockPrefix     uint32          `json:"ref_block_prefix"`
	MaxNetUsageWords   uint32          `json:"max_net_usage_words"`
	MaxCPUUsageMS      uint8           `json:"max_cpu_usage_ms"`
	DelaySec           uint32          `json:"delay_sec"`
	ContextFreeActions []printedAction `json:"context_free_actions"`
	Actions            []printedAction `json:"actions"`
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
	return printBlock(v, &found)
}

// infoAnswer is the answer of get_block_info.
type infoAnswer struct {
	blockHeader
	RefBlockNum uint16 `json:"ref_block_num"`
}

func blockInfo(v ledger.View, request *blockRequest) (any, error) {
	if _, err := strconv.ParseUint(string(request.Num), 10, 32); err != nil {
		return nil, BadRequest.New("Unable to parse valid input from POST body: %.32q is no block_num", string(request.Num))
	}
	found, err := findBlock(v, string(request.Num))
	if err != nil {
		return nil, err
	}
	return infoAnswer{printBlockHeader(&found), uint16(found.Number)}, nil
}

// findBlock finds a block by its number or its id.
func findBlock(v ledger.View, written string) (ledger.Block, error) {
	if id, err := antelope.ParseChecksum256(written); err == nil {
		number, _ := strconv.ParseUint(written[:8], 16, 32)
		block, found := v.Block(uint32(number))
		if !found || block.ID != id {
			return block, unknownBlock.New("Could not find block: %s", written)
		}
		return block, nil
	}
	if len(written) < 1 || len(written) > 64 {
		return ledger.Block{}, blockID.New("Invalid Block number or ID, must be greater than 0 and less than 64 characters")
	}
	number, err := strconv.ParseUint(written, 10, 32)
	if err != nil {
		return ledger.Block{}, blockID.New("Invalid block ID: %s", written)
	}
	block, found := v.Block(uint32(number))
	if !found {
		return block, unknownBlock.New("Could not find block: %s", written)
	}
	return block, nil
}

func printBlock(v ledger.View, block *ledger.Block) (blockAnswer, error) {
	answer := blockAnswer{blockHeader: printBlockHeader(block), Transactions: make([]listedTrx, len(block.Transactions))}
	for i := range block.Transactions {
		listed := &block.Transactions[i]
		unpacked, err := ledger.UnpackTransaction(listed.Packed)
		if err != nil {
			return answer, err
		}
		answer.Transactions[i] = listedTrx{
			trxReceipt{"executed", listed.CPUUsage, listed.NetWords},
			trx{
				ID: listed.ID, Signatures: append([]antelope.Signature{}, listed.Signatures...), Compression: "none",
				ContextFreeData: []string{},
				PackedTrx:       hex.EncodeToString(listed.Packed), Transaction: printTransaction(v, &unpacked),
			},
		}
	}
	return answer, nil
}

func printTransaction(v ledger.View, t *ledger.Transaction) printedTransaction {
	printed := printedTransaction{
		Expiration: t.Expiration.String(), RefBlockNum: t.RefBlockNum, RefBlockPrefix: t.RefBlockPrefix,
		MaxNetUsageWords: t.MaxNetUsageWords, MaxCPUUsageMS: t.MaxCPUUsageMS, DelaySec: t.DelaySec,
		ContextFreeActions: []printedAction{}, Actions: make([]printedAction, len(t.Actions)),
	}
	for i, action := range t.Actions {
		printed.Actions[i] = printAction(v, action)
	}
	return printed
}
