package node

import (
	"net/http"

	"fieldhouse/devchain/chain/abi"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// object is a JSON object.
type object = map[string]any

// number is an integer in the form a node prints: a string above 0xffffffff.
type number int64

// MarshalJSON prints the number.
func (n number) MarshalJSON() ([]byte, error) { return abi.AppendInt(nil, int64(n)), nil }

// What the node says of itself.
const (
	version       = "0f1e1d00"
	versionString = "v5.0.0-devchain"
)

func (n *node) getInfo(*http.Request) (answer any, _ error) {
	n.chain.Read(func(v ledger.View) {
		head, irreversible := v.Head(), v.Irreversible()
		answer = object{
			"server_version": version, "server_version_string": versionString, "server_full_version_string": versionString + "-" + version,
			"chain_id":       v.ChainID(),
			"head_block_num": head.Number, "head_block_id": head.ID, "head_block_time": head.Time.String(), "head_block_producer": head.Producer,
			"fork_db_head_block_num": head.Number, "fork_db_head_block_id": head.ID,
			"last_irreversible_block_num": irreversible.Number, "last_irreversible_block_id": irreversible.ID,
			"last_irreversible_block_time": irreversible.Time.String(),
			"earliest_available_block_num": v.Earliest().Number,
			// Nothing on this chain comes near these limits.
			"virtual_block_cpu_limit": 200_000_000, "virtual_block_net_limit": 1_048_576_000,
			"block_cpu_limit": 200_000, "block_net_limit": 1_048_576,
			"total_cpu_weight": number(46_438_068_615_642_343), "total_net_weight": number(123_948_965_555_668_578),
		}
	})
	return answer, nil
}

// statusRequest is the body of get_transaction_status.
type statusRequest struct {
	ID antelope.Checksum256 `json:"id"`
}

// transactionStatus answers get_transaction_status, as a node does where tracking
// transactions is switched on. What is not known is left out; a transaction of an undone
// block is unknown again.
func transactionStatus(v ledger.View, request *statusRequest) (any, error) {
	head, irreversible, earliest := v.Head(), v.Irreversible(), v.Earliest()
	answer := object{
		"state":       "UNKNOWN",
		"head_number": head.Number, "head_id": head.ID, "head_timestamp": head.Time.String(),
		"irreversible_number": irreversible.Number, "irreversible_id": irreversible.ID,
		"irreversible_timestamp":    irreversible.Time.String(),
		"earliest_tracked_block_id": earliest.ID, "earliest_tracked_block_number": earliest.Number,
	}
	listed, block, found := v.Transaction(request.ID)
	if !found {
		return answer, nil
	}
	unpacked, err := ledger.UnpackTransaction(listed.Packed)
	if err != nil {
		return nil, err
	}
	answer["expiration"] = antelope.TimePointOf(unpacked.Expiration.Time()).String()
	if block == nil {
		answer["state"] = "LOCALLY_APPLIED" // it waits for the next block
		return answer, nil
	}
	answer["state"] = "IN_BLOCK"
	if block.Number <= irreversible.Number {
		answer["state"] = "IRREVERSIBLE"
	}
	answer["block_number"], answer["block_id"], answer["block_timestamp"] = block.Number, block.ID, block.Time.String()
	return answer, nil
}
