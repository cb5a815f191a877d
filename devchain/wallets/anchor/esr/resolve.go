package esr

import (
	"fmt"
	"strconv"
	"time"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/wallets/standin"
	"fieldhouse/plugins/antelope"
)

// identityName is the action of an identity request. It has no contract and
// never reaches a chain.
var identityName = antelope.MustName("identity")

// Header is what the wallet fills into a transaction without header, taken from
// the chain.
type Header struct {
	ChainID antelope.Checksum256
	// Expiration is also that of an identity proof of version 3.
	Expiration     antelope.TimePointSec
	RefBlockNum    uint16
	RefBlockPrefix uint32
}

// Lasts is how long a transaction or an identity proof is good whose header a wallet
// makes.
const Lasts = 2 * time.Minute

// HeaderOf is a header of the chain's last irreversible block.
func HeaderOf(chain standin.Chain) (header Header) {
	chain.Read(func(v ledger.View) {
		block := v.Irreversible()
		header = Header{v.ChainID(), antelope.TimePointSecOf(v.Head().Time.Time().Add(Lasts)), uint16(block.Number), block.Prefix()}
	})
	return header
}

// Resolved is a request with nothing left open: what the signature is over.
type Resolved struct {
	Request     *Request
	Signer      ledger.PermissionLevel
	ChainID     antelope.Checksum256
	Transaction ledger.Transaction
}

// Resolve fills in who signs, and the header where it is empty. The actions' data are
// read by the contracts of the chain.
func (r *Request) Resolve(chain standin.Chain, signer ledger.PermissionLevel, header Header) (*Resolved, error) {
	if err := r.AllowsChain(header.ChainID); err != nil {
		return nil, fmt.Errorf("resolving the signing request: %w", err)
	}
	resolved := &Resolved{Request: r, Signer: signer, ChainID: header.ChainID}
	t := &resolved.Transaction
	switch {
	case r.Kind == KindTransaction:
		*t = r.Transaction
	case r.Kind == KindIdentity && r.Version >= Version3:
		t.Expiration = header.Expiration
	}
	if r.Kind != KindIdentity && t.Expiration == 0 && t.RefBlockNum == 0 && t.RefBlockPrefix == 0 {
		t.Expiration, t.RefBlockNum, t.RefBlockPrefix = header.Expiration, header.RefBlockNum, header.RefBlockPrefix
	}
	if r.Kind == KindIdentity {
		t.Actions = []ledger.Action{r.identityAction(signer)}
		return resolved, nil
	}
	raw := r.RawActions()
	t.Actions = make([]ledger.Action, len(raw))
	for i, action := range raw {
		filled, err := Fill(chain, action, signer)
		if err != nil {
			return nil, fmt.Errorf("resolving action %d, %s::%s: %w", i, action.Account, action.Name, err)
		}
		t.Actions[i] = filled
	}
	return resolved, nil
}

// Fill gives the action with the signer in the place of its placeholders.
func Fill(chain standin.Chain, action ledger.Action, signer ledger.PermissionLevel) (ledger.Action, error) {
	filled := action
	filled.Authorization = make([]ledger.PermissionLevel, len(action.Authorization))
	for i, level := range action.Authorization {
		filled.Authorization[i] = fillLevel(level, signer)
	}
	var err error
	chain.Read(func(v ledger.View) {
		filled.Data, err = v.RenameData(action, func(name antelope.Name) antelope.Name { return fillName(name, signer) })
	})
	return filled, err
}

func fillLevel(level, signer ledger.PermissionLevel) ledger.PermissionLevel {
	// Older apps write the actor's placeholder in both places.
	if level.Permission == PlaceholderActor {
		level.Permission = PlaceholderPermission
	}
	return ledger.PermissionLevel{Actor: fillName(level.Actor, signer), Permission: fillName(level.Permission, signer)}
}

func fillName(name antelope.Name, signer ledger.PermissionLevel) antelope.Name {
	switch name {
	case PlaceholderActor:
		return signer.Actor
	case PlaceholderPermission:
		return signer.Permission
	}
	return name
}

// identityAction is what the signer of an identity request signs.
func (r *Request) identityAction(signer ledger.PermissionLevel) ledger.Action {
	level := signer
	if r.Identity.Permission != nil {
		level = fillLevel(*r.Identity.Permission, signer)
	}
	return ledger.Action{
		Name: identityName, Authorization: []ledger.PermissionLevel{level}, Data: Identity{r.Identity.Scope, &level}.data(r.Version),
	}
}

// ID is the transaction's id.
func (r *Resolved) ID() antelope.Checksum256 { return r.Transaction.ID() }

// Digest is what is signed, for an identity proof as well.
func (r *Resolved) Digest() antelope.Checksum256 { return r.Transaction.SigningDigest(r.ChainID, nil) }

// Payload is what a wallet answers: texts under short names.
//
//	sig               the signature
//	tx                the transaction's id
//	sa, sp            the signer's account and permission
//	rbn, rid, ex      reference block, its prefix and the expiration
//	req               the request as it was signed
//	cid               the chain's id
//	link_ch, link_key, link_name, link_meta   the linked session, after a login
//	rejected          instead of all others: why it was refused
type Payload map[string]string

// Payload makes the answer with its signature.
func (r *Resolved) Payload(signature antelope.Signature) Payload {
	return Payload{
		"sig": signature.String(),
		"tx":  r.ID().String(),
		"rbn": strconv.FormatUint(uint64(r.Transaction.RefBlockNum), 10),
		"rid": strconv.FormatUint(uint64(r.Transaction.RefBlockPrefix), 10),
		"ex":  r.Transaction.Expiration.String(),
		"req": r.Request.String(),
		"sa":  r.Signer.Actor.String(),
		"sp":  r.Signer.Permission.String(),
		"cid": r.ChainID.String(),
	}
}
