package node

import (
	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// headerState is the answer of get_block_header_state: a block's header with
// what a node derives from the headers before it.
type headerState struct {
	BlockNum             uint32               `json:"block_num"`
	ProposedIrreversible uint32               `json:"dpos_proposed_irreversible_blocknum"`
	Irreversible         uint32               `json:"dpos_irreversible_blocknum"`
	ActiveSchedule       schedule             `json:"active_schedule"`
	BlockrootMerkle      merkle               `json:"blockroot_merkle"`
	LastProduced         [][2]any             `json:"producer_to_last_produced"`
	LastImplied          [][2]any             `json:"producer_to_last_implied_irb"`
	SigningAuthority     signingAuthority     `json:"valid_block_signing_authority"`
	ConfirmCount         []int                `json:"confirm_count"`
	ID                   antelope.Checksum256 `json:"id"`
	Header               signedHeader         `json:"header"`
	PendingSchedule      pendingSchedule      `json:"pending_schedule"`
	ActivatedFeatures    activatedFeatures    `json:"activated_protocol_features"`
	AdditionalSignatures []antelope.Signature `json:"additional_signatures"`
}

type schedule struct {
	Version   int                `json:"version"`
	Producers []scheduleProducer `json:"producers"`
}

type scheduleProducer struct {
	ProducerName antelope.Name    `json:"producer_name"`
	Authority    signingAuthority `json:"authority"`
}

// signingAuthority is a variant of one kind: its number and the keys.
type signingAuthority [2]any

type signingKeys struct {
	Threshold uint32             `json:"threshold"`
	Keys      []ledger.KeyWeight `json:"keys"`
}

type merkle struct {
	ActiveNodes []antelope.Checksum256 `json:"_active_nodes"`
	NodeCount   uint32                 `json:"_node_count"`
}

type signedHeader struct {
	header
	HeaderExtensions []struct{} `json:"header_extensions"`
}

type pendingSchedule struct {
	LIBNumber uint32               `json:"schedule_lib_num"`
	Hash      antelope.Checksum256 `json:"schedule_hash"`
	Schedule  schedule             `json:"schedule"`
}

type activatedFeatures struct {
	ProtocolFeatures []antelope.Checksum256 `json:"protocol_features"`
}

const reversible = "reversible block"

// blockHeaderState answers get_block_header_state. A node has the state of
// blocks that can still be undone and of no others.
func blockHeaderState(v ledger.View, request *blockRequest) (any, error) {
	found, err := findBlock(v, string(request.NumOrID), reversible)
	if err == nil && found.Number < v.Irreversible().Number {
		err = unknownBlock.New("Could not find %s: %s", reversible, request.NumOrID)
	}
	if err != nil {
		return nil, err
	}
	return printHeaderState(v, &found), nil
}

func printHeaderState(v ledger.View, block *ledger.Block) headerState {
	header := printHeader(block)
	keys := signingKeys{Threshold: 1, Keys: []ledger.KeyWeight{}}
	if producer, found := v.Account(block.Producer); found {
		if active, has := producer.Permission(ledger.Active); has {
			keys = signingKeys{active.Authority.Threshold, active.Authority.Keys}
		}
	}
	authority := signingAuthority{0, keys}
	return headerState{
		BlockNum: block.Number, ID: block.ID,
		ProposedIrreversible: block.Irreversible, Irreversible: block.Irreversible,
		ActiveSchedule:   schedule{header.ScheduleVersion, []scheduleProducer{{block.Producer, authority}}},
		BlockrootMerkle:  merkle{[]antelope.Checksum256{block.Previous}, block.Number - 1},
		LastProduced:     [][2]any{{block.Producer, block.Number}},
		LastImplied:      [][2]any{{block.Producer, block.Irreversible}},
		SigningAuthority: authority, ConfirmCount: []int{},
		Header:               signedHeader{header, []struct{}{}},
		PendingSchedule:      pendingSchedule{Schedule: schedule{header.ScheduleVersion, []scheduleProducer{}}},
		ActivatedFeatures:    activatedFeatures{[]antelope.Checksum256{}},
		AdditionalSignatures: []antelope.Signature{},
	}
}
