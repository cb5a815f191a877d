package anchor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"fieldhouse/devchain/anchor/channel"
	"fieldhouse/devchain/anchor/esr"
	"fieldhouse/devchain/ledger"
	"fieldhouse/devchain/loopback"
	"fieldhouse/devchain/standin"
	"fieldhouse/plugins/antelope"
)

// lasts is how long a transaction or an identity proof is good whose header the
// wallet makes.
const lasts = 2 * time.Minute

// refusal is what the app reads when a person refuses.
const refusal = "The request was refused in the wallet"

// draft is an answer in the making.
type draft struct {
	request    *esr.Request // a copy of what was asked
	signer     ledger.PermissionLevel
	key        antelope.PrivateKey
	header     esr.Header
	now        time.Time // the chain's
	resolved   *esr.Resolved
	signatures []antelope.Signature
	payload    esr.Payload
}

// sign signs a request and delivers the answer. A signer of zero is the one that
// the request or the policy names.
func (w *Wallet) sign(id string, signer ledger.PermissionLevel) error {
	taken, err := w.begin(id)
	if err != nil {
		return err
	}
	breaking := w.takeBreak()
	d, pushed, err := w.draft(taken, signer, breaking)
	if err != nil {
		return w.end(taken, Failed, Result{}, fmt.Errorf("signing the request: %w", err))
	}
	result := Result{
		Signer: levelText(d.signer), Transaction: d.resolved.ID().String(), Block: pushed, Payload: d.payload,
	}
	if breaking.As == breakNever {
		return w.end(taken, Signed, result, nil)
	}
	body, err := json.Marshal(d.payload)
	if err != nil {
		return w.end(taken, Failed, result, err)
	}
	if breaking.As == breakJSON {
		body = []byte("{\"sig\":")
	}
	if breaking.As == breakSlow {
		// The answer goes out after the caller has its own.
		w.ending.Go(func() {
			if w.pause(time.Duration(breaking.Seconds) * time.Second) {
				result.Delivered, result.Open, err = w.deliver(d.request, d.payload, body)
			}
			_ = w.end(taken, Signed, result, err) // the request keeps the error
		})
		return nil
	}
	result.Delivered, result.Open, err = w.deliver(d.request, d.payload, body)
	return w.end(taken, Signed, result, err)
}

// refuse tells the app that the request was refused. An empty reason becomes the
// usual one.
func (w *Wallet) refuse(id, reason string) error {
	taken, err := w.begin(id)
	if err != nil {
		return err
	}
	if reason == "" {
		reason = refusal
	}
	result := Result{Payload: esr.Payload{"rejected": reason}}
	if taken.asked.Callback == "" || taken.asked.Flags&esr.Background == 0 {
		return w.end(taken, Refused, result, nil) // there is nobody to tell
	}
	body, err := json.Marshal(result.Payload)
	if err == nil {
		result.Delivered, _, err = w.deliver(taken.asked, result.Payload, body)
	}
	return w.end(taken, Refused, result, err)
}

// draft makes the answer and, when the request asks for it, broadcasts the
// transaction; pushed is the block it landed in.
func (w *Wallet) draft(taken *request, signer ledger.PermissionLevel, breaking Break) (d *draft, pushed uint32, err error) {
	if err := w.timely(taken); err != nil {
		return nil, 0, err
	}
	if err := taken.asked.AllowsChain(w.ChainID); err != nil {
		return nil, 0, err
	}
	d = &draft{request: taken.asked.Clone(), signer: w.signer(taken, signer)}
	key, held := w.Key(d.signer.Actor)
	if !held {
		return nil, 0, fmt.Errorf("the wallet has no key of the account %s", d.signer.Actor)
	}
	d.key = key
	var id antelope.Checksum256
	w.Chain.Read(func(v ledger.View) {
		id, d.now = v.ChainID(), v.Head().Time.Time()
		d.header = esr.HeaderOf(v.Irreversible(), d.now, lasts)
	})
	if id != w.ChainID {
		return nil, 0, fmt.Errorf("the node is on the chain %s, not on %s", id, w.ChainID)
	}
	wrong := findBreak(breaking.As)
	if wrong.before != nil {
		wrong.before(w, d)
	}
	if d.resolved, err = d.request.Resolve(standin.ABIs(w.Chain), d.signer, w.ChainID, d.header); err != nil {
		return nil, 0, err
	}
	own, err := d.key.Sign(d.resolved.Digest())
	if err != nil {
		return nil, 0, err
	}
	d.signatures = []antelope.Signature{own}
	if d.request.Flags&esr.Broadcast != 0 {
		if pushed, err = w.broadcast(d); err != nil {
			return nil, 0, err
		}
	}
	if d.payload, err = d.resolved.Payload(d.signatures, pushed); err != nil {
		return nil, 0, err
	}
	if err := w.link(taken, d, breaking); err != nil {
		return nil, 0, err
	}
	if wrong.after != nil {
		wrong.after(w, d)
	}
	return d, pushed, nil
}

