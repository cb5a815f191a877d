package ledger

import "fieldhouse/plugins/antelope"

// Executed is a transaction in a sealed block.
type Executed struct {
	ID     antelope.Checksum256
	Traces []Trace

	listed Listed // as the block has it
}

// Observer follows the chain. It must be quick and must not call the ledger, which
// waits for it.
type Observer interface {
	// Sealed is told of each block when it is sealed, in order.
	Sealed(Block, []Executed)
	// Undone is told that the blocks after the one of that number are gone.
	Undone(head uint32)
}

// Observe lets a service follow the chain from its next block on. What was
// applied before the first block was sealed is in that block.
func (l *Ledger) Observe(observer Observer) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.observers = append(l.observers, observer)
}
