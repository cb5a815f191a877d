package game

import (
	"encoding/json"
	"math"

	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// Bounds of what a drop or partner may hold, in bytes.
const (
	maxName    = 64
	maxDisplay = 4096
)

// newDrop puts a pack on sale. Only the contract's own account may.
func (g contract) newDrop(c *ledger.Context, data NewDrop) error {
	if err := c.RequireAuth(g.Account); err != nil {
		return err
	}
	if err := g.checkDrop(c, data); err != nil {
		return err
	}
	id := c.NextPrimary(g.Account, TableDrops, 1)
	c.Put(g.Account, TableDrops, id, g.Account, Drop{
		DropID: id, Sale: data.Sale, CurrentClaimed: data.AlreadyClaimed, Limits: data.Limits,
	})
	return nil
}

func (g contract) checkDrop(c *ledger.Context, data NewDrop) error {
	if data.Edition == 0 || data.Name == "" || len(data.Name) > maxName {
		return ledger.Assert("A drop needs an edition and a name of at most %d bytes", maxName)
	}
	if len(data.DisplayData) > maxDisplay || !json.Valid([]byte(data.DisplayData)) {
		return ledger.Assert("A drop's display_data must be JSON of at most %d bytes", maxDisplay)
	}
	if err := g.checkMints(c, data.AssetsToMint); err != nil {
		return err
	}
	price := data.ListingPrice
	if !price.Symbol.Valid() || price.Amount < 0 || price.Amount > antelope.MaxAmount {
		return ledger.Assert("Invalid listing price")
	}
	if data.SettlementSymbol != g.Symbol {
		return ledger.Assert("The settlement symbol must be %s", g.Symbol)
	}
	if !c.IsAccount(data.PriceRecipient) {
		return ledger.Assert("The price recipient %s does not exist", data.PriceRecipient)
	}
	if data.MaxClaimable > math.MaxUint32 || data.AlreadyClaimed > data.MaxClaimable && data.MaxClaimable > 0 {
		return ledger.Assert("Invalid number of packs")
	}
	return checkTimes(data.StartTime, data.EndTime)
}

func checkTimes(start, end uint32) error {
	if end > 0 && end <= start {
		return ledger.Assert("A sale must end after it starts")
	}
	return nil
}

func (g contract) setTimes(c *ledger.Context, data SetTimes) error {
	return g.changeDrop(c, data.DropID, func(drop *Drop) error {
		drop.StartTime, drop.EndTime = data.StartTime, data.EndTime
		return checkTimes(data.StartTime, data.EndTime)
	})
}

func (g contract) setHidden(c *ledger.Context, data SetHidden) error {
	return g.changeDrop(c, data.DropID, func(drop *Drop) error {
		drop.IsHidden = data.IsHidden
		return nil
	})
}

func (g contract) changeDrop(c *ledger.Context, id uint64, change func(*Drop) error) error {
	if err := c.RequireAuth(g.Account); err != nil {
		return err
	}
	drop, err := g.drop(c, id)
	if err != nil {
		return err
	}
	if err := change(&drop); err != nil {
		return err
	}
	c.Put(g.Account, TableDrops, id, ledger.SamePayer, drop)
	return nil
}

func (g contract) setPartner(c *ledger.Context, data SetPartner) error {
	if err := c.RequireAuth(g.Account); err != nil {
		return err
	}
	if data.Code == 0 || len(data.Label) > maxName || !c.IsAccount(data.Account) {
		return ledger.Assert("A partner needs a code, a label of at most %d bytes and an account that exists", maxName)
	}
	if data.ShareBps > basisPoints || data.DiscountBps > basisPoints {
		return ledger.Assert("Share and discount are at most %d basis points", basisPoints)
	}
	if err := checkTimes(data.StartsAt, data.EndsAt); err != nil {
		return err
	}
	var uses uint64
	if row, exists := c.Get(g.Account, TablePartners, uint64(data.Code)); exists {
		uses = ledger.Decode[Partner](row).Uses
	}
	c.Put(g.Account, TablePartners, uint64(data.Code), g.Account, Partner{
		Code: data.Code, Account: data.Account, Label: data.Label,
		ShareBps: data.ShareBps, DiscountBps: data.DiscountBps, Uses: uses,
		Active: data.Active, StartsAt: data.StartsAt, EndsAt: data.EndsAt,
	})
	return nil
}

func (g contract) newClaim(c *ledger.Context, data NewClaim) error {
	if err := c.RequireAuth(g.Account); err != nil {
		return err
	}
	if _, err := g.drop(c, data.DropID); err != nil {
		return err
	}
	if !c.IsAccount(data.Claimer) {
		return ledger.Assert("The account %s does not exist", data.Claimer)
	}
	if data.Amount < 1 || data.Amount > maxAmount {
		return ledger.Assert("Choose 1 to %d packs", maxAmount)
	}
	if data.Reason == "" || data.Reason == ReasonPurchase || len(data.Reason) > maxName {
		return ledger.Assert("A claim needs a reason of at most %d bytes, other than %s", maxName, ReasonPurchase)
	}
	g.addClaim(c, Claim{
		DropID: data.DropID, Claimer: data.Claimer, Amount: data.Amount, Reason: data.Reason,
		Paid: antelope.Asset{Symbol: g.Symbol}, ExpiresAt: data.ExpiresAt,
	})
	return nil
}
