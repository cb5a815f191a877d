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
)

// resolve recreates what an answer says was signed, as apps do, and finds who
// signed it.
func (b *bench) resolve(payload esr.Payload) (*esr.Resolved, antelope.PublicKey) {
	b.Helper()
	request, err := esr.Parse(payload["req"])
	if err != nil {
		b.Fatal(err)
	}
	expires, err := antelope.ParseTimePoint(payload["ex"])
	if err != nil {
		b.Fatal(err)
	}
	signer := ledger.PermissionLevel{Actor: antelope.MustName(payload["sa"]), Permission: antelope.MustName(payload["sp"])}
	resolved := request.Resolve(signer, antelope.TimePointSecOf(expires.Time()))
	key, err := mustSignature(b.T, payload["sig"]).Recover(resolved.Digest())
	if err != nil {
		b.Fatal(err)
	}
	return resolved, key
}

func TestALoginProvesTheAccountAndLinksASession(t *testing.T) {
	b, a := newBench(t), newApp(t)
	payload, socket := b.signIn(a)
	defer func() { _ = socket.Close() }()
	resolved, key := b.resolve(payload)
	if key != genesis.PublicKeyOf("alice.wam") || payload["sa"] != "alice.wam" || payload["sp"] != "active" || payload["cid"] != genesis.ChainID {
		t.Errorf("%v is by %s", payload, key)
	}
	if resolved.Transaction.Expiration.Time() != start.Add(esr.Lasts) || payload["tx"] != resolved.Transaction.ID().String() {
		t.Errorf("it is good until %s as %s", resolved.Transaction.Expiration, payload["tx"])
	}
	if !strings.HasPrefix(payload["link_ch"], b.link.URL+"/link/") || payload["link_name"] != device || payload["link_meta"] != `{"sameDevice":false}` {
		t.Errorf("session %v", payload)
	}
}

func TestATransactionIsSignedAsItIsByWhoIsChosen(t *testing.T) {
	b := newBench(t)
	request := b.transfer()
	request.Info = []esr.Pair{{Key: "no_modify", Value: []byte{1}}}
	id := b.hand(request)
	if view := b.view(id); view.State != Waiting || view.Signer != "alice.wam" || len(view.Actions) != 1 ||
		view.Actions[0].Fields[3] != (FieldView{"memo", b.memo}) {
		t.Errorf("it shows %+v", view)
	}
	if view := b.answer(id, "sign", "alice.wam"); view.State != Signed || !view.Result.Delivered || view.Result.Signer != "alice.wam" {
		t.Errorf("it became %+v", view)
	}
	payload := b.payload()
	resolved, key := b.resolve(payload)
	if key != genesis.PublicKeyOf("alice.wam") || resolved.Transaction.ID() != request.Transaction.ID() {
		t.Errorf("%+v is by %s", resolved.Transaction, key)
	}
	if _, two := payload["sig0"]; two {
		t.Error("a second signature was answered, which apps leave out")
	}
	pushed, err := b.wallet.Chain.Push(ledger.Signed{Transaction: resolved.Transaction, Signatures: []antelope.Signature{mustSignature(t, payload["sig"])}})
	if err != nil || pushed.ID.String() != payload["tx"] {
		t.Errorf("the chain says %+v, %v", pushed, err)
	}
	other := b.transfer()
	other.Callback += "-other"
	b.answer(b.hand(other), "sign", "carla.wam")
	if _, key := b.resolve(b.payload()); key != genesis.PublicKeyOf("carla.wam") {
		t.Errorf("carla's answer is by %s", key)
	}
}

func mustSignature(t *testing.T, text string) antelope.Signature {
	t.Helper()
	signature, err := antelope.ParseSignature(text)
	if err != nil {
		t.Fatal(err)
	}
	return signature
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
		"another chain":  {func(r *esr.Request) { r.Chain[0]++ }, "not for the chain"},
		"a broadcast":    {func(r *esr.Request) { r.Flags |= esr.Broadcast }, "nothing broadcast"},
		"too late":       {func(r *esr.Request) { r.Info = linkUntil(-1) }, "waited for an answer until"},
		"a foreign host": {func(r *esr.Request) { r.Callback = "https://example.com/callback-0001" }, "not on this machine"},
		"no web address": {func(r *esr.Request) { r.Callback = "file:///etc/passwd" }, "no http or https address"},
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
