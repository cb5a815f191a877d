package ledger

import "fmt"

// Exception is an error in the form a node reports it.
type Exception struct {
	// Code is the number clients judge by; 3000000 and above come from a healthy
	// node.
	Code int
	Name string
	What string
	// Message is the first detail: what a person should read, after the prefix
	// "assertion failure with message: ".
	Message string
	// File, Line and Method say where a node would have found it.
	File   string
	Line   int
	Method string
}

// Error is the message with the exception's name.
func (e *Exception) Error() string { return e.Name + ": " + e.Message }

// Codes of the exceptions that the ledger itself raises.
const (
	CodeAssertion        = 3050003
	CodeTransaction      = 3040000
	CodeNoActions        = 3040003
	CodeExpired          = 3040005
	CodeExpiresTooLate   = 3040006
	CodeDuplicate        = 3040008
	CodeMissingAuthority = 3090004
)

// Assert is what a contract returns when a rule is broken. The text is for
// people.
func Assert(format string, values ...any) error {
	return &Exception{
		Code: CodeAssertion, Name: "eosio_assert_message_exception", What: "eosio_assert_message assertion failure",
		Message: "assertion failure with message: " + fmt.Sprintf(format, values...),
		File:    "wasm_interface.cpp", Line: 930, Method: "eosio_assert",
	}
}

func missingAuthority(name fmt.Stringer) error {
	return &Exception{
		Code: CodeMissingAuthority, Name: "missing_auth_exception", What: "Missing required authority",
		Message: fmt.Sprintf("missing authority of %s", name),
		File:    "apply_context.cpp", Line: 245, Method: "require_authorization",
	}
}

func transactionError(code int, name, what, format string, values ...any) error {
	return &Exception{
		Code: code, Name: name, What: what, Message: fmt.Sprintf(format, values...),
		File: "controller.cpp", Line: 1600, Method: "push_transaction",
	}
}
