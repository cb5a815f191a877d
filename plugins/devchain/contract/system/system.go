// Package system is the contract that makes accounts.
package system

import (
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/devchain/abi"
	"fieldhouse/plugins/devchain/ledger"
)

// Account is where the contract lives on every Antelope chain.
var Account = antelope.MustName("eosio")

// ActionNewAccount makes an account.
var ActionNewAccount = antelope.MustName("newaccount")

// KeyWeight is a key of an authority.
type KeyWeight struct {
	Key    antelope.PublicKey `abi:"key"`
	Weight uint16             `abi:"weight"`
}

// PermissionLevelWeight is an account's permission in an authority.
type PermissionLevelWeight struct {
	Permission ledger.PermissionLevel `abi:"permission"`
	Weight     uint16                 `abi:"weight"`
}

// WaitWeight is a delay in an authority.
type WaitWeight struct {
	WaitSec uint32 `abi:"wait_sec"`
	Weight  uint16 `abi:"weight"`
}

// Authority is who may act for a permission.
type Authority struct {
	Threshold uint32                  `abi:"threshold"`
	Keys      []KeyWeight             `abi:"keys"`
	Accounts  []PermissionLevelWeight `abi:"accounts"`
	Waits     []WaitWeight            `abi:"waits"`
}

// NewAccount is the data of newaccount.
type NewAccount struct {
	Creator antelope.Name `abi:"creator"`
	Name    antelope.Name `abi:"name"`
	Owner   Authority     `abi:"owner"`
	Active  Authority     `abi:"active"`
}

// SingleKey is an authority of one key.
func SingleKey(key antelope.PublicKey) Authority {
	return Authority{Threshold: 1, Keys: []KeyWeight{{Key: key, Weight: 1}}}
}

// New gives the contract's code.
func New() ledger.Contract {
	return ledger.Contract{
		Account: Account,
		ABI: abi.NewBuilder().
			Struct("permission_level", ledger.PermissionLevel{}).
			Struct("key_weight", KeyWeight{}).
			Struct("permission_level_weight", PermissionLevelWeight{}).
			Struct("wait_weight", WaitWeight{}).
			Struct("authority", Authority{}).
			Action("newaccount", NewAccount{}).
			Build(),
		Handlers: map[antelope.Name]ledger.Handler{ActionNewAccount: ledger.Handle(newAccount)},
	}
}

func newAccount(c *ledger.Context, data NewAccount) error {
	if err := c.RequireAuth(data.Creator); err != nil {
		return err
	}
	if data.Name == 0 {
		return ledger.Assert("the account needs a name")
	}
	if len(data.Name.String()) > 12 {
		return ledger.Assert("account names can only be 12 characters long")
	}
	if c.IsAccount(data.Name) {
		return ledger.Assert("the account name %s is already taken", data.Name)
	}
	owner, err := onlyKey(data.Owner, "owner")
	if err != nil {
		return err
	}
	active, err := onlyKey(data.Active, "active")
	if err != nil {
		return err
	}
	c.CreateAccount(ledger.Account{Name: data.Name, Owner: owner, Active: active})
	return nil
}

// onlyKey is the key of an authority of exactly one key, the only kind that this
// chain's accounts have.
func onlyKey(authority Authority, permission string) (antelope.PublicKey, error) {
	if authority.Threshold != 1 || len(authority.Keys) != 1 || authority.Keys[0].Weight != 1 ||
		len(authority.Accounts) != 0 || len(authority.Waits) != 0 {
		return antelope.PublicKey{}, ledger.Assert("the %s permission must have exactly one key on this chain", permission)
	}
	return authority.Keys[0].Key, nil
}
