package ledger

import (
	"encoding/hex"
	"reflect"

	"fieldhouse/plugins/antelope"
)

// PermissionLevel is who an action acts for: an account and one of its
// permissions.
type PermissionLevel struct {
	Actor      antelope.Name `json:"actor" abi:"actor"`
	Permission antelope.Name `json:"permission" abi:"permission"`
}

// Action is one call of a contract. Data is the binary form of the struct that
// the contract's ABI names.
type Action struct {
	Account       antelope.Name     `json:"account" abi:"account"`
	Name          antelope.Name     `json:"name" abi:"name"`
	Authorization []PermissionLevel `json:"authorization" abi:"authorization"`
	Data          Hex               `json:"data" abi:"data"`
}

// Hex is binary data that is hexadecimal in JSON.
type Hex []byte

// MarshalText prints hexadecimal digits.
func (h Hex) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h), nil }

// UnmarshalText reads hexadecimal digits.
func (h *Hex) UnmarshalText(text []byte) (err error) {
	*h, err = hex.AppendDecode(nil, text)
	return err
}

// NewAction makes an action of a Go struct, which names it (see ActionName),
// authorised by the actor's active permission.
func NewAction(actor, account antelope.Name, data any) Action {
	return NewActionBy(PermissionLevel{Actor: actor, Permission: Active}, account, data)
}

// NewActionBy is NewAction with any permission.
func NewActionBy(level PermissionLevel, account antelope.Name, data any) Action {
	return Action{
		Account: account, Name: actionName(reflect.TypeOf(data)), Authorization: []PermissionLevel{level}, Data: antelope.Marshal(data),
	}
}

// CPUUsage is what every transaction is said to cost, in microseconds.
const CPUUsage = 100

// Receipt says what became of a transaction.
type Receipt struct {
	ID antelope.Checksum256
	// BlockNum and BlockTime are those of the block that will hold it.
	BlockNum  uint32
	BlockTime antelope.TimePoint
	// NetWords is the size of the packed transaction in words of 8 bytes.
	NetWords int
}
