package ledger

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
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

// Transaction is a list of actions that all happen or none.
type Transaction struct {
	// Expiration is the last second in which it may enter a block.
	Expiration antelope.TimePointSec `json:"expiration" abi:"expiration"`
	// RefBlockNum and RefBlockPrefix name a recent block, which ties the
	// transaction to this chain (TAPoS).
	RefBlockNum    uint16 `json:"ref_block_num" abi:"ref_block_num"`
	RefBlockPrefix uint32 `json:"ref_block_prefix" abi:"ref_block_prefix"`
	// MaxNetUsageWords bounds the size in words of 8 bytes, 0 for the chain's own
	// bound; MaxCPUUsageMS is the same for processor time in milliseconds.
	MaxNetUsageWords uint32 `json:"max_net_usage_words" abi:"max_net_usage_words,varuint32"`
	MaxCPUUsageMS    uint8  `json:"max_cpu_usage_ms" abi:"max_cpu_usage_ms"`
	// DelaySec must be 0: nothing is delayed.
	DelaySec uint32 `json:"delay_sec" abi:"delay_sec,varuint32"`
	// ContextFreeActions must be empty: no contract here has one.
	ContextFreeActions []Action `json:"context_free_actions" abi:"context_free_actions"`
	Actions            []Action `json:"actions" abi:"actions"`
	// Extensions must be empty: none is in use.
	Extensions []Extension `json:"transaction_extensions" abi:"transaction_extensions"`
}

// Extension is a later addition to a transaction's format.
type Extension struct {
	Type uint16 `json:"type" abi:"type"`
	Data Hex    `json:"data" abi:"data"`
}

// Pack is the binary form that is signed and hashed.
func (t *Transaction) Pack() []byte { return antelope.Marshal(*t) }

// UnpackTransaction reads what Pack wrote. Bytes that Pack would write otherwise
// are an error, since their id would be another one.
func UnpackTransaction(packed []byte) (Transaction, error) {
	var t Transaction
	if err := antelope.Unmarshal(packed, &t); err != nil {
		return Transaction{}, fmt.Errorf("reading a transaction: %w", err)
	}
	if !bytes.Equal(t.Pack(), packed) {
		return Transaction{}, errors.New("reading a transaction: a number is written longer than it needs to be")
	}
	return t, nil
}

// ID is the SHA-256 of the packed transaction.
func (t *Transaction) ID() antelope.Checksum256 { return sha256.Sum256(t.Pack()) }

// SigningDigest is what its signatures are made over (see antelope.SigningDigest).
func (t *Transaction) SigningDigest(chain antelope.Checksum256, contextFreeData []byte) antelope.Checksum256 {
	return antelope.SigningDigest(chain, t.Pack(), contextFreeData)
}

// Signed is a transaction with its signatures.
type Signed struct {
	Transaction
	Signatures []antelope.Signature
}
