package provider

import (
	"maps"
	"slices"
	"strings"

	"fieldhouse/devchain/contract/token"
	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// Modes of the provider.
const (
	// ModeFree signs for nothing: 200.
	ModeFree = "free"
	// ModeFee asks for a fee: 402. A sender who declines it goes on without the
	// provider.
	ModeFee = "fee"
	// ModeRAM asks for a fee and buys memory for the sender with it: 402.
	ModeRAM = "ram"
	// ModeRefuse covers nothing: 400.
	ModeRefuse = "refuse"
	// ModeSlow answers like free, but later than apps wait.
	ModeSlow = "slow"
	// ModeBroken answers 502 and HTML, as a proxy does whose service is away.
	ModeBroken = "broken"
)

// liePrefix starts the names of the modes that lie.
const liePrefix = "lie-"

// Modes are all modes, the lies last and in order of their names.
var Modes = append([]string{ModeFree, ModeFee, ModeRAM, ModeRefuse, ModeSlow, ModeBroken}, slices.Sorted(maps.Keys(lies))...)

// lie is an offer that an app must not take.
type lie struct {
	// fee tells that the offer is one for a fee.
	fee bool
	// before changes what is signed, after what is answered.
	before, after func(*Provider, *offer)
}

// lies are an answer each for every rule of what an answer must be.
var lies = map[string]lie{
	// Original actions must be untouched.
	liePrefix + "changed": {before: func(_ *Provider, o *offer) {
		o.eachOriginal(func(a *ledger.Action) {
			a.Data = slices.Clone(a.Data)
			if len(a.Data) > 0 {
				a.Data[len(a.Data)-1] ^= 1
			}
		})
	}},
	liePrefix + "removed": {before: func(_ *Provider, o *offer) { o.Actions = o.Actions[:len(o.Actions)-1] }},
	liePrefix + "order": {before: func(_ *Provider, o *offer) {
		o.Actions = slices.Concat(o.Actions[o.original:], o.Actions[:o.original])
	}},
	// Only known actions may be added.
	liePrefix + "added": {before: func(p *Provider, o *offer) {
		o.insert(ledger.NewActionBy(p.cosigner(), p.Token, token.Open{Owner: o.signer.Actor, Symbol: p.Fee.Symbol, RAMPayer: p.Account}))
	}},
	liePrefix + "hidden-fee": {before: func(p *Provider, o *offer) {
		o.insert(p.transfer(o, p.Fees, p.Fee))
	}},
	// The fee must be as shown and go to the provider.
	liePrefix + "fee": {fee: true, before: func(p *Provider, o *offer) {
		higher := p.Fee
		higher.Amount *= 10
		o.Actions[1] = p.transfer(o, p.Fees, higher)
	}},
	liePrefix + "two-fees": {fee: true, before: func(p *Provider, o *offer) {
		o.insert(p.transfer(o, p.Fees, p.Fee))
	}},
	liePrefix + "receiver": {fee: true, before: func(p *Provider, o *offer) {
		o.Actions[1] = p.transfer(o, p.Token, p.Fee)
	}},
	liePrefix + "no-fee": {fee: true, after: func(_ *Provider, o *offer) { o.answer.Data.Fee = "" }},
	liePrefix + "token": {fee: true, before: func(p *Provider, o *offer) {
		other := antelope.Asset{Amount: p.Fee.Amount, Symbol: antelope.MustSymbol("4,FREE")}
		o.fee = &other
		o.Actions[1] = p.transfer(o, p.Fees, other)
	}},
	// The answer must carry signatures.
	liePrefix + "unsigned":      {after: func(_ *Provider, o *offer) { o.answer.Data.Signatures = []string{} }},
	liePrefix + "bad-signature": {after: func(_ *Provider, o *offer) { o.answer.Data.Signatures[0] = "SIG_K1_none" }},
	// It must be for the chain that was asked for.
	liePrefix + "chain": {before: func(_ *Provider, o *offer) { o.chainID[0] ^= 0xff }},
	// Nobody else's authority may be used, the sender's for the sender's actions
	// and the fee only.
	liePrefix + "authority": {before: func(p *Provider, o *offer) {
		o.Actions[0].Authorization = []ledger.PermissionLevel{o.signer}
	}},
	liePrefix + "another-authority": {before: func(p *Provider, o *offer) {
		o.eachOriginal(func(a *ledger.Action) {
			a.Authorization = append(slices.Clone(a.Authorization), ledger.PermissionLevel{Actor: o.signer.Actor, Permission: antelope.MustName("owner")})
		})
	}},
	// The header must be as asked.
	liePrefix + "expiration": {before: func(_ *Provider, o *offer) { o.Expiration += 3600 }},
	liePrefix + "reference":  {before: func(_ *Provider, o *offer) { o.RefBlockPrefix ^= 1 }},
	liePrefix + "delay":      {before: func(_ *Provider, o *offer) { o.DelaySec = 3600 }},
	// Answers that are none.
	liePrefix + "no-data": {after: func(_ *Provider, o *offer) { o.answer.Data = offerData{} }},
	liePrefix + "kind": {after: func(_ *Provider, o *offer) {
		o.answer.Data.Request[0] = "action"
	}},
}

// asksFee tells whether a mode answers 402.
func asksFee(mode string) bool {
	return mode == ModeFee || mode == ModeRAM || strings.HasPrefix(mode, liePrefix) && lies[mode].fee
}

// eachOriginal changes the sender's own actions.
func (o *offer) eachOriginal(change func(*ledger.Action)) {
	for i := o.original; i < len(o.Actions); i++ {
		change(&o.Actions[i])
	}
}

// insert puts an action before the sender's own.
func (o *offer) insert(added ledger.Action) {
	o.Actions = slices.Insert(slices.Clone(o.Actions), o.original, added)
	o.original++
}
