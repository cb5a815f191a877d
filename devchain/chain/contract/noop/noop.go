// Package noop is the contract whose action does nothing: a resource provider
// signs for it, so that it pays for the transaction that it stands in.
package noop

import (
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// Noop is the data of noop: none.
type Noop struct{}

// New gives the contract's code for the account it lives at.
func New(account antelope.Name) ledger.Contract {
	return ledger.NewContract(account, ledger.Handle(func(*ledger.Context, Noop) {}))
}
