// Package provider is a stand-in resource provider, as Greymass Fuel is one: it
// signs transactions beside their sender so that they use its CPU and NET, for
// nothing or for a fee, or hides the fee, which apps must notice (specification,
// sections 5 and 7).
//
//	POST /v1/resource_provider/request_transaction  {"request", "signer"}
//	GET  /mode   {"mode", "modes"}
//	POST /mode   {"mode": "free"}   for pages and tests on loopback; see Modes
package provider

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"fieldhouse/devchain/chain/contract/noop"
	"fieldhouse/devchain/chain/contract/token"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/httpjson"
	"fieldhouse/devchain/loopback"
	"fieldhouse/devchain/wallets/anchor/esr"
	"fieldhouse/devchain/wallets/standin"
	"fieldhouse/plugins/antelope"
)

// fee is what a transaction costs in the mode fee.
var fee = antelope.MustAsset("0.05000000 WAX")

// Modes of the provider.
const (
	// ModeFree signs for nothing: 200.
	ModeFree = "free"
	// ModeFee asks for a fee: 402. A sender who declines it goes on without the
	// provider.
	ModeFee = "fee"
	// ModeHiddenFee takes the fee and says that it signs for nothing.
	ModeHiddenFee = "lie-hidden-fee"
)

// Modes are all modes.
var Modes = []string{ModeFree, ModeFee, ModeHiddenFee}

// Path is where transactions are asked for.
const Path = "/v1/resource_provider/request_transaction"

// ModePath is where the mode is set.
const ModePath = "/mode"

// Provider is a resource provider, for a server behind loopback.Guard.
type Provider struct {
	chain  *ledger.Ledger
	routes http.Handler

	mutex sync.Mutex
	mode  string
}

// New makes a provider for a chain that signs for nothing.
func New(chain *ledger.Ledger) *Provider {
	p := &Provider{chain: chain, mode: ModeFree}
	routes := http.NewServeMux()
	routes.HandleFunc("POST "+Path, p.requestTransaction)
	routes.HandleFunc("GET "+ModePath, p.getMode)
	routes.Handle("POST "+ModePath, loopback.JSON(http.HandlerFunc(p.postMode)))
	p.routes = loopback.Shared("GET, POST", http.MaxBytesHandler(routes, standin.MaxBody))
	return p
}

// ServeHTTP answers.
func (p *Provider) ServeHTTP(answer http.ResponseWriter, r *http.Request) {
	p.routes.ServeHTTP(answer, r)
}

func (p *Provider) getMode(answer http.ResponseWriter, _ *http.Request) {
	standin.Answer(answer, map[string]any{"mode": p.currentMode(), "modes": Modes})
}

func (p *Provider) postMode(answer http.ResponseWriter, r *http.Request) {
	var sent struct {
		Mode string `json:"mode"`
	}
	if err := httpjson.Read(r, &sent); err != nil {
		writeFailure(answer, http.StatusBadRequest, fmt.Sprintf("reading the mode: %v", err))
		return
	}
	if !slices.Contains(Modes, sent.Mode) {
		writeFailure(answer, http.StatusBadRequest, fmt.Sprintf("the mode %q is none of %s", sent.Mode, strings.Join(Modes, ", ")))
		return
	}
	p.mutex.Lock()
	p.mode = sent.Mode
	p.mutex.Unlock()
	p.getMode(answer, r)
}

func (p *Provider) currentMode() string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.mode
}

// writeFailure refuses in Greymass Fuel's form.
func writeFailure(answer http.ResponseWriter, status int, message string) {
	standin.Write(answer, status, map[string]any{"code": status, "message": message})
}

func (p *Provider) requestTransaction(w http.ResponseWriter, r *http.Request) {
	t, signer, err := p.read(r)
	if err != nil {
		writeFailure(w, http.StatusBadRequest, err.Error())
		return
	}
	offered, err := p.fill(t, signer, p.currentMode())
	if err != nil {
		writeFailure(w, http.StatusInternalServerError, err.Error())
		return
	}
	standin.Write(w, offered["code"].(int), offered)
}

// read reads the transaction of a request, and who signs it.
func (p *Provider) read(r *http.Request) (t ledger.Transaction, signer ledger.PermissionLevel, err error) {
	var sent struct {
		Request string                 `json:"request"`
		Signer  ledger.PermissionLevel `json:"signer"`
	}
	if err := json.NewDecoder(r.Body).Decode(&sent); err != nil {
		return t, signer, fmt.Errorf("reading the body: %w", err)
	}
	signing, err := esr.Parse(sent.Request)
	if err != nil {
		return t, signer, err
	}
	return signing.Transaction, sent.Signer, p.eligible(signing, sent.Signer)
}

// eligible refuses what nobody may cosign (specification, section 5).
func (p *Provider) eligible(signing *esr.Request, signer ledger.PermissionLevel) error {
	if signing.IsLogin() {
		return errors.New("identity requests cannot be co-signed")
	}
	if signing.NoModify() {
		return errors.New("the request cannot be modified")
	}
	actions := signing.Transaction.Actions
	if len(actions) == 0 || len(actions[0].Authorization) == 0 {
		return errors.New("the request has no action with an authorization")
	}
	if first := actions[0].Authorization[0].Actor; first != signer.Actor {
		return fmt.Errorf("the first authorization is that of %s, not the signer's", first)
	}
	return signing.AllowsChain(p.chainID())
}

func (p *Provider) chainID() (id antelope.Checksum256) {
	p.chain.Read(func(v ledger.View) { id = v.ChainID() })
	return id
}

// fill makes the answer of a mode, in Greymass Fuel's form.
func (p *Provider) fill(t ledger.Transaction, signer ledger.PermissionLevel, mode string) (map[string]any, error) {
	cosigner := ledger.PermissionLevel{Actor: antelope.MustName(genesis.Provider), Permission: antelope.MustName(genesis.ProviderPermission)}
	before := []ledger.Action{ledger.NewActionBy(cosigner, antelope.MustName(genesis.NoopContract), noop.Noop{})}
	if mode != ModeFree {
		before = append(before, ledger.NewActionBy(signer, antelope.MustName(genesis.Token), token.Transfer{
			From: signer.Actor, To: antelope.MustName(genesis.ProviderFees), Quantity: fee, Memo: "Fuel Transaction Fee",
		}))
	}
	t.Actions = slices.Concat(before, t.Actions)
	// Lists that are never null in JSON.
	t.ContextFreeActions = append([]ledger.Action{}, t.ContextFreeActions...)
	t.Extensions = append([]ledger.Extension{}, t.Extensions...)
	signature, err := genesis.ProviderKey().Sign(t.SigningDigest(p.chainID(), nil))
	if err != nil {
		return nil, fmt.Errorf("signing the offer: %w", err)
	}
	data := map[string]any{
		"request": []any{"transaction", t}, "signatures": []antelope.Signature{signature}, "version": nil,
	}
	if mode != ModeFee {
		return map[string]any{"code": http.StatusOK, "data": data}, nil
	}
	none := antelope.Asset{Symbol: fee.Symbol}
	data["fee"], data["costs"] = fee, map[string]any{"cpu": fee, "net": none, "ram": none}
	return map[string]any{
		"code": http.StatusPaymentRequired, "message": "Fee required to complete transaction.", "data": data,
	}, nil
}
