// Package genesis says what the development chain starts with: its names,
// accounts, prices, drops and partners.
package genesis

import "fieldhouse/devchain/chain/deck"

// The names that a site on the development chain is set to.
const (
	// ChainIDText is what the chain id is the SHA-256 of.
	ChainIDText = "fieldhouse devchain"
	// ChainID is 64 hex digits.
	ChainID      = "4000d29e35787f1dbd9d6fb12dc67749ba549a964973b307a9e6e74d4cc387c7"
	System       = "eosio"
	GameContract = "fieldhousegm"
	Collection   = "fieldhousegm"
	Oracle       = "delphioracle"
	OraclePair   = "waxpusd"
	Token        = "eosio.token"
	Assets       = "atomicassets"
)

// The editions that drops belong to.
const (
	Football   = deck.Football
	Basketball = deck.Basketball
)

// Editions are all editions, in the order their drops are made.
var Editions = []string{Football, Basketball}

// Treasury receives what packs are sold for.
const Treasury = "fieldhouse.t"

// The resource provider and what it signs for, by the names that Greymass Fuel
// has on WAX and that apps check: the provider puts NoopContract::NoopAction,
// authorised by Provider@ProviderPermission, before a transaction's own actions.
const (
	Provider           = "greymassfuel"
	ProviderPermission = "cosign"
	NoopContract       = "greymassnoop"
	NoopAction         = "noop"
	// ProviderFees is the account that the provider's fees are paid to.
	ProviderFees = "fuel.gm"
)

// firstClaim is two below the point where a node starts to print ids as strings,
// so that a page meets both forms at once.
const firstClaim = 0xffffffff - 1
