// Package noop is the contract whose action does nothing: a resource provider
// signs for it, so that it pays for the transaction that it stands in.
package noop

import (
	"fieldhouse/devchain/abi"
	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// Action is the action that does nothing.
var Action = antelope.MustName("noop")

// Noop is its data: none.
type Noop struct{}

// New gives the contract's code for the account it lives at.
func New(account antelope.Name) ledger.Contract {
	return ledger.Contract{
		Account: account,
		ABI:     abi.NewBuilder().Action("noop", Noop{}).Build(),
		Handlers: map[antelope.Name]ledger.Handler{
			Action: ledger.Handle(func(*ledger.Context, Noop) error { return nil }),
		},
	}
}
