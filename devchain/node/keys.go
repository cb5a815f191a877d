package node

import (
	"encoding/hex"
	"encoding/json"

	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// maxAvailable bounds the keys that get_required_keys chooses from.
const maxAvailable = 256

// keysRequest is the body of get_required_keys.
type keysRequest struct {
	Transaction struct {
		Actions []writtenAction `json:"actions"`
	} `json:"transaction"`
	AvailableKeys []antelope.PublicKey `json:"available_keys"`
}

// writtenAction is an action as clients write it: its data in hexadecimal or as
// an object.
type writtenAction struct {
	Account       antelope.Name            `json:"account"`
	Name          antelope.Name            `json:"name"`
	Authorization []ledger.PermissionLevel `json:"authorization"`
	Data          json.RawMessage          `json:"data"`
}

type keysAnswer struct {
	RequiredKeys []antelope.PublicKey `json:"required_keys"`
}

func requiredKeys(v ledger.View, request *keysRequest) (any, error) {
	if len(request.AvailableKeys) > maxAvailable {
		return nil, BadRequest.New("%d available_keys; at most %d are taken", len(request.AvailableKeys), maxAvailable)
	}
	actions := make([]ledger.Action, len(request.Transaction.Actions))
	for i, written := range request.Transaction.Actions {
		var err error
		if actions[i], err = written.read(v); err != nil {
			return nil, err
		}
	}
	keys, err := v.RequiredKeys(actions, request.AvailableKeys)
	return keysAnswer{keys}, err
}

// read checks that the data can be packed; what it says does not matter for the
// keys.
func (w *writtenAction) read(v ledger.View) (ledger.Action, error) {
	action := ledger.Action{Account: w.Account, Name: w.Name, Authorization: w.Authorization}
	var written string
	if len(w.Data) == 0 || json.Unmarshal(w.Data, &written) == nil {
		data, err := hex.DecodeString(written)
		if err != nil {
			return action, transactionType.New("Invalid transaction: the data of %s::%s: %v", w.Account, w.Name, err)
		}
		action.Data = data
		return action, nil
	}
	data, err := v.PackData(w.Account, w.Name, w.Data)
	if err != nil {
		return action, transactionType.New("Invalid transaction: %v", err)
	}
	action.Data = data
	return action, nil
}
