// Package token is the eosio.token contract: currencies and balances.
package token

import (
	"fieldhouse/devchain/abi"
	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// Names of the contract's tables and actions.
var (
	TableAccounts = antelope.MustName("accounts")
	TableStat     = antelope.MustName("stat")

	ActionCreate   = antelope.MustName("create")
	ActionIssue    = antelope.MustName("issue")
	ActionRetire   = antelope.MustName("retire")
	ActionTransfer = antelope.MustName("transfer")
	ActionOpen     = antelope.MustName("open")
	ActionClose    = antelope.MustName("close")
)

// maxMemo is the longest memo in bytes.
const maxMemo = 256

// Balance is a row of accounts; its scope is the owner, its key the symbol code.
type Balance struct {
	Balance antelope.Asset `abi:"balance"`
}

// CurrencyStats is the row of stat; its scope and key are the symbol code.
type CurrencyStats struct {
	Supply    antelope.Asset `abi:"supply"`
	MaxSupply antelope.Asset `abi:"max_supply"`
	Issuer    antelope.Name  `abi:"issuer"`
}

// Create is the data of create.
type Create struct {
	Issuer        antelope.Name  `abi:"issuer"`
	MaximumSupply antelope.Asset `abi:"maximum_supply"`
}

// Issue is the data of issue.
type Issue struct {
	To       antelope.Name  `abi:"to"`
	Quantity antelope.Asset `abi:"quantity"`
	Memo     string         `abi:"memo"`
}

// Retire is the data of retire.
type Retire struct {
	Quantity antelope.Asset `abi:"quantity"`
	Memo     string         `abi:"memo"`
}

// Transfer is the data of transfer.
type Transfer struct {
	From     antelope.Name  `abi:"from"`
	To       antelope.Name  `abi:"to"`
	Quantity antelope.Asset `abi:"quantity"`
	Memo     string         `abi:"memo"`
}

// Open is the data of open.
type Open struct {
	Owner    antelope.Name   `abi:"owner"`
	Symbol   antelope.Symbol `abi:"symbol"`
	RAMPayer antelope.Name   `abi:"ram_payer"`
}

// Close is the data of close.
type Close struct {
	Owner  antelope.Name   `abi:"owner"`
	Symbol antelope.Symbol `abi:"symbol"`
}

// New gives the contract's code for the account it lives at.
func New(account antelope.Name) ledger.Contract {
	return ledger.Contract{
		Account: account,
		ABI: abi.NewBuilder().
			Action("create", Create{}).Action("issue", Issue{}).Action("retire", Retire{}).
			Action("transfer", Transfer{}).Action("open", Open{}).Action("close", Close{}).
			Table("accounts", "account", Balance{}).Table("stat", "currency_stats", CurrencyStats{}).
			Build(),
		Handlers: map[antelope.Name]ledger.Handler{
			ActionCreate:   ledger.Handle(create),
			ActionIssue:    ledger.Handle(issue),
			ActionRetire:   ledger.Handle(retire),
			ActionTransfer: ledger.Handle(transfer),
			ActionOpen:     ledger.Handle(open),
			ActionClose:    ledger.Handle(closeBalance),
		},
	}
}

// BalanceOf is what the owner has; false when it has no row.
func BalanceOf(accounts *ledger.Table, symbol antelope.Symbol) (antelope.Asset, bool) {
	row, found := accounts.Get(symbol.Code())
	if !found {
		return antelope.Asset{Symbol: symbol}, false
	}
	return ledger.Decode[Balance](row).Balance, true
}

func create(c *ledger.Context, data Create) error {
	if err := c.RequireAuth(c.Self()); err != nil {
		return err
	}
	symbol := data.MaximumSupply.Symbol
	if !symbol.Valid() {
		return ledger.Assert("invalid symbol name")
	}
	if data.MaximumSupply.Amount <= 0 || data.MaximumSupply.Amount > antelope.MaxAmount {
		return ledger.Assert("max-supply must be positive")
	}
	if !c.IsAccount(data.Issuer) {
		return ledger.Assert("the issuer %s does not exist", data.Issuer)
	}
	if _, exists := c.Get(antelope.Name(symbol.Code()), TableStat, symbol.Code()); exists {
		return ledger.Assert("token with symbol already exists")
	}
	c.Put(antelope.Name(symbol.Code()), TableStat, symbol.Code(), c.Self(),
		CurrencyStats{Supply: antelope.Asset{Symbol: symbol}, MaxSupply: data.MaximumSupply, Issuer: data.Issuer})
	return nil
}

func issue(c *ledger.Context, data Issue) error {
	stats, err := statsFor(c, data.Quantity, data.Memo)
	if err != nil {
		return err
	}
	if data.To != stats.Issuer {
		return ledger.Assert("tokens can only be issued to issuer account")
	}
	if err := c.RequireAuth(stats.Issuer); err != nil {
		return err
	}
	if data.Quantity.Amount > stats.MaxSupply.Amount-stats.Supply.Amount {
		return ledger.Assert("quantity exceeds available supply")
	}
	stats.Supply.Amount += data.Quantity.Amount
	putStats(c, stats)
	return add(c, stats.Issuer, data.Quantity, stats.Issuer)
}

func retire(c *ledger.Context, data Retire) error {
	stats, err := statsFor(c, data.Quantity, data.Memo)
	if err != nil {
		return err
	}
	if err := c.RequireAuth(stats.Issuer); err != nil {
		return err
	}
	if err := subtract(c, stats.Issuer, data.Quantity); err != nil {
		return err
	}
	stats.Supply.Amount -= data.Quantity.Amount
	putStats(c, stats)
	return nil
}

func transfer(c *ledger.Context, data Transfer) error {
	if data.From == data.To {
		return ledger.Assert("cannot transfer to self")
	}
	if err := c.RequireAuth(data.From); err != nil {
		return err
	}
	if !c.IsAccount(data.To) {
		return ledger.Assert("to account does not exist")
	}
	if _, err := statsFor(c, data.Quantity, data.Memo); err != nil {
		return err
	}
	c.Notify(data.From)
	c.Notify(data.To)
	if err := subtract(c, data.From, data.Quantity); err != nil {
		return err
	}
	payer := data.From
	if c.HasAuth(data.To) {
		payer = data.To
	}
	return add(c, data.To, data.Quantity, payer)
}

func open(c *ledger.Context, data Open) error {
	if err := c.RequireAuth(data.RAMPayer); err != nil {
		return err
	}
	if !c.IsAccount(data.Owner) {
		return ledger.Assert("owner account does not exist")
	}
	stats, exists := statsOf(c, data.Symbol)
	if !exists {
		return ledger.Assert("symbol does not exist")
	}
	if stats.Supply.Symbol != data.Symbol {
		return ledger.Assert("symbol precision mismatch")
	}
	if _, exists := c.Get(data.Owner, TableAccounts, data.Symbol.Code()); exists {
		return nil
	}
	return add(c, data.Owner, antelope.Asset{Symbol: data.Symbol}, data.RAMPayer)
}

func closeBalance(c *ledger.Context, data Close) error {
	if err := c.RequireAuth(data.Owner); err != nil {
		return err
	}
	balance, exists := BalanceOf(c.Table(c.Self(), data.Owner, TableAccounts), data.Symbol)
	if !exists {
		return ledger.Assert("Balance row already deleted or never existed. Action won't have any effect.")
	}
	if balance.Amount != 0 {
		return ledger.Assert("Cannot close because the balance is not zero.")
	}
	c.Delete(data.Owner, TableAccounts, data.Symbol.Code())
	return nil
}

func statsOf(c *ledger.Context, symbol antelope.Symbol) (CurrencyStats, bool) {
	row, exists := c.Get(antelope.Name(symbol.Code()), TableStat, symbol.Code())
	if !exists {
		return CurrencyStats{}, false
	}
	return ledger.Decode[CurrencyStats](row), true
}

func putStats(c *ledger.Context, stats CurrencyStats) {
	code := stats.Supply.Symbol.Code()
	c.Put(antelope.Name(code), TableStat, code, stats.Issuer, stats)
}

// statsFor checks a quantity and memo as all actions do, and finds the currency.
func statsFor(c *ledger.Context, quantity antelope.Asset, memo string) (CurrencyStats, error) {
	if !quantity.Symbol.Valid() {
		return CurrencyStats{}, ledger.Assert("invalid symbol name")
	}
	if len(memo) > maxMemo {
		return CurrencyStats{}, ledger.Assert("memo has more than %d bytes", maxMemo)
	}
	stats, exists := statsOf(c, quantity.Symbol)
	if !exists {
		return CurrencyStats{}, ledger.Assert("token with symbol does not exist")
	}
	if quantity.Amount <= 0 || quantity.Amount > antelope.MaxAmount {
		return CurrencyStats{}, ledger.Assert("must transfer positive quantity")
	}
	if quantity.Symbol != stats.Supply.Symbol {
		return CurrencyStats{}, ledger.Assert("symbol precision mismatch")
	}
	return stats, nil
}

func add(c *ledger.Context, owner antelope.Name, quantity antelope.Asset, payer antelope.Name) error {
	balance, exists := BalanceOf(c.Table(c.Self(), owner, TableAccounts), quantity.Symbol)
	if exists {
		payer = ledger.SamePayer
	}
	balance.Amount += quantity.Amount // the maximum supply keeps it from overflowing
	c.Put(owner, TableAccounts, quantity.Symbol.Code(), payer, Balance{balance})
	return nil
}

func subtract(c *ledger.Context, owner antelope.Name, quantity antelope.Asset) error {
	balance, exists := BalanceOf(c.Table(c.Self(), owner, TableAccounts), quantity.Symbol)
	if !exists {
		return ledger.Assert("no balance object found")
	}
	if balance.Amount < quantity.Amount {
		return ledger.Assert("overdrawn balance")
	}
	balance.Amount -= quantity.Amount
	c.Put(owner, TableAccounts, quantity.Symbol.Code(), ledger.SamePayer, Balance{balance})
	return nil
}
