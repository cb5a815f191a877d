package ledger_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/plugins/antelope"
)

func headOf(chain *ledger.Ledger) (head ledger.Block) {
	chain.Read(func(v ledger.View) { head = v.Head() })
	return head
}

func undo(t *testing.T, chain *ledger.Ledger, blocks int) []ledger.Listed {
	t.Helper()
	gone, err := chain.Undo(blocks)
	if err != nil {
		t.Fatal(err)
	}
	return gone
}

func TestUndoneBlocksAreReplacedByOthers(t *testing.T) {
	chain := newChain(t)
	produce(t, chain)
	write(t, chain, 1, 10)
	produce(t, chain)
	kept := headOf(chain)
	lost, err := chain.Act(act(1, 11), act(2, 20))
	if err != nil {
		t.Fatal(err)
	}
	produce(t, chain)
	produce(t, chain) // without a transaction
	old := headOf(chain)
	waiting, err := chain.Act(act(3, 30))
	if err != nil {
		t.Fatal(err)
	}
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
	produce(t, chain)
	produce(t, chain)
	if head := headOf(chain); head.Number != old.Number || head.Time != old.Time || head.ID == old.ID {
		t.Errorf("the block %d of %s is replaced by %d of %s with the id %s", old.Number, old.Time, head.Number, head.Time, head.ID)
	}
}

func TestAnUndoneTransactionMayBeAppliedAgain(t *testing.T) {
	chain := newChain(t)
	produce(t, chain)
	transaction := ledger.Transaction{Expiration: antelope.TimePointSecOf(start) + 60, Actions: []ledger.Action{act(1, 10)}}
	if _, err := chain.Apply(transaction); err != nil {
		t.Fatal(err)
	}
	produce(t, chain)
	_, err := chain.Apply(transaction)
	check(t, err, ledger.Duplicate.Code, "before it is undone")
	undo(t, chain, 1)
	_, err = chain.Apply(transaction)
	check(t, err, 0, "after it was undone")
}

func TestAnExpiredTransactionIsExpiredBeforeItIsADuplicate(t *testing.T) {
	chain := newChain(t)
	transaction := ledger.Transaction{Expiration: antelope.TimePointSecOf(start) + 1, Actions: []ledger.Action{act(1, 10)}}
	if _, err := chain.Apply(transaction); err != nil {
		t.Fatal(err)
	}
	produce(t, chain)
	_, err := chain.Apply(transaction)
	check(t, err, ledger.Duplicate.Code, "while it has not expired")
	for range 3 {
		produce(t, chain)
	}
	_, err = chain.Apply(transaction)
	check(t, err, ledger.Expired.Code, "when it has expired")
}

func TestUndoGoesBackToTheStateOfEachBlock(t *testing.T) {
	chain, random := newChain(t), rand.New(rand.NewPCG(1, 2))
	produce(t, chain)
	state := func() (text string) {
		chain.Read(func(v ledger.View) { text = v.Head().ID.String() + " " + show(v) })
		return text
	}
	past := []string{state()}
	for step := range 400 {
		for range random.IntN(3) {
			if _, err := chain.Act(act(random.Uint64N(9), random.Uint64N(9))); err != nil {
				t.Fatal(err)
			}
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
		produce(t, chain)
		past = append(past, state())
	}
}

func TestNothingIrreversibleIsUndone(t *testing.T) {
	chain := newChain(t)
	for range 20 {
		produce(t, chain)
	}
	if err := chain.SetIrreversibleLag(5); err != nil {
		t.Fatal(err)
	}
	before := headOf(chain)
	for _, blocks := range []int{-1, 0, 6, 1 << 40} {
		if _, err := chain.Undo(blocks); err == nil || !strings.Contains(err.Error(), "there are 5 after the last irreversible one") {
			t.Errorf("undoing %d: %v", blocks, err)
		}
	}
	if headOf(chain).ID != before.ID {
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
	produce(t, chain)
	produce(t, chain)
	if _, err := chain.Undo(2); err == nil {
		t.Error("the block with the chain's beginning was undone")
	}
	undo(t, chain, 1)
}

func TestIrreversibilityIsASettingAndNeverGoesBack(t *testing.T) {
	chain := newChain(t)
	for range 399 {
		produce(t, chain)
	}
	for _, step := range []struct{ lag, blocks, want int }{
		{330, 0, 70}, {0, 0, 400}, {0, 3, 403}, {10, 0, 403}, {10, 9, 403}, {10, 1, 403}, {10, 1, 404}, {1200, 50, 404}, {63, 0, 404}, {60, 0, 404}, {20, 0, 444},
	} {
		if err := chain.SetIrreversibleLag(step.lag); err != nil {
			t.Fatal(err)
		}
		for range step.blocks {
			produce(t, chain)
		}
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
	for range 3 {
		produce(t, chain)
	}
	signed := signedRest(t, chain) // refers to block 4
	push := func(code int, name string) {
		t.Helper()
		_, err := chain.Push(signed)
		check(t, err, code, name)
	}
	push(0, "on the first fork")
	produce(t, chain)
	undo(t, chain, 2)
	push(ledger.ReferenceBlock.Code, "before another block has the number")
	produce(t, chain)
	push(ledger.ReferenceBlock.Code, "on the other fork")
}
