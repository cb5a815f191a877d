package anchor

import (
	"net/http"
	"strings"
	"testing"

	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/wallets/anchor/esr"
	"fieldhouse/devchain/wallets/standin"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"
)

// resolve recreates what an answer says was signed, as apps do, and finds who
// signed it.
func (b *bench) resolve(payload esr.Payload) (*esr.Resolved, antelope.PublicKey) {
	b.Helper()
	request := must.Get(esr.Parse(payload["req"]))(b)
	signer := ledger.PermissionLevel{Actor: antelope.MustName(payload["sa"]), Permission: antelope.MustName(payload["sp"])}
	expiration := must.Get(antelope.ParseTimePoint(payload["ex"]))(b)
	header := esr.Header{ChainID: b.wallet.ChainID(), Expiration: antelope.TimePointSecOf(expiration.Time())}
	for field, into := range map[string]func(uint64){
		"rbn": func(n uint64) { header.RefBlockNum = uint16(n) }, "rid": func(n uint64) { header.RefBlockPrefix = uint32(n) },
	} {
		into(number(b.T, payload[field]))
	}
	resolved := must.Get(request.Resolve(b.wallet.Chain, signer, header))(b)
	signature := must.Get(antelope.ParseSignature(payload["sig"]))(b)
	key := must.Get(signature.Recover(resolved.Digest()))(b)
	return resolved, key
}

func number(t *testing.T, text string) (value uint64) {
	t.Helper()
	for _, digit := range text {
		if digit < '0' || digit > '9' {
			t.Fatalf("%q is no number", text)
		}
		value = value*10 + uint64(digit-'0')
	}
	return value
}

func TestALoginProvesTheAccountAndLinksASession(t *testing.T) {
	b, a := newBench(t), newApp(t)
	payload, socket := b.signIn(a)
	defer func() { _ = socket.Close() }()
	resolved, key := b.resolve(payload)
	if key != genesis.PublicKeyOf("alice.wam") || payload["sa"] != "alice.wam" || payload["sp"] != "active" || payload["cid"] != genesis.ChainID {
		t.Errorf("%v is by %s", payload, key)
	}
	if resolved.Transaction.Expiration.Time() != start.Add(esr.Lasts) || payload["tx"] != resolved.ID().String() {
		t.Errorf("it is good until %s as %s", resolved.Transaction.Expiration, payload["tx"])
	}
	if !strings.HasPrefix(payload["link_ch"], b.link.URL+"/link/") || payload["link_name"] != device || payload["link_meta"] != `{"sameDevice":false}` {
		t.Errorf("session %v", payload)
	}
}

func TestAnIdentityIsThatOfTheAccountAskedFor(t *testing.T) {
	b, a := newBench(t), newApp(t)
	b.policy(standin.AnswerSign)
	request := b.login(a)
	request.Identity.Permission = &ledger.PermissionLevel{Actor: bruno, Permission: esr.PlaceholderPermission}
	b.hand(request)
	payload := b.payload()
	if _, key := b.resolve(payload); payload["sa"] != "bruno.wam" || key != genesis.PublicKeyOf("bruno.wam") {
		t.Errorf("%s answered with %s", payload["sa"], key)
	}
}

func TestARequestGetsItsHeaderFromTheChain(t *testing.T) {
	b := newBench(t)
	id := b.hand(b.transfer())
	if view := b.view(id); view.State != Waiting || view.Signer != "alice.wam" || len(view.Actions) != 1 ||
		view.Actions[0].Fields[3] != (FieldView{"memo", b.memo}) {
		t.Errorf("it shows %+v", view)
	}
	if view := b.answer(id, "sign", "carla.wam"); view.State != Signed || !view.Result.Delivered || view.Result.Signer != "carla.wam" {
		t.Errorf("it became %+v", view)
	}
	payload := b.payload()
	resolved, key := b.resolve(payload)
	if key != genesis.PublicKeyOf("carla.wam") || resolved.Transaction.RefBlockPrefix == 0 || resolved.Transaction.Expiration.Time() != start.Add(esr.Lasts) {
		t.Errorf("%+v is by %s", resolved.Transaction, key)
	}
	if _, two := payload["sig0"]; two {
		t.Error("a second signature was answered, which apps leave out")
	}
	pushed, err := b.wallet.Chain.(*ledger.Ledger).Push(ledger.Signed{Transaction: resolved.Transaction, Signatures: []antelope.Signature{must.Get(antelope.ParseSignature(payload["sig"]))(t)}})
	if err != nil || pushed.ID.String() != payload["tx"] {
		t.Errorf("the chain says %+v, %v", pushed, err)
	}
}

