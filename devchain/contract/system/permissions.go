package system

import (
	"slices"

	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// validate is ledger.Check for what a node checks natively.
func validate(holds bool, format string, values ...any) {
	if !holds {
		ledger.Abort(ledger.InvalidAction.New(format, values...))
	}
}

// updateAuth changes a permission or adds one below an existing one.
func updateAuth(c *ledger.Context, data UpdateAuth) {
	account, level := declared(c, data.Account)
	validate(data.Permission != 0, "Cannot create authority with empty name")
	validate(data.Permission != data.Parent, "Cannot set an authority as its own parent")
	changed, exists := account.Permission(data.Permission)
	validate(data.Permission != ledger.Owner || data.Parent == 0, "Cannot change owner authority's parent")
	validate(data.Permission != ledger.Active || data.Parent == ledger.Owner, "Cannot change active authority's parent from owner")
	validate(!exists || changed.Parent == data.Parent, "Changing parent authority is not currently supported")
	minimum := data.Permission
	if !exists {
		_, found := account.Permission(data.Parent)
		validate(found, "the parent permission %s of %s does not exist", data.Parent, data.Account)
		minimum, changed = data.Parent, ledger.Permission{Name: data.Permission, Parent: data.Parent}
	}
	checkCovers(account, level, minimum)
	checkAuthority(c, account, data.Auth)
	changed.Authority = data.Auth
	c.PutAccount(account.WithPermission(changed))
}

// linkAuth makes a permission enough for an action.
func linkAuth(c *ledger.Context, data LinkAuth) {
	account, level := declared(c, data.Account)
	validate(data.Requirement != 0, "Required permission cannot be empty")
	validate(c.IsAccount(data.Code), "Failed to retrieve code for account: %s", data.Code)
	_, found := account.Permission(data.Requirement)
	validate(found, "Failed to retrieve permission: %s", data.Requirement)
	special := data.Type == ledger.ActionName[UpdateAuth]() || data.Type == ledger.ActionName[LinkAuth]()
	validate(data.Code != Account || !special, "Cannot link eosio::%s to a minimum permission", data.Type)
	minimum := ledger.Active
	if linked, found := account.Linked(data.Code, data.Type); found {
		minimum = linked
	}
	checkCovers(account, level, minimum)
	event := ledger.Event{Account: data.Code, Action: data.Type}
	for _, other := range account.Permissions {
		other.Links = slices.DeleteFunc(slices.Clone(other.Links), func(link ledger.Event) bool { return link == event })
		account = account.WithPermission(other)
	}
	permission, _ := account.Permission(data.Requirement)
	permission.Links = append(permission.Links, event)
	c.PutAccount(account.WithPermission(permission))
}

// declared is the account that a change is about and its one authorization,
// which must be its own.
func declared(c *ledger.Context, name antelope.Name) (ledger.Account, ledger.PermissionLevel) {
	levels := c.Action().Authorization
	validate(len(levels) == 1 && levels[0].Actor == name,
		"the account %s must be the only one to authorise the change of its permissions", name)
	account, found := c.Account(name)
	validate(found, "the account %s does not exist", name)
	return account, levels[0]
}

// checkCovers checks that the declared permission is high enough.
func checkCovers(account ledger.Account, level ledger.PermissionLevel, minimum antelope.Name) {
	if !account.Covers(level.Permission, minimum) {
		ledger.Abort(ledger.TooLowAuthority(level, ledger.PermissionLevel{Actor: account.Name, Permission: minimum}))
	}
}

// checkAuthority checks that an authority can be satisfied and names permissions
// that exist, or that the account is about to have.
func checkAuthority(c *ledger.Context, owner ledger.Account, authority ledger.Authority) {
	validate(authority.Reachable(), "Invalid authority of %s: its members must be different and reach the threshold of %d together",
		owner.Name, authority.Threshold)
	for _, member := range authority.Accounts {
		account, found := c.Account(member.Permission.Actor)
		if member.Permission.Actor == owner.Name {
			account, found = owner, true
		}
		validate(found, "account '%s' does not exist", member.Permission.Actor)
		_, found = account.Permission(member.Permission.Permission)
		validate(found, "permission '%s' of the account '%s' does not exist", member.Permission.Permission, member.Permission.Actor)
	}
}
