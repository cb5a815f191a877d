package node_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fieldhouse/devchain/chain/abi"
	"fieldhouse/devchain/chain/contract/game"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/internal/recorded"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"
)

// grant gives bob a claim; place keeps equal ones apart.
func grant(place uint64) ledger.Action {
	account := antelope.MustName(genesis.GameContract)
	return ledger.NewAction(account, account, game.NewClaim{
		DropID: 1, Claimer: antelope.MustName("bob.wam"), Amount: 1 + place%100, Reason: "prize",
	})
}

func TestGetInfo(t *testing.T) {
	a := shared(t)
	status, content := a.post("get_info", "")
	var info struct {
		ChainID   string `json:"chain_id"`
		Head      uint32 `json:"head_block_num"`
		HeadID    string `json:"head_block_id"`
		HeadTime  string `json:"head_block_time"`
		Last      uint32 `json:"last_irreversible_block_num"`
		LastID    string `json:"last_irreversible_block_id"`
		LastTime  string `json:"last_irreversible_block_time"`
		CPUWeight string `json:"total_cpu_weight"`
	}
	if err := json.Unmarshal(content, &info); err != nil || status != http.StatusOK {
		t.Fatalf("%d %s", status, content)
	}
	if info.ChainID != genesis.ChainID || info.Head != 361 || info.HeadID[:8] != "00000169" || info.HeadTime != "2026-03-01T12:00:00.000" {
		t.Errorf("head %+v", info)
	}
	if info.Last != 31 || info.LastID[:8] != "0000001f" || info.LastTime != "2026-03-01T11:57:15.000" {
		t.Errorf("last irreversible %+v", info)
	}
	get := httptest.NewRecorder()
	a.handler.ServeHTTP(get, httptest.NewRequest(http.MethodGet, "/v1/chain/get_info", nil))
	if get.Body.String() != string(content) {
		t.Errorf("GET answers %s", get.Body)
	}
}

func TestGetInfoHasTheFieldsOfARealNode(t *testing.T) {
	_, content := shared(t).post("get_info", "{}")
	recorded.SameFields(t, content, recorded.Load(t, "chain_get_info.wax-mainnet.200.json").Body)
}

func TestGetAccountHasTheFieldsOfARealNode(t *testing.T) {
	status, content := shared(t).post("get_account", `{"account_name":"alice.wam"}`)
	if status != http.StatusOK || !strings.Contains(string(content), `"core_liquid_balance":"5000.00000000 WAX"`) {
		t.Fatalf("%d %s", status, content)
	}
	recorded.SameFields(t, content, recorded.Load(t, "chain_get_account.jungle4-small.200.json").Body,
		".permissions[].linked_actions[]", ".net_weight", ".cpu_weight")
}

func TestAnUnknownAccountIsAnUnknownKey(t *testing.T) {
	a := shared(t)
	var bodies []string
	for _, call := range []string{"get_account", "get_abi", "get_raw_abi", "get_raw_code_and_abi"} {
		status, content := a.post(call, `{"account_name":"nani1"}`)
		if status != http.StatusInternalServerError || !strings.Contains(string(content), "unknown key") || !strings.Contains(string(content), "nani1") {
			t.Errorf("%s: %d %s", call, status, content)
		}
		bodies = append(bodies, string(content))
	}
	recorded.SameFields(t, []byte(bodies[0]), recorded.Load(t, "chain_error.unknown_account.500.json").Body)
}

func TestErrorsHaveTheFieldsOfARealNode(t *testing.T) {
	_, content := shared(t).post("get_table_rows", `{"code":"fieldhousegm","scope":"x","table":"nosuch"}`)
	var ours, theirs any
	must.Do(t, json.Unmarshal(content, &ours))
	must.Do(t, json.Unmarshal(recorded.Body(t, "derived_error.table_not_in_abi.500.json"), &theirs))
	if !reflect.DeepEqual(ours, theirs) {
		t.Errorf("%s, want %s", ours, theirs)
	}
}

