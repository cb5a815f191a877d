package game

import (
	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// maxAmount is how many packs one purchase may hold.
const maxAmount = 100

// buyPack sells packs for what the buyer has deposited.
func (g contract) buyPack(c *ledger.Context, data BuyPack) error {
	if err := c.RequireAuth(data.Buyer); err != nil {
		return err
	}
	drop, err := g.drop(c, data.DropID)
	if err != nil {
		return err
	}
	if data.Amount < 1 || data.Amount > maxAmount {
		return ledger.Assert("Choose 1 to %d packs", maxAmount)
	}
	now := seconds(c.Now())
	if drop.StartTime > 0 && now < drop.StartTime {
		return ledger.Assert("Sale has not started yet")
	}
	if drop.EndTime > 0 && now >= drop.EndTime {
		return ledger.Assert("Sale has ended")
	}
	if err := g.settle(c, drop, data.Amount); err != nil {
		return err
	}
	if drop.AuthRequired && !g.invited(c, data.Buyer, data.DropID) {
		return ledger.Assert("This sale is for invited accounts only")
	}
	if err := g.count(c, drop, data); err != nil {
		return err
	}
	if err := g.charge(c, drop, data); err != nil {
		return err
	}
	return g.mintPacks(c, drop, data.Buyer, data.Amount)
}

// invited tells whether the account has an open claim for the drop.
func (g contract) invited(c *ledger.Context, account antelope.Name, dropID uint64) bool {
	claims := c.Table(g.Account, g.Account, TableClaims)
	for _, entry := range claims.Between(IndexClaimer, uint64(account), uint64(account)) {
		row, _ := claims.Get(entry.Primary)
		claim := ledger.Decode[Claim](row)
		if claim.DropID == dropID && claim.open(seconds(c.Now())) {
			return true
		}
	}
	return false
}

// count keeps the account under the drop's limit.
func (g contract) count(c *ledger.Context, drop Drop, data BuyPack) error {
	now := seconds(c.Now())
	stats := Stats{DropID: drop.DropID}
	if row, exists := c.Get(data.Buyer, TableStats, drop.DropID); exists {
		stats = ledger.Decode[Stats](row)
	}
	if drop.AccountLimitCooldown > 0 && uint64(now) >= uint64(stats.LastTime)+uint64(drop.AccountLimitCooldown) {
		stats.Counter = 0
	}
	if drop.AccountLimit > 0 && stats.Counter+data.Amount > drop.AccountLimit {
		return ledger.Assert("Account limit reached (%d)", drop.AccountLimit)
	}
	stats.Counter += data.Amount
	stats.LastTime = now
	c.Put(data.Buyer, TableStats, drop.DropID, g.Account, stats)
	return nil
}

// charge takes the price, shares it out and leaves the claim that says so.
func (g contract) charge(c *ledger.Context, drop Drop, data BuyPack) error {
	partner, err := g.partner(c, data.PartnerCode)
	if err != nil {
		return err
	}
	order := Order{
		Listing: drop.ListingPrice, Amount: data.Amount, Median: data.IntendedDelphiMedian,
		Settlement: drop.SettlementSymbol, DiscountBps: partner.DiscountBps,
	}
	if order.Listing.Symbol != order.Settlement {
		if order.Precision, err = g.median(c, order.Median); err != nil {
			return err
		}
	}
	// A price beyond every deposit would also be beyond the integers.
	if _, err := order.Deposit(); err != nil {
		return ledger.Assert("The price of %d packs is too large", data.Amount)
	}
	price := order.Price()
	if err := g.spend(c, data.Buyer, price); err != nil {
		return err
	}
	share := price / basisPoints * uint64(partner.ShareBps)
	share += price % basisPoints * uint64(partner.ShareBps) / basisPoints
	g.pay(c, partner.Account, share, "partner share")
	g.pay(c, drop.PriceRecipient, price-share, "sale")
	g.addClaim(c, Claim{
		DropID: drop.DropID, Claimer: data.Buyer, Amount: data.Amount, Claimed: true,
		Reason: ReasonPurchase, PartnerCode: data.PartnerCode,
		Paid:  antelope.Asset{Amount: int64(price), Symbol: g.Symbol},
		TrxID: c.TransactionID().String(),
	})
	return nil
}

// partner finds a usable partner and counts the use. No code is no partner.
func (g contract) partner(c *ledger.Context, code antelope.Name) (Partner, error) {
	if code == 0 {
		return Partner{}, nil
	}
	row, exists := c.Get(g.Account, TablePartners, uint64(code))
	if !exists {
		return Partner{}, ledger.Assert("There is no partner code %s", code)
	}
	partner, now := ledger.Decode[Partner](row), seconds(c.Now())
	if !partner.Active || partner.StartsAt > 0 && now < partner.StartsAt || partner.EndsAt > 0 && now >= partner.EndsAt {
		return Partner{}, ledger.Assert("The partner code %s is not active", code)
	}
	partner.Uses++
	c.Put(g.Account, TablePartners, uint64(code), ledger.SamePayer, partner)
	return partner, nil
}

// claim collects an open claim.
func (g contract) claim(c *ledger.Context, data TakeClaim) error {
	if err := c.RequireAuth(data.Claimer); err != nil {
		return err
	}
	row, exists := c.Get(g.Account, TableClaims, data.ClaimID)
	if !exists {
		return ledger.Assert("There is no claim %d", data.ClaimID)
	}
	claim := ledger.Decode[Claim](row)
	if claim.Claimer != data.Claimer {
		return ledger.Assert("This claim belongs to another account")
	}
	if claim.Claimed {
		return ledger.Assert("Already claimed")
	}
	if !claim.open(seconds(c.Now())) {
		return ledger.Assert("This claim has expired")
	}
	drop, err := g.drop(c, claim.DropID)
	if err != nil {
		return err
	}
	if err := g.settle(c, drop, claim.Amount); err != nil {
		return err
	}
	claim.Claimed, claim.TrxID = true, c.TransactionID().String()
	c.Put(g.Account, TableClaims, claim.ClaimID, ledger.SamePayer, claim)
	return g.mintPacks(c, drop, claim.Claimer, claim.Amount)
}

// open tells whether the claim can still be collected.
func (claim Claim) open(now uint32) bool {
	return !claim.Claimed && (claim.ExpiresAt == 0 || now < claim.ExpiresAt)
}
