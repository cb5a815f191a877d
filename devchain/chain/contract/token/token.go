// Package token is the eosio.token contract: currencies and balances.
package token

import (
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
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

// The contract's tables.
var (
	Accounts = ledger.NewTable("accounts", "account", func(row Balance) uint64 { return row.Balance.Symbol.Code() })
	Stat     = ledger.NewTable("stat", "currency_stats", func(row CurrencyStats) uint64 { return row.Supply.Symbol.Code() })
)

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
	return ledger.NewContract(account, Accounts, Stat,
		ledger.Handle(create), ledger.Handle(issue), ledger.Handle(retire),
		ledger.Handle(transfer), ledger.Handle(open), ledger.Handle(closeBalance))
}

// BalanceOf is what the owner has at the token contract; false when it has no row.
func BalanceOf(state ledger.State, contract, owner antelope.Name, symbol antelope.Symbol) (antelope.Asset, bool) {
	row, exists := Accounts.In(state, contract, owner).Get(symbol.Code())
	if !exists {
		row.Balance.Symbol = symbol
	}
	return row.Balance, exists
}

func create(c *ledger.Context, data Create) {
	c.RequireAuth(c.Self())
	symbol := data.MaximumSupply.Symbol
	ledger.Check(symbol.Valid(), "invalid symbol name")
	ledger.Check(data.MaximumSupply.Amount > 0 && data.MaximumSupply.Amount <= antelope.MaxAmount, "max-supply must be positive")
	ledger.Check(c.IsAccount(data.Issuer), "the issuer %s does not exist", data.Issuer)
	_, exists := statsOf(c, symbol)
	ledger.Check(!exists, "token with symbol already exists")
	putStats(c, CurrencyStats{Supply: antelope.Asset{Symbol: symbol}, MaxSupply: data.MaximumSupply, Issuer: data.Issuer})
}

func issue(c *ledger.Context, data Issue) {
	stats := statsFor(c, data.Quantity, data.Memo)
	ledger.Check(data.To == stats.Issuer, "tokens can only be issued to issuer account")
	c.RequireAuth(stats.Issuer)
	ledger.Check(data.Quantity.Amount <= stats.MaxSupply.Amount-stats.Supply.Amount, "quantity exceeds available supply")
	stats.Supply.Amount += data.Quantity.Amount
	putStats(c, stats)
	add(c, stats.Issuer, data.Quantity)
}

func retire(c *ledger.Context, data Retire) {
	stats := statsFor(c, data.Quantity, data.Memo)
	c.RequireAuth(stats.Issuer)
	subtract(c, stats.Issuer, data.Quantity)
	stats.Supply.Amount -= data.Quantity.Amount
	putStats(c, stats)
}

func transfer(c *ledger.Context, data Transfer) {
	ledger.Check(data.From != data.To, "cannot transfer to self")
	c.RequireAuth(data.From)
	ledger.Check(c.IsAccount(data.To), "to account does not exist")
	statsFor(c, data.Quantity, data.Memo)
	c.Notify(data.From)
	c.Notify(data.To)
	subtract(c, data.From, data.Quantity)
	add(c, data.To, data.Quantity)
}

func open(c *ledger.Context, data Open) {
	c.RequireAuth(data.RAMPayer)
	ledger.Check(c.IsAccount(data.Owner), "owner account does not exist")
	stats, exists := statsOf(c, data.Symbol)
	ledger.Check(exists, "symbol does not exist")
	ledger.Check(stats.Supply.Symbol == data.Symbol, "symbol precision mismatch")
	if _, exists := BalanceOf(c, c.Self(), data.Owner, data.Symbol); !exists {
		add(c, data.Owner, antelope.Asset{Symbol: data.Symbol})
	}
}

func closeBalance(c *ledger.Context, data Close) {
	c.RequireAuth(data.Owner)
	balance, exists := BalanceOf(c, c.Self(), data.Owner, data.Symbol)
	ledger.Check(exists, "Balance row already deleted or never existed. Action won't have any effect.")
	ledger.Check(balance.Amount == 0, "Cannot close because the balance is not zero.")
	Accounts.Delete(c, data.Owner, data.Symbol.Code())
}

func statsOf(c *ledger.Context, symbol antelope.Symbol) (CurrencyStats, bool) {
	return Stat.Own(c, antelope.Name(symbol.Code())).Get(symbol.Code())
}

func putStats(c *ledger.Context, stats CurrencyStats) {
	Stat.Put(c, antelope.Name(stats.Supply.Symbol.Code()), stats)
}

// statsFor checks a quantity and memo as all actions do, and finds the currency.
func statsFor(c *ledger.Context, quantity antelope.Asset, memo string) CurrencyStats {
	ledger.Check(quantity.Symbol.Valid(), "invalid symbol name")
	ledger.Check(len(memo) <= maxMemo, "memo has more than %d bytes", maxMemo)
	stats, exists := statsOf(c, quantity.Symbol)
	ledger.Check(exists, "token with symbol does not exist")
	ledger.Check(quantity.Amount > 0 && quantity.Amount <= antelope.MaxAmount, "must transfer positive quantity")
	ledger.Check(quantity.Symbol == stats.Supply.Symbol, "symbol precision mismatch")
	return stats
}

func add(c *ledger.Context, owner antelope.Name, quantity antelope.Asset) {
	balance, _ := BalanceOf(c, c.Self(), owner, quantity.Symbol)
	balance.Amount += quantity.Amount // the maximum supply keeps it from overflowing
	Accounts.Put(c, owner, Balance{balance})
}

func subtract(c *ledger.Context, owner antelope.Name, quantity antelope.Asset) {
	balance, exists := BalanceOf(c, c.Self(), owner, quantity.Symbol)
	ledger.Check(exists, "no balance object found")
	ledger.Check(balance.Amount >= quantity.Amount, "overdrawn balance")
	balance.Amount -= quantity.Amount
	Accounts.Put(c, owner, Balance{balance})
}
