package ledger

import (
	"cmp"
	"encoding/json"
	"slices"

	"fieldhouse/plugins/antelope"
)

// Account is an account's native part; what it owns is in tables. It never changes.
type Account struct {
	Name    antelope.Name
	Created antelope.TimePoint
	// Permissions are who may act for the account, each name once, in the order of
	// the names.
	Permissions []Permission
}

// Permission is one key that may act for an account.
type Permission struct {
	Name antelope.Name
	// Parent is the permission that may do everything this one may; 0 for owner.
	Parent antelope.Name
	Key    antelope.PublicKey
	// Links are the actions for which this permission is enough, besides those
	// that its children may do.
	Links []Event
}

// Names of permissions.
var (
	// Owner may do everything.
	Owner = antelope.MustName("owner")
	// Active is the permission that users sign with.
	Active = antelope.MustName("active")
)

// NewAccount is an account with the two permissions that every account has, of one
// key.
func NewAccount(name antelope.Name, key antelope.PublicKey) Account {
	return Account{Name: name, Permissions: []Permission{{Name: Active, Parent: Owner, Key: key}, {Name: Owner, Key: key}}}
}

// Permission is the account's permission of that name.
func (a *Account) Permission(name antelope.Name) (Permission, bool) {
	at := slices.IndexFunc(a.Permissions, func(one Permission) bool { return one.Name == name })
	if at < 0 {
		return Permission{}, false
	}
	return a.Permissions[at], true
}

// minimum is the permission that is enough for an action: the one linked to it, else
// active.
func (a *Account) minimum(action Event) antelope.Name {
	for i := range a.Permissions {
		if slices.Contains(a.Permissions[i].Links, action) {
			return a.Permissions[i].Name
		}
	}
	return Active
}

// covers tells whether a permission may do what another one may: it is that one
// or one above it.
func (a *Account) covers(permission, minimum antelope.Name) bool {
	for minimum != 0 && minimum != permission {
		above, _ := a.Permission(minimum)
		minimum = above.Parent
	}
	return minimum == permission
}

// maxDelayMilliseconds is a number in a node's words; nothing is delayed here.
const maxDelayMilliseconds = 45 * 24 * 3600 * 1000

// authorize checks that the keys are enough for all actions and none is too
// many.
func (l *Ledger) authorize(actions []Action, keys []antelope.PublicKey) error {
	var levels []PermissionLevel
	for _, action := range actions {
		for _, level := range action.Authorization {
			account := l.accounts[level.Actor]
			if minimum := account.minimum(Event{action.Account, action.Name}); !account.covers(level.Permission, minimum) {
				return IrrelevantAuthority.New("action declares irrelevant authority '%s'; minimum authority is %s",
					inJSON(level), inJSON(PermissionLevel{level.Actor, minimum}))
			}
			levels = append(levels, level)
		}
	}
	slices.SortFunc(levels, func(one, two PermissionLevel) int {
		return cmp.Or(cmp.Compare(one.Actor, two.Actor), cmp.Compare(one.Permission, two.Permission))
	})
	needed, err := l.needed(levels, keys)
	if err != nil {
		return err
	}
	unused := slices.DeleteFunc(slices.Clone(keys), func(key antelope.PublicKey) bool { return slices.Contains(needed, key) })
	if len(unused) > 0 {
		return IrrelevantSignature.New("transaction bears irrelevant signatures from these keys: %s", inJSON(unused))
	}
	return nil
}

// needed are those of the keys, in their order, that permissions need. It is an error
// when they are not enough.
func (l *Ledger) needed(levels []PermissionLevel, keys []antelope.PublicKey) ([]antelope.PublicKey, error) {
	used := map[antelope.PublicKey]bool{}
	for _, level := range levels {
		account := l.accounts[level.Actor]
		permission, found := account.Permission(level.Permission)
		if !found || !slices.Contains(keys, permission.Key) {
			return nil, Unsatisfied.New("transaction declares authority '%s', but does not have signatures for it under a provided delay of 0 ms, "+
				"provided permissions [], provided keys %s, and a delay max limit of %d ms",
				inJSON(level), inJSON(keys), maxDelayMilliseconds)
		}
		used[permission.Key] = true
	}
	needed := []antelope.PublicKey{}
	for _, key := range keys {
		if used[key] {
			needed = append(needed, key)
		}
	}
	return needed, nil
}

// RequiredKeys are those of the available keys that a transaction with these
// actions needs. It is an error when they are not enough.
func (v View) RequiredKeys(actions []Action, available []antelope.PublicKey) ([]antelope.PublicKey, error) {
	if err := v.ledger.referenced(actions); err != nil {
		return nil, err
	}
	var levels []PermissionLevel
	for _, action := range actions {
		levels = append(levels, action.Authorization...)
	}
	return v.ledger.needed(levels, available)
}

// inJSON is how a node prints a value inside a message.
func inJSON(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // names, levels and keys always have a form
	}
	return string(text)
}
