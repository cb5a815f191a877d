package node

import (
	"errors"
	"fmt"
	"net/http"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/httpjson"
)

// The exceptions that the API itself raises.
var (
	// unforeseen has code 0, as a node's unforeseen errors do.
	unforeseen      = ledger.NewKind(0, "exception", "unspecified", "http_plugin.cpp", 954, "handle_exception")
	unknownEndpoint = ledger.NewKind(0, "exception", "unspecified", "http_plugin.cpp", 354, "handle_http_request")
	chainType       = ledger.NewKind(3010000, "chain_type_exception", "chain type exception", "chain_plugin.cpp", 90, "convert_to_type")
	nameType        = ledger.NewKind(3010001, "name_type_exception", "Invalid name", "name.cpp", 15, "set")
	blockID         = ledger.NewKind(3010008, "block_id_type_exception", "Invalid block ID", "chain_plugin.cpp", 2000, "get_raw_block")
	accountQuery    = ledger.NewKind(3060002, "account_query_exception", "Account Query Exception", "chain_plugin.cpp", 1495, "get_abi")
	tableIndex      = ledger.NewKind(3060003, "contract_table_query_exception", "Contract Table Query Exception", "chain_plugin.cpp", 1522, "get_table_index_name")
	unknownTable    = ledger.NewKind(3060003, "contract_table_query_exception", "Contract Table Query Exception", "chain_plugin.cpp", 1522, "get_table_type")
	tableQuery      = ledger.NewKind(3060003, "contract_table_query_exception", "Contract Table Query Exception", "chain_plugin.cpp", 1522, "get_table_rows")
	unknownBlock    = ledger.NewKind(3100002, "unknown_block_exception", "Unknown block", "chain_plugin.cpp", 2018, "get_raw_block")
	// BadRequest is a request body that cannot be used.
	BadRequest = ledger.NewKind(3200006, "invalid_http_request", "invalid http request", "http_plugin.hpp", 186, "parse_params")
)

// statuses of exceptions; every other one is 500, ordinary user errors included.
var statuses = map[int]struct {
	status  int
	message string
}{
	accountQuery.Code:       {http.StatusBadRequest, "Account lookup"},
	BadRequest.Code:         {http.StatusBadRequest, "Invalid Request"},
	unknownBlock.Code:       {http.StatusBadRequest, "Unknown Block"},
	ledger.Unsatisfied.Code: {http.StatusUnauthorized, "UnAuthorized"},
	ledger.Duplicate.Code:   {http.StatusConflict, "Conflict"},
}

// WriteError answers an error in a node's form.
func WriteError(w http.ResponseWriter, err error) {
	var exception *ledger.Exception
	if !errors.As(err, &exception) {
		exception = unforeseen.New("%v", err)
	}
	status, message := http.StatusInternalServerError, "Internal Service Error"
	if special, known := statuses[exception.Code]; known {
		status, message = special.status, special.message
	}
	writeFailure(w, status, message, exception)
}

func writeFailure(w http.ResponseWriter, status int, message string, exception *ledger.Exception) {
	httpjson.Write(w, status, object{"code": status, "message": message, "error": object{
		"code": exception.Code, "name": exception.Name, "what": exception.What, "details": []object{{
			"message": exception.Message, "file": exception.File, "line_number": exception.Line, "method": exception.Method,
		}},
	}})
}

// unknownKey is how nodes answer for an account they do not have.
func unknownKey(name fmt.Stringer) error {
	return fmt.Errorf("unknown key (boost::tuples::tuple<bool, eosio::chain::name>): (0 %s)", name)
}
