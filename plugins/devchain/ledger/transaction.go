package ledger

import (
	"crypto/sha256"
	"encoding/binary"

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
	Data          []byte            `json:"-" abi:"data"`
}

// Transaction is a list of actions that all happen or none.
type Transaction struct {
	// Expiration is the last second in which it may enter a block.
	Expiration antelope.TimePointSec `abi:"expiration"`
	// RefBlockNum and RefBlockPrefix name a recent block, which ties the
	// transaction to this chain (TAPoS).
	RefBlockNum    uint16   `abi:"ref_block_num"`
	RefBlockPrefix uint32   `abi:"ref_block_prefix"`
	Actions        []Action `abi:"actions"`
}

// Active is the permission that users sign with.
var Active = antelope.MustName("active")

// NewAction makes an action of a Go struct, authorised by the actor's active
// permission.
func NewAction(actor, account, name antelope.Name, data any) Action {
	return Action{
		Account: account, Name: name,
		Authorization: []PermissionLevel{{Actor: actor, Permission: Active}},
		Data:          antelope.Marshal(data),
	}
}

// Pack is the binary form that is signed and hashed. The resource limits, delay,
// context-free actions and extensions, which this chain does not use, are zero.
func (t *Transaction) Pack() []byte {
	packed := antelope.AppendUint(nil, 4, uint64(t.Expiration))
	packed = antelope.AppendUint(packed, 2, uint64(t.RefBlockNum))
	packed = antelope.AppendUint(packed, 4, uint64(t.RefBlockPrefix))
	packed = append(packed, 0, 0, 0, 0)
	packed = binary.AppendUvarint(packed, uint64(len(t.Actions)))
	for i := range t.Actions {
		packed = append(packed, antelope.Marshal(t.Actions[i])...)
	}
	return append(packed, 0)
}

// ID is the SHA-256 of the packed transaction.
func (t *Transaction) ID() antelope.Checksum256 { return sha256.Sum256(t.Pack()) }

// Receipt says what became of a transaction.
type Receipt struct {
	ID antelope.Checksum256
	// BlockNum and BlockTime are those of the block that will hold it.
	BlockNum  uint32
	BlockTime antelope.TimePoint
	// NetWords is the size of the packed transaction in words of 8 bytes.
	NetWords int
	// Traces has one entry for each contract call, inline actions and
	// notifications included, in the order they ran.
	Traces []Trace
}

// Trace is one call of a contract or one notification.
type Trace struct {
	// Ordinal counts from 1; Creator is the ordinal of the action that caused
	// it, 0 for an action of the transaction itself.
	Ordinal, Creator int
	// Receiver is the account whose code ran.
	Receiver antelope.Name
	Action   Action
}
