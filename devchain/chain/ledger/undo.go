package ledger

import (
	"fmt"
	"slices"
)

// Undo takes back the last blocks, as a node does that changes to another fork, and
// what waits for the next block: the state is that after the block before them, and
// the chain goes on with other blocks. It answers the transactions that are gone,
// in their order; each may be pushed again. What cannot be undone is an error: the
// last irreversible block and what is older.
func (l *Ledger) Undo(blocks int) ([]Listed, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if most := min(int(l.head().Number-l.irreversible), len(l.past)); blocks < 1 || blocks > most {
		return nil, fmt.Errorf("undoing %d blocks: there are %d after the last irreversible one", blocks, most)
	}
	var gone []Listed
	left := len(l.blocks) - blocks
	for i := range l.blocks[left:] {
		block := &l.blocks[left+i]
		gone = append(gone, block.Transactions...)
		l.prefixes[uint16(block.Number)] = 0
	}
	gone = append(gone, l.pending...)
	for i := range gone {
		delete(l.recent, gone[i].ID)
	}
	l.revert(l.written)
	for _, written := range slices.Backward(l.past[len(l.past)-blocks:]) {
		l.revert(written)
	}
	l.blocks, l.past = l.blocks[:left], l.past[:len(l.past)-blocks]
	l.pending, l.written = nil, nil
	l.forks++
	l.finalize()
	l.nextSlot = slotAfter(l.head().Time)
	return gone, nil
}