// broadcast pushes the transaction with the cosigners' signatures, in the order
// in which the request has them, before the wallet's own.
func (w *Wallet) broadcast(d *draft) (block uint32, err error) {
	signatures, err := d.request.Cosigners()
	if err != nil {
		return 0, err
	}
	receipt, err := w.Chain.Push(ledger.Signed{Transaction: d.resolved.Transaction, Signatures: append(signatures, d.signatures...)})
	var refused *ledger.Exception
	if errors.As(err, &refused) {
		err = errors.New(refused.Message) // what a person should read
	}
	return receipt.BlockNum, err
}

// timely refuses what the app does not wait for any more.
func (w *Wallet) timely(taken *request) error {
	_, info, err := taken.asked.Link()
	if err != nil {
		return err
	}
	if info != nil && info.Expiration.Time().Before(w.Now()) {
		return fmt.Errorf("the app waited for an answer until %s; ask it again", info.Expiration)
	}
	return nil
}

// signer is who signs: the session's account, the one chosen, the one that the
// request asks for, or the policy's.
func (w *Wallet) signer(taken *request, chosen ledger.PermissionLevel) ledger.PermissionLevel {
	w.mutex.Lock()
	usual := ledger.PermissionLevel{Actor: w.policy.Account, Permission: w.policy.Permission}
	w.mutex.Unlock()
	if asked := taken.asked.Identity.Permission; taken.asked.Kind == esr.KindIdentity && asked != nil {
		if asked.Actor != esr.PlaceholderActor {
			usual.Actor = asked.Actor
		}
		if asked.Permission != esr.PlaceholderPermission && asked.Permission != esr.PlaceholderActor {
			usual.Permission = asked.Permission
		}
	}
	if taken.session != nil {
		usual = taken.session.auth
	}
	if chosen.Actor != 0 {
		usual.Actor = chosen.Actor
	}
	if chosen.Permission != 0 {
		usual.Permission = chosen.Permission
	}
	return usual
}

// deliver sends the answer to the request's callback. One in the foreground is
// for the page to open.
func (w *Wallet) deliver(asked *esr.Request, payload esr.Payload, body []byte) (delivered bool, open string, err error) {
	if asked.Callback == "" {
		return false, "", nil
	}
	address := payload.URL(asked.Callback)
	if err := w.allowed(address); err != nil {
		return false, "", err
	}
	if asked.Flags&esr.Background == 0 {
		return false, address, nil
	}
	for _, pause := range w.pauses {
		if !w.pause(pause) {
			return false, "", context.Cause(w.ctx)
		}
		if err = channel.Post(w.ctx, w.HTTP, address, body); err == nil {
			return true, "", nil
		}
	}
	return false, "", err
}

// allowed keeps the wallet on this machine: it calls and opens loopback
// addresses and the link service that it was configured with.
func (w *Wallet) allowed(address string) error {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Scheme != "http" && parsed.Scheme != "https" {
		return fmt.Errorf("the callback %q is no http or https address", address)
	}
	if service, err := url.Parse(w.Link); w.Link != "" && err == nil && parsed.Host == service.Host {
		return nil
	}
	if !loopback.Host(parsed.Host) {
		return fmt.Errorf("the callback's host %q is not on this machine; the stand-in wallet answers loopback addresses and its own link service only", parsed.Host)
	}
	return nil
}

// pause waits; false when the wallet ends first.
func (w *Wallet) pause(length time.Duration) bool {
	select {
	case <-w.ctx.Done():
		return false
	case <-w.after(length):
		return true
	}
}

func levelText(level ledger.PermissionLevel) string {
	return level.Actor.String() + "@" + level.Permission.String()
}

// parseLevel reads the two names of a signer; empty ones are zero.
func parseLevel(actor, permission string) (level ledger.PermissionLevel, err error) {
	if level.Actor, err = antelope.ParseName(actor); err == nil {
		level.Permission, err = antelope.ParseName(permission)
	}
	return level, err
}

// statusOf is the HTTP status of an error of answering.
func statusOf(err error) int {
	if errors.Is(err, errUnknownRequest) || errors.Is(err, errUnknownSession) {
		return http.StatusNotFound
	}
	return http.StatusUnprocessableEntity
}
