package node

import (
	"errors"
	"net/http"

	"fieldhouse/devchain/httpjson"
	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// pushAnswer is the answer of the calls that push a transaction.
type pushAnswer struct {
	TransactionID antelope.Checksum256 `json:"transaction_id"`
	Processed     processed            `json:"processed"`
}

// pushing answers push_transaction, where traces stand in each other, and
// send_transaction, where they stand in a row.
func (n *node) pushing(form traceForm) endpoint {
	return func(r *http.Request) (any, error) {
		var pushed packedTransaction
		if err := parse(r, &pushed); err != nil {
			return nil, err
		}
		return n.push(&pushed, form)
	}
}

// sendRequest is the body of send_transaction2.
type sendRequest struct {
	ReturnFailureTrace flag              `json:"return_failure_trace"`
	RetryTrx           flag              `json:"retry_trx"`
	Transaction        packedTransaction `json:"transaction"`
}

// sendTransaction2 answers send_transaction2: unless told otherwise, a
// transaction that began and failed is answered with 202 and its exception in
// the trace.
func (n *node) sendTransaction2(r *http.Request) (any, error) {
	request := sendRequest{ReturnFailureTrace: true}
	if err := parse(r, &request); err != nil {
		return nil, err
	}
	if request.RetryTrx {
		return nil, unsupported.New("Transaction retry not enabled on node. transaction-retry-max-storage-size-gb is 0")
	}
	return n.push(&request.Transaction, traceForm{failures: bool(request.ReturnFailureTrace)})
}

// computeRequest is the body of the calls that run a transaction and keep nothing.
type computeRequest struct {
	Transaction packedTransaction `json:"transaction"`
}

// running answers compute_transaction and send_read_only_transaction: what would
// become of the transaction, without doing it and whoever signed it; and what
// actions answer that change nothing and that nobody authorises.
func (n *node) running(run func(ledger.Transaction) (ledger.Receipt, error)) endpoint {
	return func(r *http.Request) (any, error) {
		var request computeRequest
		if err := parse(r, &request); err != nil {
			return nil, err
		}
		signed, err := request.Transaction.unpack()
		if err != nil {
			return nil, err
		}
		receipt, err := run(signed.Transaction)
		return n.processed(receipt, err, traceForm{failures: true})
	}
}

func (n *node) push(pushed *packedTransaction, form traceForm) (any, error) {
	signed, err := pushed.unpack()
	if err != nil {
		return nil, err
	}
	receipt, err := n.Ledger.Push(signed)
	answer, err := n.processed(receipt, err, form)
	if err != nil {
		return nil, err
	}
	return accepted{answer}, nil
}

// processed answers a transaction that was taken, or one that began and failed
// when such traces are wanted.
func (n *node) processed(receipt ledger.Receipt, failed error, form traceForm) (pushAnswer, error) {
	var exception *ledger.Exception
	began := receipt.ID != (antelope.Checksum256{})
	if failed != nil && !(form.failures && began && errors.As(failed, &exception)) {
		return pushAnswer{}, failed
	}
	var answer pushAnswer
	n.Ledger.Read(func(v ledger.View) {
		answer = pushAnswer{receipt.ID, printProcessed(v, &receipt, exception, form)}
	})
	return answer, nil
}

// accepted is an answer with the status 202.
type accepted struct{ body any }

// WriteReceipt answers for a transaction that was applied as push_transaction does.
func WriteReceipt(w http.ResponseWriter, v ledger.View, receipt *ledger.Receipt) {
	httpjson.Write(w, http.StatusAccepted, pushAnswer{receipt.ID, printProcessed(v, receipt, nil, traceForm{nested: true})})
}
