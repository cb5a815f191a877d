// Package ledgertest is what tests do to a development chain.
package ledgertest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fieldhouse/devchain/chain/contract/token"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"
)

// Start is when a chain starts that is not told.
var Start = time.Unix(1_700_000_000, 0).UTC()

// Chain is a chain with its test.
type Chain struct {
	testing.TB
	*ledger.Ledger
}

// New makes a chain.
func New(t testing.TB, options genesis.Options) Chain {
	t.Helper()
	if options.Start.IsZero() {
		options.Start = Start
	}
	chain := must.Get(genesis.New(options))(t)
	return Chain{t, chain}
}

// Must carries actions out.
func (c Chain) Must(actions ...ledger.Action) ledger.Receipt {
	c.Helper()
	return must.Get(c.Act(actions...))(c)
}

// Refuses fails the test unless actions end with an error that has the text.
func (c Chain) Refuses(want string, actions ...ledger.Action) {
	c.Helper()
	if _, err := c.Act(actions...); err == nil || !strings.Contains(err.Error(), want) {
		c.Errorf("ended with %v, want %q", err, want)
	}
}

// Seal makes so many blocks.
func (c Chain) Seal(blocks int) {
	c.Helper()
	for range blocks {
		var next antelope.TimePoint
		c.Read(func(v ledger.View) { next = v.NextSlot() })
		must.Do(c, c.ProduceBlock(next))
	}
}

// HeadBlock is the newest block.
func (c Chain) HeadBlock() (head ledger.Block) {
	c.Read(func(v ledger.View) { head = v.Head() })
	return head
}

// Balance is what an account has, such as "1.00000000 WAX"; empty when it never had any.
func (c Chain) Balance(owner antelope.Name) (text string) {
	c.Read(func(v ledger.View) {
		if found, exists := token.BalanceOf(v, antelope.MustName(genesis.Token), owner, genesis.Symbol); exists {
			text = found.String()
		}
	})
	return text
}

// All are the rows of a contract's table in a scope.
func All[Row any](c Chain, table ledger.TableOf[Row], code, scope antelope.Name) (found []Row) {
	c.Read(func(v ledger.View) { found = slices.Collect(table.In(v, code, scope).All()) })
	return found
}
