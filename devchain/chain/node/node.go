// Package node answers the chain API of an Antelope node from a ledger, in the
// shapes and with the traps of the real one.
package node

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/httpjson"
)

// Prefix is where the API lives.
const Prefix = "/v1/chain/"

// Chain is a ledger, or how one node sees it.
type Chain interface {
	Read(look func(ledger.View))
	Push(signed ledger.Signed) (ledger.Receipt, error)
}

// node answers requests.
type node struct {
	chain     Chain
	endpoints map[string]endpoint
}

// endpoint answers one address with something that has a JSON form.
type endpoint func(r *http.Request) (any, error)

// reading is an endpoint that answers a request from one state of the ledger.
// What the request leaves out is as in initial.
func reading[Request any](n *node, initial Request, answer func(ledger.View, *Request) (any, error)) endpoint {
	return func(r *http.Request) (body any, err error) {
		request := initial
		if err := parse(r, &request); err != nil {
			return nil, err
		}
		n.chain.Read(func(v ledger.View) { body, err = answer(v, &request) })
		return body, err
	}
}

// New makes the handler of /v1/chain/. It sends the CORS headers of a public
// node and takes bodies of at most MaxBody bytes.
func New(chain Chain) http.Handler {
	n := &node{chain: chain}
	n.endpoints = map[string]endpoint{
		"get_info":               n.getInfo,
		"get_table_rows":         reading(n, rowsRequest{Limit: defaultLimit}, tableRows),
		"get_abi":                n.ofAccount(printABI),
		"get_raw_abi":            n.ofAccount(printRawABI),
		"get_raw_code_and_abi":   n.ofAccount(printRawCode),
		"get_account":            n.ofAccount(describe),
		"get_currency_balance":   reading(n, balanceRequest{}, currencyBalance),
		"get_block":              reading(n, blockRequest{}, block),
		"get_block_info":         reading(n, blockRequest{}, blockInfo),
		"get_required_keys":      reading(n, keysRequest{}, requiredKeys),
		"get_transaction_status": reading(n, statusRequest{}, transactionStatus),
		"push_transaction":       n.pushTransaction,
		"send_transaction":       n.pushTransaction,
		"send_transaction2":      n.sendTransaction2,
	}
	return n
}

// ServeHTTP answers one call. Like a node it takes GET and POST alike.
func (n *node) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Access-Control-Allow-Methods", "GET, POST, OPTIONS")
	w.Header().Set("Access-Control-Allow-Headers", "X-Requested-With,Accept,Content-Type,Origin")
	switch r.Method {
	case http.MethodOptions:
		w.WriteHeader(http.StatusOK)
		return
	case http.MethodGet, http.MethodHead, http.MethodPost:
	default:
		w.Header().Set("Allow", "GET, HEAD, POST, OPTIONS")
		writeFailure(w, http.StatusMethodNotAllowed, "Method Not Allowed", unknownEndpoint.New("Unknown Endpoint"))
		return
	}
	called, inside := strings.CutPrefix(r.URL.Path, Prefix)
	answer, known := n.endpoints[called]
	if !inside || !known {
		writeFailure(w, http.StatusNotFound, "Not Found", unknownEndpoint.New("Unknown Endpoint"))
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, MaxBody)
	body, err := answer(r)
	if err != nil {
		WriteError(w, err)
		return
	}
	if taken, pushed := body.(accepted); pushed {
		httpjson.Write(w, http.StatusAccepted, taken)
		return
	}
	httpjson.Write(w, http.StatusOK, body)
}

// MaxBody is the largest request body in bytes.
const MaxBody = 1 << 20

// text is a parameter that is a string and may be written as a number.
type text string

func (t *text) UnmarshalJSON(raw []byte) error {
	if json.Unmarshal(raw, (*string)(t)) == nil {
		return nil
	}
	return json.Unmarshal(raw, (*json.Number)(t))
}

// parse reads the request's body. Unknown members are ignored, as nodes do.
func parse(r *http.Request, into any) error {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			return BadRequest.New("The body is larger than %d bytes", tooLarge.Limit)
		}
		return BadRequest.New("Unable to read the POST body: %v", err)
	}
	if len(body) == 0 {
		return BadRequest.New("A Request body is required")
	}
	if err := json.Unmarshal(body, into); err != nil {
		return BadRequest.New("Unable to parse valid input from POST body: %v", err)
	}
	return nil
}
