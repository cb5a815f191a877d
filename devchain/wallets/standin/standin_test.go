package standin_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/wallets/standin"
	"fieldhouse/devchain/wallets/standin/standintest"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"
)

func TestDataThatNoABIDescribesIsShownInHexadecimal(t *testing.T) {
	chain, signer := standintest.New(t)
	transfer := standintest.Transfer(t, chain, "bob.wam", time.Minute)
	transfer.Actions[0].Name, transfer.Actions[0].Data = antelope.MustName("unheardof"), []byte{1, 0xfe}
	request, err := signer.Read(transfer.Pack())
	if err != nil || string(request.Actions[0].Data) != `"01fe"` {
		t.Errorf("%+v (%v)", request, err)
	}
}

func TestAccountsHaveTheirKeysAndWhatTheyHaveNow(t *testing.T) {
	chain, signer := standintest.New(t)
	transfer := standintest.Transfer(t, chain, "alice.wam", time.Minute)
	must.Get(chain.Act(transfer.Actions...))(t)
	accounts := signer.Accounts()
	if len(accounts) != 2 || accounts[0].Name != "alice.wam" || accounts[0].Balance != "4999.00000000 WAX" ||
		accounts[0].PublicKey != genesis.PublicKeyOf("alice.wam").String() || accounts[1].Name != "bob.wam" {
		t.Errorf("%+v", accounts)
	}
	for _, name := range []string{"carol.wam", "no name!", ""} {
		if _, err := signer.Account(name); err == nil || !strings.Contains(err.Error(), "is not in this wallet") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestThePolicyIsSwitched(t *testing.T) {
	policy := standin.NewSwitch(standintest.Accounts, "slow")
	handler := standin.Own(policy)
	for _, c := range []struct {
		method, body, want string
		status             int
	}{
		{http.MethodGet, "", `"answer":"ask","account":"alice.wam","answers":["ask","sign","refuse","slow"],"accounts":["alice.wam","bob.wam"]`, 200},
		{http.MethodPost, `{"answer":"refuse","account":"bob.wam"}`, `"answer":"refuse","account":"bob.wam"`, 200},
		{http.MethodGet, "", `"answer":"refuse","account":"bob.wam"`, 200},
		{http.MethodPost, `{"answer":"shrug"}`, `the answer \"shrug\" is not known: use ask, sign, refuse, slow`, 400},
		{http.MethodPost, `{"account":"carol.wam"}`, `the account \"carol.wam\" is not in this wallet`, 400},
		{http.MethodPost, `{`, `reading the body`, 400},
		{http.MethodGet, "", `"answer":"refuse","account":"bob.wam"`, 200},
		{http.MethodPost, `{"answer":"sign"}`, `"answer":"sign","account":"alice.wam"`, 200},
		{http.MethodDelete, "", `"answer":"ask","account":"alice.wam"`, 200},
		{http.MethodPut, "", `takes GET, POST and DELETE`, 405},
	} {
		status, answer := standintest.Call(handler, c.method, "/api/policy", c.body)
		if status != c.status || !strings.Contains(answer, c.want) {
			t.Errorf("%s %s: %d %s, want %d %s", c.method, c.body, status, answer, c.status, c.want)
		}
	}
}

func TestOnlyTheWalletsOwnPagesAndProgramsAreAnswered(t *testing.T) {
	handler := standin.Own(standin.NewSwitch(standintest.Accounts))
	origin := func(value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set("Origin", value) }
	}
	for name, c := range map[string]struct {
		change func(*http.Request)
		body   string
		want   int
	}{
		"a program":         {func(*http.Request) {}, `{"answer":"sign"}`, 200},
		"its own page":      {origin("http://localhost:18102"), `{"answer":"sign"}`, 200},
		"the site":          {origin("http://localhost:18100"), `{"answer":"sign"}`, 403},
		"a foreign page":    {origin("https://evil.example"), `{"answer":"sign"}`, 403},
		"a page of nowhere": {origin("null"), `{"answer":"sign"}`, 403},
		"a plain form":      {func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }, `{"answer":"sign"}`, 415},
		"a flood":           {func(*http.Request) {}, `{"answer":"` + strings.Repeat("x", standin.MaxBody) + `"}`, 400},
	} {
		if status, answer := standintest.Call(handler, http.MethodPost, "/api/policy", c.body, c.change); status != c.want {
			t.Errorf("%s: %d %s, want %d", name, status, answer, c.want)
		}
	}
}
