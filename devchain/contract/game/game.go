// Package game is the game's own contract: drops on sale, partner codes, claims.
package game

import (
	"math"
	"time"

	"fieldhouse/devchain/abi"
	"fieldhouse/devchain/contract/oracle"
	"fieldhouse/devchain/contract/token"
	"fieldhouse/devchain/ledger"
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
	return ledger.Contract{
		Account: config.Account,
		ABI: abi.NewBuilder().
			Struct("mint", Mint{}).
			Action("buypack", BuyPack{}).Action("claim", TakeClaim{}).Action("open", Open{}).
			Action("withdraw", Withdraw{}).
			Action("newdrop", NewDrop{}).Action("settimes", SetTimes{}).Action("sethidden", SetHidden{}).
			Action("setpartner", SetPartner{}).Action("newclaim", NewClaim{}).
			Table("drops", "drop", Drop{}).Table("partners", "partner", Partner{}).
			Table("claims", "claim_row", Claim{}).Table("balances", "balance", Deposit{}).
			Table("accstats", "stats", Stats{}).
			Build(),
		Handlers: map[antelope.Name]ledger.Handler{
			ActionBuyPack:    ledger.Handle(run.buyPack),
			ActionClaim:      ledger.Handle(run.claim),
			ActionOpen:       ledger.Handle(run.open),
			ActionWithdraw:   ledger.Handle(run.withdraw),
			ActionNewDrop:    ledger.Handle(run.newDrop),
			ActionSetTimes:   ledger.Handle(run.setTimes),
			ActionSetHidden:  ledger.Handle(run.setHidden),
			ActionSetPartner: ledger.Handle(run.setPartner),
			ActionNewClaim:   ledger.Handle(run.newClaim),
		},
		Notified: map[ledger.Event]ledger.Handler{
			{Account: config.Token, Action: token.ActionTransfer}: ledger.Handle(run.received),
		},
		Secondary: map[antelope.Name][]ledger.SecondaryKey{TableClaims: {keyClaimer, keyDrop}},
	}
}

// received books a transfer to the contract as the sender's deposit.
func (g contract) received(c *ledger.Context, data token.Transfer) error {
	if data.To != g.Account {
		return nil
	}
	if data.Memo != DepositMemo {
		return ledger.Assert("Send WAX here only with the memo deposit")
	}
	if data.Quantity.Symbol != g.Symbol {
		return ledger.Assert("Only %s is accepted", g.Symbol.CodeText())
	}
	deposit := g.deposit(c, data.From)
	deposit.Quantity.Amount += data.Quantity.Amount
	c.Put(g.Account, TableBalances, uint64(data.From), g.Account, deposit)
	return nil
}

func (g contract) deposit(c *ledger.Context, owner antelope.Name) Deposit {
	if row, exists := c.Get(g.Account, TableBalances, uint64(owner)); exists {
		return ledger.Decode[Deposit](row)
	}
	return Deposit{Owner: owner, Quantity: antelope.Asset{Symbol: g.Symbol}}
}

// spend takes an amount from a deposit and removes the row when nothing is left.
func (g contract) spend(c *ledger.Context, owner antelope.Name, amount uint64) error {
	deposit := g.deposit(c, owner)
	if amount > uint64(deposit.Quantity.Amount) {
		asked := antelope.Asset{Amount: int64(min(amount, math.MaxInt64)), Symbol: g.Symbol}
		return ledger.Assert("Deposit too small: %s needed, %s deposited", asked, deposit.Quantity)
	}
	deposit.Quantity.Amount -= int64(amount)
	if deposit.Quantity.Amount == 0 {
		c.Delete(g.Account, TableBalances, uint64(owner))
		return nil
	}
	c.Put(g.Account, TableBalances, uint64(owner), g.Account, deposit)
	return nil
}

func (g contract) withdraw(c *ledger.Context, data Withdraw) error {
	if err := c.RequireAuth(data.Owner); err != nil {
		return err
	}
	if data.Quantity.Symbol != g.Symbol || data.Quantity.Amount <= 0 {
		return ledger.Assert("Withdraw an amount of %s above zero", g.Symbol.CodeText())
	}
	if err := g.spend(c, data.Owner, uint64(data.Quantity.Amount)); err != nil {
		return err
	}
	g.pay(c, data.Owner, uint64(data.Quantity.Amount), "withdraw")
	return nil
}

// pay sends from the contract's own balance. Nothing is sent for 0.
func (g contract) pay(c *ledger.Context, to antelope.Name, amount uint64, memo string) {
	if amount == 0 || to == g.Account {
		return
	}
	c.Inline(g.Token, token.ActionTransfer, token.Transfer{
		From: g.Account, To: to, Quantity: antelope.Asset{Amount: int64(amount), Symbol: g.Symbol}, Memo: memo,
	})
}

// drop finds a drop by its id.
func (g contract) drop(c *ledger.Context, id uint64) (Drop, error) {
	row, exists := c.Get(g.Account, TableDrops, id)
	if !exists {
		return Drop{}, ledger.Assert("There is no drop %d", id)
	}
	return ledger.Decode[Drop](row), nil
}

func (g contract) addClaim(c *ledger.Context, claim Claim) {
	claim.ClaimID = c.NextPrimary(g.Account, TableClaims, g.FirstClaim)
	claim.CreatedAt = seconds(c.Now())
	c.Put(g.Account, TableClaims, claim.ClaimID, g.Account, claim)
}

// settle takes packs off what is left of a drop.
func (g contract) settle(c *ledger.Context, drop Drop, amount uint64) error {
	if drop.MaxClaimable > 0 {
		left := drop.MaxClaimable - drop.CurrentClaimed
		if left == 0 {
			return ledger.Assert("Sold out")
		}
		if amount > left {
			return ledger.Assert("Only %d left", left)
		}
	}
	drop.CurrentClaimed += amount
	c.Put(g.Account, TableDrops, drop.DropID, ledger.SamePayer, drop)
	return nil
}

// median checks that a median still stands, and finds its number of decimals.
func (g contract) median(c *ledger.Context, median uint64) (precision uint64, err error) {
	if !oracle.HasMedian(c.Table(g.Oracle, g.Pair, oracle.TableDatapoints), median) {
		return 0, ledger.Assert("Price moved, please try again")
	}
	row, exists := c.Table(g.Oracle, g.Oracle, oracle.TablePairs).Get(uint64(g.Pair))
	if !exists {
		return 0, ledger.Assert("There is no price for %s yet", g.Pair)
	}
	return ledger.Decode[oracle.Pair](row).QuotedPrecision, nil
}

func seconds(at time.Time) uint32 { return uint32(antelope.TimePointSecOf(at)) }
