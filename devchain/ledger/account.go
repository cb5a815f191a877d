package ledger

import (
	"cmp"
	"slices"

	"fieldhouse/plugins/antelope"
)

// Account is an account's native part; what it owns is in tables.
type Account struct {
	Name    antelope.Name
	Created antelope.TimePoint
	// Permissions are who may act for the account, each name once.
	Permissions []Permission
}

// Permission is a named authority of an account.
type Permission struct {
	Name antelope.Name
	// Parent is the permission that may do everything this one may; 0 for owner.
	Parent    antelope.Name
	Authority Authority
	// Links are the actions for which this permission is enough, besides those
	// that its children may do. An event whose action is 0 means all of the
	// contract's.
	Links []Event
}

// Names of permissions.
var (
	// Owner may do everything.
	Owner = antelope.MustName("owner")
	// Active is the permission that users sign with.
	Active = antelope.MustName("active")
)

// KeyWeight is a key of an authority.
type KeyWeight struct {
	Key    antelope.PublicKey `json:"key" abi:"key"`
	Weight uint16             `json:"weight" abi:"weight"`
}

// PermissionLevelWeight is another account's permission in an authority.
type PermissionLevelWeight struct {
	Permission PermissionLevel `json:"permission" abi:"permission"`
	Weight     uint16          `json:"weight" abi:"weight"`
}

// WaitWeight is a delay in an authority. Transactions here are never delayed, so
// that it never counts.
type WaitWeight struct {
	WaitSec uint32 `json:"wait_sec" abi:"wait_sec"`
	Weight  uint16 `json:"weight" abi:"weight"`
}

// Authority is satisfied when the weights of those of its members that agree
// reach the threshold.
type Authority struct {
	Threshold uint32                  `json:"threshold" abi:"threshold"`
	Keys      []KeyWeight             `json:"keys" abi:"keys"`
	Accounts  []PermissionLevelWeight `json:"accounts" abi:"accounts"`
	Waits     []WaitWeight            `json:"waits" abi:"waits"`
}

// SingleKey is an authority of one key.
func SingleKey(key antelope.PublicKey) Authority {
	return Authority{
		Threshold: 1, Keys: []KeyWeight{{Key: key, Weight: 1}},
		Accounts: []PermissionLevelWeight{}, Waits: []WaitWeight{},
	}
}

// Reachable tells whether all members together reach the threshold and none
// stands in it twice.
func (a *Authority) Reachable() bool {
	total := uint64(0)
	keys := map[antelope.PublicKey]bool{}
	for _, member := range a.Keys {
		total += uint64(member.Weight)
		keys[member.Key] = true
	}
	levels := map[PermissionLevel]bool{}
	for _, member := range a.Accounts {
		total += uint64(member.Weight)
		levels[member.Permission] = true
	}
	for _, member := range a.Waits {
		total += uint64(member.Weight)
	}
	return a.Threshold > 0 && total >= uint64(a.Threshold) && len(keys) == len(a.Keys) && len(levels) == len(a.Accounts)
}

// NewAccount is an account with the two permissions that every account has.
func NewAccount(name antelope.Name, owner, active Authority) Account {
	return Account{Name: name, Permissions: []Permission{
		{Name: Active, Parent: Owner, Authority: active}, {Name: Owner, Authority: owner},
	}}
}

// Permission is the account's permission of that name.
func (a *Account) Permission(name antelope.Name) (Permission, bool) {
	for _, permission := range a.Permissions {
		if permission.Name == name {
			return permission, true
		}
	}
	return Permission{}, false
}

// WithPermission is the account with a permission put in place of the one of the
// same name, or added. Permissions stand in the order of their names.
func (a Account) WithPermission(changed Permission) Account {
	a.Permissions = slices.Clone(a.Permissions)
	at, known := slices.BinarySearchFunc(a.Permissions, changed.Name, func(one Permission, name antelope.Name) int { return cmp.Compare(one.Name, name) })
	if !known {
		a.Permissions = slices.Insert(a.Permissions, at, changed)
	}
	a.Permissions[at] = changed
	return a
}

// Linked is the permission that is linked to an action: to it alone, else to all
// actions of its contract.
func (a *Account) Linked(contract, action antelope.Name) (antelope.Name, bool) {
	for _, event := range []Event{{contract, action}, {contract, 0}} {
		for i := range a.Permissions {
			if slices.Contains(a.Permissions[i].Links, event) {
				return a.Permissions[i].Name, true
			}
		}
	}
	return 0, false
}

// Covers tells whether a permission may do what another one may: it is that one
// or one above it.
func (a *Account) Covers(permission, minimum antelope.Name) bool {
	for range a.Permissions {
		if permission == minimum {
			return true
		}
		above, found := a.Permission(minimum)
		if !found || above.Parent == 0 {
			return false
		}
		minimum = above.Parent
	}
	return false
}
