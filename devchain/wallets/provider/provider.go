// Package provider is a stand-in resource provider, as Greymass Fuel is one: it
// signs transactions beside their sender so that they use its CPU and NET, for
// nothing or for a fee, or hides the fee, which apps must notice (specification,
// sections 5 and 7).
//
//	POST /v1/resource_provider/request_transaction  {"ref", "request", "signer"}
//	GET  /mode   {"mode", "modes"}
//	POST /mode   {"mode": "free"}   for pages and tests on loopback; see Modes
package provider

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"

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
	chain  standin.Chain
	routes http.Handler
	mode   atomic.Value
}

// New makes a provider for a chain that signs for nothing.
func New(chain standin.Chain) *Provider {
	p := &Provider{chain: chain}
	p.mode.Store(ModeFree)
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
	standin.Answer(answer, map[string]any{"mode": p.mode.Load(), "modes": Modes})
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
	p.mode.Store(sent.Mode)
	p.getMode(answer, r)
}

// writeFailure refuses in Greymass Fuel's form.
func writeFailure(answer http.ResponseWriter, status int, message string) {
	standin.Write(answer, status, map[string]any{"code": status, "message": message})
}

// usualRef is the referrer of a request that names none.
const usualRef = "teamgreymass"

// offer is an offer in the making.
type offer struct {
	*esr.Resolved
	// ref is who sent the sender, which the fee's memo says.
	ref string
}

func (p *Provider) requestTransaction(w http.ResponseWriter, r *http.Request) {
	made, err := p.read(r)
	if err != nil {
		writeFailure(w, http.StatusBadRequest, err.Error())
		return
	}
	offered, err := p.fill(made)
	if err != nil {
		writeFailure(w, http.StatusInternalServerError, err.Error())
		return
	}
	standin.Write(w, offered["code"].(int), offered)
}

// read reads the request and resolves it for its signer.
func (p *Provider) read(r *http.Request) (*offer, error) {
	var sent struct {
		Ref     string          `json:"ref"`
		Request string          `json:"request"`
		Signer  json.RawMessage `json:"signer"`
	}
	if err := json.NewDecoder(r.Body).Decode(&sent); err != nil {
		return nil, fmt.Errorf("reading the body: %w", err)
	}
	signer, err := readSigner(sent.Signer)
	if err != nil {
		return nil, err
	}
	signing, err := esr.Parse(sent.Request)
	if err != nil {
		return nil, err
	}
	if err := eligible(signing, signer); err != nil {
		return nil, err
	}
	resolved, err := signing.Resolve(p.chain, signer, esr.HeaderOf(p.chain))
	if err != nil {
		return nil, err
	}
	return &offer{resolved, cmp.Or(sent.Ref, usualRef)}, nil
}

// readSigner reads an object of actor and permission, as libraries write it.
func readSigner(text json.RawMessage) (ledger.PermissionLevel, error) {
	var signer ledger.PermissionLevel
	if err := json.Unmarshal(text, &signer); err != nil || signer.Actor == 0 || signer.Permission == 0 {
		return signer, fmt.Errorf("reading the signer: it must be an object of actor and permission")
	}
	return signer, nil
}

// eligible refuses what nobody may cosign (specification, section 5).
func eligible(signing *esr.Request, signer ledger.PermissionLevel) error {
	if signing.Kind == esr.KindIdentity {
		return fmt.Errorf("identity requests cannot be co-signed")
	}
	if signing.NoModify() {
		return fmt.Errorf("the request cannot be modified")
	}
	actions := signing.RawActions()
	if len(actions) == 0 || len(actions[0].Authorization) == 0 {
		return fmt.Errorf("the request has no action with an authorization")
	}
	if first := actions[0].Authorization[0].Actor; first != signer.Actor && first != esr.PlaceholderActor {
		return fmt.Errorf("the first authorization is that of %s, not the signer's", first)
	}
	return nil
}

// fill makes the answer of the mode, in Greymass Fuel's form.
func (p *Provider) fill(made *offer) (map[string]any, error) {
	mode := p.mode.Load()
	cosigner := ledger.PermissionLevel{Actor: antelope.MustName(genesis.Provider), Permission: antelope.MustName(genesis.ProviderPermission)}
	before := []ledger.Action{ledger.NewActionBy(cosigner, antelope.MustName(genesis.NoopContract), noop.Noop{})}
	if mode != ModeFree {
		before = append(before, ledger.NewActionBy(made.Signer, antelope.MustName(genesis.Token), token.Transfer{
			From: made.Signer.Actor, To: antelope.MustName(genesis.ProviderFees), Quantity: fee, Memo: "Fuel Transaction Fee | ref=" + made.ref,
		}))
	}
	t := &made.Transaction
	t.Actions = slices.Concat(before, t.Actions)
	// Lists that are never null in JSON.
	t.ContextFreeActions = append([]ledger.Action{}, t.ContextFreeActions...)
	t.Extensions = append([]ledger.Extension{}, t.Extensions...)
	signature, err := genesis.ProviderKey().Sign(made.Digest())
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
