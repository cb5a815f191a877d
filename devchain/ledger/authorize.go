package ledger

import (
	"cmp"
	"encoding/json"
	"slices"

	"fieldhouse/plugins/antelope"
)

// maxAuthorityDepth is how deep authorities may name each other.
const maxAuthorityDepth = 6

// maxDelay is a number in a node's words; nothing is delayed here.
const maxDelayMilliseconds = 45 * 24 * 3600 * 1000

// Special actions of the system contract, whose authorization has rules of its
// own.
var (
	updateAuth = antelope.MustName("updateauth")
	linkAuth   = antelope.MustName("linkauth")
)

// authorizer checks declared authorizations against keys, as a node does: it
// stops at the threshold, and a key that nothing needed stays unused.
type authorizer struct {
	ledger *Ledger
	keys   []antelope.PublicKey
	used   []bool
	// satisfied are the levels that were found to be.
	satisfied map[PermissionLevel]bool
}

func (l *Ledger) newAuthorizer(keys []antelope.PublicKey) *authorizer {
	return &authorizer{ledger: l, keys: keys, used: make([]bool, len(keys)), satisfied: map[PermissionLevel]bool{}}
}

// authorize checks that the keys are enough for all actions and none is too
// many.
func (l *Ledger) authorize(actions []Action, keys []antelope.PublicKey) error {
	checker := l.newAuthorizer(keys)
	levels, err := l.declared(actions)
	if err != nil {
		return err
	}
	for _, level := range levels {
		if err := checker.require(level); err != nil {
			return err
		}
	}
	if unused := checker.unused(); len(unused) > 0 {
		return IrrelevantSignature.New("transaction bears irrelevant signatures from these keys: %s", inJSON(unused))
	}
	return nil
}

// declared are the authorizations of the actions, each once, in a node's order.
// Each must be high enough for its action.
func (l *Ledger) declared(actions []Action) ([]PermissionLevel, error) {
	var levels []PermissionLevel
	for _, action := range actions {
		for _, level := range action.Authorization {
			if err := l.relevant(action, level); err != nil {
				return nil, err
			}
			if !slices.Contains(levels, level) {
				levels = append(levels, level)
			}
		}
	}
	slices.SortFunc(levels, func(one, two PermissionLevel) int {
		return cmp.Or(cmp.Compare(one.Actor, two.Actor), cmp.Compare(one.Permission, two.Permission))
	})
	return levels, nil
}

// relevant checks that a declared permission may do the action: the one that the
// actor has linked to it, else active, or one above it.
func (l *Ledger) relevant(action Action, level PermissionLevel) error {
	account := l.accounts[level.Actor]
	minimum := Active
	if linked, found := account.Linked(action.Account, action.Name); found {
		minimum = linked
	}
	if action.Account == l.system && (action.Name == updateAuth || action.Name == linkAuth) {
		return nil // the contract checks it, since it depends on the data
	}
	if account.Covers(level.Permission, minimum) {
		return nil
	}
	return TooLowAuthority(level, PermissionLevel{level.Actor, minimum})
}

func (a *authorizer) require(level PermissionLevel) error {
	if a.satisfies(level, 0, nil) {
		return nil
	}
	return Unsatisfied.New("transaction declares authority '%s', but does not have signatures for it under a provided delay of 0 ms, "+
		"provided permissions [], provided keys %s, and a delay max limit of %d ms",
		inJSON(level), inJSON(a.keys), maxDelayMilliseconds)
}

// satisfies tells whether the keys satisfy a permission. The keys it needs are
// marked as used when they do.
func (a *authorizer) satisfies(level PermissionLevel, depth int, above []PermissionLevel) bool {
	if a.satisfied[level] {
		return true
	}
	if depth > maxAuthorityDepth || slices.Contains(above, level) {
		return false
	}
	account := a.ledger.accounts[level.Actor]
	permission, found := account.Permission(level.Permission)
	if !found {
		return false
	}
	before := slices.Clone(a.used)
	if a.reaches(permission.Authority, depth, append(above, level)) {
		a.satisfied[level] = true
		return true
	}
	copy(a.used, before)
	return false
}

// member is a key or a permission of an authority.
type member struct {
	weight uint16
	key    antelope.PublicKey
	level  *PermissionLevel
}

// reaches adds the weights of those members that agree, the heaviest first, keys
// before accounts, until the threshold is reached.
func (a *authorizer) reaches(authority Authority, depth int, above []PermissionLevel) bool {
	var members []member
	for _, one := range authority.Keys {
		members = append(members, member{weight: one.Weight, key: one.Key})
	}
	for _, one := range authority.Accounts {
		members = append(members, member{weight: one.Weight, level: &one.Permission})
	}
	slices.SortStableFunc(members, func(one, two member) int { return cmp.Compare(two.weight, one.weight) })
	total := uint64(0)
	for _, one := range members {
		if a.agrees(one, depth, above) {
			if total += uint64(one.weight); total >= uint64(authority.Threshold) {
				return true
			}
		}
	}
	return false
}

func (a *authorizer) agrees(one member, depth int, above []PermissionLevel) bool {
	if one.level != nil {
		return a.satisfies(*one.level, depth+1, above)
	}
	place := slices.Index(a.keys, one.key)
	if place >= 0 {
		a.used[place] = true
	}
	return place >= 0
}

// unused and needed part the keys by whether something needed them.
func (a *authorizer) unused() []antelope.PublicKey { return a.parted(false) }
func (a *authorizer) needed() []antelope.PublicKey { return a.parted(true) }

func (a *authorizer) parted(used bool) []antelope.PublicKey {
	keys := []antelope.PublicKey{}
	for i, key := range a.keys {
		if a.used[i] == used {
			keys = append(keys, key)
		}
	}
	return keys
}

// RequiredKeys are those of the available keys that a transaction with these
// actions needs. It is an error when they are not enough.
func (v View) RequiredKeys(actions []Action, available []antelope.PublicKey) ([]antelope.PublicKey, error) {
	if err := v.ledger.referenced(actions); err != nil {
		return nil, err
	}
	checker := v.ledger.newAuthorizer(available)
	for _, action := range actions {
		for _, level := range action.Authorization {
			if err := checker.require(level); err != nil {
				return nil, err
			}
		}
	}
	return checker.needed(), nil
}

// inJSON is how a node prints a value inside a message.
func inJSON(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // names, levels and keys always have a form
	}
	return string(text)
}
