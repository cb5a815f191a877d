package node

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/httpjson"
	"fieldhouse/plugins/antelope"
)

// pushTransaction answers push_transaction and send_transaction.
func (n *node) pushTransaction(r *http.Request) (any, error) {
	var pushed packedTransaction
	if err := parse(r, &pushed); err != nil {
		return nil, err
	}
	return n.push(&pushed, false)
}

// sendTransaction2 answers send_transaction2: unless told otherwise, a
// transaction that began and failed is answered with 202 and its exception in
// the trace.
func (n *node) sendTransaction2(r *http.Request) (any, error) {
	request := struct {
		ReturnFailureTrace bool              `json:"return_failure_trace"`
		Transaction        packedTransaction `json:"transaction"`
	}{ReturnFailureTrace: true}
	if err := parse(r, &request); err != nil {
		return nil, err
	}
	return n.push(&request.Transaction, request.ReturnFailureTrace)
}

// push answers a transaction that was taken, or one that began and failed when such
// answers are wanted.
func (n *node) push(pushed *packedTransaction, failures bool) (any, error) {
	signed, err := pushed.unpack()
	if err != nil {
		return nil, err
	}
	receipt, err := n.chain.Push(signed)
	var exception *ledger.Exception
	began := receipt.ID != (antelope.Checksum256{})
	if err != nil && !(failures && began && errors.As(err, &exception)) {
		return nil, err
	}
	return accepted(printReceipt(&receipt, exception)), nil
}

// accepted is an answer with the status 202.
type accepted object

// WriteReceipt answers for a transaction that was applied as push_transaction does.
func WriteReceipt(w http.ResponseWriter, receipt *ledger.Receipt) {
	httpjson.Write(w, http.StatusAccepted, printReceipt(receipt, nil))
}

// printReceipt says what became of a transaction. It has no traces of actions: no client
// reads what ran.
func printReceipt(receipt *ledger.Receipt, failed *ledger.Exception) object {
	processed := object{
		"id": receipt.ID, "block_num": receipt.BlockNum, "block_time": receipt.BlockTime.String(), "producer_block_id": nil,
		"receipt": object{"status": "executed", "cpu_usage_us": ledger.CPUUsage, "net_usage_words": receipt.NetWords},
		"elapsed": ledger.CPUUsage, "net_usage": receipt.NetWords * 8, "scheduled": false, "action_traces": []any{},
		"account_ram_delta": nil, "except": nil, "error_code": nil,
	}
	if failed != nil {
		processed["receipt"] = nil
		processed["except"] = printException(failed, receipt.BlockTime.String())
		if failed.Code == ledger.Assertion.Code {
			processed["error_code"] = "10000000000000000000"
		}
	}
	return object{"transaction_id": receipt.ID, "processed": processed}
}

func printException(failed *ledger.Exception, at string) object {
	format, data := failed.Message, object{}
	if failed.Code == ledger.Assertion.Code {
		// How nodes write the message of a failed assertion.
		const prefix = "assertion failure with message: "
		format, data["s"] = prefix+"${s}", strings.TrimPrefix(failed.Message, prefix)
	}
	return object{"code": failed.Code, "name": failed.Name, "message": failed.What, "stack": []object{{
		"format": format, "data": data, "context": object{
			"level": "error", "file": failed.File, "line": failed.Line, "method": failed.Method, "hostname": "",
			"thread_name": "nodeos", "timestamp": at,
		},
	}}}
}

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
