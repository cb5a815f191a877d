package genesis

import (
	"fmt"

	"fieldhouse/devchain/chain/contract/token"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// MaxFans is the most fans that the chain can start with: all that have a name.
const MaxFans = 5 * 5 * 5 * 5 * 5 * 5

// fanFunds is what each fan starts with: more than ten packs of the dearest drop at
// the lowest price of WAX that the simulation comes to.
const fanFunds = "10000.00000000 WAX"

// Fan is the account of a fan: fa111111.wam is the one at place 0, fa111112.wam the
// next, up to fa555555.wam at MaxFans-1. Key signs for it as for every account.
func Fan(place int) string {
	digits := [6]byte{}
	for i := len(digits) - 1; i >= 0; i-- {
		digits[i] = '1' + byte(place%5)
		place /= 5
	}
	return "fa" + string(digits[:]) + ".wam"
}

// CheckFans tells whether the chain can start with so many fans.
func CheckFans(count int) error {
	if count < 0 || count > MaxFans {
		return fmt.Errorf("%d fans: use 0 to %d", count, MaxFans)
	}
	return nil
}

// newFans gives so many buyers something to buy with.
func newFans(count int) []ledger.Action {
	if count == 0 {
		return nil
	}
	funds := antelope.MustAsset(fanFunds)
	actions := []ledger.Action{ledger.NewAction(systemName, tokenName, token.Issue{
		To: systemName, Quantity: antelope.Asset{Amount: funds.Amount * int64(count), Symbol: funds.Symbol}, Memo: "fans",
	})}
	for place := range count {
		actions = append(actions, ledger.NewAction(systemName, tokenName, token.Transfer{
			From: systemName, To: antelope.MustName(Fan(place)), Quantity: funds, Memo: "start",
		}))
	}
	return actions
}
