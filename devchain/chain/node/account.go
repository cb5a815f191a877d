package node

import (
	"crypto/sha256"
	"encoding/base64"

	"fieldhouse/devchain/chain/abi"
	"fieldhouse/devchain/chain/contract/token"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// accountRequest is the body of the calls that are about one account.
type accountRequest struct {
	AccountName name `json:"account_name"`
	// ABIHash is what the caller of get_raw_abi has already.
	ABIHash text `json:"abi_hash"`
}

type abiAnswer struct {
	AccountName antelope.Name `json:"account_name"`
	ABI         *abi.ABI      `json:"abi,omitempty"`
}

func printABI(v ledger.View, request *accountRequest) any {
	answer := abiAnswer{AccountName: request.AccountName.Name}
	if contract, has := v.Contract(answer.AccountName); has {
		answer.ABI = contract.ABI
	}
	return answer
}

type rawABIAnswer struct {
	AccountName antelope.Name        `json:"account_name"`
	CodeHash    antelope.Checksum256 `json:"code_hash"`
	ABIHash     antelope.Checksum256 `json:"abi_hash"`
	// ABI is the binary form in base64, left out when the caller has it.
	ABI *string `json:"abi,omitempty"`
}

func printRawABI(v ledger.View, request *accountRequest) any {
	raw := rawABI(v, request.AccountName.Name)
	answer := rawABIAnswer{
		AccountName: request.AccountName.Name, CodeHash: codeHash(v, request.AccountName.Name), ABIHash: sha256.Sum256(raw),
	}
	if string(request.ABIHash) != answer.ABIHash.String() {
		encoded := base64.StdEncoding.EncodeToString(raw)
		answer.ABI = &encoded
	}
	return answer
}

// rawABI is the binary form of an account's ABI; empty where there is none.
func rawABI(v ledger.View, account antelope.Name) []byte {
	if contract, has := v.Contract(account); has {
		return contract.ABI.Raw()
	}
	return nil
}

// codeHash stands for the hash of code that is native here; it is zero where
// there is none.
func codeHash(v ledger.View, account antelope.Name) (hash antelope.Checksum256) {
	if _, has := v.Contract(account); has {
		hash = sha256.Sum256([]byte("devchain code of " + account.String()))
	}
	return hash
}

// rawCodeAnswer is for libraries that ask for both at once, such as eosjs 21.
type rawCodeAnswer struct {
	AccountName antelope.Name `json:"account_name"`
	// WASM is the code in base64. There is none: contracts here are native.
	WASM string `json:"wasm"`
	// ABI is the binary form in base64.
	ABI string `json:"abi"`
}

func printRawCode(v ledger.View, request *accountRequest) any {
	name := request.AccountName.Name
	return rawCodeAnswer{AccountName: name, ABI: base64.StdEncoding.EncodeToString(rawABI(v, name))}
}

// ofAccount is an endpoint about an account that exists.
func (n *node) ofAccount(answer func(ledger.View, *accountRequest) any) endpoint {
	return reading(n, accountRequest{}, func(v ledger.View, request *accountRequest) (any, error) {
		if _, exists := v.Account(request.AccountName.Name); !exists {
			return nil, unknownKey(request.AccountName)
		}
		return answer(v, request), nil
	})
}

// account is the answer of get_account.
type account struct {
	AccountName       antelope.Name `json:"account_name"`
	HeadBlockNum      uint32        `json:"head_block_num"`
	HeadBlockTime     string        `json:"head_block_time"`
	Privileged        bool          `json:"privileged"`
	LastCodeUpdate    string        `json:"last_code_update"`
	Created           string        `json:"created"`
	CoreLiquidBalance string        `json:"core_liquid_balance,omitempty"`
	RAMQuota          number        `json:"ram_quota"`
	NetWeight         number        `json:"net_weight"`
	CPUWeight         number        `json:"cpu_weight"`
	NetLimit          limit         `json:"net_limit"`
	CPULimit          limit         `json:"cpu_limit"`
	RAMUsage          number        `json:"ram_usage"`
	Permissions       []permission  `json:"permissions"`
	TotalResources    resources     `json:"total_resources"`
	SelfDelegated     *struct{}     `json:"self_delegated_bandwidth"`
	RefundRequest     *struct{}     `json:"refund_request"`
	VoterInfo         *struct{}     `json:"voter_info"`
	REXInfo           *struct{}     `json:"rex_info"`
	SubjectiveCPU     limit         `json:"subjective_cpu_bill_limit"`
	AnyLinkedActions  []struct{}    `json:"eosio_any_linked_actions"`
}

type limit struct {
	Used                number `json:"used"`
	Available           number `json:"available"`
	Max                 number `json:"max"`
	LastUsageUpdateTime string `json:"last_usage_update_time"`
	CurrentUsed         number `json:"current_used"`
}

type permission struct {
	PermName      antelope.Name  `json:"perm_name"`
	Parent        antelope.Name  `json:"parent"`
	RequiredAuth  authority      `json:"required_auth"`
	LinkedActions []linkedAction `json:"linked_actions"`
}

// authority is one key; other accounts and delays are none.
type authority struct {
	Threshold uint32      `json:"threshold"`
	Keys      []keyWeight `json:"keys"`
	Accounts  []struct{}  `json:"accounts"`
	Waits     []struct{}  `json:"waits"`
}

type keyWeight struct {
	Key    antelope.PublicKey `json:"key"`
	Weight uint16             `json:"weight"`
}

// linkedAction is an action that a permission is enough for.
type linkedAction struct {
	Account antelope.Name `json:"account"`
	Action  antelope.Name `json:"action"`
}

type resources struct {
	Owner     antelope.Name `json:"owner"`
	NetWeight string        `json:"net_weight"`
	CPUWeight string        `json:"cpu_weight"`
	RAMBytes  number        `json:"ram_bytes"`
}

// Every account has the same resources, and nothing on this chain uses them up.
const (
	ramQuota  = 1_048_576
	ramUsage  = 3_606
	netLimit  = 10_000_000
	cpuLimit  = 5_000_000
	weight    = 100_00000000
	noUpdates = "2000-01-01T00:00:00.000"
)

func (n *node) describe(v ledger.View, request *accountRequest) any {
	name := request.AccountName.Name
	found, _ := v.Account(name)
	head := v.Head()
	staked := antelope.Asset{Amount: weight, Symbol: n.Symbol}.String()
	answer := account{
		AccountName: name, HeadBlockNum: head.Number, HeadBlockTime: head.Time.String(),
		Privileged:     name == n.System,
		LastCodeUpdate: antelope.TimePoint(0).String(), Created: found.Created.String(),
		RAMQuota: ramQuota, RAMUsage: ramUsage, NetWeight: weight, CPUWeight: weight,
		NetLimit:       limit{Available: netLimit, Max: netLimit, LastUsageUpdateTime: found.Created.String()},
		CPULimit:       limit{Available: cpuLimit, Max: cpuLimit, LastUsageUpdateTime: found.Created.String()},
		SubjectiveCPU:  limit{LastUsageUpdateTime: noUpdates},
		Permissions:    printPermissions(&found),
		TotalResources: resources{Owner: name, NetWeight: staked, CPUWeight: staked, RAMBytes: ramQuota},
		// Never null, as in a node's answer.
		AnyLinkedActions: []struct{}{},
	}
	if _, has := v.Contract(name); has {
		answer.LastCodeUpdate = found.Created.String()
	}
	if balance, has := token.BalanceOf(v, n.Token, name, n.Symbol); has {
		answer.CoreLiquidBalance = balance.String()
	}
	return answer
}

func printPermissions(account *ledger.Account) []permission {
	printed := make([]permission, len(account.Permissions))
	for i, one := range account.Permissions {
		printed[i] = permission{PermName: one.Name, Parent: one.Parent, LinkedActions: []linkedAction{}, RequiredAuth: authority{
			Threshold: 1, Keys: []keyWeight{{one.Key, 1}}, Accounts: []struct{}{}, Waits: []struct{}{},
		}}
		for _, link := range one.Links {
			printed[i].LinkedActions = append(printed[i].LinkedActions, linkedAction(link))
		}
	}
	return printed
}
