package game

import "fieldhouse/plugins/antelope"

// DepositMemo is the memo of a transfer that pays in for a purchase.
const DepositMemo = "deposit"

// BuyPack is the data of buypack: the second half of a purchase, after the
// deposit in the same transaction.
type BuyPack struct {
	Buyer  antelope.Name `abi:"buyer"`
	DropID uint64        `abi:"drop_id"`
	Amount uint64        `abi:"amount"`
	// IntendedDelphiMedian is the median the buyer was quoted. It must be the
	// median of a current datapoint.
	IntendedDelphiMedian uint64        `abi:"intended_delphi_median"`
	PartnerCode          antelope.Name `abi:"partner_code"`
}

// Claim is the data of claim, which collects an open claim.
type Claim struct {
	Claimer antelope.Name `abi:"claimer"`
	ClaimID uint64        `abi:"claim_id"`
}

// Open is the data of open, which turns packs into cards.
type Open struct {
	Owner    antelope.Name `abi:"owner"`
	AssetIDs []uint64      `abi:"asset_ids"`
}

// NewDrop is the data of newdrop. The contract chooses the drop's id.
type NewDrop struct {
	Sale
	// AlreadyClaimed are packs that were handed out before the sale.
	AlreadyClaimed uint64 `abi:"already_claimed"`
	Limits
}

// SetHidden is the data of sethidden, which takes a drop off the list or puts it
// back.
type SetHidden struct {
	DropID   uint64 `abi:"drop_id"`
	IsHidden bool   `abi:"is_hidden"`
}

// SetPartner is the data of setpartner, which makes a partner or changes it. Its
// uses are kept.
type SetPartner struct {
	Code        antelope.Name `abi:"code"`
	Account     antelope.Name `abi:"account"`
	Label       string        `abi:"label"`
	ShareBps    uint32        `abi:"share_bps"`
	DiscountBps uint32        `abi:"discount_bps"`
	Active      bool          `abi:"active"`
	StartsAt    uint32        `abi:"starts_at"`
	EndsAt      uint32        `abi:"ends_at"`
}

// NewClaim is the data of newclaim, which lets an account collect packs.
type NewClaim struct {
	DropID    uint64        `abi:"drop_id"`
	Claimer   antelope.Name `abi:"claimer"`
	Amount    uint64        `abi:"amount"`
	Reason    string        `abi:"reason"`
	ExpiresAt uint32        `abi:"expires_at"`
}
