package game

import (
	"fmt"
	"math"
	"math/big"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// maxAmount is how many packs one purchase may hold.
const maxAmount = 100

// buyPack sells packs for what the buyer has deposited.
func (g contract) buyPack(c *ledger.Context, data BuyPack) {
	c.RequireAuth(data.Buyer)
	drop := g.drop(c, data.DropID)
	ledger.Check(data.Amount >= 1 && data.Amount <= maxAmount, "Choose 1 to %d packs", maxAmount)
	now := seconds(c.Now())
	ledger.Check(drop.StartTime == 0 || now >= drop.StartTime, "Sale has not started yet")
	ledger.Check(drop.EndTime == 0 || now < drop.EndTime, "Sale has ended")
	g.reserve(c, drop, data.Amount)
	ledger.Check(!drop.AuthRequired || g.invited(c, data.Buyer, data.DropID), "This sale is for invited accounts only")
	g.count(c, drop, data)
	g.charge(c, drop, data)
	g.mintPacks(c, drop, data.Buyer, data.Amount)
}

// invited tells whether the account has an open claim for the drop.
func (g contract) invited(c *ledger.Context, account antelope.Name, dropID uint64) bool {
	for claim := range Claims.Own(c, g.Account).Between(IndexClaimer, uint64(account), uint64(account)) {
		if claim.DropID == dropID && claim.open(seconds(c.Now())) {
			return true
		}
	}
	return false
}

// count keeps the account under the drop's limit.
func (g contract) count(c *ledger.Context, drop Drop, data BuyPack) {
	now := seconds(c.Now())
	stats, _ := AccStats.Own(c, data.Buyer).Get(drop.DropID)
	stats.DropID = drop.DropID
	if drop.AccountLimitCooldown > 0 && uint64(now) >= uint64(stats.LastTime)+uint64(drop.AccountLimitCooldown) {
		stats.Counter = 0
	}
	ledger.Check(drop.AccountLimit == 0 || stats.Counter+data.Amount <= drop.AccountLimit, "Account limit reached (%d)", drop.AccountLimit)
	stats.Counter += data.Amount
	stats.LastTime = now
	AccStats.Put(c, data.Buyer, stats)
}

// charge takes the price, shares it out and leaves the claim that says so.
func (g contract) charge(c *ledger.Context, drop Drop, data BuyPack) {
	partner := g.partner(c, data.PartnerCode)
	order := Order{
		Listing: drop.ListingPrice, Amount: data.Amount, Median: data.IntendedDelphiMedian,
		Settlement: drop.SettlementSymbol, DiscountBps: partner.DiscountBps,
	}
	if order.Listing.Symbol != order.Settlement {
		order.Precision = g.median(c, order.Median)
	}
	// A price beyond every deposit would also be beyond the integers.
	_, err := order.Deposit()
	ledger.Check(err == nil, "The price of %d packs is too large", data.Amount)
	price := order.Price()
	g.spend(c, data.Buyer, price)
	share := price / basisPoints * uint64(partner.ShareBps)
	share += price % basisPoints * uint64(partner.ShareBps) / basisPoints
	g.pay(c, partner.Account, share, "partner share")
	g.pay(c, drop.PriceRecipient, price-share, "sale")
	g.addClaim(c, ClaimRow{
		DropID: drop.DropID, Claimer: data.Buyer, Amount: data.Amount, Claimed: true,
		Reason: ReasonPurchase, PartnerCode: data.PartnerCode,
		Paid:  antelope.Asset{Amount: int64(price), Symbol: g.Symbol},
		TrxID: c.TransactionID().String(),
	})
}

// partner finds a usable partner and counts the use. No code is no partner.
func (g contract) partner(c *ledger.Context, code antelope.Name) Partner {
	if code == 0 {
		return Partner{}
	}
	partner, exists := Partners.Own(c, g.Account).Get(uint64(code))
	ledger.Check(exists, "There is no partner code %s", code)
	now := seconds(c.Now())
	started, ended := now >= partner.StartsAt, partner.EndsAt > 0 && now >= partner.EndsAt
	ledger.Check(partner.Active && started && !ended, "The partner code %s is not active", code)
	partner.Uses++
	Partners.Put(c, g.Account, partner)
	return partner
}

// claim collects an open claim.
func (g contract) claim(c *ledger.Context, data Claim) {
	c.RequireAuth(data.Claimer)
	claim, exists := Claims.Own(c, g.Account).Get(data.ClaimID)
	ledger.Check(exists, "There is no claim %d", data.ClaimID)
	ledger.Check(claim.Claimer == data.Claimer, "This claim belongs to another account")
	ledger.Check(!claim.Claimed, "Already claimed")
	ledger.Check(claim.open(seconds(c.Now())), "This claim has expired")
	drop := g.drop(c, claim.DropID)
	g.reserve(c, drop, claim.Amount)
	claim.Claimed, claim.TrxID, claim.ClaimedAt = true, c.TransactionID().String(), seconds(c.Now())
	Claims.Put(c, g.Account, claim)
	g.mintPacks(c, drop, claim.Claimer, claim.Amount)
}

// open tells whether the claim can still be collected.
func (claim ClaimRow) open(now uint32) bool {
	return !claim.Claimed && (claim.ExpiresAt == 0 || now < claim.ExpiresAt)
}

// basisPoints is the whole in basis points.
const basisPoints = 10_000

// Order is what a price is computed of.
type Order struct {
	// Listing is the price of one pack.
	Listing antelope.Asset
	Amount  uint64
	// Median is the quoted price of one settlement token in the listing's
	// currency, with Precision decimals.
	Median     uint64
	Precision  uint64
	Settlement antelope.Symbol
	// DiscountBps is what a partner's code saves.
	DiscountBps uint32
}

// Price is what the contract asks for, in the smallest unit of the settlement
// symbol. Like the contracts on WAX it computes in double and truncates.
func (o Order) Price() uint64 {
	total := float64(o.Listing.Amount) * float64(o.Amount)
	if o.Listing.Symbol != o.Settlement {
		total = total / float64(o.Median) * math.Pow(10, float64(o.exponent()))
	}
	price := uint64(total)
	whole, rest := price/basisPoints, price%basisPoints
	keep := uint64(basisPoints - o.DiscountBps)
	return whole*keep + rest*keep/basisPoints
}

// Deposit is what a buyer pays in: the exact price rounded up, which is never
// less than what the contract asks for. It fails when that is no amount.
func (o Order) Deposit() (antelope.Asset, error) {
	exact := new(big.Rat).SetInt64(o.Listing.Amount)
	exact.Mul(exact, new(big.Rat).SetInt(new(big.Int).SetUint64(o.Amount)))
	exact.Mul(exact, big.NewRat(int64(basisPoints-o.DiscountBps), basisPoints))
	if o.Listing.Symbol != o.Settlement {
		if o.Median == 0 {
			return antelope.Asset{}, fmt.Errorf("pricing %d packs at %s: there is no median", o.Amount, o.Listing)
		}
		exact.Quo(exact, new(big.Rat).SetInt(new(big.Int).SetUint64(o.Median)))
		power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(o.exponent(), -o.exponent()))), nil)
		if o.exponent() >= 0 {
			exact.Mul(exact, new(big.Rat).SetInt(power))
		} else {
			exact.Quo(exact, new(big.Rat).SetInt(power))
		}
	}
	rounded, rest := new(big.Int).QuoRem(exact.Num(), exact.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		rounded.Add(rounded, big.NewInt(1))
	}
	if !rounded.IsInt64() || rounded.Int64() > antelope.MaxAmount {
		return antelope.Asset{}, fmt.Errorf("pricing %d packs at %s: the price is too large", o.Amount, o.Listing)
	}
	return antelope.Asset{Amount: rounded.Int64(), Symbol: o.Settlement}, nil
}

// exponent is the power of ten between listing units per median and settlement
// units: 4 + 8 - 2 for USD and WAX.
func (o Order) exponent() int {
	return int(o.Precision) + o.Settlement.Precision() - o.Listing.Symbol.Precision()
}
