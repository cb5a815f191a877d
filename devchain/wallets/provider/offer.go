package provider

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"fieldhouse/devchain/chain/contract/noop"
	"fieldhouse/devchain/chain/contract/token"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/wallets/anchor/esr"
	"fieldhouse/devchain/wallets/standin"
	"fieldhouse/plugins/antelope"
)

// lasts is how long an offer is good whose request has no expiration.
const lasts = 2 * time.Minute

// usualRef is the referrer of a request that names none.
const usualRef = "teamgreymass"

// answer is Greymass Fuel's form of an offer.
type answer struct {
	Code int `json:"code"`
	// Message stands in an offer for a fee.
	Message string    `json:"message,omitempty"`
	Data    offerData `json:"data"`
}

type offerData struct {
	// Request is the pair "transaction" and the transaction.
	Request    [2]any   `json:"request"`
	Signatures []string `json:"signatures"`
	Version    *string  `json:"version"`
	// Fee and Costs stand in an offer for a fee.
	Fee   string `json:"fee,omitempty"`
	Costs *costs `json:"costs,omitempty"`
}

// costs are what the fee is made of.
type costs struct {
	CPU string `json:"cpu"`
	NET string `json:"net"`
	RAM string `json:"ram"`
}

// offer is an offer in the making.
type offer struct {
	ledger.Transaction
	signer ledger.PermissionLevel
	// ref is who sent the sender, which the fee's memo says.
	ref string
}

func (p *Provider) requestTransaction(w http.ResponseWriter, r *http.Request) {
	made, err := p.read(r)
	if err != nil {
		writeFailure(w, http.StatusBadRequest, err.Error())
		return
	}
	offered, err := p.fill(made, p.currentMode())
	if err != nil {
		writeFailure(w, http.StatusInternalServerError, err.Error())
		return
	}
	standin.Write(w, offered.Code, offered)
}

// read reads what is asked and resolves it for its signer.
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
	asked, err := esr.Parse(sent.Request)
	if err != nil {
		return nil, err
	}
	if err := eligible(asked, signer); err != nil {
		return nil, err
	}
	var header esr.Header
	p.Chain.Read(func(v ledger.View) { header = esr.HeaderOf(v.Irreversible(), v.Head().Time.Time(), lasts) })
	resolved, err := asked.Resolve(p.Chain, signer, p.ChainID, header)
	if err != nil {
		return nil, err
	}
	return &offer{Transaction: resolved.Transaction, signer: signer, ref: cmp.Or(sent.Ref, usualRef)}, nil
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
func eligible(asked *esr.Request, signer ledger.PermissionLevel) error {
	if asked.Kind == esr.KindIdentity {
		return fmt.Errorf("identity requests cannot be co-signed")
	}
	if asked.NoModify() {
		return fmt.Errorf("the request cannot be modified")
	}
	actions := asked.RawActions()
	if len(actions) == 0 || len(actions[0].Authorization) == 0 {
		return fmt.Errorf("the request has no action with an authorization")
	}
	if first := actions[0].Authorization[0].Actor; first != signer.Actor && first != esr.PlaceholderActor {
		return fmt.Errorf("the first authorization is that of %s, not the signer's", first)
	}
	return nil
}

// fill makes the answer of a mode.
func (p *Provider) fill(made *offer, mode string) (answer, error) {
	before := []ledger.Action{ledger.NewActionBy(p.cosigner(), p.NoopContract, noop.Noop{})}
	if mode != ModeFree {
		before = append(before, ledger.NewActionBy(made.signer, p.Token, token.Transfer{
			From: made.signer.Actor, To: p.Fees, Quantity: p.Fee, Memo: "Fuel Transaction Fee | ref=" + made.ref,
		}))
	}
	made.Actions = slices.Concat(before, made.Actions)
	// Lists that are never null in JSON.
	made.ContextFreeActions = append([]ledger.Action{}, made.ContextFreeActions...)
	made.Extensions = append([]ledger.Extension{}, made.Extensions...)
	signature, err := p.Key.Sign(made.SigningDigest(p.ChainID, nil))
	if err != nil {
		return answer{}, fmt.Errorf("signing the offer: %w", err)
	}
	offered := answer{Code: http.StatusOK, Data: offerData{
		Request: [2]any{"transaction", made.Transaction}, Signatures: []string{signature.String()},
	}}
	if mode == ModeFee {
		none := antelope.Asset{Symbol: p.Fee.Symbol}.String()
		offered.Code, offered.Message = http.StatusPaymentRequired, "Fee required to complete transaction."
		offered.Data.Fee, offered.Data.Costs = p.Fee.String(), &costs{CPU: p.Fee.String(), NET: none, RAM: none}
	}
	return offered, nil
}
