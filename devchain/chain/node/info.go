package node

import (
	"net/http"

	"fieldhouse/devchain/chain/abi"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// info is the answer of get_info.
type info struct {
	ServerVersion            string               `json:"server_version"`
	ChainID                  antelope.Checksum256 `json:"chain_id"`
	HeadBlockNum             uint32               `json:"head_block_num"`
	LastIrreversibleBlockNum uint32               `json:"last_irreversible_block_num"`
	LastIrreversibleBlockID  antelope.Checksum256 `json:"last_irreversible_block_id"`
	HeadBlockID              antelope.Checksum256 `json:"head_block_id"`
	HeadBlockTime            string               `json:"head_block_time"`
	HeadBlockProducer        antelope.Name        `json:"head_block_producer"`
	VirtualBlockCPULimit     number               `json:"virtual_block_cpu_limit"`
	VirtualBlockNetLimit     number               `json:"virtual_block_net_limit"`
	BlockCPULimit            number               `json:"block_cpu_limit"`
	BlockNetLimit            number               `json:"block_net_limit"`
	ServerVersionString      string               `json:"server_version_string"`
	ForkDBHeadBlockNum       uint32               `json:"fork_db_head_block_num"`
	ForkDBHeadBlockID        antelope.Checksum256 `json:"fork_db_head_block_id"`
	ServerFullVersionString  string               `json:"server_full_version_string"`
	TotalCPUWeight           number               `json:"total_cpu_weight"`
	TotalNetWeight           number               `json:"total_net_weight"`
	EarliestAvailableBlock   uint32               `json:"earliest_available_block_num"`
	LastIrreversibleTime     string               `json:"last_irreversible_block_time"`
}

// number is an integer in the form a node prints: a string above 0xffffffff.
type number int64

// MarshalJSON prints the number.
func (n number) MarshalJSON() ([]byte, error) { return abi.AppendInt(nil, int64(n)), nil }

// What the node says of itself and of the limits of a block; nothing on this
// chain comes near them.
const (
	version         = "0f1e1d00"
	versionString   = "v5.0.0-devchain"
	virtualCPULimit = 200_000_000
	virtualNetLimit = 1_048_576_000
	blockCPULimit   = 200_000
	blockNetLimit   = 1_048_576
	totalCPUWeight  = 46_438_068_615_642_343
	totalNetWeight  = 123_948_965_555_668_578
)

func (n *node) getInfo(*http.Request) (any, error) {
	var answer info
	n.Ledger.Read(func(v ledger.View) {
		head, irreversible := v.Head(), v.Irreversible()
		answer = info{
			ServerVersion: version, ChainID: v.ChainID(),
			HeadBlockNum: head.Number, HeadBlockID: head.ID, HeadBlockTime: head.Time.String(),
			HeadBlockProducer:        head.Producer,
			LastIrreversibleBlockNum: irreversible.Number, LastIrreversibleBlockID: irreversible.ID,
			LastIrreversibleTime: irreversible.Time.String(),
			VirtualBlockCPULimit: virtualCPULimit, VirtualBlockNetLimit: virtualNetLimit,
			BlockCPULimit: blockCPULimit, BlockNetLimit: blockNetLimit,
			ServerVersionString: versionString, ServerFullVersionString: versionString + "-" + version,
			ForkDBHeadBlockNum: head.Number, ForkDBHeadBlockID: head.ID,
			TotalCPUWeight: totalCPUWeight, TotalNetWeight: totalNetWeight,
			EarliestAvailableBlock: v.Earliest().Number,
		}
	})
	return answer, nil
}
