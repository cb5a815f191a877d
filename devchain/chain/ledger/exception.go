package ledger

import "fmt"

// Exception is an error in the form a node reports it.
type Exception struct {
	Kind
	// Message is the first detail: what a person should read, after the prefix
	// "assertion failure with message: ".
	Message string
}

// Error is the message with the exception's name.
func (e *Exception) Error() string { return e.Name + ": " + e.Message }

// Kind is what exceptions of one kind have in common.
type Kind struct {
	// Code is the number clients judge by; 3000000 and above come from a healthy
	// node.
	Code int
	Name string
	What string
	// File, Line and Method say where a node would have found it.
	File   string
	Line   int
	Method string
}

// NewKind is a kind of the given code, name and meaning that a node finds at the
// place in its code.
func NewKind(code int, name, what, file string, line int, method string) Kind {
	return Kind{code, name, what, file, line, method}
}

// New is an exception of the kind.
func (k Kind) New(format string, values ...any) *Exception {
	return &Exception{k, fmt.Sprintf(format, values...)}
}

// The exceptions that the ledger itself raises.
var (
	// Assert is a rule of a node that has no number of its own.
	Assert              = Kind{10, "assert_exception", "Assert Exception", "elliptic_secp256k1.cpp", 160, "public_key"}
	PackedTransaction   = Kind{3010010, "packed_transaction_type_exception", "Invalid packed transaction", "transaction.cpp", 320, "local_unpack_transaction"}
	SignatureType       = Kind{3010016, "unactivated_signature_type", "Signature type is not a currently activated type", "transaction.cpp", 72, "get_signature_keys"}
	InlineDepth         = Kind{3040000, "transaction_exception", "Transaction exception", "apply_context.cpp", 245, "require_authorization"}
	Header              = Kind{3040000, "transaction_exception", "Transaction exception", "transaction_context.cpp", 280, "init_for_input_trx"}
	Reference           = Kind{3040000, "transaction_exception", "Transaction exception", "transaction_context.cpp", 748, "validate_referenced_accounts"}
	NoActions           = Kind{3040002, "tx_no_action", "Transaction should have at least one normal action", "transaction_context.cpp", 280, "init_for_input_trx"}
	NoAuthority         = Kind{3040003, "tx_no_auths", "Transaction should have at least one required authority", "transaction_context.cpp", 748, "validate_referenced_accounts"}
	Expired             = Kind{3040005, "expired_tx_exception", "Expired Transaction", "producer_plugin.cpp", 700, "process_incoming_transaction_async"}
	ExpiresTooLate      = Kind{3040006, "tx_exp_too_far_exception", "Transaction Expiration Too Far", "controller.cpp", 3332, "validate_expiration"}
	ReferenceBlock      = Kind{3040007, "invalid_ref_block_exception", "Invalid Reference Block", "controller.cpp", 3345, "validate_tapos"}
	Duplicate           = Kind{3040008, "tx_duplicate", "Duplicate transaction", "producer_plugin.cpp", 700, "process_incoming_transaction_async"}
	HeaderExtension     = Kind{3040015, "invalid_transaction_extension", "Invalid transaction extension", "transaction_context.cpp", 280, "init_for_input_trx"}
	Assertion           = Kind{3050003, "eosio_assert_message_exception", "eosio_assert_message assertion failure", "wasm_interface.cpp", 930, "eosio_assert"}
	NetUsage            = Kind{3080002, "tx_net_usage_exceeded", "Transaction exceeded the current network usage limit imposed on the transaction", "transaction_context.cpp", 370, "check_net_usage"}
	OutOfCPU            = Kind{3080004, "tx_cpu_usage_exceeded", "Transaction exceeded the current CPU usage limit imposed on the transaction", "transaction_context.cpp", 487, "validate_account_cpu_usage"}
	DuplicateSignature  = Kind{3090001, "tx_duplicate_sig", "Duplicate signature included", "transaction.cpp", 72, "get_signature_keys"}
	IrrelevantSignature = Kind{3090002, "tx_irrelevant_sig", "Irrelevant signature included", "authorization_manager.cpp", 643, "check_authorization"}
	Unsatisfied         = Kind{3090003, "unsatisfied_authorization", "Provided keys, permissions, and delays do not satisfy declared authorizations", "authorization_manager.cpp", 643, "check_authorization"}
	MissingAuthority    = Kind{3090004, "missing_auth_exception", "Missing required authority", "apply_context.cpp", 245, "require_authorization"}
	IrrelevantAuthority = Kind{3090005, "irrelevant_auth_exception", "Irrelevant authority included", "authorization_manager.cpp", 643, "check_authorization"}
)

// assertion is what a contract ends a transaction with when a rule is broken.
func assertion(format string, values ...any) *Exception {
	return Assertion.New("assertion failure with message: "+format, values...)
}

// InvalidPacked is the exception of a pushed transaction that cannot be read.
func InvalidPacked(format string, values ...any) *Exception {
	return PackedTransaction.New("Invalid packed transaction: "+format, values...)
}
