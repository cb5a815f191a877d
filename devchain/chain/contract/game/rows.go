package game

import (
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// The contract's tables.
var (
	Drops    = ledger.NewTable("drops", "drop", func(row Drop) uint64 { return row.DropID })
	Partners = ledger.NewTable("partners", "partner", func(row Partner) uint64 { return uint64(row.Code) })
	Claims   = ledger.NewTable("claims", "claim_row", func(row ClaimRow) uint64 { return row.ClaimID },
		func(row ClaimRow) uint64 { return uint64(row.Claimer) },
		func(row ClaimRow) uint64 { return row.DropID })
	Balances = ledger.NewTable("balances", "balance", func(row Deposit) uint64 { return uint64(row.Owner) })
	AccStats = ledger.NewTable("accstats", "stats", func(row Stats) uint64 { return row.DropID })
)

// IndexClaimer is the index position of claims by claimer; its key type is name.
const IndexClaimer = 2

// Drop is a row of drops: a pack on sale. Its fields have their home in Sale and
// Limits, which newdrop takes as they are.
type Drop struct {
	DropID uint64 `abi:"drop_id"`
	Sale
	// CurrentClaimed is how many packs are gone.
	CurrentClaimed uint64 `abi:"current_claimed"`
	Limits
}

// Sale is what a drop sells. A number of packs of 0 means no limit.
type Sale struct {
	Edition antelope.Name `abi:"edition"`
	Name    string        `abi:"name"`
	// DisplayData is a Display as a JSON string.
	DisplayData  string `abi:"display_data"`
	AssetsToMint []Mint `abi:"assets_to_mint"`
	// ListingPrice is the price of one pack, in USD or in the settlement symbol.
	ListingPrice     antelope.Asset  `abi:"listing_price"`
	SettlementSymbol antelope.Symbol `abi:"settlement_symbol"`
	PriceRecipient   antelope.Name   `abi:"price_recipient"`
	MaxClaimable     uint64          `abi:"max_claimable"`
}

// Limits are who may buy of a drop, how much and when. 0 means no limit and no
// time.
type Limits struct {
	// AccountLimit is how many packs an account may buy; with a cooldown, in
	// seconds, it counts anew when the last purchase is that long ago.
	AccountLimit         uint64 `abi:"account_limit"`
	AccountLimitCooldown uint32 `abi:"account_limit_cooldown"`
	// AuthRequired lets only accounts with an open claim for the drop buy.
	AuthRequired bool `abi:"auth_required"`
	// StartTime and EndTime are seconds since 1970.
	StartTime uint32 `abi:"start_time"`
	EndTime   uint32 `abi:"end_time"`
	IsHidden  bool   `abi:"is_hidden"`
}

// Mint is what a buyer gets for one pack: so many assets of a template.
type Mint struct {
	TemplateID int32  `abi:"template_id"`
	Amount     uint32 `abi:"amount"`
}

// Partner is a row of partners: a code that a buyer may name.
type Partner struct {
	Code    antelope.Name `abi:"code"`
	Account antelope.Name `abi:"account"`
	Label   string        `abi:"label"`
	// ShareBps is the part of the price that the partner gets, and DiscountBps
	// what the buyer saves, in basis points.
	ShareBps    uint32 `abi:"share_bps"`
	DiscountBps uint32 `abi:"discount_bps"`
	Uses        uint64 `abi:"uses"`
	Active      bool   `abi:"active"`
	StartsAt    uint32 `abi:"starts_at"`
	EndsAt      uint32 `abi:"ends_at"`
}

// ClaimRow is a row of claims: packs that an account bought or may collect.
type ClaimRow struct {
	ClaimID uint64        `abi:"claim_id"`
	DropID  uint64        `abi:"drop_id"`
	Claimer antelope.Name `abi:"claimer"`
	Amount  uint64        `abi:"amount"`
	// Claimed is false while the claim is open.
	Claimed     bool           `abi:"claimed"`
	Reason      string         `abi:"reason"`
	PartnerCode antelope.Name  `abi:"partner_code"`
	Paid        antelope.Asset `abi:"paid"`
	// TrxID is the transaction that claimed it, empty while it is open.
	TrxID     string `abi:"trx_id"`
	CreatedAt uint32 `abi:"created_at"`
	ExpiresAt uint32 `abi:"expires_at"`
	// ClaimedAt is when it was bought or collected, 0 while it is open.
	ClaimedAt uint32 `abi:"claimed_at"`
}

// ReasonPurchase is the reason of a claim that a purchase left.
const ReasonPurchase = "purchase"

// Deposit is a row of balances: what an account has deposited and not spent.
type Deposit struct {
	Owner    antelope.Name  `abi:"owner"`
	Quantity antelope.Asset `abi:"quantity"`
}

// Stats is a row of accstats; its scope is the account.
type Stats struct {
	DropID uint64 `abi:"drop_id"`
	// Counter is what the account bought of the drop, LastTime when, in seconds
	// since 1970.
	Counter  uint64 `abi:"counter"`
	LastTime uint32 `abi:"last_claim_time"`
}
