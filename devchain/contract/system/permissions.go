package system

import (
	"fieldhouse/devchain/ledger"
	"fieldhouse/plugins/antelope"
)

// updateAuth changes a permission or adds one below an existing one.
func updateAuth(c *ledger.Context, data UpdateAuth) error {
	account, level, err := declared(c, data.Account)
	if err != nil {
		return err
	}
	if data.Permission == 0 {
		return ledger.Invalid("Cannot create authority with empty name")
	}
	if data.Permission == data.Parent {
		return ledger.Invalid("Cannot set an authority as its own parent")
	}
	changed, exists := account.Permission(data.Permission)
	switch {
	case data.Permission == ledger.Owner && data.Parent != 0:
		return ledger.Invalid("Cannot change owner authority's parent")
	case data.Permission == ledger.Active && data.Parent != ledger.Owner:
		return ledger.Invalid("Cannot change active authority's parent from owner")
	case exists && changed.Parent != data.Parent:
		return ledger.Invalid("Changing parent authority is not currently supported")
	}
	minimum := data.Permission
	if !exists {
		if _, found := account.Permission(data.Parent); !found {
			return ledger.Invalid("the parent permission %s of %s does not exist", data.Parent, data.Account)
		}
		minimum, changed = data.Parent, ledger.Permission{Name: data.Permission, Parent: data.Parent}
	}
	if !account.Covers(level.Permission, minimum) {
		return ledger.IrrelevantAuthority(level, ledger.PermissionLevel{Actor: data.Account, Permission: minimum})
	}
	if err := checkAuthority(c, account, data.Auth); err != nil {
		return err
	}
	changed.Authority = data.Auth
	c.PutAccount(account.WithPermission(changed))
	return nil
}

// linkAuth makes a permission enough for an action.
func linkAuth(c *ledger.Context, data LinkAuth) error {
	account, level, err := declared(c, data.Account)
	if err != nil {
		return err
	}
	if data.Requirement == 0 {
		return ledger.Invalid("Required permission cannot be empty")
	}
	if !c.IsAccount(data.Code) {
		return ledger.Invalid("Failed to retrieve code for account: %s", data.Code)
	}
	permission, found := account.Permission(data.Requirement)
	if !found {
		return ledger.Invalid("Failed to retrieve permission: %s", data.Requirement)
	}
	if data.Code == Account && (data.Type == ActionUpdateAuth || data.Type == ActionLinkAuth) {
		return ledger.Invalid("Cannot link eosio::%s to a minimum permission", data.Type)
	}
	minimum := ledger.Active
	if linked, found := account.Linked(data.Code, data.Type); found {
		minimum = linked
	}
	if !account.Covers(level.Permission, minimum) {
		return ledger.IrrelevantAuthority(level, ledger.PermissionLevel{Actor: data.Account, Permission: minimum})
	}
	event := ledger.Event{Account: data.Code, Action: data.Type}
	for _, other := range account.Permissions {
		other.Links = without(other.Links, event)
		account = account.WithPermission(other)
	}
	permission, _ = account.Permission(data.Requirement)
	permission.Links = append(permission.Links, event)
	c.PutAccount(account.WithPermission(permission))
	return nil
}

func without(links []ledger.Event, unwanted ledger.Event) []ledger.Event {
	var kept []ledger.Event
	for _, link := range links {
		if link != unwanted {
			kept = append(kept, link)
		}
	}
	return kept
}

// declared is the account that a change is about and its one authorization,
// which must be its own.
func declared(c *ledger.Context, name antelope.Name) (ledger.Account, ledger.PermissionLevel, error) {
	levels := c.Action().Authorization
	if len(levels) != 1 || levels[0].Actor != name {
		return ledger.Account{}, ledger.PermissionLevel{},
			ledger.Invalid("the account %s must be the only one to authorise the change of its permissions", name)
	}
	account, found := c.Account(name)
	if !found {
		return account, levels[0], ledger.Invalid("the account %s does not exist", name)
	}
	return account, levels[0], nil
}

// checkAuthority checks that an authority can be satisfied and names permissions
// that exist, or that the account is about to have.
func checkAuthority(c *ledger.Context, owner ledger.Account, authority ledger.Authority) error {
	if !authority.Reachable() {
		return ledger.Invalid("Invalid authority of %s: its members must be different and reach the threshold of %d together",
			owner.Name, authority.Threshold)
	}
	for _, member := range authority.Accounts {
		account, found := c.Account(member.Permission.Actor)
		if member.Permission.Actor == owner.Name {
			account, found = owner, true
		}
		if !found {
			return ledger.Invalid("account '%s' does not exist", member.Permission.Actor)
		}
		if _, found := account.Permission(member.Permission.Permission); !found {
			return ledger.Invalid("permission '%s' of the account '%s' does not exist", member.Permission.Permission, member.Permission.Actor)
		}
	}
	return nil
}
