package node

import (
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// maxAvailable bounds the keys that get_required_keys chooses from.
const maxAvailable = 256

// keysRequest is the body of get_required_keys. The actions' data are in hexadecimal.
type keysRequest struct {
	Transaction struct {
		Actions []ledger.Action `json:"actions"`
	} `json:"transaction"`
	AvailableKeys []antelope.PublicKey `json:"available_keys"`
}

type keysAnswer struct {
	RequiredKeys []antelope.PublicKey `json:"required_keys"`
}

func requiredKeys(v ledger.View, request *keysRequest) (any, error) {
	if len(request.AvailableKeys) > maxAvailable {
		return nil, BadRequest.New("%d available_keys; at most %d are taken", len(request.AvailableKeys), maxAvailable)
	}
	keys, err := v.RequiredKeys(request.Transaction.Actions, request.AvailableKeys)
	return keysAnswer{keys}, err
}
