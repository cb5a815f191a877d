// Package chainapitest has transactions and a chain for the tests of the chain API.
package chainapitest

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"testing"
	"time"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/chainapi/transaction"
	"fieldhouse/plugins/plugintest/must"
)

// ChainID is the chain that pushes are signed for.
var ChainID = antelope.Checksum256{0x10, 0x64}

// Signature is one that some key made.
const Signature = "SIG_K1_KYzSWVRXhNJtNZa5pwuFqoMi1J12n2hVsQv4bKxxFSSUa2MiGNCFuBP1wARST7wWDTCSJx19ey9cvpGKwX3MxKzhcfVNb2"

// OtherSignature is one that some key made, another one for each number.
func OtherSignature(number byte) string {
	key := antelope.MustPrivateKey("5KQwrPbwdL6PhXujxW37FSSQZ1JiwsST4cqQzDeyXtP79zkvFD3")
	signature, err := key.Sign(antelope.Checksum256{number})
	if err != nil {
		panic(err) // every digest can be signed
	}
	return signature.String()
}

// Packed is a transaction of one action in its packed form; memo tells two of
// them apart.
func Packed(expiration time.Time, refBlock uint64, memo string) []byte {
	return packed(expiration, refBlock, 0x1111, 0x2222, 0x3333, []byte(memo))
}

// Purchase is a transaction that buys of a drop, by the buypack of a game's contract.
func Purchase(expiration time.Time, refBlock uint64, contract, buyer string, drop uint64) []byte {
	return PurchaseBy(buyer, expiration, refBlock, contract, buyer, drop)
}

// PurchaseBy is a Purchase that says that another account has signed for it.
func PurchaseBy(actor string, expiration time.Time, refBlock uint64, contract, buyer string, drop uint64) []byte {
	data := antelope.AppendUint(nil, 8, uint64(antelope.MustName(buyer)))
	data = antelope.AppendUint(data, 8, drop)
	data = append(data, make([]byte, 24)...) // amount, median, partner
	return packed(expiration, refBlock, uint64(antelope.MustName(contract)), uint64(antelope.MustName("buypack")), uint64(antelope.MustName(actor)), data)
}

func packed(expiration time.Time, refBlock, contract, action, actor uint64, data []byte) []byte {
	packed := antelope.AppendUint(nil, 4, uint64(expiration.Unix()))
	packed = antelope.AppendUint(packed, 2, refBlock&0xffff)
	packed = antelope.AppendUint(packed, 4, 0x01020304) // ref_block_prefix
	packed = append(packed, 0, 0, 0, 0)                 // net, cpu, delay, no context-free actions
	packed = binary.AppendUvarint(packed, 1)
	packed = antelope.AppendUint(packed, 8, contract)
	packed = antelope.AppendUint(packed, 8, action)
	packed = binary.AppendUvarint(packed, 1)
	packed = antelope.AppendUint(packed, 8, actor)
	packed = antelope.AppendUint(packed, 8, 0x4444)
	packed = antelope.AppendBytes(packed, data)
	return append(packed, 0) // no extensions
}

// Deflated is data as a zlib stream.
func Deflated(data []byte) []byte {
	var deflated bytes.Buffer
	stream := zlib.NewWriter(&deflated)
	_, _ = stream.Write(data) // a buffer takes everything
	_ = stream.Close()
	return deflated.Bytes()
}

// Body is the request of a push of a packed transaction.
func Body(call string, packed []byte, signatures ...string) []byte {
	if len(signatures) == 0 {
		signatures = []string{Signature}
	}
	signed := map[string]any{
		"signatures": signatures, "compression": 0, "packed_context_free_data": "", "packed_trx": hex.EncodeToString(packed),
	}
	var body any = signed
	if call == transaction.SendTransaction2 {
		body = map[string]any{"return_failure_trace": true, "retry_trx": false, "transaction": signed}
	}
	written, _ := json.Marshal(body) // strings and numbers always have a JSON form
	return written
}

// ID is the id of a packed transaction.
func ID(packed []byte) transaction.ID { return sha256.Sum256(packed) }

// Push is a push of a packed transaction, parsed.
func Push(t testing.TB, call string, packed []byte, signatures ...string) *transaction.Push {
	t.Helper()
	return must.Get(transaction.Parse(call, ChainID, Body(call, packed, signatures...)))(t)
}
