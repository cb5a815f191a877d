package provider

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"fieldhouse/devchain/anchor/esr"
	"fieldhouse/devchain/contract/noop"
	"fieldhouse/devchain/contract/system"
	"fieldhouse/devchain/contract/token"
	"fieldhouse/devchain/ledger"
	"fieldhouse/devchain/standin"
	"fieldhouse/plugins/antelope"
)

// lasts is how long an offer is good whose request has no expiration.
const lasts = 2 * time.Minute

// ramBytes is how much memory the mode ram buys.
const ramBytes = 1024

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
	// original is where the sender's own actions start.
	original int
	// fee is that of the modes fee and ram and of lies about it; nil when it is free.
	fee *antelope.Asset
	// ref is who sent the sender, which the fee's memo says.
	ref     string
	chainID antelope.Checksum256
	answer  answer
}

func (p *Provider) requestTransaction(w http.ResponseWriter, r *http.Request) {
	mode := p.currentMode()
	if mode == ModeSlow && !wait(r.Context(), p.Slow) {
		return
	}
	if mode == ModeBroken {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusBadGateway)
		_, _ = w.Write([]byte("<html>Bad Gateway</html>")) // a client that went away needs no answer
		return
	}
	if mode == ModeRefuse {
		writeFailure(w, http.StatusBadRequest, "This transaction is not covered.")
		return
	}
	made, err := p.read(r)
	if err != nil {
		writeFailure(w, http.StatusBadRequest, err.Error())
		return
	}
	if err := p.fill(made, mode); err != nil {
		writeFailure(w, http.StatusInternalServerError, err.Error())
		return
	}
	standin.Write(w, made.answer.Code, made.answer)
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
	resolved, err := asked.Resolve(standin.ABIs(p.Chain), signer, p.ChainID, header)
	if err != nil {
		return nil, err
	}
	return &offer{
		Transaction: resolved.Transaction, signer: signer, ref: cmp.Or(sent.Ref, usualRef), chainID: p.ChainID,
	}, nil
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
func (p *Provider) fill(made *offer, mode string) error {
	made.answer.Code = http.StatusOK
	if asksFee(mode) {
		made.answer.Code, made.answer.Message = http.StatusPaymentRequired, "Fee required to complete transaction."
		fee := p.Fee
		made.fee = &fee
	}
	memory := antelope.Asset{Symbol: p.Fee.Symbol}
	if mode == ModeRAM {
		memory.Amount = system.PriceOfBytes(ramBytes)
		made.fee.Amount += memory.Amount
	}
	before := []ledger.Action{ledger.NewActionBy(p.cosigner(), p.NoopContract, noop.Noop{})}
	if made.fee != nil {
		before = append(before, p.transfer(made, p.Fees, *made.fee))
	}
	if mode == ModeRAM {
		before = append(before, ledger.NewActionBy(p.cosigner(), system.Account,
			system.BuyRAMBytes{Payer: p.Account, Receiver: made.signer.Actor, Bytes: ramBytes}))
	}
	made.original = len(before)
	made.Actions = slices.Concat(before, made.Actions)
	// Lists that are never null in JSON.
	made.ContextFreeActions = append([]ledger.Action{}, made.ContextFreeActions...)
	made.Extensions = append([]ledger.Extension{}, made.Extensions...)
	lie, lying := lies[mode]
	if lying && lie.before != nil {
		lie.before(p, made)
	}
	signature, err := p.Key.Sign(made.SigningDigest(made.chainID, nil))
	if err != nil {
		return fmt.Errorf("signing the offer: %w", err)
	}
	made.answer.Data = offerData{Request: [2]any{"transaction", made.Transaction}, Signatures: []string{signature.String()}}
	if made.fee != nil {
		none := antelope.Asset{Symbol: p.Fee.Symbol}.String()
		made.answer.Data.Fee = made.fee.String()
		used := antelope.Asset{Amount: made.fee.Amount - memory.Amount, Symbol: made.fee.Symbol}
		made.answer.Data.Costs = &costs{CPU: used.String(), NET: none, RAM: memory.String()}
	}
	if lying && lie.after != nil {
		lie.after(p, made)
	}
	return nil
}

// transfer takes a fee from the signer.
func (p *Provider) transfer(of *offer, to antelope.Name, amount antelope.Asset) ledger.Action {
	return ledger.NewActionBy(of.signer, p.Token, token.Transfer{
		From: of.signer.Actor, To: to, Quantity: amount, Memo: "Fuel Transaction Fee | ref=" + of.ref,
	})
}

// wait waits; false when the client goes away first.
func wait(ctx context.Context, length time.Duration) bool {
	timer := time.NewTimer(length)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
