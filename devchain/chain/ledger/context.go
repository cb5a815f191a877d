package ledger

import (
	"crypto/sha256"
	"math/rand/v2"
	"slices"
	"time"

	"fieldhouse/plugins/antelope"
)

// maxInlineDepth is how deep inline actions may cause each other.
const maxInlineDepth = 4

// Context is what a contract sees while it runs one action.
type Context struct {
	run      *execution
	receiver antelope.Name
	action   Action
	notify   []antelope.Name
	inline   []Action
}

// execution is one transaction while it runs.
type execution struct {
	ledger  *Ledger
	id      antelope.Checksum256
	written changes
	chances int // how many sources of chance were asked for
}

// Self is the account whose code runs.
func (c *Context) Self() antelope.Name { return c.receiver }

// Now is the time of the block being made. It never stands behind the clock of
// a visitor by more than the chain itself does.
func (c *Context) Now() time.Time { return c.run.ledger.pendingTime().Time() }

// Block is the number of the block being made.
func (c *Context) Block() uint32 { return c.run.ledger.head().Number + 1 }

// TransactionID is the id of the transaction that runs.
func (c *Context) TransactionID() antelope.Checksum256 { return c.run.id }

// RequireAuth ends the transaction unless the account has authorised the action.
func (c *Context) RequireAuth(account antelope.Name) {
	if !c.HasAuth(account) {
		Abort(MissingAuthority.New("missing authority of %s", account))
	}
}

// HasAuth tells whether the account has authorised the action.
func (c *Context) HasAuth(account antelope.Name) bool {
	return slices.ContainsFunc(c.action.Authorization, func(level PermissionLevel) bool { return level.Actor == account })
}

// IsAccount tells whether the account exists.
func (c *Context) IsAccount(account antelope.Name) bool {
	_, found := c.run.ledger.accounts[account]
	return found
}

// Notify lets another account's contract run on this action, after it.
func (c *Context) Notify(account antelope.Name) {
	if account != c.receiver && !slices.Contains(c.notify, account) {
		c.notify = append(c.notify, account)
	}
}

// Inline adds an action that runs after this one, with the contract's own
// authority.
func (c *Context) Inline(account antelope.Name, data any) {
	c.inline = append(c.inline, NewAction(c.receiver, account, data))
}

// InlineAs is Inline with the authority of an account that has authorised the
// running action: as if the account had given its active permission to this
// contract's code.
func (c *Context) InlineAs(actor, account antelope.Name, data any) {
	c.RequireAuth(actor)
	c.inline = append(c.inline, NewAction(actor, account, data))
}

// Table is a table of any contract for reading. A table without rows is nil,
// which reads as empty.
func (c *Context) Table(code, scope, table antelope.Name) *Table {
	return c.run.ledger.tables[tableKey{code, scope, table}]
}

// remember keeps a row as it is before it is written.
func (c *Context) remember(scope, table antelope.Name, primary uint64) *Table {
	target := c.run.ledger.table(c.receiver, scope, table)
	before, existed := target.Get(primary)
	c.run.written = append(c.run.written, change{tableKey{c.receiver, scope, table}, primary, before, existed})
	return target
}

// perform runs an action: the contract it calls, then those it notified, then
// the inline actions of all of them.
func (e *execution) perform(action Action, depth int) error {
	if depth > maxInlineDepth {
		return InlineDepth.New("max inline action depth per transaction reached")
	}
	receivers := []antelope.Name{action.Account}
	var inline []Action
	for i := 0; i < len(receivers); i++ {
		c := &Context{run: e, receiver: receivers[i], action: action}
		if err := e.call(c); err != nil {
			return err
		}
		inline = append(inline, c.inline...)
		for _, account := range c.notify {
			if !slices.Contains(receivers, account) {
				receivers = append(receivers, account)
			}
		}
	}
	for _, caused := range inline {
		if err := e.perform(caused, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (e *execution) call(c *Context) error {
	contract, found := e.ledger.contracts[c.receiver]
	if !found {
		return nil // an account without code accepts every action
	}
	event := Event{c.action.Account, c.action.Name}
	run, known := contract.actions[event.Action]
	if c.receiver != event.Account {
		if run, known = contract.notified[event]; !known {
			return nil
		}
	}
	if !known {
		return assertion("%s has no action %s", c.receiver, c.action.Name)
	}
	return aborted(run, c)
}

// Chance is a source of numbers that nobody can tell before the transaction is
// known and that are the same on every chain of the same seed and history. Each
// call in a transaction gives another one.
func (c *Context) Chance() *rand.Rand {
	c.run.chances++
	head := c.run.ledger.head()
	text := antelope.AppendUint(nil, 8, c.run.ledger.seed)
	text = append(append(text, head.ID[:]...), c.run.id[:]...)
	return rand.New(rand.NewChaCha8(sha256.Sum256(antelope.AppendUint(text, 4, uint64(c.run.chances)))))
}
