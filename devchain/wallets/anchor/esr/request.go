// Package esr reads, writes and resolves signing requests (ESR), the texts by
// which an app asks a wallet for a signature: "esr:" and a base64url form of a
// header byte and the request. It knows version 2 and version 3 and gives the
// results of the @wharfkit/signing-request library.
package esr

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"fieldhouse/devchain/chain/ledger"
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

// data is the binary form, which has no scope in version 2.
func (i Identity) data(version uint8) []byte {
	if version < Version3 {
		return antelope.Marshal(i.Permission)
	}
	return antelope.Append(antelope.Marshal(i.Scope), i.Permission)
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
}

// RawActions are the actions asked for, with their placeholders; none of an identity
// request.
func (r *Request) RawActions() []ledger.Action {
	switch r.Kind {
	case KindTransaction:
		return r.Transaction.Actions
	case KindIdentity:
		return nil
	}
	return r.Actions
}

// tail is what stands behind that which a request asks for.
type tail struct {
	Flags    Flags  `abi:"flags"`
	Callback string `abi:"callback"`
	Info     []Pair `abi:"info"`
}

// data is the binary form without the header byte.
func (r *Request) data() []byte {
	data := binary.AppendUvarint(antelope.Marshal(r.Chain), uint64(r.Kind))
	switch r.Kind {
	case KindAction:
		data = antelope.Append(data, r.Actions[0])
	case KindActions:
		data = antelope.Append(data, r.Actions)
	case KindTransaction:
		data = antelope.Append(data, r.Transaction)
	case KindIdentity:
		data = append(data, r.Identity.data(r.Version)...)
	}
	return antelope.Append(data, tail{r.Flags, r.Callback, r.Info})
}

// read reads the binary form without the header byte.
func read(version uint8, data []byte) (*Request, error) {
	r := antelope.NewReader(data)
	request := &Request{Version: version}
	if err := antelope.Read(r, &request.Chain); err != nil {
		return nil, err
	}
	if err := request.readAsked(r); err != nil {
		return nil, err
	}
	var rest tail
	if err := antelope.Read(r, &rest); err != nil {
		return nil, err
	}
	request.Flags, request.Callback, request.Info = rest.Flags, rest.Callback, rest.Info
	switch {
	case r.Len() > 0:
		return nil, fmt.Errorf("%d bytes stand behind its end", r.Len())
	case request.Kind == KindIdentity && request.Flags&Broadcast != 0:
		return nil, errors.New("an identity request cannot be broadcast")
	case !utf8.ValidString(request.Callback), slices.ContainsFunc(request.Info, func(pair Pair) bool { return !utf8.ValidString(pair.Key) }):
		return nil, errors.New("one of its texts is not UTF-8")
	}
	return request, nil
}

// readAsked reads what the request asks for.
func (r *Request) readAsked(from *antelope.Reader) error {
	kind, err := from.Varuint32()
	if err != nil {
		return err
	}
	switch r.Kind = Kind(kind); r.Kind {
	case KindAction:
		r.Actions = make([]ledger.Action, 1)
		return antelope.Read(from, &r.Actions[0])
	case KindActions:
		return antelope.Read(from, &r.Actions)
	case KindTransaction:
		return antelope.Read(from, &r.Transaction)
	case KindIdentity:
		if r.Version >= Version3 {
			if err := antelope.Read(from, &r.Identity.Scope); err != nil {
				return err
			}
		}
		return antelope.Read(from, &r.Identity.Permission)
	}
	return fmt.Errorf("it asks for %s, which is none of the four kinds", r.Kind)
}

// Chain names a chain by a number that the protocol gives it or by its id.
type Chain struct {
	// Alias is the chain's number, 0 for a request that is good on several chains.
	Alias uint8
	// ID is set for a chain without number.
	ID antelope.Checksum256
}

// noAlias marks a chain that is given by its id. The protocol's numbers are far below
// it.
const noAlias = 0xff

// ChainOf names a chain by its id.
func ChainOf(id antelope.Checksum256) Chain { return Chain{Alias: noAlias, ID: id} }

// AllowsChain tells whether the request is for a chain, which has no number of its
// own.
func (r *Request) AllowsChain(id antelope.Checksum256) error {
	if r.Chain != ChainOf(id) {
		return fmt.Errorf("the request is not for the chain %s", id)
	}
	return nil
}

// AppendPacked adds the binary form, a variant of the number and the id.
func (c Chain) AppendPacked(data []byte) []byte {
	if c.Alias != noAlias {
		return append(data, 0, c.Alias)
	}
	return append(append(data, 1), c.ID[:]...)
}

// ReadPacked reads the binary form.
func (c *Chain) ReadPacked(r *antelope.Reader) error {
	kind, err := r.Varuint32()
	if err != nil {
		return err
	}
	switch kind {
	case 0:
		*c = Chain{}
		return antelope.Read(r, &c.Alias)
	case 1:
		*c = Chain{Alias: noAlias}
		return antelope.Read(r, &c.ID)
	}
	return fmt.Errorf("its chain is of kind %d, which is neither an alias nor an id", kind)
}
