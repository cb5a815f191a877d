package anchor

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fieldhouse/devchain/chain/contract/token"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/chain/producer"
	"fieldhouse/devchain/wallets/anchor/esr"
	"fieldhouse/devchain/wallets/standin"
	"fieldhouse/devchain/wallets/standin/standintest"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"

	"github.com/gorilla/websocket"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience bounds waiting for what must happen, on a machine under load.
const patience = 30 * time.Second

var (
	start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	bruno = antelope.MustName("bruno.wam")
)

func await[T any](t *testing.T, values <-chan T, what string) (value T) {
	t.Helper()
	select {
	case value = <-values:
	case <-time.After(patience):
		t.Fatalf("%s did not come", what)
	}
	return value
}

// chain is a development chain that stands still. All tests share it, since it
// takes long to make: what they push differs by its memo.
var chain = sync.OnceValues(func() (*producer.Producer, error) {
	return producer.New(producer.Options{
		Options: genesis.Options{Drops: 0, Seed: 1}, Settings: producer.Defaults(), Clock: func() time.Time { return start },
	})
})

// linkService is a link service that keeps what is posted and passes messages to
// whoever listens with acknowledgements.
type linkService struct {
	*httptest.Server
	answers chan answered
	sockets chan *websocket.Conn
	heard   chan string // the addresses of the sockets

	mutex  sync.Mutex
	status int // of answers to posts
}

// answered is what was posted to a channel.
type answered struct{ Channel, Type, Body string }

func newLinkService(t *testing.T) *linkService {
	t.Helper()
	l := &linkService{answers: make(chan answered, 64), sockets: make(chan *websocket.Conn, 64), heard: make(chan string, 64), status: http.StatusOK}
	l.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			body, _ := io.ReadAll(r.Body)
			l.mutex.Lock()
			status := l.status
			l.mutex.Unlock()
			l.answers <- answered{r.URL.Path, r.Header.Get("Content-Type"), string(body)}
			w.WriteHeader(status)
			return
		}
		socket, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
		if err != nil {
			return
		}
		l.heard <- r.URL.String()
		l.sockets <- socket
	}))
	t.Cleanup(l.Close)
	return l
}

func (l *linkService) setStatus(status int) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.status = status
}

// bench is a wallet with all that it talks to.
type bench struct {
	*testing.T
	link   *linkService
	wallet *Wallet
	memo   string // of its transfers, on no other bench
}

// benches counts them.
var benches atomic.Int64

func newBench(t *testing.T) *bench {
	t.Helper()
	made := must.Get(chain())(t)
	link := newLinkService(t)
	config := Config{
		Signer: &standin.Signer{Chain: made.Ledger(), Names: []string{"alice.wam", "bruno.wam", "carla.wam"}},
		Now:    func() time.Time { return start },
		HTTP:   &http.Client{Transport: &http.Transport{DisableKeepAlives: true}},
	}
	wallet := New(config)
	wallet.pauses = []time.Duration{0, 0}
	t.Cleanup(func() {
		wallet.Close()
		for {
			select {
			case socket := <-link.sockets:
				_ = socket.Close()
			default:
				return
			}
		}
	})
	return &bench{t, link, wallet, fmt.Sprintf("a <gift> for bench %d", benches.Add(1))}
}

// call calls the API and gives status and body.
func (b *bench) call(method, path string, body any) (int, string) {
	b.Helper()
	raw := must.Get(json.Marshal(body))(b)
	return standintest.Call(b.wallet, method, path, string(raw))
}

// must calls the API, which must answer with a status, and reads the body.
func (b *bench) must(status int, method, path string, body, into any) {
	b.Helper()
	got, text := b.call(method, path, body)
	if got != status {
		b.Fatalf("%s %s: %d %s, want %d", method, path, got, text, status)
	}
	if into != nil {
		if err := json.Unmarshal([]byte(text), into); err != nil {
			b.Fatalf("%s %s: %v in %s", method, path, err, text)
		}
	}
}

// hand hands a request over and gives its id.
func (b *bench) hand(request *esr.Request) string {
	b.Helper()
	var made struct{ ID string }
	b.must(http.StatusAccepted, http.MethodPost, "/api/requests", map[string]string{"request": request.String()}, &made)
	return made.ID
}

// requests are all, the newest first.
func (b *bench) requests() []RequestView {
	b.Helper()
	var state stateView
	b.must(http.StatusOK, http.MethodGet, "/api/state", nil, &state)
	return state.Requests
}

func (b *bench) view(id string) RequestView {
	b.Helper()
	view, _, err := b.wallet.view(id)
	must.Do(b, err)
	return view
}

// answer answers a request as a test does.
func (b *bench) answer(id, answer, account string) (view RequestView) {
	b.Helper()
	b.must(http.StatusOK, http.MethodPost, "/api/requests/"+id, map[string]string{"answer": answer, "account": account}, &view)
	return view
}

func (b *bench) policy(answer string) {
	b.Helper()
	b.must(http.StatusOK, http.MethodPost, "/api/policy", map[string]string{"answer": answer}, nil)
}

