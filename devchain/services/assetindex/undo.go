package assetindex

import (
	"slices"

	"fieldhouse/devchain/chain/ledger"
)

// indexed is a block that was indexed.
type indexed struct {
	before stamp // the head before it
	back   []func()
}

// begin makes a block the head.
func (x *Index) begin(at stamp) {
	x.indexed = append(x.indexed, indexed{before: x.head})
	if surplus := len(x.indexed) - ledger.KeptChanges; surplus > ledger.KeptChanges/10 {
		x.indexed = slices.Clone(x.indexed[surplus:])
	}
	x.head = at
}

// remember keeps how to take back what was just changed.
func (x *Index) remember(back func()) {
	block := &x.indexed[len(x.indexed)-1]
	block.back = append(block.back, back)
}

// rememberAsset keeps an asset as it is before it is changed.
func (x *Index) rememberAsset(changing *asset) {
	before := *changing
	x.remember(func() {
		x.leave(changing)
		*changing = before
		x.give(changing, before.owner)
	})
}

// Undone is the index's part in ledger.Observer: it takes back what it has of blocks
// after the chain's new head.
func (x *Index) Undone(head uint32) {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	x.waiting = slices.DeleteFunc(x.waiting, func(block sealed) bool { return block.at.block > head })
	for x.head.block > head {
		newest := x.indexed[len(x.indexed)-1]
		x.indexed = x.indexed[:len(x.indexed)-1]
		for _, back := range slices.Backward(newest.back) {
			back()
		}
		x.head = newest.before
	}
}
