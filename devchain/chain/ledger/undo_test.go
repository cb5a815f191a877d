package ledger_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/chain/ledgertest"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/plugintest/must"
)

func undo(t *testing.T, chain ledgertest.Chain, blocks int) []ledger.Listed {
	t.Helper()
	return must.Get(chain.Undo(blocks))(t)
}

func TestUndoneBlocksAreReplacedByOthers(t *testing.T) {
	chain := newChain(t)
	chain.Seal(1)
	chain.Must(act(1, 10))
	chain.Seal(1)
	kept := chain.HeadBlock()
	lost := chain.Must(act(1, 11), act(2, 20))
	chain.Seal(1)
	chain.Seal(1) // without a transaction
	old := chain.HeadBlock()
	waiting := chain.Must(act(3, 30))
	if gone := undo(t, chain, 2); len(gone) != 2 || gone[0].ID != lost.ID || gone[1].ID != waiting.ID {
		t.Errorf("gone are %v, want %s and %s", gone, lost.ID, waiting.ID)
	}
	chain.Read(func(v ledger.View) {
		if v.Head().ID != kept.ID || show(v) != "1 1:10" || v.NextSlot() != kept.Time+500_000 {
			t.Errorf("the head is block %d with %s", v.Head().Number, show(v))
		}
		if _, _, found := v.Transaction(lost.ID); found {
			t.Error("an undone transaction is found")
		}
		if _, found := v.Block(old.Number); found {
			t.Error("an undone block is found")
		}
	})
	chain.Seal(2)
	if head := chain.HeadBlock(); head.Number != old.Number || head.Time != old.Time || head.ID == old.ID {
		t.Errorf("the block %d of %s is replaced by %d of %s with the id %s", old.Number, old.Time, head.Number, head.Time, head.ID)
	}
}

func TestAnUndoneTransactionMayBeAppliedAgain(t *testing.T) {
	chain := newChain(t)
	chain.Seal(1)
	transaction := ledger.Transaction{Expiration: antelope.TimePointSecOf(start) + 60, Actions: []ledger.Action{act(1, 10)}}
	must.Get(chain.Apply(transaction))(t)
	chain.Seal(1)
	_, err := chain.Apply(transaction)
	check(t, err, ledger.Duplicate.Code, "before it is undone")
	undo(t, chain, 1)
	_, err = chain.Apply(transaction)
	check(t, err, 0, "after it was undone")
}

func TestAnExpiredTransactionIsExpiredBeforeItIsADuplicate(t *testing.T) {
	chain := newChain(t)
	transaction := ledger.Transaction{Expiration: antelope.TimePointSecOf(start) + 1, Actions: []ledger.Action{act(1, 10)}}
	must.Get(chain.Apply(transaction))(t)
	chain.Seal(1)
	_, err := chain.Apply(transaction)
	check(t, err, ledger.Duplicate.Code, "while it has not expired")
	chain.Seal(3)
	_, err = chain.Apply(transaction)
	check(t, err, ledger.Expired.Code, "when it has expired")
}

func TestUndoGoesBackToTheStateOfEachBlock(t *testing.T) {
	chain, random := newChain(t), rand.New(rand.NewPCG(1, 2))
	chain.Seal(1)
	state := func() (text string) {
		chain.Read(func(v ledger.View) { text = v.Head().ID.String() + " " + show(v) })
		return text
	}
	past := []string{state()}
	for step := range 400 {
		for range random.IntN(3) {
			chain.Must(act(random.Uint64N(9), random.Uint64N(9)))
		}
		if random.IntN(4) == 0 {
			if blocks := random.IntN(len(past)); blocks > 0 {
				undo(t, chain, blocks)
				past = past[:len(past)-blocks]
				if got := state(); got != past[len(past)-1] {
					t.Fatalf("step %d: %d blocks back it is %s, want %s", step, blocks, got, past[len(past)-1])
				}
			}
			continue
		}
		chain.Seal(1)
		past = append(past, state())
	}
}

func TestNothingIrreversibleIsUndone(t *testing.T) {
	chain := newChain(t)
	chain.Seal(20)
	must.Do(t, chain.SetIrreversibleLag(5))
	before := chain.HeadBlock()
	for _, blocks := range []int{-1, 0, 6, 1 << 40} {
		if _, err := chain.Undo(blocks); err == nil || !strings.Contains(err.Error(), "there are 5 after the last irreversible one") {
			t.Errorf("undoing %d: %v", blocks, err)
		}
	}
	if chain.HeadBlock().ID != before.ID {
		t.Error("what was refused was undone")
	}
	undo(t, chain, 5)
	if _, err := chain.Undo(1); err == nil {
		t.Error("the last irreversible block was undone")
	}
	chain.Read(func(v ledger.View) {
		if v.Irreversible().ID != v.Head().ID {
			t.Errorf("block %d is irreversible, the head is %d", v.Irreversible().Number, v.Head().Number)
		}
	})
}

func TestTheChainsGroundIsNotUndone(t *testing.T) {
	chain := newChain(t)
	chain.Seal(2)
	if _, err := chain.Undo(2); err == nil {
		t.Error("the block with the chain's beginning was undone")
	}
	undo(t, chain, 1)
}

func TestIrreversibilityIsASettingAndNeverGoesBack(t *testing.T) {
	chain := newChain(t)
	chain.Seal(399)
	for _, step := range []struct{ lag, blocks, want int }{
		{330, 0, 70}, {0, 0, 400}, {0, 3, 403}, {10, 0, 403}, {10, 9, 403}, {10, 1, 403}, {10, 1, 404}, {1200, 50, 404}, {63, 0, 404}, {60, 0, 404}, {20, 0, 444},
	} {
		must.Do(t, chain.SetIrreversibleLag(step.lag))
		chain.Seal(step.blocks)
		chain.Read(func(v ledger.View) {
			if got := v.Irreversible(); int(got.Number) != step.want || v.IrreversibleLag() != step.lag {
				t.Errorf("%+v: block %d of %d is irreversible", step, got.Number, v.Head().Number)
			}
		})
	}
	chain.ReadThrough(ledger.Lens{Behind: 60}, func(v ledger.View) { // head 404, when the lag was 10
		if got := v.Irreversible(); got.Number != 403 {
			t.Errorf("at block %d the block %d was irreversible", v.Head().Number, got.Number)
		}
	})
	for _, lag := range []int{-1, ledger.MaxIrreversibleLag + 1} {
		if err := chain.SetIrreversibleLag(lag); err == nil {
			t.Errorf("a lag of %d is taken", lag)
		}
	}
}

func TestASignedTransactionThatRefersToAnUndoneBlockIsLost(t *testing.T) {
	chain := guarded(t)
	chain.Seal(3)
	pushed := signed(chain, rest{}, ledger.Active, 2) // refers to block 4
	push := func(code int, name string) {
		t.Helper()
		_, err := chain.Push(pushed)
		check(t, err, code, name)
	}
	push(0, "on the first fork")
	chain.Seal(1)
	undo(t, chain, 2)
	push(ledger.ReferenceBlock.Code, "before another block has the number")
	chain.Seal(1)
	push(ledger.ReferenceBlock.Code, "on the other fork")
}
