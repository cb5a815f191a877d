// Package esr reads and writes signing requests (ESR), the texts by which an app asks a
// wallet for a signature: "esr:" and a base64url form of a header byte and the request. Of
// the protocol it has what the site asks a wallet for, each for a chain by its id: who
// somebody is (version 3), and the signature of a whole transaction (version 2). It gives the
// results of the @wharfkit/signing-request library.
package esr

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

// Flags say what the wallet does after signing.
type Flags uint8

const (
	// Broadcast: the wallet pushes the transaction itself.
	Broadcast Flags = 1 << iota
	// Background: the callback is sent by POST; otherwise its address is opened.
	Background
)

// Request is a signing request.
type Request struct {
	// Chain is the id of the chain that it is for.
	Chain antelope.Checksum256
	// Scope names the app that asks for a proof of who one is; 0 in a request for the
	// signature of Transaction.
	Scope       antelope.Name
	Transaction ledger.Transaction
	Flags       Flags
	// Callback is the address that the answer goes to; empty for none.
	Callback string
	Info     []Pair
}

// IsLogin tells whether the request is for a proof of who one is.
func (r *Request) IsLogin() bool { return r.Scope != 0 }

// byID marks a chain that is named by its id and not by a number that the protocol gives it.
const byID = 1

// What a request asks for, as the protocol numbers it. The site asks for no single actions.
const (
	askTransaction = 2
	askIdentity    = 3
)

// identity is a login's request, and the data of the action that is signed for it.
type identity struct {
	Scope antelope.Name `abi:"scope"`
	// Permission is who answers; nil in a request, which anybody may.
	Permission *ledger.PermissionLevel `abi:"permission"`
}

// head is what stands before that which a request asks for, and tail what stands behind it.
type (
	head struct {
		Chain antelope.Checksum256 `abi:"chain"`
		Asks  uint8                `abi:"asks"`
	}
	tail struct {
		Flags    Flags  `abi:"flags"`
		Callback string `abi:"callback"`
		Info     []Pair `abi:"info"`
	}
)

// data is the header byte's version, and the binary form behind it.
func (r *Request) data() (version uint8, data []byte) {
	if r.IsLogin() {
		version, data = version3, antelope.Append(antelope.Append([]byte{byID}, head{r.Chain, askIdentity}), identity{Scope: r.Scope})
	} else {
		version, data = version2, antelope.Append(antelope.Append([]byte{byID}, head{r.Chain, askTransaction}), r.Transaction)
	}
	return version, antelope.Append(data, tail{r.Flags, r.Callback, r.Info})
}

// read reads the binary form behind the header byte.
func read(version uint8, data []byte) (*Request, error) {
	if data[0] != byID {
		return nil, errors.New("its chain is not named by an id")
	}
	r := antelope.NewReader(data[1:])
	var begins head
	if err := antelope.Read(r, &begins); err != nil {
		return nil, err
	}
	request := &Request{Chain: begins.Chain}
	switch {
	case begins.Asks == askTransaction:
		if err := antelope.Read(r, &request.Transaction); err != nil {
			return nil, err
		}
	case begins.Asks == askIdentity && version == version3:
		var asked identity
		if err := antelope.Read(r, &asked); err != nil {
			return nil, err
		}
		if request.Scope = asked.Scope; asked.Scope == 0 || asked.Permission != nil {
			return nil, errors.New("it must ask for an app, by its name, who anybody is")
		}
	default:
		return nil, errors.New("it asks neither for a whole transaction nor, in version 3, for who somebody is")
	}
	var rest tail
	if err := antelope.Read(r, &rest); err != nil {
		return nil, err
	}
	request.Flags, request.Callback, request.Info = rest.Flags, rest.Callback, rest.Info
	switch {
	case r.Len() > 0:
		return nil, fmt.Errorf("%d bytes stand behind its end", r.Len())
	case request.IsLogin() && request.Flags&Broadcast != 0:
		return nil, errors.New("an identity request cannot be broadcast")
	case !utf8.ValidString(request.Callback), slices.ContainsFunc(request.Info, func(pair Pair) bool { return !utf8.ValidString(pair.Key) }):
		return nil, errors.New("one of its texts is not UTF-8")
	}
	return request, nil
}

// AllowsChain tells whether the request is for a chain.
func (r *Request) AllowsChain(id antelope.Checksum256) error {
	if r.Chain != id {
		return fmt.Errorf("the request is not for the chain %s", id)
	}
	return nil
}

// identityName is the action that a login signs. It has no contract and never reaches a
// chain.
var identityName = antelope.MustName("identity")

// Lasts is how long the proof of a login is good.
const Lasts = 2 * time.Minute

// Resolved is what a signature is over.
type Resolved struct {
	Request     *Request
	Signer      ledger.PermissionLevel
	Transaction ledger.Transaction
}

// Resolve is what somebody signs: the request's transaction, or the proof of a login, which
// is good until it expires.
func (r *Request) Resolve(signer ledger.PermissionLevel, expires antelope.TimePointSec) *Resolved {
	resolved := &Resolved{r, signer, r.Transaction}
	if r.IsLogin() {
		resolved.Transaction = ledger.Transaction{Expiration: expires, Actions: []ledger.Action{{
			Name: identityName, Authorization: []ledger.PermissionLevel{signer}, Data: antelope.Marshal(identity{r.Scope, &signer}),
		}}}
	}
	return resolved
}

// Digest is what is signed, for a login as well.
func (r *Resolved) Digest() antelope.Checksum256 {
	return r.Transaction.SigningDigest(r.Request.Chain, nil)
}

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
		"tx":  r.Transaction.ID().String(),
		"rbn": strconv.FormatUint(uint64(r.Transaction.RefBlockNum), 10),
		"rid": strconv.FormatUint(uint64(r.Transaction.RefBlockPrefix), 10),
		"ex":  r.Transaction.Expiration.String(),
		"req": r.Request.String(),
		"sa":  r.Signer.Actor.String(),
		"sp":  r.Signer.Permission.String(),
		"cid": r.Request.Chain.String(),
	}
}
