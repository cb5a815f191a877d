package provider

import (
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
	got, made := b.offer(request)
	if got.Code != http.StatusOK || got.Data.Fee != "" || got.Data.Costs != nil || len(got.Data.Signatures) != 1 {
		t.Fatalf("%+v", got)
	}
	noop := made.Actions[0]
	if noop.Account.String() != genesis.NoopContract || noop.Name.String() != genesis.NoopAction || len(noop.Data) != 0 ||
		!reflect.DeepEqual(noop.Authorization, []ledger.PermissionLevel{{Actor: antelope.MustName(genesis.Provider), Permission: antelope.MustName(genesis.ProviderPermission)}}) {
		t.Errorf("it starts with %+v", noop)
	}
	if !reflect.DeepEqual(made.Actions[1:], request.Transaction.Actions) {
		t.Errorf("the own actions became %+v", made.Actions[1:])
	}
	own := made
	own.Actions = request.Transaction.Actions
	if own.ID() != request.Transaction.ID() {
		t.Errorf("the header became %+v", made)
	}
	if err := b.land(made, got.Data.Signatures[0]); err != nil {
		t.Errorf("the chain says %v", err)
	}
}

func TestAFeeIsATransferToTheProvider(t *testing.T) {
	b := newBench(t)
	b.setMode(ModeFee)
	got, made := b.offer(b.transfer())
	if got.Code != http.StatusPaymentRequired || got.Data.Fee != fee.String() || got.Data.Costs.CPU != fee.String() || got.Data.Costs.RAM != "0.00000000 WAX" || got.Message != "Fee required to complete transaction." {
		t.Fatalf("%+v", got)
	}
	if len(made.Actions) != 4 || !reflect.DeepEqual(made.Actions[1].Authorization, []ledger.PermissionLevel{sender}) {
		t.Fatalf("actions %+v", made.Actions)
	}
	if paid := transferOf(t, made.Actions[1]); paid.From != sender.Actor || paid.To.String() != genesis.ProviderFees || paid.Quantity != fee ||
		paid.Memo != "Fuel Transaction Fee | ref=fieldhouse" {
		t.Errorf("the fee is %+v", paid)
	}
	if err := b.land(made, got.Data.Signatures[0]); err != nil {
		t.Errorf("the chain says %v", err)
	}
}

func TestAHiddenFeeIsTakenAndNotSaid(t *testing.T) {
	b := newBench(t)
	b.setMode(ModeHiddenFee)
	got, made := b.offer(b.transfer())
	if got.Code != http.StatusOK || got.Data.Fee != "" || len(made.Actions) != 4 || transferOf(t, made.Actions[1]).To.String() != genesis.ProviderFees {
		t.Errorf("%+v with %+v", got, made.Actions)
	}
}

func TestAFeeNamesItsReferrer(t *testing.T) {
	b := newBench(t)
	b.setMode(ModeFee)
	for ref, want := range map[string]string{"fieldhouse": "fieldhouse", "another": "another", "": "teamgreymass"} {
		body := map[string]any{"ref": ref, "request": b.transfer().String(), "signer": sender}
		_, made := b.read(b.visit(http.MethodPost, Path, body))
		if memo := transferOf(t, made.Actions[1]).Memo; memo != "Fuel Transaction Fee | ref="+want {
			t.Errorf("sent by %q the memo is %q", ref, memo)
		}
	}
}

func TestARequestWithPlaceholdersIsResolvedForItsSigner(t *testing.T) {
	b := newBench(t)
	request := &esr.Request{
		Version: esr.Version2, Chain: esr.ChainOf(b.head().ChainID), Kind: esr.KindAction,
		Actions: []ledger.Action{b.action(ledger.PermissionLevel{Actor: esr.PlaceholderActor, Permission: esr.PlaceholderPermission}, "any")},
	}
	got, made := b.offer(request)
	if own := made.Actions[1]; !reflect.DeepEqual(own.Authorization, []ledger.PermissionLevel{sender}) || transferOf(t, own).From != sender.Actor || made.RefBlockPrefix == 0 {
		t.Errorf("it became %+v", made)
	}
	if err := b.land(made, got.Data.Signatures[0]); err != nil {
		t.Errorf("the chain says %v", err)
	}
}

func TestWhatIsNotCovered(t *testing.T) {
	b := newBench(t)
	for name, c := range map[string]struct {
		change func(*esr.Request)
		want   string
	}{
		"an identity":     {func(r *esr.Request) { r.Version, r.Kind = esr.Version3, esr.KindIdentity }, "identity requests cannot be co-signed"},
		"no change":       {func(r *esr.Request) { r.Info = []esr.Pair{{Key: "no_modify", Value: []byte{1}}} }, "cannot be modified"},
		"somebody else":   {func(r *esr.Request) { r.Transaction.Actions[0].Authorization[0].Actor = antelope.MustName("bob.wam") }, "the first authorization is that of bob.wam"},
		"no action":       {func(r *esr.Request) { r.Transaction.Actions = nil }, "no action"},
		"nobody's action": {func(r *esr.Request) { r.Transaction.Actions[0].Authorization = nil }, "no action with an authorization"},
		"another chain":   {func(r *esr.Request) { r.Chain = esr.Chain{Alias: 1} }, "not for the chain"},
	} {
		request := b.transfer()
		c.change(request)
		if status, body := b.ask(request); status != http.StatusBadRequest || !strings.Contains(body, c.want) || !strings.Contains(body, `"code":400`) {
			t.Errorf("%s: %d %s", name, status, body)
		}
	}
	for _, body := range []any{"x", map[string]any{}, map[string]any{"request": "esr:", "signer": sender}, map[string]any{"request": b.transfer().String(), "signer": "alice.wam@active"}} {
		if status, answer := b.visit(http.MethodPost, Path, body); status != http.StatusBadRequest {
			t.Errorf("%v: %d %s", body, status, answer)
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
		_, body := b.visit(http.MethodGet, ModePath, nil)
		if err := json.Unmarshal([]byte(body), &got); err != nil || got.Mode != mode || !slices.Equal(got.Modes, Modes) {
			t.Errorf("set to %s it is %+v (%v)", mode, got, err)
		}
	}
	free := map[string]string{"mode": "free"}
	for _, c := range []struct {
		body         any
		header, text string
		want         int
	}{
		{map[string]string{"mode": "honest"}, "Accept", "", http.StatusBadRequest},
		{"x", "Accept", "", http.StatusBadRequest},
		{free, "Content-Type", "text/plain", http.StatusUnsupportedMediaType},
		{free, "Origin", "https://example.com", http.StatusForbidden},
		{free, "Origin", "http://127.0.0.1:8080", http.StatusOK},
	} {
		if status, answer := b.visit(http.MethodPost, ModePath, c.body, func(r *http.Request) { r.Header.Set(c.header, c.text) }); status != c.want {
			t.Errorf("%v with %s %s: %d %s", c.body, c.header, c.text, status, answer)
		}
	}
}
