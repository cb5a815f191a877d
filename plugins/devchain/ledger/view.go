package ledger

import "fieldhouse/plugins/antelope"

// View reads one state of the chain. It is valid only inside Read.
type View struct {
	ledger *Ledger
}

// Read calls the function with a state that does not change meanwhile.
func (l *Ledger) Read(look func(View)) {
	l.mutex.RLock()
	defer l.mutex.RUnlock()
	look(View{l})
}

// ChainID names the chain.
func (v View) ChainID() antelope.Checksum256 { return v.ledger.chainID }

// Head is the newest block.
func (v View) Head() Block { return *v.ledger.head() }

// NextSlot is the time of the block being made.
func (v View) NextSlot() antelope.TimePoint { return v.ledger.nextSlot }

// Irreversible is the newest block that can no longer be undone.
func (v View) Irreversible() Block {
	return v.ledger.blocks[max(0, len(v.ledger.blocks)-1-IrreversibleLag)]
}

// Earliest is the oldest block that is remembered.
func (v View) Earliest() Block { return v.ledger.blocks[0] }

// Account is the account of that name.
func (v View) Account(name antelope.Name) (Account, bool) {
	account, found := v.ledger.accounts[name]
	return account, found
}

// Contract is the code of an account.
func (v View) Contract(name antelope.Name) (Contract, bool) {
	contract, found := v.ledger.contracts[name]
	return contract, found
}

// Table is the table for reading; nil, which reads as empty, when it has no
// rows.
func (v View) Table(code, scope, table antelope.Name) *Table {
	return v.ledger.tables[tableKey{code, scope, table}]
}
