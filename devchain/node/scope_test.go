package node_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// scopes are the rows of get_table_by_scope as "scope/table payer count", and
// where the next page starts.
func (a api) scopes(body string) (rows []string, more string) {
	a.Helper()
	status, content := a.post("get_table_by_scope", body)
	var answer struct {
		Rows []struct {
			Code, Scope, Table, Payer string
			Count                     json.Number
		} `json:"rows"`
		More *string `json:"more"`
	}
	if err := json.Unmarshal(content, &answer); err != nil || status != http.StatusOK || answer.Rows == nil || answer.More == nil {
		a.Fatalf("%s: %d %s", body, status, content)
	}
	for _, row := range answer.Rows {
		rows = append(rows, row.Scope+"/"+row.Table+" "+row.Payer+" "+row.Count.String())
	}
	return rows, *answer.More
}

func TestGetTableByScopeListsTheScopesOfAContract(t *testing.T) {
	a := shared(t)
	for body, want := range map[string]string{
		`{"code":"delphioracle","table":"datapoints"}`:                                                            "waxpusd/datapoints beechguild 42",
		`{"code":"eosio.token","table":"accounts","lower_bound":"alice.wam","upper_bound":"bob.wam","limit":100}`: "alice.wam/accounts eosio 1, basil.wam/accounts eosio 1, binder25.wam/accounts eosio 1, bob.wam/accounts eosio 1",
		`{"code":"eosio.token","table":"stat","limit":1000}`:                                                      "........f1.pb/stat eosio 1",
		`{"code":"nobody"}`: "",
		`{"code":"eosio.token","table":"nosuch","limit":1000}`:                          "",
		`{"code":"eosio.token","table":"accounts","lower_bound":"b","upper_bound":"a"}`: "",
	} {
		rows, more := a.scopes(body)
		if got := strings.Join(rows, ", "); got != want || more != "" {
			t.Errorf("%s: %s, more %q; want %s", body, got, more, want)
		}
	}
	if status, content := a.post("get_table_by_scope", `{"code":"eosio.token","lower_bound":"NOT A NAME"}`); status != http.StatusInternalServerError ||
		!strings.Contains(string(content), "lower_bound scope") {
		t.Errorf("a bound that is none: %d %s", status, content)
	}
}

func TestScopesInPagesAndBackwardsAreTheSame(t *testing.T) {
	a := shared(t)
	all, more := a.scopes(`{"code":"eosio.token","limit":1000}`)
	if len(all) < 10 || more != "" {
		t.Fatalf("%d scopes, more %q", len(all), more)
	}
	var paged []string
	for bound := ""; ; bound = more {
		var page []string
		page, more = a.scopes(`{"code":"eosio.token","limit":3,"lower_bound":"` + bound + `"}`)
		if paged = append(paged, page...); more == "" {
			break
		}
	}
	if strings.Join(paged, ",") != strings.Join(all, ",") {
		t.Errorf("in pages: %v, want %v", paged, all)
	}
	backwards, _ := a.scopes(`{"code":"eosio.token","limit":2,"reverse":true}`)
	if len(backwards) != 2 || backwards[0] != all[len(all)-1] || backwards[1] != all[len(all)-2] {
		t.Errorf("backwards: %v, want the last of %v", backwards, all)
	}
}

func TestGetCurrencyStats(t *testing.T) {
	a := shared(t)
	for body, want := range map[string]string{
		`{"code":"eosio.token","symbol":"WAX"}`:  `{"WAX":{"supply":"100000000.00000000 WAX","max_supply":"10000000000.00000000 WAX","issuer":"eosio"}}`,
		`{"code":"eosio.token","symbol":"wax"}`:  `{"WAX":{"supply":"100000000.00000000 WAX","max_supply":"10000000000.00000000 WAX","issuer":"eosio"}}`,
		`{"code":"eosio.token","symbol":"GOLD"}`: `{}`,
		`{"code":"eosio.token"}`:                 `{}`,
	} {
		if status, content := a.post("get_currency_stats", body); status != http.StatusOK || string(content) != want {
			t.Errorf("%s: %d %s, want %s", body, status, content, want)
		}
	}
	for body, code := range map[string]string{
		`{"code":"eosio.token","symbol":"W4X"}`:  "3010014",
		`{"code":"delphioracle","symbol":"WAX"}`: "3060003",
		`{"code":"nobody","symbol":"WAX"}`:       "3060002",
	} {
		if status, content := a.post("get_currency_stats", body); status < 400 || !strings.Contains(string(content), code) {
			t.Errorf("%s: %d %s, want %s", body, status, content, code)
		}
	}
}

func TestGetCodeHashIsThatOfGetRawABIAndZeroWithoutCode(t *testing.T) {
	a := shared(t)
	var raw rawABI
	_, content := a.post("get_raw_abi", `{"account_name":"eosio.token"}`)
	if err := json.Unmarshal(content, &raw); err != nil {
		t.Fatal(err)
	}
	for body, want := range map[string]string{
		`{"account_name":"eosio.token"}`: `{"account_name":"eosio.token","code_hash":"` + raw.CodeHash + `"}`,
		`{"account_name":"alice.wam"}`:   `{"account_name":"alice.wam","code_hash":"` + strings.Repeat("0", 64) + `"}`,
	} {
		if status, content := a.post("get_code_hash", body); status != http.StatusOK || string(content) != want {
			t.Errorf("%s: %d %s, want %s", body, status, content, want)
		}
	}
	if status, content := a.post("get_code_hash", `{"account_name":"nobody"}`); status != http.StatusInternalServerError || !strings.Contains(string(content), "unknown key") {
		t.Errorf("an unknown account: %d %s", status, content)
	}
}
