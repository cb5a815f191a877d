package node

import (
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// statusRequest is the body of get_transaction_status.
type statusRequest struct {
	ID antelope.Checksum256 `json:"id"`
}

// statusAnswer is the answer of get_transaction_status. What is not known is
// left out.
type statusAnswer struct {
	State          string                `json:"state"`
	BlockNumber    uint32                `json:"block_number,omitempty"`
	BlockID        *antelope.Checksum256 `json:"block_id,omitempty"`
	BlockTimestamp string                `json:"block_timestamp,omitempty"`
	Expiration     string                `json:"expiration,omitempty"`

	HeadNumber            uint32               `json:"head_number"`
	HeadID                antelope.Checksum256 `json:"head_id"`
	HeadTimestamp         string               `json:"head_timestamp"`
	IrreversibleNumber    uint32               `json:"irreversible_number"`
	IrreversibleID        antelope.Checksum256 `json:"irreversible_id"`
	IrreversibleTimestamp string               `json:"irreversible_timestamp"`
	EarliestID            antelope.Checksum256 `json:"earliest_tracked_block_id"`
	EarliestNumber        uint32               `json:"earliest_tracked_block_number"`
}

// The states of a transaction that this node tells apart. One of an undone block is
// unknown again.
const (
	stateUnknown      = "UNKNOWN"
	stateApplied      = "LOCALLY_APPLIED" // it waits for the next block
	stateInBlock      = "IN_BLOCK"
	stateIrreversible = "IRREVERSIBLE"
)

// transactionStatus answers get_transaction_status, as a node does where tracking
// transactions is switched on.
func transactionStatus(v ledger.View, request *statusRequest) (any, error) {
	head, irreversible, earliest := v.Head(), v.Irreversible(), v.Earliest()
	answer := statusAnswer{
		State:      stateUnknown,
		HeadNumber: head.Number, HeadID: head.ID, HeadTimestamp: head.Time.String(),
		IrreversibleNumber: irreversible.Number, IrreversibleID: irreversible.ID, IrreversibleTimestamp: irreversible.Time.String(),
		EarliestNumber: earliest.Number, EarliestID: earliest.ID,
	}
	listed, block, found := v.Transaction(request.ID)
	if !found {
		return answer, nil
	}
	unpacked, err := ledger.UnpackTransaction(listed.Packed)
	if err != nil {
		return nil, err
	}
	answer.State, answer.Expiration = stateApplied, antelope.TimePointOf(unpacked.Expiration.Time()).String()
	if block == nil {
		return answer, nil
	}
	answer.State = stateInBlock
	if block.Number <= irreversible.Number {
		answer.State = stateIrreversible
	}
	answer.BlockNumber, answer.BlockID, answer.BlockTimestamp = block.Number, &block.ID, block.Time.String()
	return answer, nil
}
