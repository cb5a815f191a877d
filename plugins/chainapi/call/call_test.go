package call_test

import (
	"strings"
	"testing"

	"fieldhouse/plugins/chainapi/call"
	"fieldhouse/plugins/plugintest/must"
)

func TestTheAllowListHoldsWhatWalletsCallAndNothingElse(t *testing.T) {
	allowed := map[string]call.Class{
		"get_info": call.Info, "get_account": call.Accounts,
		"get_table_rows": call.Rows, "get_table_by_scope": call.Rows, "get_currency_balance": call.Rows, "get_currency_stats": call.Rows,
		"get_block": call.Blocks, "get_block_info": call.Blocks,
		"get_abi": call.ABIs, "get_raw_abi": call.ABIs, "get_raw_code_and_abi": call.ABIs, "get_code_hash": call.ABIs,
		"get_required_keys": call.Direct,
		"push_transaction":  call.Push, "send_transaction": call.Push, "send_transaction2": call.Push,
	}
	for name, class := range allowed {
		c := call.Find(name)
		if c == nil || c.Class != class || c.Path() != "/v1/chain/"+name {
			t.Errorf("%s is %+v", name, c)
		}
		if c != nil && c.Gets() != (name == "get_info") {
			t.Errorf("%s as GET: %t", name, c.Gets())
		}
	}
	for _, name := range []string{
		"", "get_info/", "GET_INFO", "../producer/pause", "push_transactions", "push_block", "get_producers", "get_code",
		"compute_transaction", "send_read_only_transaction", "get_transaction_status", "get_accounts_by_authorizers",
		"get_scheduled_transactions", "get_activated_protocol_features", "get_block_header_state",
	} {
		if c := call.Find(name); c != nil {
			t.Errorf("%q is passed on", name)
		}
	}
}

func TestRequestsThatAskTheSameHaveOneKey(t *testing.T) {
	for name, same := range map[string][]string{
		"get_info":    {``, `{}`, `{"a":1}`, `null`, `nonsense`},
		"get_account": {`{"account_name":"alice"}`, ` { "account_name" : "\u0061lice" , "trace":"abc" } `},
		"get_table_rows": {
			`{"code":"eosio.token","scope":"alice","table":"accounts","json":true,"limit":18446744073709551615}`,
			`{"limit":18446744073709551615,"nonce":0.5,"json":true,"table":"accounts","scope":"alice","code":"eosio.token","time_limit_ms":1}`,
		},
	} {
		keys := make(map[string]bool)
		for _, body := range same {
			written, err := call.Find(name).Body([]byte(body))
			if err != nil {
				t.Fatalf("%s %s: %v", name, body, err)
			}
			keys[call.Find(name).Key(written)] = true
		}
		if len(keys) != 1 {
			t.Errorf("%s has the keys %v", name, keys)
		}
	}
}

func TestRequestsThatAskForOtherThingsHaveOtherKeys(t *testing.T) {
	keys := make(map[string]string)
	for _, request := range [][2]string{
		{"get_abi", `{"account_name":"alice"}`},
		{"get_abi", `{"account_name":"bob"}`},
		{"get_raw_abi", `{"account_name":"alice"}`},
		{"get_raw_abi", `{"account_name":"alice","abi_hash":"00"}`},
		{"get_table_rows", `{"code":"a","table":"t","lower_bound":"1"}`},
		{"get_table_rows", `{"code":"a","table":"t","upper_bound":"1"}`},
		{"get_table_rows", `{"code":"a","table":"t","lower_bound":"` + strings.Repeat("1", 600) + `"}`},
		{"get_table_rows", `{"code":"a","table":"t","lower_bound":"` + strings.Repeat("1", 601) + `"}`},
	} {
		body := must.Get(call.Find(request[0]).Body([]byte(request[1])))(t)
		key := call.Find(request[0]).Key(body)
		if before, taken := keys[key]; taken {
			t.Errorf("%v has the key of %s: %s", request, before, key)
		}
		if len(key) > 1024 {
			t.Errorf("%v has a key of %d bytes", request, len(key))
		}
		keys[key] = strings.Join(request[:], " ")
	}
}

func TestTheRequestIsWhatANodeReads(t *testing.T) {
	for _, test := range []struct{ name, body, want string }{
		{"get_required_keys", `{"transaction":{"b":1,"a":{"data":"00"}},"available_keys":["K2","K1"]}`, `{"available_keys":["K2","K1"],"transaction":{"a":{"data":"00"},"b":1}}`},
		{"get_block", `{"block_num_or_id":324182164}`, `{"block_num_or_id":324182164}`},
		{"get_account", `{"expected_core_symbol":"8,WAX","account_name":"alice","x":1}`, `{"account_name":"alice","expected_core_symbol":"8,WAX"}`},
	} {
		if got, err := call.Find(test.name).Body([]byte(test.body)); err != nil || string(got) != test.want {
			t.Errorf("%s: %s (%v), want %s", test.name, got, err, test.want)
		}
	}
}

func TestTheBlockThatARequestIsAboutIsKnown(t *testing.T) {
	for _, test := range []struct {
		name, body string
		want       uint64
	}{
		{"get_block_info", `{"block_num":324182161}`, 324182161},
		{"get_block_info", `{"block_num":"324182161"}`, 324182161},
		{"get_block", `{"block_num_or_id":324182161}`, 324182161},
		{"get_block", `{"block_num_or_id":"1352a091` + strings.Repeat("f", 56) + `"}`, 324182161},
		{"get_block", `{"block_num_or_id":"` + strings.Repeat("x", 64) + `"}`, 0},
		{"get_block", `{"block_num_or_id":-1}`, 0},
		{"get_block", `{"block_num_or_id":1e3}`, 0},
		{"get_block", `{"block_num_or_id":true}`, 0},
		{"get_block", `{"block_num_or_id":18446744073709551615}`, 0},
		{"get_account", `{"account_name":"1"}`, 0},
		{"get_info", ``, 0},
	} {
		c := call.Find(test.name)
		body := must.Get(c.Body([]byte(test.body)))(t)
		if got := c.Block(body); got != test.want {
			t.Errorf("%s %s: block %d, want %d", test.name, test.body, got, test.want)
		}
	}
}

func TestARequestThatCannotBeAnsweredIsRefused(t *testing.T) {
	for _, test := range []struct{ name, body, says string }{
		{"get_account", ``, "not JSON"},
		{"get_account", `{}`, "no account_name"},
		{"get_account", `{"account_name":""}`, "no account_name"},
		{"get_account", `{"account_name":null}`, "no account_name"},
		{"get_account", `{"account_name":{"a":1}}`, "account_name must be a string"},
		{"get_account", `{"account_name":["alice"]}`, "account_name must be a string"},
		{"get_table_rows", `{"code":"a","code":"b"}`, "stands twice"},
		{"get_block_info", `{"block_num_or_id":1}`, "no block_num"},
	} {
		if got, err := call.Find(test.name).Body([]byte(test.body)); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s %s: %s, error %v, which should say %q", test.name, test.body, got, err, test.says)
		}
	}
}
