// Package call is the allow-list of what is passed on to the chain's nodes: the
// calls of /v1/chain/ that wallets and their libraries make, what a request of
// each may hold, and how long its answer may be kept.
package call

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fieldhouse/plugins/chainapi/canonical"
	"fieldhouse/plugins/chainapi/transaction"
	"fieldhouse/plugins/paths"
)

// Prefix is where the calls are, here as on a node.
const Prefix = paths.ChainAPI

// Class is how long the answers of a call are kept.
type Class string

// The classes of reads, and those of calls that nothing is kept of.
const (
	// Info is the state of the chain, from which a wallet takes the clock and
	// the block that its transaction names.
	Info Class = "info"
	// Accounts are the keys, permissions and resources of accounts.
	Accounts Class = "accounts"
	// Rows are tables and balances.
	Rows Class = "rows"
	// Blocks are blocks by number or id.
	Blocks Class = "blocks"
	// ABIs are contracts: their interface and their code.
	ABIs Class = "abis"
	// Direct reads depend on a whole transaction: nobody asks the same again.
	Direct Class = "direct"
	// Push changes the chain.
	Push Class = "push"
)

// Cached are the classes whose answers are kept.
var Cached = []Class{Info, Accounts, Rows, Blocks, ABIs}

// Call is one that is passed on.
type Call struct {
	// Name is the last part of its address.
	Name  string
	Class Class
	// members are what a node reads of the request, the required one among them. A call
	// without members takes any body and reads none.
	members []string
	// required is the member without which a node cannot answer.
	required string
}

// calls holds what the client libraries of the three wallets call between them,
// and get_code_hash, get_currency_stats and get_table_by_scope, which are as
// cheap and tell a page what it may need. compute_transaction and
// send_read_only_transaction are not among them: no wallet calls them, and they
// let anybody run contracts on a node. Neither is get_transaction_status: most
// nodes do not have it, and pushing the same bytes again looks up better.
var calls = []*Call{
	read("get_info", Info, ""),
	read("get_account", Accounts, "account_name", "expected_core_symbol"),
	read("get_currency_balance", Rows, "code", "account", "symbol"),
	read("get_currency_stats", Rows, "code", "symbol"),
	read("get_table_by_scope", Rows, "code", "table", "lower_bound", "upper_bound", "limit", "reverse"),
	read("get_table_rows", Rows, "code", "scope", "table", "json", "lower_bound", "upper_bound", "limit",
		"key_type", "index_position", "encode_type", "reverse", "show_payer", "table_key"),
	read("get_block", Blocks, "block_num_or_id"),
	read("get_block_info", Blocks, "block_num"),
	read("get_abi", ABIs, "account_name"),
	read("get_code_hash", ABIs, "account_name"),
	read("get_raw_abi", ABIs, "account_name", "abi_hash"),
	read("get_raw_code_and_abi", ABIs, "account_name"),
	read("get_required_keys", Direct, "transaction", "available_keys"),
	{Name: transaction.PushTransaction, Class: Push},
	{Name: transaction.SendTransaction, Class: Push},
	{Name: transaction.SendTransaction2, Class: Push},
}

// read describes a read by the members of its request, the required one first.
func read(name string, class Class, required string, members ...string) *Call {
	return &Call{Name: name, Class: class, required: required, members: append(members, required)}
}

// Find is the call of a path below Prefix, or nil when there is none or it is
// not passed on.
func Find(name string) *Call {
	if i := slices.IndexFunc(calls, func(c *Call) bool { return c.Name == name }); i >= 0 {
		return calls[i]
	}
	return nil
}

// Path is where a node has the call.
func (c *Call) Path() string { return Prefix + c.Name }

// Block is the number of the block that a body of Body asks for; 0 for none.
func (c *Call) Block(body []byte) uint64 {
	var request map[string]json.RawMessage
	if c.Class != Blocks || json.Unmarshal(body, &request) != nil {
		return 0
	}
	text, base := strings.Trim(string(request[c.required]), `"`), 10
	// A block's id begins with its number.
	if len(text) == hex.EncodedLen(sha256.Size) {
		text, base = text[:8], 16
	}
	number, err := strconv.ParseUint(text, base, 32)
	if err != nil {
		return 0
	}
	return number
}

// Gets says whether the call makes sense without a body, and so as a GET.
func (c *Call) Gets() bool { return c.Class != Push && c.required == "" }

// Body writes a request anew: members in the order of their names, numbers as
// they were, and what a node would not read left out. Two requests that ask the
// same have the same body, which is the key of the answer. The error says what
// is wrong with the request.
func (c *Call) Body(request []byte) ([]byte, error) {
	if c.required == "" {
		return []byte("{}"), nil
	}
	members, err := canonical.Object(request)
	if err != nil {
		return nil, err
	}
	for name, value := range members {
		if !slices.Contains(c.members, name) {
			delete(members, name)
		} else if c.Class != Direct && (value[0] == '{' || value[0] == '[') {
			return nil, fmt.Errorf("%s must be a string, a number or true or false", name)
		}
	}
	if value, has := members[c.required]; !has || isEmpty(value) {
		return nil, fmt.Errorf("there is no %s", c.required)
	}
	return canonical.Members(members), nil
}

func isEmpty(value json.RawMessage) bool { return string(value) == "null" || string(value) == `""` }

// maxKeyBody is up to which size a body stands in its key as it is, so that
// people can read keys.
const maxKeyBody = 512

// Key is the key of the answer to a body of Body.
func (c *Call) Key(body []byte) string {
	if len(body) > maxKeyBody {
		sum := sha256.Sum256(body)
		return c.Name + " sha256:" + hex.EncodeToString(sum[:])
	}
	return c.Name + " " + string(body)
}
