// Package system is the contract that makes accounts and changes who may act for
// them.
package system

import (
	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// Account is where the contract lives on every Antelope chain.
var Account = antelope.MustName("eosio")

// NewAccount is the data of newaccount.
type NewAccount struct {
	Creator antelope.Name    `abi:"creator"`
	Name    antelope.Name    `abi:"name"`
	Owner   ledger.Authority `abi:"owner"`
	Active  ledger.Authority `abi:"active"`
}

// UpdateAuth is the data of updateauth.
type UpdateAuth struct {
	Account    antelope.Name    `abi:"account"`
	Permission antelope.Name    `abi:"permission"`
	Parent     antelope.Name    `abi:"parent"`
	Auth       ledger.Authority `abi:"auth"`
}

// LinkAuth is the data of linkauth. An empty Type means all actions of Code.
type LinkAuth struct {
	Account     antelope.Name `abi:"account"`
	Code        antelope.Name `abi:"code"`
	Type        antelope.Name `abi:"type"`
	Requirement antelope.Name `abi:"requirement"`
}

// BuyRAMBytes is the data of buyrambytes.
type BuyRAMBytes struct {
	Payer    antelope.Name `abi:"payer"`
	Receiver antelope.Name `abi:"receiver"`
	Bytes    uint32        `abi:"bytes"`
}

// Config is where memory is paid.
type Config struct {
	// Token and Symbol are the currency that memory costs.
	Token  antelope.Name
	Symbol antelope.Symbol
	// RAM receives what is paid for memory.
	RAM antelope.Name
}

// contract is the code with its settings.
type contract struct{ Config }

// New gives the contract's code.
func New(config Config) ledger.Contract {
	c := contract{config}
	return ledger.NewContract(Account,
		ledger.Type("permission_level", ledger.PermissionLevel{}),
		ledger.Type("key_weight", ledger.KeyWeight{}),
		ledger.Type("permission_level_weight", ledger.PermissionLevelWeight{}),
		ledger.Type("wait_weight", ledger.WaitWeight{}),
		ledger.Type("authority", ledger.Authority{}),
		ledger.Handle(newAccount), ledger.Handle(updateAuth), ledger.Handle(linkAuth), ledger.Handle(c.buyRAM))
}

func newAccount(c *ledger.Context, data NewAccount) {
	c.RequireAuth(data.Creator)
	ledger.Check(data.Name != 0, "the account needs a name")
	ledger.Check(len(data.Name.String()) <= 12, "account names can only be 12 characters long")
	ledger.Check(!c.IsAccount(data.Name), "the account name %s is already taken", data.Name)
	made := ledger.NewAccount(data.Name, data.Owner, data.Active)
	for _, authority := range []ledger.Authority{data.Owner, data.Active} {
		checkAuthority(c, made, authority)
	}
	c.CreateAccount(made)
}
