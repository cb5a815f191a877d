package push

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/lookup"
	"fieldhouse/plugins/chainapi/shape"
	"fieldhouse/plugins/chainapi/transaction"

	"github.com/tidwall/gjson"
)

// Outcome is what became of a push.
type Outcome string

// The outcomes.
const (
	// Landed: the node took it.
	Landed Outcome = "landed"
	// Refused: the node said no, or ran it and it failed.
	Refused Outcome = "refused"
	// Duplicate: the chain had it already, so it landed before.
	Duplicate Outcome = "duplicate"
	// FoundLanded: the node's answer left it open; it was found in the chain.
	FoundLanded Outcome = "ambiguous-resolved-landed"
	// FoundAbsent: the node's answer left it open; it expired outside the chain.
	FoundAbsent Outcome = "ambiguous-resolved-absent"
	// Unknown: it was left open and could not be found out yet.
	Unknown Outcome = "unknown"
	// Coalesced: the same was pushed before, and its outcome was answered.
	Coalesced Outcome = "coalesced"
	// NotSent: no node could be reached, or none has the call.
	NotSent Outcome = "not-sent"
)

// Outcomes are all of them.
var Outcomes = []Outcome{Landed, Refused, Duplicate, FoundLanded, FoundAbsent, Unknown, Coalesced, NotSent}

// Answer is what is answered to a push, in a node's shape.
type Answer struct {
	// Status is the HTTP status.
	Status int
	Body   []byte
	// Block is the block from which on what the transaction changed can be
	// read; 0 when it did not land or the block is not known.
	Block   uint64
	Outcome Outcome

	node string // whose word it is; empty for the chain's
}

// verdict is what a node's answer says of a push.
type verdict uint8

const (
	// open: it says nothing that counts.
	open verdict = iota
	// notSent: no node has it.
	notSent
	landed
	refused
	duplicate
)

func (v verdict) String() string {
	return [...]string{open: "open", notSent: "not-sent", landed: "landed", refused: "refused", duplicate: "duplicate"}[v]
}

// judge reads a node's answer to a push. What is not clearly the chain's own
// word leaves open what happened: a proxy's page, a body cut short, an answer
// about another transaction.
func judge(id transaction.ID, raw pool.Raw) (v verdict, block uint64, why string) {
	if raw.Status >= 200 && raw.Status < 300 {
		return judgeTrace(id, raw)
	}
	failure, err := pool.ReadFailure(raw.Status, raw.Body)
	if err == nil {
		err = failure
	}
	switch {
	case failure.Duplicate():
		return duplicate, 0, err.Error()
	case failure.RefusesPush():
		return refused, 0, err.Error()
	}
	return open, 0, err.Error()
}

// judgeTrace reads what a node says of a transaction that it ran.
func judgeTrace(id transaction.ID, raw pool.Raw) (v verdict, block uint64, why string) {
	if !gjson.ValidBytes(raw.Body) {
		return open, 0, fmt.Sprintf("status %d without the chain's JSON", raw.Status)
	}
	said, processed := gjson.GetBytes(raw.Body, "transaction_id").Str, gjson.GetBytes(raw.Body, "processed")
	if !strings.EqualFold(said, id.String()) || !processed.IsObject() {
		return open, 0, fmt.Sprintf("status %d about transaction %.64q", raw.Status, said)
	}
	// 202 comes for a transaction that failed as well (send_transaction2).
	if processed.Get("except").Type != gjson.Null {
		return refused, 0, "the node ran it and it failed"
	}
	switch status := processed.Get("receipt.status").Str; status {
	case lookup.Executed, "delayed":
		block, _ = strconv.ParseUint(processed.Get("block_num").String(), 10, 64) // null in a shape we do not know
		return landed, block, ""
	case "soft_fail", "hard_fail", "expired":
		return refused, 0, fmt.Sprintf("its receipt says %q", status)
	default:
		return open, 0, fmt.Sprintf("its receipt says %.40q", status)
	}
}

