package shape

import "time"

// Receipt is what the chain says of a transaction that it has.
type Receipt struct {
	// ID is the transaction's id, in hex.
	ID string
	// Block is the number of the block that it is in; 0 when it is not known in
	// which.
	Block uint64
	// BlockID is that block's id; empty when it is not known.
	BlockID string
	// Time is that block's time.
	Time time.Time
	// Status is the receipt's: executed, when it did what it should.
	Status string
	// CPU is in microseconds, Net in words of 8 bytes; 0 when not known.
	CPU, Net uint64
}

type landed struct {
	ID        string `json:"transaction_id"`
	Processed trace  `json:"processed"`
}

type trace struct {
	ID            string  `json:"id"`
	Block         *uint64 `json:"block_num"`
	Time          *string `json:"block_time"`
	BlockID       *string `json:"producer_block_id"`
	Receipt       receipt `json:"receipt"`
	Elapsed       uint64  `json:"elapsed"`
	Net           uint64  `json:"net_usage"`
	Scheduled     bool    `json:"scheduled"`
	Actions       []any   `json:"action_traces"`
	RAMDelta      any     `json:"account_ram_delta"`
	Except        any     `json:"except"`
	ExceptionCode any     `json:"error_code"`
}

type receipt struct {
	Status string `json:"status"`
	CPU    uint64 `json:"cpu_usage_us"`
	Net    uint64 `json:"net_usage_words"`
}

// Times are UTC without a zone, as nodes write them.
const timeLayout = "2006-01-02T15:04:05.000"

// Landed is the body with which a node answers 202, for a transaction that was
// found in the chain: without the traces of its actions, which only the node
// that ran it has. What is not known is null.
func Landed(found Receipt) []byte {
	answer := landed{ID: found.ID, Processed: trace{
		ID:      found.ID,
		Receipt: receipt{Status: found.Status, CPU: found.CPU, Net: found.Net},
		Elapsed: found.CPU, Net: found.Net * 8, Actions: []any{},
	}}
	if found.Block > 0 {
		at := found.Time.UTC().Format(timeLayout)
		answer.Processed.Block, answer.Processed.Time = &found.Block, &at
	}
	if found.BlockID != "" {
		answer.Processed.BlockID = &found.BlockID
	}
	return encode(answer)
}
