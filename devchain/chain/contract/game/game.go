// Package game is the game's own contract: drops on sale, partner codes, claims.
package game

import (
	"math"
	"time"

	"fieldhouse/devchain/chain/contract/oracle"
	"fieldhouse/devchain/chain/contract/token"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// Config says where the contract lives and whom it works with.
type Config struct {
	Account antelope.Name
	// Token is the contract whose transfers are deposits, Symbol the currency
	// it accepts.
	Token  antelope.Name
	Symbol antelope.Symbol
	// Oracle and Pair are where the price of the currency in USD comes from.
	Oracle, Pair antelope.Name
	// Assets is the AtomicAssets contract and Collection the game's collection
	// there: packs in the schema PackSchema, cards in one schema for each
	// edition, which has the edition's name.
	Assets, Collection, PackSchema antelope.Name
	// FirstClaim is the id of the first claim.
	FirstClaim uint64
}

// contract runs the actions.
type contract struct {
	Config
}

// New gives the contract's code.
func New(config Config) ledger.Contract {
	run := contract{config}
	return ledger.NewContract(config.Account,
		ledger.Type("mint", Mint{}), Drops, Partners, Claims, Balances, AccStats,
		ledger.Handle(run.buyPack), ledger.Handle(run.claim), ledger.Handle(run.open),
		ledger.Handle(run.newDrop), ledger.Handle(run.setHidden),
		ledger.Handle(run.setPartner), ledger.Handle(run.newClaim),
		ledger.Notified(config.Token, run.received))
}

// received books a transfer to the contract as the sender's deposit.
func (g contract) received(c *ledger.Context, data token.Transfer) {
	if data.To != g.Account {
		return
	}
	ledger.Check(data.Memo == DepositMemo, "Send WAX here only with the memo deposit")
	ledger.Check(data.Quantity.Symbol == g.Symbol, "Only %s is accepted", g.Symbol.CodeText())
	deposit := g.deposit(c, data.From)
	deposit.Quantity.Amount += data.Quantity.Amount
	Balances.Put(c, g.Account, deposit)
}

func (g contract) deposit(c *ledger.Context, owner antelope.Name) Deposit {
	if deposit, exists := Balances.Own(c, g.Account).Get(uint64(owner)); exists {
		return deposit
	}
	return Deposit{Owner: owner, Quantity: antelope.Asset{Symbol: g.Symbol}}
}

// spend takes an amount from a deposit and removes the row when nothing is left.
func (g contract) spend(c *ledger.Context, owner antelope.Name, amount uint64) {
	deposit := g.deposit(c, owner)
	needed := antelope.Asset{Amount: int64(min(amount, math.MaxInt64)), Symbol: g.Symbol}
	ledger.Check(amount <= uint64(deposit.Quantity.Amount), "Deposit too small: %s needed, %s deposited", needed, deposit.Quantity)
	deposit.Quantity.Amount -= int64(amount)
	if deposit.Quantity.Amount == 0 {
		Balances.Delete(c, g.Account, uint64(owner))
		return
	}
	Balances.Put(c, g.Account, deposit)
}

// pay sends from the contract's own balance. Nothing is sent for 0.
func (g contract) pay(c *ledger.Context, to antelope.Name, amount uint64, memo string) {
	if amount == 0 || to == g.Account {
		return
	}
	c.Inline(g.Token, token.Transfer{
		From: g.Account, To: to, Quantity: antelope.Asset{Amount: int64(amount), Symbol: g.Symbol}, Memo: memo,
	})
}

// drop finds a drop by its id.
func (g contract) drop(c *ledger.Context, id uint64) Drop {
	drop, exists := Drops.Own(c, g.Account).Get(id)
	ledger.Check(exists, "There is no drop %d", id)
	return drop
}

func (g contract) addClaim(c *ledger.Context, claim ClaimRow) {
	claim.ClaimID = Claims.NextPrimary(c, g.Account, g.FirstClaim)
	claim.CreatedAt = seconds(c.Now())
	if claim.Claimed {
		claim.ClaimedAt = claim.CreatedAt
	}
	Claims.Put(c, g.Account, claim)
}

// reserve takes packs off what is left of a drop.
func (g contract) reserve(c *ledger.Context, drop Drop, amount uint64) {
	if drop.MaxClaimable > 0 {
		left := drop.MaxClaimable - drop.CurrentClaimed
		ledger.Check(left > 0, "Sold out")
		ledger.Check(amount <= left, "Only %d left", left)
	}
	drop.CurrentClaimed += amount
	Drops.Put(c, g.Account, drop)
}

// median checks that a median still stands, and finds its number of decimals.
func (g contract) median(c *ledger.Context, median uint64) (precision uint64) {
	ledger.Check(oracle.HasMedian(c, g.Oracle, g.Pair, median), "Price moved, please try again")
	pair, exists := oracle.Pairs.In(c, g.Oracle, g.Oracle).Get(uint64(g.Pair))
	ledger.Check(exists, "There is no price for %s yet", g.Pair)
	return pair.QuotedPrecision
}

func seconds(at time.Time) uint32 { return uint32(antelope.TimePointSecOf(at)) }
