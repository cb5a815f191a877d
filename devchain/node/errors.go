package node

import (
	"errors"
	"fmt"
	"net/http"

	"fieldhouse/devchain/ledger"
)

// failure is the body of an error answer.
type failure struct {
	Code    int     `json:"code"`
	Message string  `json:"message"`
	Error   problem `json:"error"`
}

type problem struct {
	Code    int      `json:"code"`
	Name    string   `json:"name"`
	What    string   `json:"what"`
	Details []detail `json:"details"`
}

type detail struct {
	Message string `json:"message"`
	File    string `json:"file"`
	Line    int    `json:"line_number"`
	Method  string `json:"method"`
}

// Codes of the exceptions that the API itself raises.
const (
	codeAccountQuery = 3060002
	codeTableQuery   = 3060003
	codeChainType    = 3010000
	codeNameType     = 3010001
	codeBlockID      = 3010008
	codeTransaction  = 3010006
	codeSymbolType   = 3010014
	codeUnknownBlock = 3100002
	codeUnsupported  = 3100008
	codeBadRequest   = 3200006
)

// statuses of exceptions; every other one is 500, ordinary user errors included.
var statuses = map[int]struct {
	status  int
	message string
}{
	codeAccountQuery:       {http.StatusBadRequest, "Account lookup"},
	codeBadRequest:         {http.StatusBadRequest, "Invalid Request"},
	codeUnknownBlock:       {http.StatusBadRequest, "Unknown Block"},
	ledger.CodeUnsatisfied: {http.StatusUnauthorized, "UnAuthorized"},
	ledger.CodeDuplicate:   {http.StatusConflict, "Conflict"},
}

// WriteError answers an error in a node's form. What is no *ledger.Exception is
// one with code 0, as a node's unforeseen errors are.
func WriteError(w http.ResponseWriter, err error) {
	var exception *ledger.Exception
	if !errors.As(err, &exception) {
		exception = &ledger.Exception{
			Name: "exception", What: "unspecified", Message: err.Error(),
			File: "http_plugin.cpp", Line: 954, Method: "handle_exception",
		}
	}
	status, message := http.StatusInternalServerError, "Internal Service Error"
	if special, known := statuses[exception.Code]; known {
		status, message = special.status, special.message
	}
	writeFailure(w, status, message, exception)
}

func writeFailure(w http.ResponseWriter, status int, message string, exception *ledger.Exception) {
	writeJSON(w, status, failure{
		Code: status, Message: message,
		Error: problem{
			Code: exception.Code, Name: exception.Name, What: exception.What,
			Details: []detail{{exception.Message, exception.File, exception.Line, exception.Method}},
		},
	})
}

// BadRequest is the error of a request body that cannot be used.
func BadRequest(format string, values ...any) error {
	return &ledger.Exception{
		Code: codeBadRequest, Name: "invalid_http_request", What: "invalid http request",
		Message: fmt.Sprintf(format, values...),
		File:    "http_plugin.hpp", Line: 186, Method: "parse_params",
	}
}

func accountQuery(format string, values ...any) error {
	return &ledger.Exception{
		Code: codeAccountQuery, Name: "account_query_exception", What: "Account Query Exception",
		Message: fmt.Sprintf(format, values...),
		File:    "chain_plugin.cpp", Line: 1495, Method: "get_abi",
	}
}

func tableQuery(method, format string, values ...any) error {
	return &ledger.Exception{
		Code: codeTableQuery, Name: "contract_table_query_exception", What: "Contract Table Query Exception",
		Message: fmt.Sprintf(format, values...),
		File:    "chain_plugin.cpp", Line: 1522, Method: method,
	}
}

func nameType(err error) error {
	return &ledger.Exception{
		Code: codeNameType, Name: "name_type_exception", What: "Invalid name", Message: err.Error(),
		File: "name.cpp", Line: 15, Method: "set",
	}
}

func symbolType(message string) error {
	return &ledger.Exception{
		Code: codeSymbolType, Name: "symbol_type_exception", What: "Invalid symbol", Message: message,
		File: "symbol.hpp", Line: 40, Method: "string_to_symbol",
	}
}

func chainType(format string, values ...any) error {
	return &ledger.Exception{
		Code: codeChainType, Name: "chain_type_exception", What: "chain type exception",
		Message: fmt.Sprintf(format, values...),
		File:    "chain_plugin.cpp", Line: 90, Method: "convert_to_type",
	}
}

// unknownKey is how nodes answer for an account they do not have.
func unknownKey(name fmt.Stringer) error {
	return fmt.Errorf("unknown key (boost::tuples::tuple<bool, eosio::chain::name>): (0 %s)", name)
}

func unknownBlock(what, written string) error {
	return &ledger.Exception{
		Code: codeUnknownBlock, Name: "unknown_block_exception", What: "Unknown block",
		Message: "Could not find " + what + ": " + written,
		File:    "chain_plugin.cpp", Line: 2018, Method: "get_raw_block",
	}
}

func blockID(format string, values ...any) error {
	return &ledger.Exception{
		Code: codeBlockID, Name: "block_id_type_exception", What: "Invalid block ID", Message: fmt.Sprintf(format, values...),
		File: "chain_plugin.cpp", Line: 2000, Method: "get_raw_block",
	}
}

func transactionType(format string, values ...any) error {
	return &ledger.Exception{
		Code: codeTransaction, Name: "transaction_type_exception", What: "Invalid transaction",
		Message: "Invalid transaction: " + fmt.Sprintf(format, values...),
		File:    "chain_plugin.cpp", Line: 2500, Method: "get_required_keys",
	}
}

// unsupported is the error of a call that a node can be set to answer.
func unsupported(message string) error {
	return &ledger.Exception{
		Code: codeUnsupported, Name: "unsupported_feature", What: "Feature is currently unsupported", Message: message,
		File: "chain_plugin.cpp", Line: 2200, Method: "send_transaction_gen",
	}
}
