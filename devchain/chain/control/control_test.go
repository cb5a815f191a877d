package control_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldhouse/devchain/chain/contract/game"
	"fieldhouse/devchain/chain/contract/oracle"
	"fieldhouse/devchain/chain/control"
	"fieldhouse/devchain/chain/faults"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/chain/producer"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"
)

func newChain(t *testing.T) *producer.Producer {
	t.Helper()
	settings := producer.Defaults()
	settings.Buyers = 0
	return must.Get(producer.New(producer.Options{
		Options: genesis.Options{Drops: genesis.DefaultDrops}, Settings: settings,
		Clock: func() time.Time { return time.Unix(1_700_000_000, 0) },
	}))(t)
}

func post(chain *producer.Producer, body string, change func(*http.Request)) *httptest.ResponseRecorder {
	request := httptest.NewRequest(http.MethodPost, "/dev/apply", strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	change(request)
	answer := httptest.NewRecorder()
	control.New(chain, faults.NewSwitches(1)).ServeHTTP(answer, request)
	return answer
}

func same(*http.Request) {}

const auth = `"authorization":[{"actor":"alice.wam","permission":"active"}]`

func transfer(to, quantity, memo string) string {
	return `{"account":"eosio.token","name":"transfer",` + auth + `,"data":{"from":"alice.wam","to":"` + to +
		`","quantity":"` + quantity + `","memo":"` + memo + `"}}`
}

func TestAPurchaseAsOneRequest(t *testing.T) {
	chain := newChain(t)
	var median uint64
	chain.Ledger().Read(func(v ledger.View) {
		point, _ := oracle.Newest(v, antelope.MustName(genesis.Oracle), antelope.MustName(genesis.OraclePair))
		median = point.Median
	})
	buy := fmt.Sprintf(`{"account":"fieldhousegm","name":"buypack",%s,"data":{"buyer":"alice.wam","drop_id":1,"amount":2,"intended_delphi_median":"%d","partner_code":""}}`, auth, median)
	answer := post(chain, `{"actions":[`+transfer("fieldhousegm", "900.00000000 WAX", "deposit")+`,`+buy+`]}`, same)
	var done struct {
		TransactionID string `json:"transaction_id"`
		Processed     struct {
			BlockNum uint32 `json:"block_num"`
			Receipt  struct{ Status string }
		}
	}
	if err := json.Unmarshal(answer.Body.Bytes(), &done); err != nil || answer.Code != http.StatusAccepted {
		t.Fatalf("%d %s", answer.Code, answer.Body)
	}
	if done.Processed.Receipt.Status != "executed" || done.Processed.BlockNum != 362 {
		t.Errorf("answered %s", answer.Body)
	}
	account := antelope.MustName(genesis.GameContract)
	chain.Ledger().Read(func(v ledger.View) {
		all := slices.Collect(game.Claims.In(v, account, account).All())
		if claim := all[len(all)-1]; claim.TrxID != done.TransactionID || claim.Amount != 2 {
			t.Errorf("claim %+v", claim)
		}
	})
}

func TestEqualActionsCanBeSentAgain(t *testing.T) {
	chain := newChain(t)
	body := `{"actions":[` + transfer("bob.wam", "1.00000000 WAX", "") + `]}`
	first, second := post(chain, body, same), post(chain, body, same)
	if first.Code != http.StatusAccepted || second.Code != http.StatusAccepted || first.Body.String() == second.Body.String() {
		t.Errorf("%d %s then %d %s", first.Code, first.Body, second.Code, second.Body)
	}
}

func TestErrorsAreInANodesForm(t *testing.T) {
	chain := newChain(t) // what is refused changes nothing
	for _, c := range []struct {
		body   string
		status int
		say    string
	}{
		{`{"actions":[` + transfer("bob.wam", "9999.00000000 WAX", "") + `]}`, 500, `"message":"assertion failure with message: overdrawn balance"`},
		{`{"actions":[]}`, 500, `"code":3040002`},
		{`{"actions":[{"account":"bob.wam","name":"x","data":{}}]}`, 400, "the account bob.wam has no contract"},
		{`{"actions":[{"account":"eosio.token","name":"x","data":{}}]}`, 400, "eosio.token has no action x"},
		{`{"actions":[{"account":"eosio.token","name":"transfer","data":{}}]}`, 400, "the field from is missing"},
		{`{"actions":[{"account":"eosio.token","name":"transfer"}]}`, 400, "action 0"},
		{`{"actions":[{"account":"Not A Name"}]}`, 400, "reading the actions"},
		{`{"action":[]}`, 400, "unknown field"},
		{`{"actions":[]} {}`, 400, "there is more"},
		{``, 400, "reading the actions"},
		{`{"actions":[` + transfer("bob.wam", "1.00000000 WAX", strings.Repeat("m", 2<<20)) + `]}`, 400, "too large"},
	} {
		answer := post(chain, c.body, same)
		if answer.Code != c.status || !strings.Contains(answer.Body.String(), c.say) || !json.Valid(answer.Body.Bytes()) {
			t.Errorf("%.100s: %d %.300s, want %d %s", c.body, answer.Code, answer.Body, c.status, c.say)
		}
	}
}

func TestForeignPagesCannotAct(t *testing.T) {
	chain := newChain(t)
	body := `{"actions":[` + transfer("bob.wam", "1.00000000 WAX", "") + `]}`
	for name, c := range map[string]struct {
		change func(*http.Request)
		want   int
	}{
		"another origin":          {func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") }, 403},
		"an opaque origin":        {func(r *http.Request) { r.Header.Set("Origin", "null") }, 403},
		"a loopback origin":       {func(r *http.Request) { r.Header.Set("Origin", "http://localhost:8080") }, 202},
		"a form":                  {func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }, 415},
		"no type":                 {func(r *http.Request) { r.Header.Del("Content-Type") }, 415},
		"a charset":               {func(r *http.Request) { r.Header.Set("Content-Type", "application/json; charset=utf-8") }, 202},
		"GET":                     {func(r *http.Request) { r.Method = http.MethodGet }, 405},
		"an address that is none": {func(r *http.Request) { r.URL.Path = "/dev/other" }, 404},
		"faults, of another origin": {func(r *http.Request) {
			r.Method, r.URL.Path = http.MethodDelete, "/dev/faults"
			r.Header.Set("Origin", "https://evil.example")
		}, 403},
		"faults, read without a type": {func(r *http.Request) {
			r.Method, r.URL.Path = http.MethodGet, "/dev/faults"
			r.Header.Del("Content-Type")
		}, 200},
	} {
		answer := post(chain, body, c.change)
		if answer.Code != c.want || answer.Header().Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: %d %v, want %d", name, answer.Code, answer.Header(), c.want)
		}
	}
}
