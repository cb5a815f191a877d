package ledger

import (
	"fmt"
	"maps"
	"slices"
)

// MaxHistory is how many blocks back tables can still be read: ten minutes.
const MaxHistory = 1200

// change is what a write replaced.
type change struct {
	table   tableKey
	primary uint64
	before  Row
	existed bool
}

// changes are the writes of one transaction or one block, in order.
type changes []change

// first are the writes without those to a row that was written before: what a row
// was in between is nobody's to read, and a sale writes its drop a thousand times in a
// block.
func (c changes) first() changes {
	type row struct {
		table   tableKey
		primary uint64
	}
	var kept []change
	seen := make(map[row]bool, len(c))
	for _, change := range c {
		if at := (row{change.table, change.primary}); !seen[at] {
			seen[at] = true
			kept = append(kept, change)
		}
	}
	return slices.Clip(kept)
}

// revert takes writes back, which must be the newest.
func (l *Ledger) revert(written changes) {
	for _, change := range slices.Backward(written) {
		change.restore(l.tables[change.table])
	}
}

func (c *change) restore(table *Table) {
	if c.existed {
		table.put(c.primary, c.before)
	} else {
		table.remove(c.primary)
	}
}

// keep files the writes of the block that was sealed. What was written before
// the first block after the chain's beginning is its ground and not kept.
func (l *Ledger) keep() {
	if l.head().Number > 2 {
		l.past = append(l.past, l.written.first())
	}
	if surplus := len(l.past) - MaxHistory; surplus > MaxHistory/10 {
		l.past = slices.Clone(l.past[surplus:])
	}
	l.written = nil
}

// since calls the function with the writes after the block that lies so many
// blocks behind the head, the newest block's first.
func (l *Ledger) since(behind int, look func(changes)) {
	look(l.written)
	for _, block := range slices.Backward(l.past[len(l.past)-behind:]) {
		look(block)
	}
}

// tableBehind is a table as it was when the block was sealed that lies so many
// blocks behind the head. It is a copy when the table was written since.
func (l *Ledger) tableBehind(key tableKey, behind int) *Table {
	table := l.tables[key]
	oldest := map[uint64]change{}
	l.since(behind, func(block changes) {
		for _, change := range slices.Backward(block) {
			if change.table == key {
				oldest[change.primary] = change
			}
		}
	})
	if len(oldest) == 0 {
		return table
	}
	before := table.clone()
	for _, change := range oldest {
		change.restore(before)
	}
	return before
}

func (t *Table) clone() *Table {
	indexes := make([][]Entry, len(t.indexes))
	for i := range indexes {
		indexes[i] = slices.Clone(t.indexes[i])
	}
	return &Table{rows: maps.Clone(t.rows), indexes: indexes, keys: t.keys}
}

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
