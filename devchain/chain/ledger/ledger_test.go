package ledger_test

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/chain/ledgertest"
	"fieldhouse/plugins/antelope"
)

var (
	system  = antelope.MustName("eosio")
	counter = antelope.MustName("counter")
	watcher = antelope.MustName("watcher")
	start   = time.Date(2026, 3, 1, 12, 0, 0, 250_000_000, time.UTC)
)

type row struct {
	Key   uint64 `abi:"key"`
	Group uint64 `abi:"group"`
}

// rows is a table of both contracts, by key and by group.
var rows = ledger.NewTable("rows", "row", func(r row) uint64 { return r.Key }, func(r row) uint64 { return r.Group })

// The data of the actions.
type (
	put  row
	fail struct{}
	loop struct{}
)

// accounts have the permissions that every account has.
func accounts(names ...antelope.Name) (made []ledger.Account) {
	for _, name := range names {
		made = append(made, ledger.NewAccount(name, antelope.PublicKey{}))
	}
	return made
}

// newChain has a contract that writes rows, fails on demand and can loop, and
// one that is notified of every put.
func newChain(t *testing.T) ledgertest.Chain {
	t.Helper()
	return ledgertest.Chain{TB: t, Ledger: ledger.New(ledger.Config{
		Accounts: accounts(system, counter, watcher), Producer: system, Start: start,
		Contracts: []ledger.Contract{
			ledger.NewContract(counter, rows,
				ledger.Handle(func(c *ledger.Context, data put) {
					c.RequireAuth(system)
					rows.Put(c, c.Self(), row(data))
					c.Notify(watcher)
				}),
				ledger.Handle(func(c *ledger.Context, _ fail) {
					rows.Delete(c, c.Self(), 1)
					rows.Put(c, c.Self(), row{2, 99})
					rows.Put(c, c.Self(), row{3, 99})
					ledger.Check(false, "on purpose")
				}),
				ledger.Handle(func(c *ledger.Context, data loop) { c.Inline(counter, data) })),
			ledger.NewContract(watcher, rows,
				ledger.Notified(counter, func(c *ledger.Context, data put) {
					ledger.Check(data.Key != 13, "not thirteen")
					rows.Put(c, c.Self(), row(data))
				})),
		},
	})}
}

func act(key, group uint64) ledger.Action {
	return ledger.NewAction(system, counter, put{key, group})
}

func keys(chain ledgertest.Chain, position int, lower, upper uint64) []uint64 {
	var found []uint64
	chain.Read(func(v ledger.View) {
		for _, entry := range v.Table(counter, counter, rows.Name).Between(position, lower, upper) {
			found = append(found, entry.Primary)
		}
	})
	return found
}

func equal(t *testing.T, got []uint64, want ...uint64) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Fatalf("%v, want %v", got, want)
	}
}

func TestAFailedTransactionLeavesNoTrace(t *testing.T) {
	chain := newChain(t)
	chain.Must(act(1, 10), act(2, 20))
	_, err := chain.Act(act(4, 40), act(1, 99), ledger.NewAction(system, counter, fail{}))
	var exception *ledger.Exception
	if !errors.As(err, &exception) || exception.Code != ledger.Assertion.Code ||
		exception.Message != "assertion failure with message: on purpose" {
		t.Fatalf("failed with %v", err)
	}
	equal(t, keys(chain, 1, 0, ^uint64(0)), 1, 2)
	equal(t, keys(chain, 2, 10, 20), 1, 2)
	equal(t, keys(chain, 2, 99, 99))
	if kept := ledgertest.All(chain, rows, watcher, watcher); len(kept) != 2 {
		t.Errorf("the watcher kept %v, want 2 rows", kept)
	}
}

func TestWhatWasNotifiedCanRefuse(t *testing.T) {
	chain := newChain(t)
	chain.Refuses("not thirteen", act(13, 1))
	equal(t, keys(chain, 1, 0, ^uint64(0)))
}

func TestIndexesFollowTheRows(t *testing.T) {
	chain := newChain(t)
	chain.Must(act(5, 1), act(3, 2), act(9, 1), act(5, 3))
	equal(t, keys(chain, 1, 0, ^uint64(0)), 3, 5, 9)
	equal(t, keys(chain, 1, 4, 9), 5, 9)
	equal(t, keys(chain, 2, 1, 2), 9, 3)
	equal(t, keys(chain, 2, 3, 3), 5)
	equal(t, keys(chain, 3, 0, ^uint64(0)))
	equal(t, keys(chain, 1, 9, 4))
}

func TestTransactionsThatAreRefused(t *testing.T) {
	chain := newChain(t)
	nobody := act(1, 1)
	nobody.Authorization = nil
	garbled := act(1, 1)
	garbled.Data = []byte{1}
	unknown := act(1, 1)
	unknown.Name = antelope.MustName("dance")
	for name, c := range map[string]struct {
		actions []ledger.Action
		code    int
	}{
		"no authority":        {[]ledger.Action{nobody}, ledger.MissingAuthority.Code},
		"unknown action":      {[]ledger.Action{unknown}, ledger.Assertion.Code},
		"garbled data":        {[]ledger.Action{garbled}, ledger.Assertion.Code},
		"endless inline":      {[]ledger.Action{ledger.NewAction(system, counter, loop{})}, ledger.InlineDepth.Code},
		"too many actions":    {make([]ledger.Action, 65), ledger.Header.Code},
		"one of two is wrong": {[]ledger.Action{act(1, 1), nobody}, ledger.MissingAuthority.Code},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := chain.Act(c.actions...)
			check(t, err, c.code, name)
			equal(t, keys(chain, 1, 0, ^uint64(0)))
		})
	}
}

func TestOldBlocksAndExpiredTransactionsAreForgotten(t *testing.T) {
	chain := newChain(t)
	chain.Seal(9000)
	chain.Read(func(v ledger.View) {
		if kept := v.Head().Number - v.Earliest().Number; kept < 7199 || kept > 8000 {
			t.Errorf("%d blocks are kept", kept)
		}
	})
	if err := chain.ProduceBlock(chain.HeadBlock().Time); err == nil {
		t.Error("a block was made in the past")
	}
}

func TestManyMayReadAndWriteAtOnce(t *testing.T) {
	chain := newChain(t)
	var all sync.WaitGroup
	for writer := range uint64(4) {
		all.Go(func() {
			for i := range uint64(50) {
				if _, err := chain.Act(act(writer*100+i, i)); err != nil && writer*100+i != 13 {
					t.Error(err)
				}
			}
		})
		all.Go(func() {
			for range 50 {
				keys(chain, 2, 0, 10)
			}
		})
	}
	all.Wait()
	if got := len(keys(chain, 1, 0, ^uint64(0))); got != 199 {
		t.Errorf("%d rows, want 199", got)
	}
}

func TestAMistakeInAContractIsNotTakenForARefusal(t *testing.T) {
	type divide struct{}
	chain := ledger.New(ledger.Config{Accounts: accounts(system), Producer: system, Start: start, Contracts: []ledger.Contract{
		ledger.NewContract(system, ledger.Handle(func(*ledger.Context, divide) { panic("a mistake") })),
	}})
	defer func() {
		if cause := recover(); cause != "a mistake" {
			t.Errorf("the program goes on after %v", cause)
		}
	}()
	_, err := chain.Act(ledger.NewAction(system, system, divide{}))
	t.Errorf("it was answered with %v", err)
}
