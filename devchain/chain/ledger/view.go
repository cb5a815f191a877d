package ledger

import (
	"fmt"
	"reflect"
	"time"

	"fieldhouse/devchain/chain/abi"
	"fieldhouse/plugins/antelope"
)

// Lens is how a ledger is looked at. The zero value shows it as it is.
type Lens struct {
	// Behind shows the state as it was when a block was sealed that lies this
	// many blocks behind the head, as a node does that has fallen behind. It
	// goes back MaxHistory blocks and not beyond the chain's ground.
	Behind int
	// Ahead moves the times of blocks, as a node does whose clock is wrong.
	Ahead time.Duration
	// ChainID, when it is set, is said to be the chain's.
	ChainID antelope.Checksum256
	// NoCPU refuses every transaction that is pushed, once it has run, as one of
	// an account whose processor time is used up.
	NoCPU bool
	// Lies says of a transaction that would succeed that it was taken, and forgets it.
	Lies bool
	// Rows, when it is set, is what View.Row shows of a row; false hides it.
	Rows func(Position, Row) (Row, bool)
}

// Position is where a row stands.
type Position struct {
	Code, Scope, Table antelope.Name
	// Keys are the row's keys by index, the primary one first.
	Keys []uint64
}

// View reads one state of the chain. It is valid only inside Read.
type View struct {
	ledger *Ledger
	lens   Lens
	past   map[tableKey]*Table // tables of a state behind the head that were read already
}

// Read calls the function with a state that does not change meanwhile.
func (l *Ledger) Read(look func(View)) { l.ReadThrough(Lens{}, look) }

// ReadThrough is Read of what the lens shows.
func (l *Ledger) ReadThrough(lens Lens, look func(View)) {
	l.mutex.RLock()
	defer l.mutex.RUnlock()
	lens.Behind = max(0, min(lens.Behind, len(l.past), len(l.blocks)-1))
	look(View{l, lens, map[tableKey]*Table{}})
}

// ChainID names the chain.
func (v View) ChainID() antelope.Checksum256 {
	if v.lens.ChainID != (antelope.Checksum256{}) {
		return v.lens.ChainID
	}
	return v.ledger.chainID
}

// Head is the newest block.
func (v View) Head() Block { return v.block(v.newest()) }

// NextSlot is the time of the block being made.
func (v View) NextSlot() antelope.TimePoint {
	if v.lens.Behind > 0 {
		return v.Head().Time + antelope.TimePoint(antelope.SlotLength.Microseconds())
	}
	return v.ledger.nextSlot + antelope.TimePoint(v.lens.Ahead.Microseconds())
}

// Irreversible is the newest block that can no longer be undone.
func (v View) Irreversible() Block {
	block, _ := v.Block(v.Head().Irreversible)
	return block
}

// IrreversibleLag is by how many blocks the last irreversible block is to trail the
// head.
func (v View) IrreversibleLag() int { return v.ledger.lag }

// Earliest is the oldest block that is remembered.
func (v View) Earliest() Block { return v.block(0) }

// Block is the remembered block of that number, not after the head.
func (v View) Block(number uint32) (Block, bool) {
	place := int(number) - int(v.ledger.blocks[0].Number)
	if place < 0 || place > v.newest() {
		return Block{}, false
	}
	return v.block(place), true
}

// newest is the place of the head among the remembered blocks.
func (v View) newest() int { return len(v.ledger.blocks) - 1 - v.lens.Behind }

func (v View) block(place int) Block {
	block := v.ledger.blocks[place]
	block.Time += antelope.TimePoint(v.lens.Ahead.Microseconds())
	return block
}

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

// PackData gives the binary form of an action's data that is written in JSON, as the
// contract's ABI has it.
func (v View) PackData(account, action antelope.Name, written []byte) ([]byte, error) {
	data, err := v.newData(account, action)
	if err != nil {
		return nil, err
	}
	if err := abi.Parse(written, data.Interface()); err != nil {
		return nil, fmt.Errorf("reading the data of %s: %w", action, err)
	}
	return antelope.Marshal(data.Elem().Interface()), nil
}

// PrintData prints an action's data as the contract's ABI has it; false for data that
// the ABI does not describe.
func (v View) PrintData(action Action) ([]byte, bool) {
	data, err := v.readData(action)
	if err != nil {
		return nil, false
	}
	return abi.JSON(data.Elem().Interface()), true
}

// RenameData gives an action's data with other names wherever a name stands in it.
func (v View) RenameData(action Action, rename func(antelope.Name) antelope.Name) ([]byte, error) {
	data, err := v.readData(action)
	if err != nil {
		return nil, err
	}
	abi.Rename(data.Interface(), rename)
	return antelope.Marshal(data.Elem().Interface()), nil
}

func (v View) readData(action Action) (reflect.Value, error) {
	data, err := v.newData(action.Account, action.Name)
	if err == nil {
		err = antelope.Unmarshal(action.Data, data.Interface())
	}
	return data, err
}

// newData is a pointer to the Go struct of an action's data.
func (v View) newData(account, action antelope.Name) (reflect.Value, error) {
	contract, has := v.Contract(account)
	if !has {
		return reflect.Value{}, fmt.Errorf("the account %s has no contract", account)
	}
	described, known := contract.data[action]
	if !known {
		return reflect.Value{}, fmt.Errorf("%s has no action %s", account, action)
	}
	return reflect.New(described), nil
}

// Table is the table for reading; nil, which reads as empty, when it has no
// rows.
func (v View) Table(code, scope, table antelope.Name) *Table {
	key := tableKey{code, scope, table}
	if v.lens.Behind == 0 {
		return v.ledger.tables[key]
	}
	if _, known := v.past[key]; !known {
		v.past[key] = v.ledger.tableBehind(key, v.lens.Behind)
	}
	return v.past[key]
}

// Row is the row with the primary key as a node shows it that is asked for rows of
// the table, which must be that of code, scope and name.
func (v View) Row(code, scope, name antelope.Name, table *Table, primary uint64) (Row, bool) {
	row, found := table.Get(primary)
	if !found || v.lens.Rows == nil {
		return row, found
	}
	at := Position{code, scope, name, []uint64{primary}}
	for _, key := range table.keys {
		at.Keys = append(at.Keys, key(row))
	}
	return v.lens.Rows(at, row)
}

// Transaction finds a transaction among the remembered blocks. One that waits
// for the next block is found without a block.
func (v View) Transaction(id antelope.Checksum256) (listed Listed, block *Block, found bool) {
	for place := v.newest(); place >= 0; place-- {
		transactions := v.ledger.blocks[place].Transactions
		for i := range transactions {
			if transactions[i].ID == id {
				block := v.block(place)
				return transactions[i], &block, true
			}
		}
	}
	if v.lens.Behind == 0 {
		for i := range v.ledger.pending {
			if v.ledger.pending[i].ID == id {
				return v.ledger.pending[i], nil, true
			}
		}
	}
	return Listed{}, nil, false
}
