package node

import (
	"errors"
	"net/http"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/httpjson"
	"fieldhouse/plugins/antelope"
)

// pushAnswer is the answer of the calls that push a transaction.
type pushAnswer struct {
	TransactionID antelope.Checksum256 `json:"transaction_id"`
	Processed     processed            `json:"processed"`
}

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
		ReturnFailureTrace flag              `json:"return_failure_trace"`
		RetryTrx           flag              `json:"retry_trx"`
		Transaction        packedTransaction `json:"transaction"`
	}{ReturnFailureTrace: true}
	if err := parse(r, &request); err != nil {
		return nil, err
	}
	if request.RetryTrx {
		return nil, unsupported.New("Transaction retry not enabled on node. transaction-retry-max-storage-size-gb is 0")
	}
	return n.push(&request.Transaction, bool(request.ReturnFailureTrace))
}

// push answers a transaction that was taken, or one that began and failed when such
// answers are wanted.
func (n *node) push(pushed *packedTransaction, failures bool) (any, error) {
	signed, err := pushed.unpack()
	if err != nil {
		return nil, err
	}
	receipt, err := n.Ledger.Push(signed)
	var exception *ledger.Exception
	began := receipt.ID != (antelope.Checksum256{})
	if err != nil && !(failures && began && errors.As(err, &exception)) {
		return nil, err
	}
	return accepted{pushAnswer{receipt.ID, printProcessed(&receipt, exception)}}, nil
}

// accepted is an answer with the status 202.
type accepted struct{ pushAnswer }

// WriteReceipt answers for a transaction that was applied as push_transaction does.
func WriteReceipt(w http.ResponseWriter, receipt *ledger.Receipt) {
	httpjson.Write(w, http.StatusAccepted, pushAnswer{receipt.ID, printProcessed(receipt, nil)})
}
