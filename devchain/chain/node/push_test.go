package node_test

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"fieldhouse/devchain/chain/contract/token"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/internal/recorded"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"
)

// taken is what is read of the answer to a push.
type taken struct {
	ID        string `json:"transaction_id"`
	Processed struct {
		ID       string `json:"id"`
		BlockNum uint32 `json:"block_num"`
		Receipt  *struct {
			Status string `json:"status"`
		} `json:"receipt"`
		Except *struct {
			Code  int    `json:"code"`
			Name  string `json:"name"`
			Stack []struct {
				Format string            `json:"format"`
				Data   map[string]string `json:"data"`
			} `json:"stack"`
		} `json:"except"`
	} `json:"processed"`
}

// pushed is a transaction that another implementation packed and signed.
// testdata/pushes.json was made with @wharfkit/antelope 1.2.0 and eosjs 22.1.0: the
// transactions transfer 1.50000000 WAX from accounts of the development chain to
// dave.wam, refer to the first block of a chain that started at `start`, and are
// signed with genesis.Key.
type pushed struct {
	Name, By, ID string
	Body         json.RawMessage
}

func loadPushes(t *testing.T) (all []pushed) {
	t.Helper()
	content, err := os.ReadFile("testdata/pushes.json")
	if err == nil {
		err = json.Unmarshal(content, &all)
	}
	must.Do(t, err)
	return all
}

func TestTransactionsThatOtherImplementationsSignedLand(t *testing.T) {
	for _, c := range loadPushes(t) {
		t.Run(c.By+" with "+c.Name, func(t *testing.T) {
			a := newAPI(t)
			status, content := a.post("push_transaction", string(c.Body))
			var answer taken
			if err := json.Unmarshal(content, &answer); err != nil || status != http.StatusAccepted {
				t.Fatalf("%d %s", status, content)
			}
			if answer.ID != c.ID || answer.Processed.ID != c.ID || answer.Processed.Receipt.Status != "executed" || answer.Processed.BlockNum != 362 {
				t.Errorf("answered %s", content)
			}
			if _, got := a.post("get_currency_balance", `{"code":"eosio.token","account":"dave.wam"}`); string(got) == `[]` {
				t.Error("dave does not have it at once")
			}
			if status, content := a.post("push_transaction", string(c.Body)); status != http.StatusConflict || !strings.Contains(string(content), "duplicate transaction "+c.ID) {
				t.Errorf("the second time: %d %s", status, content)
			}
		})
	}
}

func TestTheAnswerToAPushHasTheFieldsOfARealNode(t *testing.T) {
	for call, name := range map[string]string{
		"push_transaction": "chain_push_transaction.transfer.202.json", "send_transaction": "chain_send_transaction.transfer.202.json",
	} {
		t.Run(call, func(t *testing.T) {
			a := newAPI(t)
			status, content := a.post(call, string(loadPushes(t)[0].Body))
			if status != http.StatusAccepted {
				t.Fatalf("%d %s", status, content)
			}
			recorded.SameFields(t, content, recorded.Load(t, name).Body, ".processed.action_traces[]")
		})
	}
}

// wallet makes transactions as a wallet does, by the chain's own code.
type wallet struct {
	api
	ledger.Signed
	chainID antelope.Checksum256
}

// newWallet has a transaction of alice's that would land.
func newWallet(a api, actions ...ledger.Action) *wallet {
	w := &wallet{api: a}
	if len(actions) == 0 {
		actions = []ledger.Action{transferOf("alice.wam", "1.00000000 WAX")}
	}
	a.chain.Ledger().Read(func(v ledger.View) {
		block, _ := v.Block(v.Head().Number - 3)
		w.chainID = v.ChainID()
		w.Transaction = ledger.Transaction{
			Expiration:  antelope.TimePointSecOf(v.Head().Time.Time().Add(3 * time.Minute)),
			RefBlockNum: uint16(block.Number), RefBlockPrefix: block.Prefix(), Actions: actions,
		}
	})
	return w
}

func transferOf(from, quantity string) ledger.Action {
	return ledger.NewAction(antelope.MustName(from), antelope.MustName(genesis.Token), token.Transfer{
		From: antelope.MustName(from), To: antelope.MustName("dave.wam"), Quantity: antelope.MustAsset(quantity),
	})
}

func (w *wallet) sign(keys ...antelope.PrivateKey) *wallet {
	w.Helper()
	for _, key := range keys {
		signature := must.Get(key.Sign(w.SigningDigest(w.chainID, nil)))(w)
		w.Signatures = append(w.Signatures, signature)
	}
	return w
}

