package ledger

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"

	"fieldhouse/plugins/antelope"
)

// Transaction is a list of actions that all happen or none.
type Transaction struct {
	// Expiration is the last second in which it may enter a block.
	Expiration antelope.TimePointSec
	// RefBlockNum and RefBlockPrefix name a recent block, which ties the
	// transaction to this chain (TAPoS).
	RefBlockNum    uint16
	RefBlockPrefix uint32
	// MaxNetUsageWords bounds the size in words of 8 bytes, 0 for the chain's own
	// bound; MaxCPUUsageMS is the same for processor time in milliseconds.
	MaxNetUsageWords uint32
	MaxCPUUsageMS    uint8
	// DelaySec must be 0: nothing is delayed.
	DelaySec uint32
	// ContextFreeActions must be empty: no contract here has one.
	ContextFreeActions []Action
	Actions            []Action
	// Extensions must be empty: none is in use.
	Extensions []Extension
}

// Extension is a later addition to a transaction's format.
type Extension struct {
	Type uint16 `abi:"type"`
	Data []byte `abi:"data"`
}

// Pack is the binary form that is signed and hashed.
func (t *Transaction) Pack() []byte {
	packed := antelope.AppendUint(nil, 4, uint64(t.Expiration))
	packed = antelope.AppendUint(packed, 2, uint64(t.RefBlockNum))
	packed = antelope.AppendUint(packed, 4, uint64(t.RefBlockPrefix))
	packed = binary.AppendUvarint(packed, uint64(t.MaxNetUsageWords))
	packed = append(packed, t.MaxCPUUsageMS)
	packed = binary.AppendUvarint(packed, uint64(t.DelaySec))
	packed = append(packed, antelope.Marshal(t.ContextFreeActions)...)
	packed = append(packed, antelope.Marshal(t.Actions)...)
	return append(packed, antelope.Marshal(t.Extensions)...)
}

// UnpackTransaction reads what Pack wrote. Bytes that Pack would write otherwise
// are an error, since their id would be another one.
func UnpackTransaction(packed []byte) (Transaction, error) {
	r := antelope.NewReader(packed)
	var fixed struct {
		Expiration antelope.TimePointSec `abi:"expiration"`
		Number     uint16                `abi:"ref_block_num"`
		Prefix     uint32                `abi:"ref_block_prefix"`
	}
	const fixedSize = 10
	head, err := r.Take(fixedSize)
	if err == nil {
		err = antelope.Unmarshal(head, &fixed)
	}
	t := Transaction{Expiration: fixed.Expiration, RefBlockNum: fixed.Number, RefBlockPrefix: fixed.Prefix}
	if err == nil {
		t.MaxNetUsageWords, err = r.Varuint32()
	}
	if err == nil {
		var limit uint64
		limit, err = r.Uint(1)
		t.MaxCPUUsageMS = uint8(limit)
	}
	if err == nil {
		t.DelaySec, err = r.Varuint32()
	}
	if err != nil {
		return Transaction{}, fmt.Errorf("reading a transaction's header: %w", err)
	}
	var lists struct {
		ContextFree []Action    `abi:"context_free_actions"`
		Actions     []Action    `abi:"actions"`
		Extensions  []Extension `abi:"transaction_extensions"`
	}
	rest, err := r.Take(r.Len())
	if err == nil {
		err = antelope.Unmarshal(rest, &lists)
	}
	if err != nil {
		return Transaction{}, fmt.Errorf("reading a transaction's actions: %w", err)
	}
	t.ContextFreeActions, t.Actions, t.Extensions = lists.ContextFree, lists.Actions, lists.Extensions
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
	// ContextFreeData is a packed list of byte strings; empty for none.
	ContextFreeData []byte
}
