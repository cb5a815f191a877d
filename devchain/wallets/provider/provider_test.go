package provider

import (
	"bytes"
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/wallets/anchor/esr"
	"fieldhouse/plugins/antelope"
)

func TestFreeResourcesAreANoopInFrontAndASignature(t *testing.T) {
	b := newBench(t)
	request := b.transfer()
	answer := b.ask(request)
	got, made := b.read(answer)
	if answer.Code != http.StatusOK || got.Code != http.StatusOK || string(got.Data.Request[0]) != `"transaction"` || got.Data.Fee != "" || got.Data.Costs != nil || len(got.Data.Signatures) != 1 {
		t.Fatalf("%d %s", answer.Code, answer.Body)
	}
	noop := made.Actions[0]
	if noop.Account.String() != genesis.NoopContract || noop.Name.String() != genesis.NoopAction || len(noop.Data) != 0 ||
		!reflect.DeepEqual(noop.Authorization, []ledger.PermissionLevel{{Actor: antelope.MustName(genesis.Provider), Permission: antelope.MustName(genesis.ProviderPermission)}}) {
		t.Errorf("it starts with %+v", noop)
	}
	if !reflect.DeepEqual(made.Actions[1:], request.Transaction.Actions) {
		t.Errorf("the own actions became %+v", made.Actions[1:])
	}
	made.Actions = request.Transaction.Actions
	if !bytes.Equal(made.Pack(), request.Transaction.Pack()) {
		t.Errorf("the header became %+v", made)
	}
	_, made = b.read(answer)
	if err := b.land(made, got.Data.Signatures[0]); err != nil {
		t.Errorf("the chain says %v", err)
	}
}

func TestAFeeIsATransferToTheProvider(t *testing.T) {
	b := newBench(t)
	b.setMode(ModeFee)
	request := b.transfer()
	answer := b.ask(request)
	got, made := b.read(answer)
	if answer.Code != http.StatusPaymentRequired || got.Code != http.StatusPaymentRequired || got.Data.Fee != fee.String() || got.Data.Costs.CPU != fee.String() || got.Data.Costs.RAM != "0.00000000 WAX" || got.Message != "Fee required to complete transaction." {
		t.Fatalf("%d %s", answer.Code, answer.Body)
	}
	if len(made.Actions) != 4 || !reflect.DeepEqual(made.Actions[1].Authorization, []ledger.PermissionLevel{sender}) {
		t.Fatalf("actions %+v", made.Actions)
	}
	if paid := transferOf(t, made.Actions[1]); paid.From != sender.Actor || paid.To.String() != genesis.ProviderFees || paid.Quantity != fee ||
		paid.Memo != "Fuel Transaction Fee" {
		t.Errorf("the fee is %+v", paid)
	}
	if err := b.land(made, got.Data.Signatures[0]); err != nil {
		t.Errorf("the chain says %v", err)
	}
}

func TestAHiddenFeeIsTakenAndNotSaid(t *testing.T) {
	b := newBench(t)
	b.setMode(ModeHiddenFee)
	got, made := b.read(b.ask(b.transfer()))
	if got.Code != http.StatusOK || got.Data.Fee != "" || len(made.Actions) != 4 || transferOf(t, made.Actions[1]).To.String() != genesis.ProviderFees {
		t.Errorf("%+v with %+v", got, made.Actions)
	}
}

func TestWhatIsNotCovered(t *testing.T) {
	b := newBench(t)
	for name, c := range map[string]struct {
		change func(*esr.Request)
		want   string
	}{
		"an identity":     {func(r *esr.Request) { r.Scope = sender.Actor }, "identity requests cannot be co-signed"},
		"no change":       {func(r *esr.Request) { r.Info = []esr.Pair{{Key: "no_modify", Value: []byte{1}}} }, "cannot be modified"},
		"somebody else":   {func(r *esr.Request) { r.Transaction.Actions[0].Authorization[0].Actor = antelope.MustName("bob.wam") }, "the first authorization is that of bob.wam"},
		"no action":       {func(r *esr.Request) { r.Transaction.Actions = nil }, "no action"},
		"nobody's action": {func(r *esr.Request) { r.Transaction.Actions[0].Authorization = nil }, "no action with an authorization"},
		"another chain":   {func(r *esr.Request) { r.Chain[0]++ }, "not for the chain"},
	} {
		request := b.transfer()
		c.change(request)
		if answer := b.ask(request); answer.Code != http.StatusBadRequest || !strings.Contains(answer.Body.String(), c.want) || !strings.Contains(answer.Body.String(), `"code":400`) {
			t.Errorf("%s: %d %s", name, answer.Code, answer.Body)
		}
	}
	for _, body := range []any{"x", map[string]any{}, map[string]any{"request": "esr:", "signer": sender}, map[string]any{"request": b.transfer().String(), "signer": "alice.wam@active"}} {
		if answer := b.visit(http.MethodPost, Path, body, nil); answer.Code != http.StatusBadRequest {
			t.Errorf("%v: %d %s", body, answer.Code, answer.Body)
		}
	}
}

func TestModes(t *testing.T) {
	b := newBench(t)
	for _, mode := range Modes {
		b.setMode(mode)
		var got struct {
			Mode  string
			Modes []string
		}
		if err := json.Unmarshal(b.visit(http.MethodGet, ModePath, nil, nil).Body.Bytes(), &got); err != nil || got.Mode != mode || !slices.Equal(got.Modes, Modes) {
			t.Errorf("set to %s it is %+v (%v)", mode, got, err)
		}
	}
	for _, c := range []struct {
		body   any
		header map[string]string
		want   int
	}{
		{map[string]string{"mode": "honest"}, nil, http.StatusBadRequest},
		{"x", nil, http.StatusBadRequest},
		{map[string]string{"mode": "free"}, map[string]string{"Content-Type": "text/plain"}, http.StatusUnsupportedMediaType},
		{map[string]string{"mode": "free"}, map[string]string{"Origin": "https://example.com"}, http.StatusForbidden},
		{map[string]string{"mode": "free"}, map[string]string{"Origin": "http://127.0.0.1:8080"}, http.StatusOK},
	} {
		if answer := b.visit(http.MethodPost, ModePath, c.body, c.header); answer.Code != c.want {
			t.Errorf("%v %v: %d %s", c.body, c.header, answer.Code, answer.Body)
		}
	}
}
