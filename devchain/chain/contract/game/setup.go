package game

import (
	"encoding/json"
	"math"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// Bounds of what a drop or partner may hold, in bytes.
const (
	maxName    = 64
	maxDisplay = 4096
)

// newDrop puts a pack on sale. Only the contract's own account may.
func (g contract) newDrop(c *ledger.Context, data NewDrop) {
	c.RequireAuth(g.Account)
	g.checkDrop(c, data)
	Drops.Put(c, g.Account, Drop{
		DropID: Drops.NextPrimary(c, g.Account, 1), Sale: data.Sale, CurrentClaimed: data.AlreadyClaimed, Limits: data.Limits,
	})
}

func (g contract) checkDrop(c *ledger.Context, data NewDrop) {
	ledger.Check(data.Edition != 0 && data.Name != "" && len(data.Name) <= maxName,
		"A drop needs an edition and a name of at most %d bytes", maxName)
	ledger.Check(len(data.DisplayData) <= maxDisplay && json.Valid([]byte(data.DisplayData)),
		"A drop's display_data must be JSON of at most %d bytes", maxDisplay)
	g.checkMints(c, data.AssetsToMint)
	price := data.ListingPrice
	ledger.Check(price.Symbol.Valid() && price.Amount >= 0 && price.Amount <= antelope.MaxAmount, "Invalid listing price")
	ledger.Check(data.SettlementSymbol == g.Symbol, "The settlement symbol must be %s", g.Symbol)
	ledger.Check(c.IsAccount(data.PriceRecipient), "The price recipient %s does not exist", data.PriceRecipient)
	ledger.Check(data.MaxClaimable <= math.MaxUint32 && (data.MaxClaimable == 0 || data.AlreadyClaimed <= data.MaxClaimable),
		"Invalid number of packs")
	checkTimes(data.StartTime, data.EndTime)
}

func checkTimes(start, end uint32) {
	ledger.Check(end == 0 || end > start, "A sale must end after it starts")
}

func (g contract) setHidden(c *ledger.Context, data SetHidden) {
	c.RequireAuth(g.Account)
	drop := g.drop(c, data.DropID)
	drop.IsHidden = data.IsHidden
	Drops.Put(c, g.Account, drop)
}

func (g contract) setPartner(c *ledger.Context, data SetPartner) {
	c.RequireAuth(g.Account)
	ledger.Check(data.Code != 0 && len(data.Label) <= maxName && c.IsAccount(data.Account),
		"A partner needs a code, a label of at most %d bytes and an account that exists", maxName)
	ledger.Check(data.ShareBps <= basisPoints && data.DiscountBps <= basisPoints, "Share and discount are at most %d basis points", basisPoints)
	checkTimes(data.StartsAt, data.EndsAt)
	before, _ := Partners.Own(c, g.Account).Get(uint64(data.Code))
	Partners.Put(c, g.Account, Partner{
		Code: data.Code, Account: data.Account, Label: data.Label,
		ShareBps: data.ShareBps, DiscountBps: data.DiscountBps, Uses: before.Uses,
		Active: data.Active, StartsAt: data.StartsAt, EndsAt: data.EndsAt,
	})
}

func (g contract) newClaim(c *ledger.Context, data NewClaim) {
	c.RequireAuth(g.Account)
	g.drop(c, data.DropID)
	ledger.Check(c.IsAccount(data.Claimer), "The account %s does not exist", data.Claimer)
	ledger.Check(data.Amount >= 1 && data.Amount <= maxAmount, "Choose 1 to %d packs", maxAmount)
	ledger.Check(data.Reason != "" && data.Reason != ReasonPurchase && len(data.Reason) <= maxName,
		"A claim needs a reason of at most %d bytes, other than %s", maxName, ReasonPurchase)
	g.addClaim(c, ClaimRow{
		DropID: data.DropID, Claimer: data.Claimer, Amount: data.Amount, Reason: data.Reason,
		Paid: antelope.Asset{Symbol: g.Symbol}, ExpiresAt: data.ExpiresAt,
	})
}
