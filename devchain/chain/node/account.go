package node

import (
	"crypto/sha256"
	"encoding/base64"

	"fieldhouse/devchain/chain/contract/token"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// accountRequest is the body of the calls that are about one account.
type accountRequest struct {
	AccountName antelope.Name `json:"account_name"`
	// ABIHash is what the caller of get_raw_abi has already.
	ABIHash string `json:"abi_hash"`
}

func printABI(v ledger.View, request *accountRequest) any {
	answer := object{"account_name": request.AccountName}
	if contract, has := v.Contract(request.AccountName); has {
		answer["abi"] = contract.ABI
	}
	return answer
}

// printRawABI leaves the binary form out, which is in base64, when the caller has it.
// Without a contract it is empty, and the hash of the code zero.
func printRawABI(v ledger.View, request *accountRequest) any {
	var raw []byte
	var code antelope.Checksum256
	if contract, has := v.Contract(request.AccountName); has {
		// What stands for the hash of code that is native here.
		raw, code = contract.ABI.Raw(), sha256.Sum256([]byte("devchain code of "+request.AccountName.String()))
	}
	hash := antelope.Checksum256(sha256.Sum256(raw))
	answer := object{"account_name": request.AccountName, "code_hash": code, "abi_hash": hash}
	if request.ABIHash != hash.String() {
		answer["abi"] = base64.StdEncoding.EncodeToString(raw)
	}
	return answer
}

// printRawCode is for libraries that ask for code and ABI at once, such as eosjs 21.
// There is no code: contracts here are native.
func printRawCode(v ledger.View, request *accountRequest) any {
	var raw []byte
	if contract, has := v.Contract(request.AccountName); has {
		raw = contract.ABI.Raw()
	}
	return object{"account_name": request.AccountName, "wasm": "", "abi": base64.StdEncoding.EncodeToString(raw)}
}

// ofAccount is an endpoint about an account that exists.
func (n *node) ofAccount(answer func(ledger.View, *accountRequest) any) endpoint {
	return reading(n, accountRequest{}, func(v ledger.View, request *accountRequest) (any, error) {
		if _, exists := v.Account(request.AccountName); !exists {
			return nil, unknownKey(request.AccountName)
		}
		return answer(v, request), nil
	})
}

// Every account has the same resources, and nothing on this chain uses them up.
const (
	ramQuota = 1_048_576
	ramUsage = 3_606
	netLimit = 10_000_000
	cpuLimit = 5_000_000
	weight   = 100_00000000
)

func describe(v ledger.View, request *accountRequest) any {
	name := request.AccountName
	found, _ := v.Account(name)
	head, created, never := v.Head(), found.Created.String(), antelope.TimePoint(0).String()
	staked := antelope.Asset{Amount: weight, Symbol: genesis.Symbol}.String()
	limit := func(most number, updated string) object {
		return object{"used": 0, "available": most, "max": most, "last_usage_update_time": updated, "current_used": 0}
	}
	answer := object{
		"account_name": name, "head_block_num": head.Number, "head_block_time": head.Time.String(),
		"privileged": name.String() == genesis.System, "last_code_update": never, "created": created,
		"ram_quota": number(ramQuota), "ram_usage": ramUsage, "net_weight": number(weight), "cpu_weight": number(weight),
		"net_limit": limit(netLimit, created), "cpu_limit": limit(cpuLimit, created),
		"subjective_cpu_bill_limit": limit(0, "2000-01-01T00:00:00.000"),
		"permissions":               printPermissions(&found),
		"total_resources":           object{"owner": name, "net_weight": staked, "cpu_weight": staked, "ram_bytes": ramQuota},
		"self_delegated_bandwidth":  nil, "refund_request": nil, "voter_info": nil, "rex_info": nil,
		"eosio_any_linked_actions": []any{},
	}
	if _, has := v.Contract(name); has {
		answer["last_code_update"] = created
	}
	if balance, has := token.BalanceOf(v, antelope.MustName(genesis.Token), name, genesis.Symbol); has {
		answer["core_liquid_balance"] = balance
	}
	return answer
}

// printPermissions prints permissions of one key each; other accounts and delays are
// none.
func printPermissions(account *ledger.Account) []object {
	printed := make([]object, len(account.Permissions))
	for i, one := range account.Permissions {
		linked := []object{}
		for _, link := range one.Links {
			linked = append(linked, object{"account": link.Account, "action": link.Action})
		}
		printed[i] = object{"perm_name": one.Name, "parent": one.Parent, "linked_actions": linked, "required_auth": object{
			"threshold": 1, "keys": []object{{"key": one.Key, "weight": 1}}, "accounts": []any{}, "waits": []any{},
		}}
	}
	return printed
}

// balanceRequest is the body of get_currency_balance.
type balanceRequest struct {
	Code    antelope.Name `json:"code"`
	Account antelope.Name `json:"account"`
	// Symbol is a code such as WAX; all currencies when it is left out.
	Symbol string `json:"symbol"`
}

func currencyBalance(v ledger.View, request *balanceRequest) (any, error) {
	if err := checkTable(v, request.Code, token.Accounts.Name); err != nil {
		return nil, err
	}
	balances := []antelope.Asset{}
	for row := range token.Accounts.In(v, request.Code, request.Account).All() {
		if request.Symbol == "" || row.Balance.Symbol.CodeText() == request.Symbol {
			balances = append(balances, row.Balance)
		}
	}
	return balances, nil
}

// maxAvailable bounds the keys that get_required_keys chooses from.
const maxAvailable = 256

// keysRequest is the body of get_required_keys. The actions' data are in hexadecimal.
type keysRequest struct {
	Transaction struct {
		Actions []ledger.Action `json:"actions"`
	} `json:"transaction"`
	AvailableKeys []antelope.PublicKey `json:"available_keys"`
}

func requiredKeys(v ledger.View, request *keysRequest) (any, error) {
	if len(request.AvailableKeys) > maxAvailable {
		return nil, BadRequest.New("%d available_keys; at most %d are taken", len(request.AvailableKeys), maxAvailable)
	}
	keys, err := v.RequiredKeys(request.Transaction.Actions, request.AvailableKeys)
	return object{"required_keys": keys}, err
}