func TestGetABI(t *testing.T) {
	a := shared(t)
	_, content := a.post("get_abi", `{"account_name":"fieldhousegm"}`)
	var answer struct {
		AccountName string  `json:"account_name"`
		ABI         abi.ABI `json:"abi"`
	}
	must.Do(t, json.Unmarshal(content, &answer))
	for _, name := range []string{"buypack", "claim", "newdrop"} {
		if !slices.ContainsFunc(answer.ABI.Actions, func(action abi.Action) bool { return action.Name.String() == name }) {
			t.Errorf("the ABI has no %s", name)
		}
	}
	for _, table := range []string{"drops", "partners", "claims"} {
		if !answer.ABI.HasTable(antelope.MustName(table)) {
			t.Errorf("the ABI has no %s", table)
		}
	}
	if _, content := a.post("get_abi", `{"account_name":"alice.wam"}`); string(content) != `{"account_name":"alice.wam"}` {
		t.Errorf("an account without code: %s", content)
	}
}

func TestTheTokenABIIsThatOfTheRealContract(t *testing.T) {
	var ours, theirs struct{ ABI any }
	_, content := shared(t).post("get_abi", `{"account_name":"eosio.token"}`)
	must.Do(t, json.Unmarshal(content, &ours))
	must.Do(t, json.Unmarshal(recorded.Load(t, "chain_get_abi.eosio.token.200.json").Body, &theirs))
	if !reflect.DeepEqual(ours, theirs) {
		t.Errorf("\n%s\nwant\n%s", ours, theirs)
	}
}

type rawABI struct {
	CodeHash string  `json:"code_hash"`
	ABIHash  string  `json:"abi_hash"`
	ABI      *string `json:"abi"`
}

func TestGetRawCodeAndABIAnswersTheABIAndNoCode(t *testing.T) {
	a := shared(t)
	var raw, both struct {
		AccountName string `json:"account_name"`
		ABI         string
		WASM        *string
	}
	_, content := a.post("get_raw_abi", `{"account_name":"eosio.token"}`)
	must.Do(t, json.Unmarshal(content, &raw))
	_, content = a.post("get_raw_code_and_abi", `{"account_name":"eosio.token"}`)
	must.Do(t, json.Unmarshal(content, &both))
	if both.AccountName != "eosio.token" || both.ABI == "" || both.ABI != raw.ABI || both.WASM == nil || *both.WASM != "" {
		t.Errorf("%s", content)
	}
	if _, content = a.post("get_raw_code_and_abi", `{"account_name":"alice.wam"}`); string(content) != `{"abi":"","account_name":"alice.wam","wasm":""}` {
		t.Errorf("of an account without a contract: %s", content)
	}
}

func TestGetRawABI(t *testing.T) {
	a := shared(t)
	ask := func(body string) (answer rawABI) {
		_, content := a.post("get_raw_abi", body)
		must.Do(t, json.Unmarshal(content, &answer))
		return answer
	}
	first := ask(`{"account_name":"fieldhousegm"}`)
	raw := must.Get(base64.StdEncoding.DecodeString(*first.ABI))(t)
	var described abi.ABI
	must.Do(t, antelope.Unmarshal(append(raw, 0), &described))
	if antelope.Checksum256(sha256.Sum256(described.Raw())).String() != first.ABIHash || strings.Trim(first.CodeHash, "0") == "" {
		t.Errorf("hashes %+v", first)
	}
	if again := ask(`{"account_name":"fieldhousegm","abi_hash":"` + first.ABIHash + `"}`); again.ABI != nil || again.ABIHash != first.ABIHash {
		t.Errorf("who has it gets it again: %+v", again)
	}
	if plain := ask(`{"account_name":"alice.wam"}`); *plain.ABI != "" || strings.Trim(plain.CodeHash, "0") != "" {
		t.Errorf("an account without code: %+v", plain)
	}
}

