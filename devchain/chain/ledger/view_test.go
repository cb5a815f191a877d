package ledger_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/chain/ledgertest"
)

// show is the counter's rows by their group, the secondary index, and how many
// there are.
func show(v ledger.View) string {
	var shown []string
	for found := range rows.In(v, counter, counter).Between(2, 0, math.MaxUint64) {
		shown = append(shown, fmt.Sprintf("%d:%d", found.Key, found.Group))
	}
	return fmt.Sprintf("%d %s", rows.In(v, counter, counter).Len(), strings.Join(shown, " "))
}

func TestANodeBehindShowsHeadAndRowsAsTheyWere(t *testing.T) {
	chain := newChain(t)
	chain.Must(act(1, 10))
	chain.Seal(1) // block 2, the ground
	var want []string
	var heads []ledger.Block
	record := func() {
		chain.Read(func(v ledger.View) {
			want, heads = append(want, show(v)), append(heads, v.Head())
		})
	}
	record()
	for step := range uint64(8) {
		chain.Must(act(1, 50-step))    // replaced again and again
		chain.Must(act(100+step, 3))   // new ones
		chain.Must(act(100+step, 200)) // replaced in the same block
		chain.Seal(1)
		record()
	}
	chain.Must(act(1, 777)) // in no block yet
	for behind := 1; behind <= 8; behind++ {
		place := len(want) - 1 - behind
		chain.ReadThrough(ledger.Lens{Behind: behind}, func(v ledger.View) {
			if got := show(v); got != want[place] {
				t.Errorf("%d blocks behind it shows %s, want %s", behind, got, want[place])
			}
			if v.Head().ID != heads[place].ID || v.Head().Time != heads[place].Time || v.NextSlot() <= v.Head().Time {
				t.Errorf("%d blocks behind the head is %d", behind, v.Head().Number)
			}
		})
	}
	chain.Read(func(v ledger.View) {
		if got := show(v); !strings.HasSuffix(got, "1:777") || !strings.HasPrefix(got, "9 ") {
			t.Errorf("looking back changed the rows to %s", got)
		}
	})
}

func TestNothingIsFurtherBehindThanTheChainsGround(t *testing.T) {
	chain := newChain(t)
	chain.Must(act(1, 10))
	chain.Seal(1)
	chain.Must(act(1, 11))
	chain.Seal(1)
	chain.ReadThrough(ledger.Lens{Behind: 500}, func(v ledger.View) {
		if v.Head().Number != 2 || show(v) != "1 1:10" {
			t.Errorf("500 blocks behind it is at block %d with %s", v.Head().Number, show(v))
		}
	})
}

func TestWhatIsKeptOfThePastIsBounded(t *testing.T) {
	chain := newChain(t)
	chain.Seal(1)
	for key := range uint64(ledger.MaxHistory + 300) {
		chain.Must(act(1, key))
		chain.Seal(1)
	}
	head := chain.HeadBlock()
	chain.ReadThrough(ledger.Lens{Behind: 1 << 30}, func(v ledger.View) {
		behind := int(head.Number - v.Head().Number)
		if behind < ledger.MaxHistory || behind > ledger.MaxHistory*11/10 {
			t.Errorf("%d blocks can be looked back", behind)
		}
		if want := fmt.Sprintf("1 1:%d", ledger.MaxHistory+299-behind); show(v) != want {
			t.Errorf("the oldest state is %s, want %s", show(v), want)
		}
	})
}

// rolls are the chances of a contract on a chain of the seed.
func rolls(t *testing.T, seed uint64) string {
	t.Helper()
	var rolled []uint64
	type roll struct{}
	chain := ledgertest.Chain{TB: t, Ledger: ledger.New(ledger.Config{Accounts: accounts(system), Producer: system, Start: start, Seed: seed, Contracts: []ledger.Contract{
		ledger.NewContract(system, ledger.Handle(func(c *ledger.Context, _ roll) {
			rolled = append(rolled, c.Chance().Uint64(), c.Chance().Uint64())
		})),
	}})}
	for range 2 {
		chain.Must(ledger.NewAction(system, system, roll{}))
	}
	seen := map[uint64]bool{}
	for _, number := range rolled {
		seen[number] = true
	}
	if len(seen) != 4 {
		t.Errorf("two transactions rolled %v", rolled)
	}
	return fmt.Sprint(rolled)
}

func TestChanceFollowsFromSeedAndHistory(t *testing.T) {
	if rolls(t, 1) != rolls(t, 1) {
		t.Error("one seed gave two chances")
	}
	if rolls(t, 1) == rolls(t, 2) {
		t.Error("two seeds gave one chance")
	}
}
