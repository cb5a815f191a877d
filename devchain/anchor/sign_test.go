package anchor

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"fieldhouse/devchain/anchor/esr"
	"fieldhouse/devchain/contract/noop"
	"fieldhouse/devchain/genesis"
	"fieldhouse/devchain/ledger"
	"fieldhouse/devchain/standin"
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
	signer, err := parseLevel(payload["sa"], payload["sp"])
	if err != nil {
		b.Fatal(err)
	}
	expiration, err := antelope.ParseTimePoint(payload["ex"])
	if err != nil {
		b.Fatal(err)
	}
	header := esr.Header{Expiration: antelope.TimePointSecOf(expiration.Time())}
	for field, into := range map[string]func(uint64){
		"rbn": func(n uint64) { header.RefBlockNum = uint16(n) }, "rid": func(n uint64) { header.RefBlockPrefix = uint32(n) },
	} {
		into(number(b.T, payload[field]))
	}
	resolved, err := request.Resolve(standin.ABIs(b.wallet.Chain), signer, b.wallet.ChainID, header)
	if err != nil {
		b.Fatal(err)
	}
	signature, err := antelope.ParseSignature(payload["sig"])
	if err != nil {
		b.Fatal(err)
	}
	key, err := signature.Recover(resolved.Digest())
	if err != nil {
		b.Fatal(err)
	}
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
	b, a := newBench(t, nil), newApp(t)
	payload, socket := b.signIn(a)
	defer func() { _ = socket.Close() }()
	resolved, key := b.resolve(payload)
	if key != genesis.PublicKeyOf("alice.wam") || payload["sa"] != "alice.wam" || payload["sp"] != "active" || payload["cid"] != genesis.ChainID {
		t.Errorf("%v is by %s", payload, key)
	}
	if resolved.Transaction.Expiration.Time() != start.Add(lasts) || payload["tx"] != resolved.ID().String() {
		t.Errorf("it is good until %s as %s", resolved.Transaction.Expiration, payload["tx"])
	}
	if !strings.HasPrefix(payload["link_ch"], b.link.URL+"/link/") || payload["link_name"] != defaultDevice || payload["link_meta"] != `{"sameDevice":false}` {
		t.Errorf("session %v", payload)
	}
	var state StateView
	eventually(t, "the session", func() bool {
		b.must(http.StatusOK, http.MethodGet, "/api/state", nil, &state)
		return len(state.Sessions) == 1 && state.Sessions[0].Connected
	})
	if session := state.Sessions[0]; session.App != "fieldhouse" || session.Auth != "alice.wam@active" || session.Channel != payload["link_ch"] || session.Agent != "a test" {
		t.Errorf("session %+v", session)
	}
}

func TestALoginSaysWhatThePolicyAddsAboutTheWallet(t *testing.T) {
	b, a := newBench(t, func(c *Config) { c.Device = "A phone" }), newApp(t)
	b.must(http.StatusOK, http.MethodPost, "/api/policy", map[string]any{"answer": "sign", "meta": map[string]any{"launchUrl": "http://127.0.0.1/", "sameDevice": true}}, nil)
	b.hand(b.login(a))
	if payload := b.payload(); payload["link_meta"] != `{"launchUrl":"http://127.0.0.1/","sameDevice":true}` || payload["link_name"] != "A phone" {
		t.Errorf("answered %v", payload)
	}
}

func TestTheChannelIsOnTheAppsServiceUnlessOneIsSet(t *testing.T) {
	b, a := newBench(t, func(c *Config) { c.Link = "" }), newApp(t)
	b.policy(Sign)
	request := b.login(a)
	request.Callback += "?by={{sa}}/{{sp}}"
	b.hand(request)
	if payload := b.payload(); !strings.HasPrefix(payload["link_ch"], b.link.URL+"/link/") {
		t.Errorf("the channel is %s", payload["link_ch"])
	}
}