func TestATransactionWithAHeaderIsSignedAsItIs(t *testing.T) {
	b := newBench(t)
	b.policy(standin.AnswerSign)
	request := b.transfer()
	request.Kind = esr.KindTransaction
	request.Transaction = ledger.Transaction{Expiration: 1_800_000_000, RefBlockNum: 7, RefBlockPrefix: 8, MaxCPUUsageMS: 9, Actions: request.Actions}
	request.Info = []esr.Pair{{Key: "no_modify", Value: []byte{1}}}
	b.hand(request)
	payload := b.payload()
	resolved, _ := b.resolve(payload)
	if payload["ex"] != "2027-01-15T08:00:00" || payload["rbn"] != "7" || payload["rid"] != "8" || resolved.Transaction.MaxCPUUsageMS != 9 {
		t.Errorf("answered %v", payload)
	}
}

func TestARefusalSaysSo(t *testing.T) {
	b := newBench(t)
	b.answer(b.hand(b.transfer()), "refuse", "")
	if payload := b.payload(); len(payload) != 1 || payload["rejected"] != refusal {
		t.Errorf("answered %v", payload)
	}
	b.policy(standin.AnswerRefuse)
	b.hand(b.login(newApp(t)))
	if payload := b.payload(); payload["rejected"] != refusal {
		t.Errorf("answered %v", payload)
	}
}

func TestAnIgnoredRequestCanBeAnsweredLater(t *testing.T) {
	b := newBench(t)
	b.policy(Ignore)
	id := b.hand(b.transfer())
	if view := b.view(id); view.State != Ignored {
		t.Errorf("it is %s", view.State)
	}
	b.answer(id, "sign", "")
	b.payload()
}

func TestARequestIsAnsweredOnce(t *testing.T) {
	b := newBench(t)
	id := b.hand(b.transfer())
	if again := b.hand(b.transfer()); again != id {
		t.Errorf("it was taken twice, as %s and %s", id, again)
	}
	b.answer(id, "sign", "")
	b.payload()
	for _, answer := range []string{"sign", "refuse"} {
		if status, text := b.call(http.MethodPost, "/api/requests/"+id, map[string]string{"answer": answer}); status != http.StatusUnprocessableEntity || !strings.Contains(text, "signed already") {
			t.Errorf("%s again: %d %s", answer, status, text)
		}
	}
}

func TestWhatCannotBeSignedSaysWhy(t *testing.T) {
	b := newBench(t)
	for name, c := range map[string]struct {
		change func(*esr.Request)
		want   string
	}{
		"another chain":    {func(r *esr.Request) { r.Chain = esr.Chain{Alias: 10} }, "not for the chain"},
		"a broadcast":      {func(r *esr.Request) { r.Flags |= esr.Broadcast }, "nothing broadcast"},
		"too late":         {func(r *esr.Request) { r.Info = linkUntil(-1) }, "waited for an answer until"},
		"a foreign host":   {func(r *esr.Request) { r.Callback = "https://example.com/callback-0001" }, "not on this machine"},
		"no web address":   {func(r *esr.Request) { r.Callback = "file:///etc/passwd" }, "no http or https address"},
		"an unknown class": {func(r *esr.Request) { r.Actions[0].Account = antelope.MustName("nobody") }, "nobody"},
		"damaged data":     {func(r *esr.Request) { r.Actions[0].Data = []byte{1, 2, 3} }, "field From: the data ends too early"},
	} {
		request := b.transfer()
		c.change(request)
		id := b.hand(request)
		status, text := b.call(http.MethodPost, "/api/requests/"+id, map[string]string{"answer": "sign"})
		if view := b.view(id); status != http.StatusUnprocessableEntity || view.State != Failed || !strings.Contains(text, c.want) || !strings.Contains(view.Problem, c.want) {
			t.Errorf("%s: %d %s; it is %s: %s", name, status, text, view.State, view.Problem)
		}
	}
	if len(b.link.answers) > 0 {
		t.Errorf("something was answered: %v", <-b.link.answers)
	}
}

func TestAnAnswerThatIsNotTakenCanBeSentAgain(t *testing.T) {
	b := newBench(t)
	b.link.setStatus(http.StatusServiceUnavailable)
	id := b.hand(b.transfer())
	status, _ := b.call(http.MethodPost, "/api/requests/"+id, map[string]string{"answer": "sign"})
	if view := b.view(id); status != http.StatusUnprocessableEntity || view.State != Failed || !strings.Contains(view.Problem, "503") {
		t.Errorf("%d; it is %s: %s", status, view.State, view.Problem)
	}
	for range b.wallet.pauses {
		b.payload()
	}
	b.link.setStatus(http.StatusOK)
	b.answer(id, "sign", "")
	if view := b.view(id); view.State != Signed || !view.Result.Delivered {
		t.Errorf("it is %s", view.State)
	}
}
