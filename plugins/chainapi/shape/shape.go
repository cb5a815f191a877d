// Package shape writes answers in the form that an Antelope node gives them, so
// that a wallet's library reads ours like any node's.
package shape

import (
	"cmp"
	"net/http"

	"fieldhouse/plugins/chainapi/canonical"
	"fieldhouse/plugins/chainapi/lookup"
	"fieldhouse/plugins/chainapi/transaction"
)

// Problem is an error as a node answers it.
type Problem struct {
	// Status is the HTTP status.
	Status int
	// Code is the exception's number. The chain's own start at 3000000: they
	// are final, and a library may act on them. Ours below it are the status.
	Code int
	// Name is the exception's name, What its standing description.
	Name, What string
	// Message is what a person should read.
	Message string
	// Call is the call that failed, such as send_transaction2; may be empty.
	Call string
}

// The names of errors that no node has and a page may want to tell apart.
const (
	// NameUnknown: whether the transaction happened is not known. It must not
	// be signed again.
	NameUnknown = "transaction_outcome_unknown"
	// NameNotSent: nothing was sent, the same bytes may be pushed again.
	NameNotSent = "transaction_not_sent"
	// NameTooMany: the client asks more often than it may.
	NameTooMany = "too_many_requests"
	// NameUnreachable: no node answered in time or in a usable way.
	NameUnreachable = "chain_unreachable"
	// NameUnserved: the call is one that no node has.
	NameUnserved = "call_not_served"
)

// The chain's exceptions that we answer ourselves where a node would.
const (
	codeInvalidRequest = 3200006
	codeExpired        = 3040005
)

// file stands where a node names its source file, and says that no node spoke.
const file = "fieldhouse"

// Failure is the body of an error answer.
func Failure(problem Problem) []byte {
	type detail struct {
		Message string `json:"message"`
		File    string `json:"file"`
		Line    int    `json:"line_number"`
		Method  string `json:"method"`
	}
	var answer struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
		Error   struct {
			Code    int      `json:"code"`
			Name    string   `json:"name"`
			What    string   `json:"what"`
			Details []detail `json:"details"`
		} `json:"error"`
	}
	answer.Code, answer.Message = problem.Status, title(problem.Status)
	answer.Error.Code, answer.Error.Name, answer.Error.What = problem.Code, problem.Name, problem.What
	answer.Error.Details = []detail{{Message: problem.Message, File: file, Method: problem.Call}}
	return canonical.Write(answer)
}

// title is what a node writes beside its status.
func title(status int) string {
	switch status {
	case http.StatusBadRequest:
		return "Invalid Request"
	case http.StatusInternalServerError:
		return "Internal Service Error"
	case http.StatusServiceUnavailable:
		return "Busy"
	}
	return http.StatusText(status)
}

// Ours is a problem that no node has.
func Ours(status int, name, what, call, message string) Problem {
	return Problem{Status: status, Code: status, Name: name, What: what, Message: message, Call: call}
}

// Invalid is the problem of a request that cannot be read.
func Invalid(call, message string) Problem {
	return Problem{Status: http.StatusBadRequest, Code: codeInvalidRequest, Name: "invalid_http_request", What: "invalid http request", Message: message, Call: call}
}

// UnknownEndpoint is the problem of a call that there is none of, or that is
// not passed on.
func UnknownEndpoint() Problem {
	return Problem{Status: http.StatusNotFound, Name: "exception", What: "unspecified", Message: "Unknown Endpoint"}
}

// Expired is the problem of a transaction that was not carried out before it
// expired; the status is that of a node's own.
func Expired(call, message string) Problem {
	return Problem{Status: http.StatusInternalServerError, Code: codeExpired, Name: "expired_tx_exception", What: "Expired Transaction", Message: message, Call: call}
}

type landed struct {
	ID        string `json:"transaction_id"`
	Processed trace  `json:"processed"`
}

type trace struct {
	ID            string  `json:"id"`
	Block         *uint64 `json:"block_num"`
	Time          *string `json:"block_time"`
	BlockID       *string `json:"producer_block_id"`
	Receipt       receipt `json:"receipt"`
	Elapsed       uint64  `json:"elapsed"`
	Net           uint64  `json:"net_usage"`
	Scheduled     bool    `json:"scheduled"`
	Actions       []any   `json:"action_traces"`
	RAMDelta      any     `json:"account_ram_delta"`
	Except        any     `json:"except"`
	ExceptionCode any     `json:"error_code"`
}

type receipt struct {
	Status string `json:"status"`
	CPU    uint64 `json:"cpu_usage_us"`
	Net    uint64 `json:"net_usage_words"`
}

// Times are UTC without a zone, as nodes write them.
const timeLayout = "2006-01-02T15:04:05.000"

// Landed is the body with which a node answers 202, for a transaction that was
// found in the chain, or that a node says is there: without the traces of its
// actions, which only the node that ran it has. What is not known is null.
func Landed(id transaction.ID, found lookup.Finding) []byte {
	answer := landed{ID: id.String(), Processed: trace{
		ID:      id.String(),
		Receipt: receipt{Status: cmp.Or(found.Status, lookup.Executed), CPU: found.CPU, Net: found.Net},
		Elapsed: found.CPU, Net: found.Net * 8, Actions: []any{},
	}}
	if found.Block > 0 {
		answer.Processed.Block = &found.Block
	}
	if !found.Time.IsZero() {
		at := found.Time.UTC().Format(timeLayout)
		answer.Processed.Time = &at
	}
	if found.BlockID != "" {
		answer.Processed.BlockID = &found.BlockID
	}
	return canonical.Write(answer)
}