func (w *wallet) body() string {
	texts := must.Get(json.Marshal(append([]antelope.Signature{}, w.Signatures...)))(w)
	return fmt.Sprintf(`{"signatures":%s,"compression":"none","packed_context_free_data":"","packed_trx":"%x"}`, texts, w.Pack())
}

func (w *wallet) push() (int, refused) {
	w.Helper()
	status, content := w.post("push_transaction", w.body())
	var answer refused
	must.Do(w, json.Unmarshal(content, &answer))
	return status, answer
}

var alice = genesis.Key("alice.wam")

func TestWhatIsWrongWithAPushIsSaidInTheWordsOfANode(t *testing.T) {
	a := newAPI(t) // refusals change nothing, so that one chain does for all
	for name, c := range map[string]struct {
		make   func(w *wallet) *wallet
		status int
		code   int
		say    string
	}{
		"expired": {func(w *wallet) *wallet { w.Expiration -= 181; return w.sign(alice) },
			500, 3040005, "expired transaction"},
		"expires too late": {func(w *wallet) *wallet { w.Expiration += 3600; return w.sign(alice) },
			500, 3040006, "Transaction expiration is too far in the future relative to the reference time of 2026-03-01T12:00:00.500"},
		"another prefix (TAPoS)": {func(w *wallet) *wallet { w.RefBlockPrefix++; return w.sign(alice) },
			500, 3040007, "Transaction's reference block did not match. Is this transaction from a different fork?"},
		"a block that is not there yet": {func(w *wallet) *wallet { w.RefBlockNum += 5000; return w.sign(alice) },
			500, 3040007, "Transaction's reference block did not match."},
		"no signature": {func(w *wallet) *wallet { return w },
			401, 3090003, `transaction declares authority '{"actor":"alice.wam","permission":"active"}', but does not have signatures for it`},
		"another's key": {func(w *wallet) *wallet { return w.sign(genesis.Key("bruno.wam")) },
			401, 3090003, `provided keys ["` + genesis.PublicKeyOf("bruno.wam").String() + `"]`},
		"another chain": {func(w *wallet) *wallet { w.chainID[0]++; return w.sign(alice) },
			401, 3090003, "but does not have signatures for it"},
		"one key too many": {func(w *wallet) *wallet { return w.sign(alice, genesis.Key("bruno.wam")) },
			500, 3090002, `transaction bears irrelevant signatures from these keys: ["` + genesis.PublicKeyOf("bruno.wam").String() + `"]`},
		"the same signature twice": {func(w *wallet) *wallet { return w.sign(alice, alice) },
			500, 3090001, "more than one signature signed using the same key associated with public key: " + genesis.PublicKeyOf("alice.wam").String()},
		"a signature changed": {func(w *wallet) *wallet {
			raw := w.sign(alice).Signatures[0].Bytes()
			raw[1] |= 0x80
			w.Signatures[0], _ = antelope.NewSignature(antelope.K1, raw)
			return w
		}, 500, 10, "signature is not canonical"},
		"a signature no key made": {func(w *wallet) *wallet {
			raw := w.sign(alice).Signatures[0].Bytes()
			raw[0] = 1
			w.Signatures[0], _ = antelope.NewSignature(antelope.K1, raw)
			return w
		}, 500, 10, "unable to reconstruct public key from signature"},
		"a WebAuthn signature": {func(w *wallet) *wallet {
			made := must.Get(antelope.NewSignature(antelope.WA, make([]byte, 67)))(w)
			w.Signatures = append(w.Signatures, made)
			return w
		}, 500, 3010016, "type WA (WebAuthn) can be read and printed but not computed with"},
		"a delay": {func(w *wallet) *wallet { w.DelaySec = 1; return w.sign(alice) },
			500, 3040000, "transaction cannot be delayed"},
		"a context-free action": {func(w *wallet) *wallet { w.ContextFreeActions = w.Actions; return w.sign(alice) },
			500, 3040000, "context-free actions"},
		"an extension": {func(w *wallet) *wallet { w.Extensions = []ledger.Extension{{Type: 7}}; return w.sign(alice) },
			500, 3040015, "Transaction extension with id type 7 is not supported"},
		"too small a bound": {func(w *wallet) *wallet { w.MaxNetUsageWords = 3; return w.sign(alice) },
			500, 3080002, "transaction net usage is too high: 120 > 24"},
		"no action": {func(w *wallet) *wallet { w.Actions = nil; return w.sign(alice) },
			500, 3040002, "A transaction must have at least one action"},
		"no authorization": {func(w *wallet) *wallet { w.Actions[0].Authorization = nil; return w.sign() },
			500, 3040003, "transaction must have at least one authorization"},
		"an unknown contract": {func(w *wallet) *wallet { w.Actions[0].Account = antelope.MustName("nobody"); return w.sign(alice) },
			500, 3040000, "action's code account 'nobody' does not exist"},
		"an unknown actor": {func(w *wallet) *wallet {
			w.Actions[0].Authorization[0].Actor = antelope.MustName("nobody")
			return w.sign(alice)
		}, 500, 3040000, "action's authorizing actor 'nobody' does not exist"},
		"an unknown permission": {func(w *wallet) *wallet {
			w.Actions[0].Authorization[0].Permission = antelope.MustName("claimer")
			return w.sign(alice)
		}, 500, 3040000, `action's authorizations include a non-existent permission: {"actor":"alice.wam","permission":"claimer"}`},
		"an assertion": {func(w *wallet) *wallet {
			w.Actions[0] = transferOf("alice.wam", "5000.00000001 WAX")
			return w.sign(alice)
		}, 500, 3050003, "assertion failure with message: overdrawn balance"},
		"another's money": {func(w *wallet) *wallet {
			w.Actions[0] = transferOf("bruno.wam", "1.00000000 WAX")
			w.Actions[0].Authorization[0].Actor = antelope.MustName("alice.wam")
			return w.sign(alice)
		}, 500, 3090004, "missing authority of bruno.wam"},
	} {
		t.Run(name, func(t *testing.T) {
			w := c.make(newWallet(api{t, a.handler, a.chain}))
			status, answer := w.push()
			if status != c.status || answer.Code != c.status || answer.Error.Code != c.code || len(answer.Error.Details) == 0 || !strings.Contains(answer.Error.Details[0].Message, c.say) {
				t.Errorf("answered %d %+v, want %d %d %q", status, answer, c.status, c.code, c.say)
			}
			if _, balance := w.post("get_currency_balance", aliceBalance); string(balance) != `["5000.00000000 WAX"]` {
				t.Errorf("alice has %s", balance)
			}
		})
	}
}

