package provider

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fieldhouse/devchain/chain/contract/token"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/chain/producer"
	"fieldhouse/devchain/wallets/anchor/esr"
	"fieldhouse/devchain/wallets/standin/standintest"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"
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
	made := must.Get(chain())(t)
	return &bench{t, New(made.Ledger()), benches.Add(1)}
}

// visit asks the provider.
func (b *bench) visit(method, path string, body any, change ...func(*http.Request)) (int, string) {
	b.Helper()
	raw := must.Get(json.Marshal(body))(b)
	return standintest.Call(b.provider, method, path, string(raw), change...)
}

func (b *bench) setMode(mode string) {
	b.Helper()
	if status, body := b.visit(http.MethodPost, ModePath, map[string]string{"mode": mode}); status != http.StatusOK {
		b.Fatalf("the mode %s: %d %s", mode, status, body)
	}
}

// transfer is a whole transaction with its header, as our own app sends it.
func (b *bench) transfer() *esr.Request {
	return &esr.Request{
		Version: esr.Version2, Chain: esr.ChainOf(b.head().ChainID), Kind: esr.KindTransaction, Flags: esr.Background,
		Transaction: ledger.Transaction{
			Expiration: antelope.TimePointSecOf(start.Add(3 * time.Minute)), RefBlockNum: b.head().RefBlockNum, RefBlockPrefix: b.head().RefBlockPrefix,
			Actions: []ledger.Action{b.action(sender, "first"), b.action(sender, "second")},
		},
	}
}

func (b *bench) action(level ledger.PermissionLevel, memo string) ledger.Action {
	return ledger.Action{
		Account: antelope.MustName(genesis.Token), Name: ledger.ActionName[token.Transfer](), Authorization: []ledger.PermissionLevel{level},
		Data: antelope.Marshal(token.Transfer{
			From: level.Actor, To: antelope.MustName("dave.wam"), Quantity: antelope.MustAsset("1.00000000 WAX"), Memo: fmt.Sprintf("%s of bench %d", memo, b.number),
		}),
	}
}

// head is a header of the chain's last irreversible block.
func (b *bench) head() esr.Header { return esr.HeaderOf(b.provider.chain) }

// ask asks for a transaction.
func (b *bench) ask(request *esr.Request) (int, string) {
	b.Helper()
	return b.visit(http.MethodPost, Path, map[string]any{"ref": "fieldhouse", "request": request.String(), "signer": sender})
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

// offer is what is answered to a request, and the transaction in it.
func (b *bench) offer(request *esr.Request) (got offered, t ledger.Transaction) {
	b.Helper()
	return b.read(b.ask(request))
}

func (b *bench) read(status int, body string) (got offered, t ledger.Transaction) {
	b.Helper()
	if err := json.Unmarshal([]byte(body), &got); err != nil || got.Code != status || len(got.Data.Request) != 2 || string(got.Data.Request[0]) != `"transaction"` {
		b.Fatalf("%d %s: %v", status, body, err)
	}
	must.Do(b, json.Unmarshal(got.Data.Request[1], &t))
	return got, t
}

// land signs the transaction as its sender and pushes it.
func (b *bench) land(t ledger.Transaction, cosigned string) error {
	b.Helper()
	provider := must.Get(antelope.ParseSignature(cosigned))(b)
	own := must.Get(genesis.Key(sender.Actor.String()).Sign(t.SigningDigest(b.head().ChainID, nil)))(b)
	_, err := b.provider.chain.(*ledger.Ledger).Push(ledger.Signed{Transaction: t, Signatures: []antelope.Signature{provider, own}})
	return err
}

func transferOf(t *testing.T, action ledger.Action) (data token.Transfer) {
	t.Helper()
	must.Do(t, antelope.Unmarshal(action.Data, &data))
	return data
}