func TestAnIdentityIsThatOfTheAccountAskedFor(t *testing.T) {
	b, a := newBench(t, nil), newApp(t)
	b.policy(Sign)
	request := b.login(a)
	request.Identity.Permission = &ledger.PermissionLevel{Actor: bruno, Permission: esr.PlaceholderPermission}
	b.hand(request)
	payload := b.payload()
	if _, key := b.resolve(payload); payload["sa"] != "bruno.wam" || key != genesis.PublicKeyOf("bruno.wam") {
		t.Errorf("%s answered with %s", payload["sa"], key)
	}
}

func TestARequestGetsItsHeaderFromTheChain(t *testing.T) {
	b := newBench(t, nil)
	id := b.hand(b.transfer())
	view := b.view(id)
	if view.State != Waiting || view.Signer != "alice.wam@active" || len(view.Actions) != 1 ||
		string(view.Actions[0].Data) != `{"from":"alice.wam","to":"dave.wam","quantity":"1.00000000 WAX","memo":"`+b.memo+`"}` {
		t.Errorf("it shows %+v", view)
	}
	b.must(http.StatusOK, http.MethodPost, "/api/requests/"+id, map[string]string{"answer": "sign", "account": "carla.wam"}, &view)
	if view.State != Signed || !view.Result.Delivered || view.Result.Signer != "carla.wam@active" {
		t.Errorf("it became %+v", view)
	}
	payload := b.payload()
	resolved, key := b.resolve(payload)
	if key != genesis.PublicKeyOf("carla.wam") || resolved.Transaction.RefBlockPrefix == 0 || resolved.Transaction.Expiration.Time() != start.Add(lasts) {
		t.Errorf("%+v is by %s", resolved.Transaction, key)
	}
	if _, two := payload["sig0"]; two {
		t.Error("a second signature was answered, which apps leave out")
	}
	pushed, err := b.wallet.Chain.Push(ledger.Signed{Transaction: resolved.Transaction, Signatures: []antelope.Signature{mustSignature(t, payload["sig"])}})
	if err != nil || pushed.ID.String() != payload["tx"] {
		t.Errorf("the chain says %+v, %v", pushed, err)
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

func TestATransactionWithAHeaderIsSignedAsItIs(t *testing.T) {
	b := newBench(t, nil)
	b.policy(Sign)
	request := b.transfer()
	request.Kind = esr.KindTransaction
	request.Transaction = ledger.Transaction{Expiration: 1_800_000_000, RefBlockNum: 7, RefBlockPrefix: 8, MaxCPUUsageMS: 9, Actions: request.Actions}
	request.SetInfo("no_modify", []byte{1})
	b.hand(request)
	payload := b.payload()
	resolved, _ := b.resolve(payload)
	if payload["ex"] != "2027-01-15T08:00:00" || payload["rbn"] != "7" || payload["rid"] != "8" || resolved.Transaction.MaxCPUUsageMS != 9 {
		t.Errorf("answered %v", payload)
	}
}

func TestARefusalSaysSo(t *testing.T) {
	b := newBench(t, nil)
	id := b.hand(b.transfer())
	b.must(http.StatusOK, http.MethodPost, "/api/requests/"+id, map[string]string{"answer": "refuse", "reason": "not today"}, nil)
	if payload := b.payload(); len(payload) != 1 || payload["rejected"] != "not today" {
		t.Errorf("answered %v", payload)
	}
	b.policy(Refuse)
	b.hand(b.login(newApp(t)))
	if payload := b.payload(); payload["rejected"] != refusal {
		t.Errorf("answered %v", payload)
	}
}

func TestAnIgnoredRequestCanBeAnsweredLater(t *testing.T) {
	b := newBench(t, nil)
	b.policy(Ignore)
	id := b.hand(b.transfer())
	if view := b.view(id); view.State != Ignored {
		t.Errorf("it is %s", view.State)
	}
	b.must(http.StatusOK, http.MethodPost, "/api/requests/"+id, map[string]string{"answer": "sign"}, nil)
	b.payload()
}

func TestARequestIsAnsweredOnce(t *testing.T) {
	b := newBench(t, nil)
	id := b.hand(b.transfer())
	if again := b.hand(b.transfer()); again != id {
		t.Errorf("it was taken twice, as %s and %s", id, again)
	}
	b.must(http.StatusOK, http.MethodPost, "/api/requests/"+id, map[string]string{"answer": "sign"}, nil)
	b.payload()
	for _, answer := range []string{"sign", "refuse"} {
		if status, text := b.call(http.MethodPost, "/api/requests/"+id, map[string]string{"answer": answer}); status != http.StatusUnprocessableEntity || !strings.Contains(text, "signed already") {
			t.Errorf("%s again: %d %s", answer, status, text)
		}
	}
}

func TestTheWalletBroadcastsWhatAsksForIt(t *testing.T) {
	b := newBench(t, nil)
	request := b.transfer()
	request.Flags |= esr.Broadcast
	id := b.hand(request)
	b.must(http.StatusOK, http.MethodPost, "/api/requests/"+id, map[string]string{"answer": "sign"}, nil)
	payload := b.payload()
	if payload["bn"] == "" || payload["bn"] == "0" {
		t.Errorf("answered %v", payload)
	}
	if view := b.view(id); view.Result.Block == 0 || view.Result.Transaction != payload["tx"] {
		t.Errorf("it became %+v", view.Result)
	}
}

func TestAFailedBroadcastIsShownAndCanBeTriedAgain(t *testing.T) {
	b := newBench(t, nil)
	request := b.transfer()
	request.Flags |= esr.Broadcast
	request.Actions[0].Authorization[0] = ledger.PermissionLevel{Actor: bruno, Permission: active}
	id := b.hand(request)
	status, text := b.call(http.MethodPost, "/api/requests/"+id, map[string]string{"answer": "sign"})
	if view := b.view(id); status != http.StatusUnprocessableEntity || view.State != Failed || !strings.Contains(view.Problem, "bruno.wam") {
		t.Errorf("%d %s; it is %s: %s", status, text, view.State, view.Problem)
	}
	b.must(http.StatusOK, http.MethodPost, "/api/requests/"+id, map[string]string{"answer": "sign", "account": "bruno.wam"}, nil)
	if payload := b.payload(); payload["sa"] != "bruno.wam" {
		t.Errorf("answered %v", payload)
	}
}

func TestCosignersComeFirstAndInTheirOrder(t *testing.T) {
	b := newBench(t, nil)
	noop := ledger.NewActionBy(ledger.PermissionLevel{
		Actor: antelope.MustName(genesis.Provider), Permission: antelope.MustName(genesis.ProviderPermission),
	}, antelope.MustName(genesis.NoopContract), noop.Noop{})
	var header esr.Header
	b.wallet.Chain.Read(func(v ledger.View) { header = esr.HeaderOf(v.Irreversible(), v.Head().Time.Time(), time.Minute) })
	request := b.transfer()
	request.Kind, request.Flags = esr.KindTransaction, request.Flags|esr.Broadcast
	transfer, err := esr.Fill(standin.ABIs(b.wallet.Chain), request.Actions[0], ledger.PermissionLevel{Actor: alice, Permission: active})
	if err != nil {
		t.Fatal(err)
	}
	request.Transaction = ledger.Transaction{
		Expiration: header.Expiration, RefBlockNum: header.RefBlockNum, RefBlockPrefix: header.RefBlockPrefix,
		Actions: []ledger.Action{noop, transfer},
	}
	provider, err := genesis.ProviderKey().Sign(request.Transaction.SigningDigest(b.wallet.ChainID, nil))
	if err != nil {
		t.Fatal(err)
	}
	request.SetInfo("cosig", antelope.Marshal([]antelope.Signature{provider}))
	request.SetInfo("txfee", []byte("0.05000000 WAX"))
	id := b.hand(request)
	if view := b.view(id); view.Payer != genesis.Provider || view.Fee != "0.05000000 WAX" || view.Cosigners != 1 {
		t.Errorf("it shows %q paying, a fee of %q and %d cosigners", view.Payer, view.Fee, view.Cosigners)
	}
	b.must(http.StatusOK, http.MethodPost, "/api/requests/"+id, map[string]string{"answer": "sign"}, nil)
	if payload := b.payload(); payload["bn"] == "" {
		t.Errorf("answered %v", payload)
	}
}

func TestAForegroundCallbackIsLeftToThePage(t *testing.T) {
	b := newBench(t, nil)
	request := b.transfer()
	request.Flags = 0
	request.Callback = b.link.URL + "/done?by={{sa}}&tx={{tx}}&x={{unknown}}"
	request.SetInfo("return_path", []byte("http://127.0.0.1/football#a"))
	id := b.hand(request)
	var view RequestView
	b.must(http.StatusOK, http.MethodPost, "/api/requests/"+id, map[string]string{"answer": "sign"}, &view)
	if want := b.link.URL + "/done?by=alice.wam&tx=" + view.Result.Transaction + "&x="; view.Result.Open != want || view.Result.Delivered {
		t.Errorf("it opens %s, want %s", view.Result.Open, want)
	}
	if view.Result.Return != "http://127.0.0.1/football#a" {
		t.Errorf("it goes back to %q", view.Result.Return)
	}
}

func TestWhatCannotBeSignedSaysWhy(t *testing.T) {
	b := newBench(t, nil)
	for name, c := range map[string]struct {
		change func(*esr.Request)
		want   string
	}{
		"another chain":    {func(r *esr.Request) { r.Chain = esr.Chain{Alias: 10} }, "not for the chain"},
		"too late":         {func(r *esr.Request) { r.SetInfo("link", antelope.AppendUint(nil, 4, uint64(start.Unix()-1))) }, "waited for an answer until"},
		"a foreign host":   {func(r *esr.Request) { r.Callback = "https://example.com/callback-0001" }, "not on this machine"},
		"no web address":   {func(r *esr.Request) { r.Callback = "file:///etc/passwd" }, "no http or https address"},
		"an unknown class": {func(r *esr.Request) { r.Actions[0].Account = antelope.MustName("nobody") }, "nobody"},
		"damaged data":     {func(r *esr.Request) { r.Actions[0].Data = []byte{1, 2, 3} }, "data is no transfer"},
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

// elsewhere is the chain as a node sees it that is on another one.
type elsewhere struct{ *ledger.Ledger }

func (e elsewhere) Read(look func(ledger.View)) {
	e.ReadThrough(ledger.Lens{ChainID: antelope.Checksum256{1}}, look)
}

func TestAWalletWhoseNodeIsOnAnotherChainSignsNothing(t *testing.T) {
	b := newBench(t, func(c *Config) { c.Chain = elsewhere{c.Chain.(*ledger.Ledger)} })
	b.policy(Sign)
	id := b.hand(b.transfer())
	eventually(t, "the failure", func() bool { return b.view(id).State == Failed })
	if problem := b.view(id).Problem; !strings.Contains(problem, "the node is on the chain 0100000000") {
		t.Errorf("it says %s", problem)
	}
}

func TestAnAnswerThatIsNotTakenCanBeSentAgain(t *testing.T) {
	b := newBench(t, nil)
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
	b.must(http.StatusOK, http.MethodPost, "/api/requests/"+id, map[string]string{"answer": "sign"}, nil)
	if view := b.view(id); view.State != Signed || !view.Result.Delivered {
		t.Errorf("it is %s", view.State)
	}
}

func TestWhatWasBroadcastIsNotSignedAgain(t *testing.T) {
	b := newBench(t, nil)
	b.link.setStatus(http.StatusServiceUnavailable)
	request := b.transfer()
	request.Flags |= esr.Broadcast
	id := b.hand(request)
	_, _ = b.call(http.MethodPost, "/api/requests/"+id, map[string]string{"answer": "sign"})
	if view := b.view(id); view.State != Signed || view.Result.Block == 0 || view.Result.Delivered || !strings.Contains(view.Problem, "503") {
		t.Errorf("it is %s: %s, %+v", view.State, view.Problem, view.Result)
	}
	if status, text := b.call(http.MethodPost, "/api/requests/"+id, map[string]string{"answer": "sign"}); !strings.Contains(text, "signed already") {
		t.Errorf("again: %d %s", status, text)
	}
}
