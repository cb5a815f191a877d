package provider

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fieldhouse/devchain/chain/contract/token"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/chain/producer"
	"fieldhouse/devchain/wallets/anchor/esr"
	"fieldhouse/plugins/antelope"
)

var (
	start  = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	sender = ledger.PermissionLevel{Actor: antelope.MustName("alice.wam"), Permission: ledger.Active}
)

// chain is a development chain that stands still, for all tests: what they push
// differs by its memo.
var chain = sync.OnceValues(func() (*producer.Producer, error) {
	return producer.New(producer.Options{
		Options: genesis.Options{Drops: 0, Seed: 1}, Settings: producer.Defaults(), Clock: func() time.Time { return start },
	})
})

// bench is a provider with its chain.
type bench struct {
	*testing.T
	provider *Provider
	number   int64
}

// benches counts them.
var benches atomic.Int64

func newBench(t *testing.T) *bench {
	t.Helper()
	made, err := chain()
	if err != nil {
		t.Fatal(err)
	}
	return &bench{t, New(made.Ledger()), benches.Add(1)}
}

// visit asks the provider.
func (b *bench) visit(method, path string, body any, header map[string]string) *httptest.ResponseRecorder {
	b.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		b.Fatal(err)
	}
	request := httptest.NewRequest(method, path, bytes.NewReader(raw))
	request.Host, request.RemoteAddr = "127.0.0.1:8083", "127.0.0.1:5000"
	request.Header.Set("Content-Type", "application/json")
	for name, value := range header {
		request.Header.Set(name, value)
	}
	answer := httptest.NewRecorder()
	b.provider.ServeHTTP(answer, request)
	return answer
}

func (b *bench) setMode(mode string) {
	b.Helper()
	if answer := b.visit(http.MethodPost, ModePath, map[string]string{"mode": mode}, nil); answer.Code != http.StatusOK {
		b.Fatalf("the mode %s: %d %s", mode, answer.Code, answer.Body)
	}
}

// transfer is a whole transaction with its header, as our own app sends it.
func (b *bench) transfer() *esr.Request {
	var head ledger.Block
	b.provider.chain.Read(func(v ledger.View) { head = v.Head() })
	return &esr.Request{
		Chain: b.provider.chainID(), Flags: esr.Background,
		Transaction: ledger.Transaction{
			Expiration: antelope.TimePointSecOf(start.Add(3 * time.Minute)), RefBlockNum: uint16(head.Number), RefBlockPrefix: head.Prefix(),
			Actions: []ledger.Action{b.action("first"), b.action("second")},
		},
	}
}

func (b *bench) action(memo string) ledger.Action {
	return ledger.NewAction(sender.Actor, antelope.MustName(genesis.Token), token.Transfer{
		From: sender.Actor, To: antelope.MustName("dave.wam"), Quantity: antelope.MustAsset("1.00000000 WAX"), Memo: fmt.Sprintf("%s of bench %d", memo, b.number),
	})
}

// ask asks for a transaction.
func (b *bench) ask(request *esr.Request) *httptest.ResponseRecorder {
	b.Helper()
	return b.visit(http.MethodPost, Path, map[string]any{"ref": "fieldhouse", "request": request.String(), "signer": sender}, nil)
}

// offered is an answer as an app reads it.
type offered struct {
	Code    int
	Message string
	Data    struct {
		Request    []json.RawMessage
		Signatures []string
		Fee        string
		Costs      *struct{ CPU, NET, RAM string }
	}
}

// read reads an answer and the transaction in it.
func (b *bench) read(answer *httptest.ResponseRecorder) (offered, ledger.Transaction) {
	b.Helper()
	var got offered
	if err := json.Unmarshal(answer.Body.Bytes(), &got); err != nil {
		b.Fatalf("%s: %v", answer.Body, err)
	}
	var t ledger.Transaction
	if len(got.Data.Request) != 2 {
		b.Fatalf("its request is %s", answer.Body)
	}
	if err := json.Unmarshal(got.Data.Request[1], &t); err != nil {
		b.Fatal(err)
	}
	return got, t
}

// land signs the transaction as its sender and pushes it.
func (b *bench) land(t ledger.Transaction, cosigned string) error {
	b.Helper()
	provider, err := antelope.ParseSignature(cosigned)
	if err != nil {
		b.Fatal(err)
	}
	own, err := genesis.Key(sender.Actor.String()).Sign(t.SigningDigest(b.provider.chainID(), nil))
	if err != nil {
		b.Fatal(err)
	}
	_, err = b.provider.chain.Push(ledger.Signed{Transaction: t, Signatures: []antelope.Signature{provider, own}})
	return err
}

func transferOf(t *testing.T, action ledger.Action) (data token.Transfer) {
	t.Helper()
	if err := antelope.Unmarshal(action.Data, &data); err != nil {
		t.Fatal(err)
	}
	return data
}
