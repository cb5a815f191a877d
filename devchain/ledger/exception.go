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
	CodeAssert              = 10 // a rule of a node that has no number of its own
	CodePackedTransaction   = 3010010
	CodeSignatureType       = 3010016
	CodeTransaction         = 3040000
	CodeNoActions           = 3040002
	CodeNoAuthority         = 3040003
	CodeExpired             = 3040005
	CodeExpiresTooLate      = 3040006
	CodeReferenceBlock      = 3040007
	CodeDuplicate           = 3040008
	CodeExtension           = 3040015
	CodeInvalidAction       = 3050000
	CodeAssertion           = 3050003
	CodeNetUsage            = 3080002
	CodeCPUUsage            = 3080004
	CodeDuplicateSignature  = 3090001
	CodeIrrelevantSignature = 3090002
	CodeUnsatisfied         = 3090003
	CodeMissingAuthority    = 3090004
	CodeIrrelevantAuthority = 3090005
	CodeTableOperation      = 3160005
)

// place is where a node finds something wrong.
type place struct {
	file   string
	line   int
	method string
}

var (
	placeContract      = place{"wasm_interface.cpp", 930, "eosio_assert"}
	placeApply         = place{"apply_context.cpp", 245, "require_authorization"}
	placeTransaction   = place{"controller.cpp", 1600, "push_transaction"}
	placePacked        = place{"transaction.cpp", 320, "local_unpack_transaction"}
	placeSignatures    = place{"transaction.cpp", 72, "get_signature_keys"}
	placeRecovery      = place{"elliptic_secp256k1.cpp", 160, "public_key"}
	placeTapos         = place{"controller.cpp", 3345, "validate_tapos"}
	placeExpiration    = place{"controller.cpp", 3332, "validate_expiration"}
	placeQueue         = place{"producer_plugin.cpp", 700, "process_incoming_transaction_async"}
	placeAuthorization = place{"authorization_manager.cpp", 643, "check_authorization"}
	placeReferences    = place{"transaction_context.cpp", 748, "validate_referenced_accounts"}
	placeBilling       = place{"transaction_context.cpp", 487, "validate_account_cpu_usage"}
	placeNetUsage      = place{"transaction_context.cpp", 370, "check_net_usage"}
	placeHeader        = place{"transaction_context.cpp", 280, "init_for_input_trx"}
	placeStore         = place{"apply_context.cpp", 870, "db_store_i64"}
)

func exception(code int, name, what string, at place, format string, values ...any) error {
	return &Exception{
		Code: code, Name: name, What: what, Message: fmt.Sprintf(format, values...),
		File: at.file, Line: at.line, Method: at.method,
	}
}

// Assert is what a contract returns when a rule is broken. The text is for
// people.
func Assert(format string, values ...any) error {
	return exception(CodeAssertion, "eosio_assert_message_exception", "eosio_assert_message assertion failure", placeContract,
		"assertion failure with message: "+format, values...)
}

// Invalid is what the system contract returns for what a node checks natively.
func Invalid(format string, values ...any) error {
	return exception(CodeInvalidAction, "action_validate_exception", "Action validate exception", placeTransaction, format, values...)
}

func missingAuthority(name fmt.Stringer) error {
	return exception(CodeMissingAuthority, "missing_auth_exception", "Missing required authority", placeApply,
		"missing authority of %s", name)
}

func transactionError(at place, format string, values ...any) error {
	return exception(CodeTransaction, "transaction_exception", "Transaction exception", at, format, values...)
}

func noActions() error {
	return exception(CodeNoActions, "tx_no_action", "Transaction should have at least one normal action", placeHeader,
		"A transaction must have at least one action")
}

// outOfCPU is the error of an account whose processor time is used up.
func outOfCPU(billed, most int) error {
	return exception(CodeCPUUsage, "tx_cpu_usage_exceeded",
		"Transaction exceeded the current CPU usage limit imposed on the transaction", placeBilling,
		"billed CPU time (%d us) is greater than the maximum billable CPU time for the transaction (%d us)", billed, most)
}

// InvalidPacked is the error of a pushed transaction that cannot be read.
func InvalidPacked(format string, values ...any) error {
	return exception(CodePackedTransaction, "packed_transaction_type_exception", "Invalid packed transaction", placePacked,
		"Invalid packed transaction: "+format, values...)
}