func TestTheRawTokenABIIsThatOfTheRealContract(t *testing.T) {
	_, content := shared(t).post("get_raw_abi", `{"account_name":"eosio.token"}`)
	var ours, theirs rawABI
	must.Do(t, json.Unmarshal(content, &ours))
	must.Do(t, json.Unmarshal(recorded.Load(t, "chain_get_raw_abi.eosio.token.200.json").Body, &theirs))
	// That node padded its base64 too much.
	if strings.TrimRight(*ours.ABI, "=") != strings.TrimRight(*theirs.ABI, "=") {
		t.Errorf("\n%s\nwant\n%s", *ours.ABI, *theirs.ABI)
	}
	if ours.ABIHash != theirs.ABIHash {
		t.Errorf("hash %s, want %s", ours.ABIHash, theirs.ABIHash)
	}
}

func TestRowsHaveTheFieldsOfTheRealTables(t *testing.T) {
	a := shared(t)
	for name, query := range map[string]string{
		"synthetic_delphioracle.datapoints.waxpusd.ring21.json": `{` + datapoints + `,"limit":21}`,
		"synthetic_eosio.token.accounts.json":                   `{"json":true,"code":"eosio.token","scope":"carol.wam","table":"accounts"}`,
		"synthetic_eosio.token.accounts.empty.json":             `{"json":true,"code":"eosio.token","scope":"dave.wam","table":"accounts"}`,
		"synthetic_game.drops.json":                             `{` + drops + `}`,
		"synthetic_game.partners.json":                          `{` + partners + `}`,
		"synthetic_game.claims.json":                            `{` + claims + `}`,
	} {
		t.Run(name, func(t *testing.T) {
			_, content := a.post("get_table_rows", query)
			recorded.SameFields(t, content, recorded.Body(t, name),
				".rows[].trx_id",           // newer than the example
				".rows[].claimed_at",       // newer, too
				".rows[].claim_id float64", // both forms occur
			)
		})
	}
}

func TestGetCurrencyBalance(t *testing.T) {
	a := shared(t)
	for body, want := range map[string]string{
		`{"code":"eosio.token","account":"carol.wam"}`:                 `["12.34560000 WAX"]`,
		`{"code":"eosio.token","account":"carol.wam","symbol":"WAX"}`:  `["12.34560000 WAX"]`,
		`{"code":"eosio.token","account":"carol.wam","symbol":"GOLD"}`: `[]`,
		`{"code":"eosio.token","account":"dave.wam"}`:                  `[]`,
		`{"code":"eosio.token","account":"nobody"}`:                    `[]`,
	} {
		if status, content := a.post("get_currency_balance", body); status != http.StatusOK || string(content) != want {
			t.Errorf("%s: %d %s, want %s", body, status, content, want)
		}
	}
	if status, content := a.post("get_currency_balance", `{"code":"nobody","account":"alice.wam"}`); status != http.StatusBadRequest {
		t.Errorf("unknown contract: %d %s", status, content)
	}
	if status, _ := a.post("get_currency_balance", `{"code":"delphioracle","account":"alice.wam"}`); status != http.StatusInternalServerError {
		t.Errorf("no token contract: %d", status)
	}
}

func TestUnknownAddressesAndMethods(t *testing.T) {
	a := shared(t)
	for _, call := range []string{"", "get_infos", "push_nothing", "../get_info"} {
		if status, content := a.post(call, "{}"); status != http.StatusNotFound || !strings.Contains(string(content), "Unknown Endpoint") {
			t.Errorf("%q: %d %s", call, status, content)
		}
	}
	answer := httptest.NewRecorder()
	a.handler.ServeHTTP(answer, httptest.NewRequest(http.MethodDelete, "/v1/chain/get_info", nil))
	if answer.Code != http.StatusMethodNotAllowed || answer.Header().Get("Allow") != "GET, HEAD, POST, OPTIONS" {
		t.Errorf("DELETE: %d %v", answer.Code, answer.Header())
	}
}

func TestPagesOfEveryOriginMayAsk(t *testing.T) {
	a := shared(t)
	for _, method := range []string{http.MethodOptions, http.MethodPost} {
		answer := httptest.NewRecorder()
		a.handler.ServeHTTP(answer, httptest.NewRequest(method, "/v1/chain/get_info", nil))
		if answer.Code != http.StatusOK || answer.Header().Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s: %d %v", method, answer.Code, answer.Header())
		}
	}
}
