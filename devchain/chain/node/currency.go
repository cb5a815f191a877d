package node

import (
	"fieldhouse/devchain/chain/contract/token"
	"fieldhouse/devchain/chain/ledger"
)

// balanceRequest is the body of get_currency_balance.
type balanceRequest struct {
	Code    name `json:"code"`
	Account name `json:"account"`
	// Symbol is a code such as WAX; all currencies when it is left out.
	Symbol text `json:"symbol"`
}

func currencyBalance(v ledger.View, request *balanceRequest) (any, error) {
	if err := checkTable(v, request.Code.Name, token.Accounts.Name); err != nil {
		return nil, err
	}
	balances := []string{}
	for row := range token.Accounts.In(v, request.Code.Name, request.Account.Name).All() {
		if request.Symbol == "" || row.Balance.Symbol.CodeText() == string(request.Symbol) {
			balances = append(balances, row.Balance.String())
		}
	}
	return balances, nil
}