// landedAnswer is the answer for a transaction that was found in the chain, or
// that a node says is there.
func landedAnswer(id transaction.ID, found lookup.Finding, outcome Outcome) Answer {
	return Answer{Status: http.StatusAccepted, Body: shape.Landed(id, found), Block: found.Block, Outcome: outcome}
}

func absentAnswer(push *transaction.Push) Answer {
	return Answer{
		Status: http.StatusInternalServerError, Outcome: FoundAbsent,
		Body: shape.Failure(shape.Expired(push.Call, fmt.Sprintf(
			"transaction %s did not happen: it expired at %s and is in no block. It may be signed again.", push.ID, push.Expiration.Format(timeLayout)))),
	}
}

// timeLayout is how messages have times.
const timeLayout = "2006-01-02T15:04:05"

// UnknownAnswer is the answer for a transaction that was sent, or may have been, and of which nothing
// more is known.
func UnknownAnswer(push *transaction.Push) Answer {
	return unknown(push, fmt.Sprintf("transaction %s was sent and it is not known yet whether it happened. Do not sign it again: "+
		"look it up by this id, or push the same bytes again, which only looks it up.", push.ID))
}

// ExpiredAnswer is the answer for a transaction that is past its expiration, and of which
// nothing is known here.
func ExpiredAnswer(push *transaction.Push) Answer {
	return unknown(push, fmt.Sprintf("transaction %s expired at %s and nothing is known of it here. It was not sent now; whether it happened before, only the chain says.",
		push.ID, push.Expiration.Format(timeLayout)))
}

func unknown(push *transaction.Push, message string) Answer {
	return Answer{
		Status: http.StatusGatewayTimeout, Outcome: Unknown,
		Body: shape.Failure(shape.Ours(http.StatusGatewayTimeout, shape.NameUnknown, "The outcome of the transaction is not known", push.Call, message)),
	}
}

// The chain's exceptions by which a transaction was carried out, if only to its failure:
// whoever signed it had the right to.
const (
	firstAction, lastAction     = 3050000, 3059999
	firstResource, lastResource = 3080000, 3089999
)

// chainFailure is an error as nodes write it.
type chainFailure struct {
	Code    int64         `json:"code"`
	Name    string        `json:"name"`
	What    string        `json:"what"`
	Details []chainDetail `json:"details"`
}

type chainDetail struct {
	Message string `json:"message"`
}

// failureOf reads the error of a refusal, as far as it can be read.
func failureOf(refusal Answer) (failed chainFailure) {
	_ = json.Unmarshal(chainError(refusal.Body), &failed)
	return failed
}

// isUnproven says that nothing shows that who signed had the right to: such a transaction costs its
// maker nothing.
func (f chainFailure) isUnproven() bool {
	return !(f.Code >= firstAction && f.Code <= lastAction || f.Code >= firstResource && f.Code <= lastResource)
}

// isPriceMoved says that it is the game's refusal of a purchase whose price is none of the oracle's
// any more.
func (f chainFailure) isPriceMoved() bool {
	return slices.ContainsFunc(f.Details, func(detail chainDetail) bool { return strings.Contains(detail.Message, "Price moved") })
}

// chainError is the error object of an answer that is a refusal: its own, or made of the
// exception in the trace of a transaction that failed (send_transaction2).
func chainError(body []byte) json.RawMessage {
	if told := gjson.GetBytes(body, "error"); told.Exists() {
		return json.RawMessage(told.Raw)
	}
	failed := chainFailure{What: "the transaction was not executed: " + gjson.GetBytes(body, "processed.receipt.status").Str}
	text := failed.What
	if except := gjson.GetBytes(body, "processed.except"); except.IsObject() {
		failed.Code, failed.Name, failed.What = except.Get("code").Int(), except.Get("name").Str, except.Get("message").Str
		text = failed.What
		if format := except.Get("stack.0.format").Str; format != "" {
			data := except.Get("stack.0.data").Map()
			text = os.Expand(format, func(key string) string { return data[key].String() })
		}
	}
	failed.Details = []chainDetail{{Message: text}}
	written, _ := json.Marshal(failed) // strings and numbers always have a JSON form
	return written
}
