package node

import (
	"strings"

	"fieldhouse/devchain/contract/token"
	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// balanceRequest is the body of get_currency_balance.
type balanceRequest struct {
	Code    name `json:"code"`
	Account name `json:"account"`
	// Symbol is a code such as WAX; all currencies when it is left out.
	Symbol text `json:"symbol"`
}

func currencyBalance(v ledger.View, request *balanceRequest) (any, error) {
	if _, _, err := tableType(v, request.Code.Name, token.Accounts.Name); err != nil {
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

// statsRequest is the body of get_currency_stats.
type statsRequest struct {
	Code name `json:"code"`
	// Symbol is a code such as WAX, in letters of either case.
	Symbol text `json:"symbol"`
}

// printedStats is what get_currency_stats answers of a symbol.
type printedStats struct {
	Supply    string        `json:"supply"`
	MaxSupply string        `json:"max_supply"`
	Issuer    antelope.Name `json:"issuer"`
}

func currencyStats(v ledger.View, request *statsRequest) (any, error) {
	answer := map[string]printedStats{}
	if _, _, err := tableType(v, request.Code.Name, token.Stat.Name); err != nil || request.Symbol == "" {
		return answer, err
	}
	symbol, err := antelope.NewSymbol(0, strings.ToUpper(string(request.Symbol)))
	if err != nil {
		return nil, symbolType.New("invalid character in symbol name")
	}
	stats, found := token.Stat.In(v, request.Code.Name, antelope.Name(symbol.Code())).Get(symbol.Code())
	if found {
		answer[stats.Supply.Symbol.CodeText()] = printedStats{stats.Supply.String(), stats.MaxSupply.String(), stats.Issuer}
	}
	return answer, nil
}