const aliceBalance = `{"code":"eosio.token","account":"alice.wam"}`

func TestBodiesThatAreNoPackedTransaction(t *testing.T) {
	a := newAPI(t)
	good := newWallet(a).sign(alice)
	packed := hex.EncodeToString(good.Pack())
	body := func(packed, rest string) string { return `{"signatures":[],"packed_trx":"` + packed + `"` + rest + `}` }
	var bomb bytes.Buffer
	deflate := zlib.NewWriter(&bomb)
	for range 64 {
		must.Get(deflate.Write(make([]byte, 1<<20)))(t)
	}
	must.Do(t, deflate.Close())
	for _, c := range []struct {
		body         string
		status, code int
		say          string
	}{
		{``, 400, 3200006, "A Request body is required"},
		{`{`, 400, 3200006, "Unable to parse"},
		{`{}`, 500, 3010010, "there is no packed_trx"},
		{`{"transaction":{}}`, 500, 3010010, "there is no packed_trx"},
		{body("xyz", ""), 400, 3200006, "Unable to parse"},
		{body(packed[:40], ""), 500, 3010010, "the data ends too early"},
		{body(packed+"00", ""), 500, 3010010, "bytes are left over"},
		{body(packed[:20]+"8000"+packed[22:], ""), 500, 3010010, "longer than it needs to be"},
		{body(packed, `,"signatures":["SIG_K1_nonsense"]`), 500, 3010010, "reading the signature"},
		{body(packed, `,"signatures":[`+strings.Repeat(`"a",`, 64)+`"a"]`), 500, 3010010, "it has 65 signatures; at most 64"},
		{body(packed, `,"compression":"brotli"`), 400, 3200006, "unknown transaction compression"},
		{body(packed, `,"compression":"zlib"`), 500, 3010010, "inflating it"},
		{body(packed, `,"packed_context_free_data":"05"`), 500, 3010010, "packed_context_free_data"},
		{body(hex.EncodeToString(bomb.Bytes()), `,"compression":1`), 500, 3010010, "Exceeded maximum decompressed transaction size"},
	} {
		a.wantRefused("push_transaction", c.body, c.status, c.code, c.say)
	}
}

func FuzzPushes(f *testing.F) {
	f.Add([]byte{0}, []byte{0}, false)
	var a api
	f.Fuzz(func(t *testing.T, packed, free []byte, deflated bool) {
		if a.handler == nil {
			a = newAPI(t)
		}
		a.TB = t
		body := fmt.Sprintf(`{"signatures":[],"compression":%d,"packed_context_free_data":"%x","packed_trx":"%x"}`, map[bool]int{true: 1}[deflated], free, packed)
		if status, content := a.post("push_transaction", body); status == http.StatusAccepted {
			t.Errorf("%s was taken without a signature: %s", body, content)
		}
	})
}
