package pool

import (
	"slices"
	"strings"
)

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
