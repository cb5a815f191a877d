package node_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/plugins/plugintest/must"
)

// send2 pushes through send_transaction2.
func (w *wallet) send2(options string) (int, taken, refused) {
	w.Helper()
	status, content := w.post("send_transaction2", fmt.Sprintf(`{%s"transaction":%s}`, options, w.body()))
	var answer taken
	var failed refused
	for _, into := range []any{&answer, &failed} {
		must.Do(w, json.Unmarshal(content, into))
	}
	return status, answer, failed
}

// Trap 6 of the chain's facts.
func TestSendTransaction2Answers202ForATransactionThatFailed(t *testing.T) {
	a := newAPI(t)
	overdrawn := newWallet(a, transferOf("bruno.wam", "1.00000000 WAX"), transferOf("alice.wam", "9999.00000000 WAX")).
		sign(genesis.Key("bruno.wam"), alice)
	status, answer, _ := overdrawn.send2("")
	except := answer.Processed.Except
	if status != http.StatusAccepted || answer.Processed.Receipt != nil || except == nil || except.Code != 3050003 ||
		except.Stack[0].Format != "assertion failure with message: ${s}" || except.Stack[0].Data["s"] != "overdrawn balance" {
		t.Fatalf("%d %+v", status, answer)
	}
	if status, _, failed := overdrawn.send2(`"return_failure_trace":false,`); status != http.StatusInternalServerError || failed.Error.Code != 3050003 {
		t.Errorf("without traces: %d %+v", status, failed)
	}
	unsigned := newWallet(a)
	if status, answer, _ := unsigned.send2(""); status != http.StatusAccepted || answer.Processed.Except == nil || answer.Processed.Except.Code != 3090003 {
		t.Errorf("unsigned: %d %+v", status, answer)
	}
}

func TestSendTransaction2RefusesWhatNeverBegan(t *testing.T) {
	a := newAPI(t)
	late := newWallet(a)
	late.Expiration -= 1000
	if status, _, failed := late.sign(alice).send2(""); status != http.StatusInternalServerError || failed.Error.Code != 3040005 {
		t.Errorf("expired: %d %+v", status, failed)
	}
	w := newWallet(a).sign(alice)
	if status, answer, _ := w.send2(`"retry_trx":false,`); status != http.StatusAccepted || answer.Processed.Except != nil {
		t.Errorf("without: %d %+v", status, answer)
	}
	if status, _, failed := w.send2(""); status != http.StatusConflict || failed.Error.Name != "tx_duplicate" {
		t.Errorf("again: %d %+v", status, failed)
	}
}

func TestRequiredKeysAreThoseThatTheActionsNeed(t *testing.T) {
	a := shared(t)
	keyOf := func(name string) string { return genesis.PublicKeyOf(name).String() }
	provider := must.Get(genesis.ProviderKey().Public())(t)
	action := func(actor, data string) string {
		return fmt.Sprintf(`{"account":"eosio.token","name":"transfer","authorization":[{"actor":"%s","permission":"active"}],"data":%s}`, actor, data)
	}
	noop := fmt.Sprintf(`{"account":"%s","name":"noop","authorization":[{"actor":"%s","permission":"cosign"}],"data":""}`, genesis.NoopContract, genesis.Provider)
	all := fmt.Sprintf(`["%s","%s","%s","%s"]`, genesis.PublicKeyOf("alice.wam").Typed(), keyOf("bob.wam"), keyOf("bruno.wam"), provider)
	for _, c := range []struct {
		actions, available string
		status             int
		want               string
	}{
		{action("alice.wam", `"00ff"`), all, 200, `{"required_keys":["` + keyOf("alice.wam") + `"]}`},
		{action("bob.wam", `"00ff"`) + "," + action("alice.wam", `"00ff"`), all, 200, `["` + keyOf("alice.wam") + `","` + keyOf("bob.wam") + `"]`},
		{noop, all, 200, `["` + provider.String() + `"]`},
		{"", all, 200, `{"required_keys":[]}`},
		{action("carla.wam", `"00ff"`), all, 401, "transaction declares authority"},
		{action("alice.wam", `"00ff"`), `[]`, 401, "transaction declares authority"},
		{action("nobody", `"00ff"`), all, 500, "authorizing actor 'nobody' does not exist"},
		{action("alice.wam", `"xyz"`), all, 400, "Unable to parse"},
		{action("alice.wam", `"00ff"`), `["EOS123"]`, 400, "Unable to parse"},
		{action("alice.wam", `"00ff"`), `[` + strings.Repeat(`"`+keyOf("alice.wam")+`",`, 256) + `"` + keyOf("alice.wam") + `"]`, 400, "at most 256"},
	} {
		status, content := a.post("get_required_keys", `{"transaction":{"expiration":"2026-03-01T12:00:00","actions":[`+c.actions+`]},"available_keys":`+c.available+`}`)
		if status != c.status || !strings.Contains(string(content), c.want) {
			t.Errorf("%.200s: %d %.300s, want %d %s", c.actions, status, content, c.status, c.want)
		}
	}
}

func TestGetAccountShowsThePermissionsAndTheirLinks(t *testing.T) {
	_, content := shared(t).post("get_account", `{"account_name":"`+genesis.Provider+`"}`)
	var answer struct {
		Permissions []struct {
			Name   string `json:"perm_name"`
			Parent string `json:"parent"`
			Auth   struct {
				Keys []struct{ Key string } `json:"keys"`
			} `json:"required_auth"`
			Linked []struct{ Account, Action string } `json:"linked_actions"`
		}
	}
	must.Do(t, json.Unmarshal(content, &answer))
	var shown []string
	for _, one := range answer.Permissions {
		shown = append(shown, fmt.Sprint(one.Name, "<", one.Parent, len(one.Auth.Keys), one.Linked))
	}
	if got := strings.Join(shown, " "); got != "active<owner1 [] cosign<active1 [{greymassnoop noop}] owner<1 []" {
		t.Errorf("permissions %s", got)
	}
}
