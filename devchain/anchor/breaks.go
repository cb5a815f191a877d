package anchor

import (
	"fmt"
	"slices"
	"time"

	"fieldhouse/devchain/anchor/esr"
	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// Break is how the wallet misbehaves.
type Break struct {
	// As is the name of one of Breaks; empty for a wallet that behaves.
	As string `json:"as"`
	// Times is for how many answers; 0 is until it is changed.
	Times int `json:"times,omitempty"`
	// Seconds is how long the slow one waits. Default: 3.
	Seconds int `json:"seconds,omitempty"`
}

// Defaults and bounds of the slow break, in seconds.
const (
	slowSeconds    = 3
	maxSlowSeconds = 600
)

// Names of the breaks that are more than another answer.
const (
	breakSlow        = "slow"
	breakNever       = "never"
	breakDeaf        = "deaf"
	breakJSON        = "broken-json"
	breakNoChannel   = "no-channel"
	breakUnreachable = "unreachable-channel"
)

// Misbehaviour is one way to break the rules (specification, section 5).
type Misbehaviour struct {
	// Name is what a Break calls it, Says what a person reads about it.
	Name, Says string
	// before changes what will be signed, after what will be answered.
	before, after func(*Wallet, *draft)
}

// Breaks are all ways in which the wallet can misbehave.
var Breaks = []Misbehaviour{
	{Name: "changed-no-modify", Says: "Sign a changed request: the last action twice, or a login to another app", before: (*Wallet).changeRequest},
	{Name: "wrong-cid", Says: "Answer for another chain", after: func(w *Wallet, d *draft) { d.payload["cid"] = w.otherChain().String() }},
	{Name: "no-cid", Says: "Name no chain in the answer", after: func(_ *Wallet, d *draft) { delete(d.payload, "cid") }},
	{Name: "wrong-signer", Says: "Answer as another account, with its key", before: func(w *Wallet, d *draft) {
		d.signer.Actor = w.otherAccount(d.signer.Actor)
		d.key, _ = w.Key(d.signer.Actor) // an account of the list has a key
	}},
	{Name: "wrong-key", Says: "Sign with the key of another account", before: func(w *Wallet, d *draft) {
		d.key, _ = w.Key(w.otherAccount(d.signer.Actor))
	}},
	{Name: "wrong-permission", Says: "Answer for another permission of the account", before: func(_ *Wallet, d *draft) {
		if d.signer.Permission != ledger.Active {
			d.signer.Permission = ledger.Active
		} else {
			d.signer.Permission = owner
		}
	}},
	{Name: "broadcast-flag", Says: "Give the request back with the broadcast flag", after: func(_ *Wallet, d *draft) { d.giveBack(func(r *esr.Request) { r.Flags |= esr.Broadcast }) }},
	{Name: "foreground-flag", Says: "Give the request back without the background flag", after: func(_ *Wallet, d *draft) { d.giveBack(func(r *esr.Request) { r.Flags &^= esr.Background }) }},
	{Name: "mismatched-callback", Says: "Give the request back with another callback", after: func(_ *Wallet, d *draft) { d.giveBack(func(r *esr.Request) { r.Callback += "-another" }) }},
	{Name: "no-signatures", Says: "Answer without a signature", after: func(_ *Wallet, d *draft) { delete(d.payload, "sig") }},
	{Name: "bad-signature", Says: "Answer with a damaged signature", after: func(_ *Wallet, d *draft) { d.payload["sig"] = d.payload["sig"][:20] }},
	{Name: "two-signatures", Says: "Answer with a second signature, sig0", after: func(w *Wallet, d *draft) {
		if other, held := w.Key(w.otherAccount(d.signer.Actor)); held {
			if second, err := other.Sign(d.resolved.Digest()); err == nil {
				d.payload["sig0"] = second.String()
			}
		}
	}},
	{Name: "wrong-transaction", Says: "Name another transaction in the answer", after: func(_ *Wallet, d *draft) { d.payload["tx"] = antelope.Checksum256{}.String() }},
	{Name: "expired", Says: "Sign something whose time is over", before: func(_ *Wallet, d *draft) {
		past := antelope.TimePointSecOf(d.now.Add(-time.Minute))
		d.header.Expiration = past
		if esr.HasHeader(&d.request.Transaction) {
			d.request.Transaction.Expiration = past
		}
	}},
	{Name: "empty", Says: "Answer with nothing in it", after: func(_ *Wallet, d *draft) { clear(d.payload) }},
	{Name: breakJSON, Says: "Answer with what is no JSON"},
	{Name: breakNoChannel, Says: "Log in without a linked session"},
	{Name: breakUnreachable, Says: "Log in with a channel that takes no message"},
	{Name: breakSlow, Says: "Take long to answer"},
	{Name: breakNever, Says: "Sign and never answer"},
	{Name: breakDeaf, Says: "Do not listen on linked sessions"},
}

var owner = antelope.MustName("owner")

func findBreak(name string) Misbehaviour {
	i := slices.IndexFunc(Breaks, func(m Misbehaviour) bool { return m.Name == name })
	if i < 0 {
		return Misbehaviour{}
	}
	return Breaks[i]
}

// setBreak makes the wallet misbehave from now on.
func (w *Wallet) setBreak(set Break) (Break, error) {
	if set.As != "" && findBreak(set.As).Name == "" {
		return Break{}, fmt.Errorf("breaking the rules: %q is none of the breaks %q", set.As, breakNames())
	}
	if set.Times < 0 || set.Seconds < 0 || set.Seconds > maxSlowSeconds {
		return Break{}, fmt.Errorf("breaking the rules: times must not be negative and seconds from 0 to %d", maxSlowSeconds)
	}
	if set.As == breakSlow && set.Seconds == 0 {
		set.Seconds = slowSeconds
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.breaking = set
	w.listenAll()
	w.changed()
	return set, nil
}

// takeBreak gives how this answer misbehaves and counts it.
func (w *Wallet) takeBreak() Break {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	taken := w.breaking
	if taken.Times > 0 {
		if w.breaking.Times--; w.breaking.Times == 0 {
			w.breaking = Break{}
			w.listenAll()
		}
	}
	return taken
}

func breakNames() []string {
	names := make([]string, len(Breaks))
	for i := range Breaks {
		names[i] = Breaks[i].Name
	}
	return names
}

// otherChain is a chain that the wallet is not on.
func (w *Wallet) otherChain() antelope.Checksum256 {
	other := w.ChainID
	other[0] ^= 0xff
	return other
}

// otherAccount is an account of the wallet that is not the given one, or the
// given one when there is no other.
func (w *Wallet) otherAccount(account antelope.Name) antelope.Name {
	if w.Accounts[0] != account {
		return w.Accounts[0]
	}
	return w.Accounts[min(1, len(w.Accounts)-1)]
}

// changeRequest adds an action, or makes a login one to another app.
func (w *Wallet) changeRequest(d *draft) {
	repeated := func(actions []ledger.Action) []ledger.Action {
		if len(actions) == 0 {
			return actions
		}
		return append(slices.Clone(actions), actions[len(actions)-1])
	}
	switch d.request.Kind {
	case esr.KindIdentity:
		d.request.Version = esr.Version3
		d.request.Identity.Scope = antelope.MustName("another.app")
	case esr.KindTransaction:
		d.request.Transaction.Actions = repeated(d.request.Transaction.Actions)
	default:
		d.request.Kind = esr.KindActions
		d.request.Actions = repeated(d.request.Actions)
	}
}

// giveBack changes the request that the answer says was signed.
func (d *draft) giveBack(change func(*esr.Request)) {
	given := d.request.Clone()
	change(given)
	d.payload["req"] = given.String()
}
