package pool

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

const (
	// codeDuplicate is that of a transaction that the chain has already.
	codeDuplicate = 3040008
	// codeAssert is that of a rule of the server without a number of its own, and
	// codeUnspecified that of one without a name as well.
	codeAssert      = 10
	codeUnspecified = 0
)

// Failure is an answer that says what went wrong, in the chain's form.
type Failure struct {
	// Status is the HTTP status.
	Status int
	// Code is the exception's number, Name its name and What its standing
	// description.
	Code       int64
	Name, What string
	// Details are what a node says of this very case, the outermost first.
	Details []string
}

// ReadFailure reads an answer that is none of success. With its error it knows
// no more than the status.
func ReadFailure(status int, body []byte) (*Failure, error) {
	var answer struct {
		Error struct {
			Code    int64  `json:"code"`
			Name    string `json:"name"`
			What    string `json:"what"`
			Details []struct {
				Message string `json:"message"`
			} `json:"details"`
		} `json:"error"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return &Failure{Status: status}, fmt.Errorf("status %d without the chain's JSON", status)
	}
	f := &Failure{Status: status, Code: answer.Error.Code, Name: answer.Error.Name, What: answer.Error.What}
	for _, detail := range answer.Error.Details {
		f.Details = append(f.Details, detail.Message)
	}
	return f, nil
}

func (f *Failure) Error() string {
	return fmt.Sprintf("status %d, error %d %.100s: %.200s", f.Status, f.Code, f.Name, f.Message())
}

// Message is what a person should read.
func (f *Failure) Message() string {
	if len(f.Details) > 0 {
		return strings.TrimPrefix(f.Details[0], "assertion failure with message: ")
	}
	return f.What
}

// Final says that it is the chain's own word, which every node would say: one of
// its exceptions that is no trouble of the node's alone, or that it has no such
// key, for which there is no code.
func (f *Failure) Final() bool {
	return f.Code >= firstChainCode && !f.own() && !f.unserved() ||
		f.Code == codeUnspecified && strings.Contains(f.Message(), "unknown key")
}

func (f *Failure) own() bool { return isOwnTrouble(f.Code, f.Message()) }

func (f *Failure) unserved() bool { return among(unserved, f.Code) }

// Duplicate says, of a push, that the chain has the transaction already. Words
// count only without a code of the chain: a contract can say anything.
func (f *Failure) Duplicate() bool {
	return f.Status == http.StatusConflict || f.Code == codeDuplicate ||
		f.Code < firstChainCode && strings.Contains(strings.ToLower(f.Message()), "duplicate transaction")
}

// RefusesPush says, of a push, that it was not taken and no node would take it:
// as Final, or since no key can have made one of its signatures, for which there
// is no code of the chain.
func (f *Failure) RefusesPush() bool {
	return f.Final() || (f.Code == codeAssert || f.Code == codeUnspecified) &&
		(strings.Contains(f.Message(), "signature") || strings.Contains(f.Message(), "public key"))
}

// declines says that it is the node's own error and whole.
func (f *Failure) declines() bool {
	return f.own() || f.Status == http.StatusInternalServerError && f.Code > codeUnspecified && f.Code < firstChainCode && f.Name != "" && len(f.Details) > 0
}

func (f *Failure) refusal(node string, body []byte) *Refusal {
	return &Refusal{Node: node, Status: f.Status, Code: f.Code, Name: f.Name, Message: f.Message(), Body: body}
}

// firstChainCode is where the numbers of the chain's own exceptions start; below
// are those of the server. The numbers are Antelope's (leap 5.0,
// libraries/chain/include/eosio/chain/exceptions.hpp).
const firstChainCode = 3000000

// codes are exceptions from the first to the last number.
type codes struct{ first, last int64 }

// ownTrouble are the chain's exceptions that speak of the node alone: another
// node may well do what this one could not. Whoever throws one has not taken the
// transaction that was pushed. All others are the chain's word: types, headers,
// authorizations, contracts and what accounts may use are the same everywhere.
var ownTrouble = []codes{
	{3015010, 3015010}, // abi_serialization_deadline: a bound of time of its own
	{3020000, 3039999}, // its fork database, and blocks that it could not validate
	{3040018, 3040018}, // tx_resource_exhaustion: its queue of transactions is full
	{3060000, 3060000}, // database_exception
	{3060005, 3060199}, // its database's version, or how full it is
	{3080003, 3080003}, // block_net_usage_exceeded: the block that it makes up is full
	{3080005, 3080010}, // the same for CPU; its deadline, its grey list, its compiler
	{3081000, 3081999}, // leeway_deadline: its deadline for what an account may just use
	{3100001, 3100006}, // its state, a block or transaction it does not have, its own rules of block production
	{3100009, 3100009}, // node_management
	{3100011, 3100011}, // sig_variable_size_limit: its own bound
	{3120000, 3149999}, // its wallet, its white and black lists, its plugins' signals
	{3170000, 3199999}, // producing, reversible blocks and the block log
	{3200001, 3200005}, // its own HTTP client
	{3240000, 3259999}, // snapshots and protocol features
}

// unserved are those of a call that a node does not have: a feature or a plugin
// is not there (api-accept-transactions, read-only-threads,
// transaction-finality-status).
var unserved = []codes{{3100008, 3100008}, {3110000, 3119999}}

// codeCPU is tx_cpu_usage_exceeded, which is the node's own trouble when the
// bound is its own (transaction_context.cpp, get_tx_cpu_usage_exceeded_reason_msg).
const codeCPU = 3080004

var ownCPU = []string{"node configured max-transaction-time", "speculative executed adjusted"}

func among(ranges []codes, code int64) bool {
	return slices.ContainsFunc(ranges, func(c codes) bool { return c.first <= code && code <= c.last })
}

// isOwnTrouble says that it is the node's own, not the chain's word.
func isOwnTrouble(code int64, message string) bool {
	if code == codeCPU {
		return slices.ContainsFunc(ownCPU, func(reason string) bool { return strings.Contains(message, reason) })
	}
	return among(ownTrouble, code)
}
