package anchor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"time"

	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/loopback"
	"fieldhouse/devchain/wallets/anchor/esr"
	"fieldhouse/devchain/wallets/standin"
	"fieldhouse/plugins/antelope"
)

// refusal is what the app reads when a person refuses.
const refusal = "The request was refused in the wallet"

// sign signs a request and delivers the answer. A signer of 0 is the one that the
// request or the policy names.
func (w *Wallet) sign(id string, signer antelope.Name) error {
	taken, err := w.begin(id)
	if err != nil {
		return err
	}
	payload, err := w.payload(taken, w.signer(taken, signer))
	if err != nil {
		return w.end(taken, Failed, Result{}, fmt.Errorf("signing the request: %w", err))
	}
	result := Result{Signer: payload["sa"], Transaction: payload["tx"]}
	result.Delivered, err = w.deliver(taken.signing, payload)
	return w.end(taken, Signed, result, err)
}

// refuse tells the app that the request was refused.
func (w *Wallet) refuse(id string) error {
	taken, err := w.begin(id)
	if err != nil {
		return err
	}
	var result Result
	result.Delivered, err = w.deliver(taken.signing, esr.Payload{"rejected": refusal})
	return w.end(taken, Refused, result, err)
}

// payload makes the answer of a request's signer.
func (w *Wallet) payload(taken *request, signer ledger.PermissionLevel) (esr.Payload, error) {
	if err := w.signable(taken, signer); err != nil {
		return nil, err
	}
	resolved, err := taken.signing.Resolve(w.Chain, signer, esr.HeaderOf(w.Chain))
	if err != nil {
		return nil, err
	}
	signature, err := genesis.Key(signer.Actor.String()).Sign(resolved.Digest())
	if err != nil {
		return nil, err
	}
	payload := resolved.Payload(signature)
	return payload, w.link(taken, signer, payload)
}

// signable tells why a request cannot be signed by an account.
func (w *Wallet) signable(taken *request, signer ledger.PermissionLevel) error {
	if err := taken.signing.AllowsChain(w.ChainID()); err != nil {
		return err
	}
	if err := w.isLate(taken); err != nil {
		return err
	}
	switch {
	case !w.Holds(signer.Actor):
		return fmt.Errorf("the wallet has no key of the account %s", signer.Actor)
	case taken.signing.Flags != esr.Background:
		return errors.New("the request must have its answer sent in the background and nothing broadcast, as apps ask a wallet for by now")
	}
	return nil
}

// isLate is why an app takes no answer to a request any more; nil while it does.
func (w *Wallet) isLate(taken *request) error {
	_, info, err := taken.signing.Link()
	switch expires := taken.signing.Transaction.Expiration; {
	case err != nil:
		return err
	case info != nil && info.Expiration.Time().Before(w.Now()):
		return fmt.Errorf("the app waited for an answer until %s; ask it again", info.Expiration)
	case expires != 0 && expires.Time().Before(w.head()):
		return standin.ErrExpired
	}
	return nil
}

// head is the chain's time.
func (w *Wallet) head() (at time.Time) {
	w.Chain.Read(func(v ledger.View) { at = v.Head().Time.Time() })
	return at
}

// signer is who signs: the session's account, the one chosen, the one that the
// request asks for, or the policy's.
func (w *Wallet) signer(taken *request, chosen antelope.Name) ledger.PermissionLevel {
	signer := ledger.PermissionLevel{Actor: antelope.MustName(w.policy.Policy().Account), Permission: ledger.Active}
	if level := taken.signing.Identity.Permission; taken.signing.Kind == esr.KindIdentity && level != nil {
		if level.Actor != esr.PlaceholderActor {
			signer.Actor = level.Actor
		}
		if level.Permission != esr.PlaceholderPermission && level.Permission != esr.PlaceholderActor {
			signer.Permission = level.Permission
		}
	}
	if taken.session != nil {
		signer = taken.session.auth
	}
	if chosen != 0 {
		signer.Actor = chosen
	}
	return signer
}

// deliver sends the answer to the request's callback.
func (w *Wallet) deliver(signing *esr.Request, payload esr.Payload) (delivered bool, err error) {
	if signing.Callback == "" {
		return false, nil
	}
	if err := allowed(signing.Callback); err != nil {
		return false, err
	}
	body, err := json.Marshal(payload)
	if err != nil {
		return false, err
	}
	for _, pause := range w.pauses {
		select {
		case <-w.ctx.Done():
			return false, context.Cause(w.ctx)
		case <-time.After(pause):
		}
		if err = post(w.ctx, w.HTTP, signing.Callback, body); err == nil {
			return true, nil
		}
	}
	return false, err
}

// allowed keeps the wallet on this machine: it calls loopback addresses alone.
func allowed(address string) error {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Scheme != "http" && parsed.Scheme != "https" {
		return fmt.Errorf("the callback %q is no http or https address", address)
	}
	if !loopback.Host(parsed.Host) {
		return fmt.Errorf("the callback's host %q is not on this machine; the stand-in wallet answers loopback addresses only", parsed.Host)
	}
	return nil
}
