package pool

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// ErrNoNode: no node can be used, because each is of another chain.
var ErrNoNode = errors.New("no node of the right chain is configured")

// Refusal is a healthy node's answer that it will not do what was asked: every
// node would say the same, so no other one is asked.
type Refusal struct {
	Node string
	// Status is the HTTP status, which is 500 for most of them.
	Status int
	// Code is the chain's error code; 0 for an unknown key.
	Code int64
	// Name is the code's name: contract_table_query_exception, ...
	Name string
	// Message is what a person should read.
	Message string
}

func (r *Refusal) Error() string {
	return fmt.Sprintf("the node %s refused with %s (%d): %s", r.Node, r.Name, r.Code, r.Message)
}

// Fault is a node's failure to answer: another node may do better.
type Fault struct {
	Node string
	Err  error
}

func (f *Fault) Error() string { return fmt.Sprintf("node %s: %v", f.Node, f.Err) }
func (f *Fault) Unwrap() error { return f.Err }

// Codes of the chain's own exceptions start here; below are those of the server.
const firstChainCode = 3000000

// judge tells a refusal from a fault by what a node answered besides 2xx. The
// status alone says nothing: a node answers 500 to ordinary mistakes.
func judge(node string, status int, body []byte) error {
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
		return &Fault{node, fmt.Errorf("status %d without the chain's JSON", status)}
	}
	failure := answer.Error
	message := failure.What
	if len(failure.Details) > 0 {
		message = strings.TrimPrefix(failure.Details[0].Message, "assertion failure with message: ")
	}
	unknownKey := failure.Code == 0 && strings.Contains(message, "unknown key")
	if failure.Code < firstChainCode && !unknownKey {
		return &Fault{node, fmt.Errorf("status %d, error %d %s: %.200s", status, failure.Code, failure.Name, message)}
	}
	return &Refusal{Node: node, Status: status, Code: failure.Code, Name: failure.Name, Message: message}
}