// payload waits for the answer at a callback.
func (b *bench) payload() esr.Payload {
	b.Helper()
	got := await(b.T, b.link.answers, "the answer")
	if !strings.HasPrefix(got.Channel, "/link/callback-") || got.Type != "application/json" {
		b.Errorf("answered to %s as %s", got.Channel, got.Type)
	}
	var payload esr.Payload
	if err := json.Unmarshal([]byte(got.Body), &payload); err != nil {
		b.Fatalf("answered %q: %v", got.Body, err)
	}
	return payload
}

// callback is an address for an answer.
func (b *bench) callback() string { return b.link.URL + "/link/callback-0001" }

// app is an app's end of a linked session.
type app struct {
	key    antelope.PrivateKey
	public antelope.PublicKey
	nonce  uint64
	// channel and wallet are the session's after a login.
	channel string
	wallet  antelope.PublicKey
}

func newApp(t *testing.T) *app {
	t.Helper()
	key := must.Get(newKey())(t)
	public := must.Get(key.Public())(t)
	return &app{key: key, public: public}
}

// login is a request for a login as the libraries make it.
func (b *bench) login(a *app) *esr.Request {
	link := antelope.AppendUint(nil, 8, uint64(antelope.MustName("fieldhouse")))
	link = antelope.AppendBytes(a.public.AppendPacked(link), []byte("a test"))
	return &esr.Request{
		Version: esr.Version3, Chain: esr.ChainOf(b.wallet.ChainID()), Kind: esr.KindIdentity,
		Identity: esr.Identity{Scope: antelope.MustName("fieldhouse")}, Flags: esr.Background, Callback: b.callback(),
		Info: []esr.Pair{{Key: "link", Value: link}, {Key: "scope", Value: []byte("fieldhouse")}},
	}
}

// transfer is a request for a transfer with placeholders.
func (b *bench) transfer() *esr.Request {
	return &esr.Request{
		Version: esr.Version2, Chain: esr.ChainOf(b.wallet.ChainID()), Kind: esr.KindAction, Flags: esr.Background, Callback: b.callback(),
		Actions: []ledger.Action{{
			Account: antelope.MustName(genesis.Token), Name: ledger.ActionName[token.Transfer](),
			Authorization: []ledger.PermissionLevel{{Actor: esr.PlaceholderActor, Permission: esr.PlaceholderPermission}},
			Data: antelope.Marshal(token.Transfer{
				From: esr.PlaceholderActor, To: antelope.MustName("dave.wam"), Quantity: antelope.MustAsset("1.00000000 WAX"), Memo: b.memo,
			}),
		}},
	}
}

// signIn logs the app in and keeps the session of the answer.
func (b *bench) signIn(a *app) (esr.Payload, *websocket.Conn) {
	b.Helper()
	b.policy(standin.AnswerSign)
	b.hand(b.login(a))
	payload := b.payload()
	a.channel = payload["link_ch"]
	a.wallet = must.Get(antelope.ParsePublicKey(payload["link_key"]))(b)
	b.policy(standin.AnswerAsk)
	return payload, await(b.T, b.link.sockets, "the wallet's channel")
}

// send seals a request for the wallet and sends it over the channel.
func (a *app) send(t *testing.T, socket *websocket.Conn, request *esr.Request) []byte {
	t.Helper()
	a.nonce++
	packed := a.seal(t, request.String())
	deliver(t, socket, packed)
	return packed
}

// seal closes a text to the wallet, as the libraries do.
func (a *app) seal(t *testing.T, text string) []byte {
	t.Helper()
	shared := must.Get(antelope.SharedSecret(a.key, a.wallet))(t)
	secret := sha512.Sum512(append(antelope.AppendUint(nil, 8, a.nonce), shared[:]...))
	block := must.Get(aes.NewCipher(secret[:32]))(t)
	padding := aes.BlockSize - len(text)%aes.BlockSize
	closed := append([]byte(text), bytes.Repeat([]byte{byte(padding)}, padding)...)
	cipher.NewCBCEncrypter(block, secret[32:48]).CryptBlocks(closed, closed)
	sum := sha256.Sum256(secret[:])
	return antelope.Marshal(sealedMessage{From: a.public, Nonce: a.nonce, Ciphertext: closed, Checksum: binary.LittleEndian.Uint32(sum[:4])})
}

// deliver sends a message and waits for its acknowledgement.
func deliver(t *testing.T, socket *websocket.Conn, message []byte) {
	t.Helper()
	must.Do(t, socket.WriteMessage(websocket.BinaryMessage, append([]byte{0x42, 0x42, 0x01, 9}, message...)))
	_ = socket.SetReadDeadline(time.Now().Add(patience))
	if _, ack, err := socket.ReadMessage(); err != nil || !bytes.Equal(ack, []byte{0x42, 0x42, 0x02, 9}) {
		t.Fatalf("acknowledged by %x (%v)", ack, err)
	}
}
