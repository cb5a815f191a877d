// Package esr reads, writes and resolves signing requests (ESR), the texts by
// which an app asks a wallet for a signature: "esr:" and a base64url form of a
// header byte and the request. It knows version 2 and version 3 and gives the
// results of the @wharfkit/signing-request library.
package esr

import (
	"fmt"

	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// Names that stand for what is not known before the wallet signs. In an
// authorization and wherever a name stands in an action's data they become the
// signer's account and permission.
const (
	PlaceholderActor      antelope.Name = 1
	PlaceholderPermission antelope.Name = 2
)

// Versions of the protocol. Version 3 has a scope in identity requests and
// requests for several chains.
const (
	Version2 = 2
	Version3 = 3
)

// Kind says what a request asks for. Its value is the index in the variant.
type Kind uint32

// Kinds of requests.
const (
	KindAction Kind = iota
	KindActions
	KindTransaction
	KindIdentity
)

var kindNames = [...]string{"action", "action[]", "transaction", "identity"}

// String is the name that the protocol gives the kind.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind %d", uint32(k))
}

// Flags say what the wallet does after signing.
type Flags uint8

const (
	// Broadcast: the wallet pushes the transaction itself.
	Broadcast Flags = 1 << iota
	// Background: the callback is sent by POST; otherwise its address is opened.
	Background
)

// Identity is a request to prove who one is.
type Identity struct {
	// Scope names the app; 0 in version 2.
	Scope antelope.Name
	// Permission is who must answer; nil is anybody.
	Permission *ledger.PermissionLevel
}

// Request is a signing request.
type Request struct {
	Version uint8
	Chain   Chain
	Kind    Kind
	// Actions are those of KindAction, which has exactly one, and KindActions.
	Actions []ledger.Action
	// Transaction is that of KindTransaction. One without header is for the wallet
	// to fill in.
	Transaction ledger.Transaction
	// Identity is that of KindIdentity.
	Identity Identity
	Flags    Flags
	// Callback is an address with marks such as {{sa}}; empty for none.
	Callback string
	Info     []Pair
	// Signature is by which account the request itself was signed; nil for none.
	Signature *RequestSignature
}

// RequestSignature says who made the request.
type RequestSignature struct {
	Signer    antelope.Name
	Signature antelope.Signature
}

// RawActions are the actions asked for, with their placeholders.
func (r *Request) RawActions() []ledger.Action {
	switch r.Kind {
	case KindTransaction:
		return r.Transaction.Actions
	case KindIdentity:
		return []ledger.Action{r.identityAction()}
	}
	return r.Actions
}

// Clone copies the request so that the copy can be changed.
func (r *Request) Clone() *Request {
	copied, err := read(r.Version, r.data())
	if err != nil {
		panic(err) // what was written can be read
	}
	return copied
}

// data is the binary form without the header byte.
func (r *Request) data() []byte {
	w := writer{}
	w.chain(r.Chain)
	w.varuint(uint32(r.Kind))
	switch r.Kind {
	case KindAction:
		w.action(r.Actions[0])
	case KindActions:
		w.actions(r.Actions)
	case KindTransaction:
		w.out = append(w.out, r.Transaction.Pack()...)
	case KindIdentity:
		if r.Version >= Version3 {
			w.name(r.Identity.Scope)
		}
		w.optionalPermission(r.Identity.Permission)
	}
	w.uint(1, uint64(r.Flags))
	w.bytes([]byte(r.Callback))
	w.varuint(uint32(len(r.Info)))
	for _, pair := range r.Info {
		w.bytes([]byte(pair.Key))
		w.bytes(pair.Value)
	}
	if r.Signature != nil {
		w.name(r.Signature.Signer)
		w.out = r.Signature.Signature.AppendPacked(w.out)
	}
	return w.out
}

// read reads the binary form without the header byte.
func read(version uint8, data []byte) (*Request, error) {
	r := reader{Reader: antelope.NewReader(data)}
	request := &Request{Version: version, Chain: r.chain(), Kind: Kind(r.varuint())}
	switch request.Kind {
	case KindAction:
		request.Actions = []ledger.Action{r.action()}
	case KindActions:
		request.Actions = r.actions()
	case KindTransaction:
		request.Transaction = r.transaction()
	case KindIdentity:
		if version >= Version3 {
			request.Identity.Scope = r.name()
		}
		request.Identity.Permission = r.optionalPermission()
	default:
		r.fail(fmt.Errorf("it asks for %s, which is none of the four kinds", request.Kind))
	}
	request.Flags = Flags(r.uint(1))
	request.Callback = r.text()
	request.Info = r.info()
	if r.err == nil && r.Len() > 0 {
		request.Signature = r.signature()
	}
	if r.err == nil && r.Len() > 0 {
		r.fail(fmt.Errorf("%d bytes stand behind its end", r.Len()))
	}
	if r.err == nil && request.Kind == KindIdentity && request.Flags&Broadcast != 0 {
		r.fail(fmt.Errorf("an identity request cannot be broadcast"))
	}
	return request, r.err
}
