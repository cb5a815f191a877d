package node

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"strings"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

const (
	// maxInflated is the largest size of a compressed transaction once it is
	// inflated, in bytes: that of a node.
	maxInflated = 1 << 20
	// maxSignatures bounds the signatures of a transaction: each costs a
	// recovery.
	maxSignatures = 64
)

// packedTransaction is a signed transaction as clients push it.
type packedTransaction struct {
	Signatures            []string    `json:"signatures"`
	Compression           compression `json:"compression"`
	PackedContextFreeData ledger.Hex  `json:"packed_context_free_data"`
	PackedTrx             ledger.Hex  `json:"packed_trx"`
}

// compression is whether the packed form is deflated, written none, 0 or false,
// and zlib or 1.
type compression bool

func (c *compression) UnmarshalJSON(raw []byte) error {
	switch strings.Trim(string(raw), `"`) {
	case "none", "0", "false", "null":
		*c = false
	case "zlib", "1":
		*c = true
	default:
		return fmt.Errorf("unknown transaction compression %.32s: use none or zlib", raw)
	}
	return nil
}

// unpack reads the transaction and its signatures. Every error is in the words
// of a node.
func (p *packedTransaction) unpack() (ledger.Signed, error) {
	if len(p.PackedTrx) == 0 {
		return ledger.Signed{}, ledger.InvalidPacked("there is no packed_trx")
	}
	if len(p.Signatures) > maxSignatures {
		return ledger.Signed{}, ledger.InvalidPacked("it has %d signatures; at most %d are taken", len(p.Signatures), maxSignatures)
	}
	packed, free := []byte(p.PackedTrx), []byte(p.PackedContextFreeData)
	if p.Compression {
		var err error
		if packed, err = inflate(packed); err != nil {
			return ledger.Signed{}, ledger.InvalidPacked("packed_trx: %v", err)
		}
		if len(free) > 0 {
			if free, err = inflate(free); err != nil {
				return ledger.Signed{}, ledger.InvalidPacked("packed_context_free_data: %v", err)
			}
		}
	}
	transaction, err := ledger.UnpackTransaction(packed)
	if err != nil {
		return ledger.Signed{}, ledger.InvalidPacked("%v", err)
	}
	signed := ledger.Signed{Transaction: transaction}
	// Some wallets pack an empty list, which is none.
	if len(free) > 1 || len(free) == 1 && free[0] != 0 {
		return ledger.Signed{}, ledger.InvalidPacked("packed_context_free_data: no contract of this chain has context-free actions")
	}
	for _, text := range p.Signatures {
		signature, err := antelope.ParseSignature(text)
		if err != nil {
			return ledger.Signed{}, ledger.InvalidPacked("%v", err)
		}
		signed.Signatures = append(signed.Signatures, signature)
	}
	return signed, nil
}

// inflate undoes zlib and refuses what becomes too large.
func inflate(data []byte) ([]byte, error) {
	reader, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("inflating it: %w", err)
	}
	inflated, err := io.ReadAll(io.LimitReader(reader, maxInflated+1))
	if err != nil {
		return nil, fmt.Errorf("inflating it: %w", err)
	}
	if len(inflated) > maxInflated {
		return nil, errors.New("Exceeded maximum decompressed transaction size") //nolint:staticcheck // a node's words
	}
	return inflated, nil
}
