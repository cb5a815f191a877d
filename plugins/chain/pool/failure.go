package pool

import (
	"encoding/json"
	"fmt"
	"net/http"
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
