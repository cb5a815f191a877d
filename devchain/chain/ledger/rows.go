package ledger

import (
	"iter"
	"math"

	"fieldhouse/devchain/chain/abi"
	"fieldhouse/plugins/antelope"
)

// TableOf is a contract's table whose rows are a Go struct.
type TableOf[Data any] struct {
	Name antelope.Name

	rowType   string
	primary   func(Data) uint64
	secondary []func(Data) uint64
}

// NewTable describes a table: its name, its rows' type in the ABI and their keys.
// The first secondary key is that of index position 2.
func NewTable[Data any](name, rowType string, primary func(Data) uint64, secondary ...func(Data) uint64) TableOf[Data] {
	return TableOf[Data]{antelope.MustName(name), rowType, primary, secondary}
}

func (t TableOf[Data]) declare(contract *Contract, described *abi.Builder) {
	described.Table(t.Name.String(), t.rowType, *new(Data))
	for _, key := range t.secondary {
		contract.secondary[t.Name] = append(contract.secondary[t.Name], func(row Row) uint64 { return key(row.Value.(Data)) })
	}
}

// State is what tables are read from: a Context or a View.
type State interface {
	Table(code, scope, table antelope.Name) *Table
}

// Rows are a table's rows in one scope.
type Rows[Data any] struct{ table *Table }

// In are the table's rows in a scope of the contract at an account.
func (t TableOf[Data]) In(state State, code, scope antelope.Name) Rows[Data] {
	return Rows[Data]{state.Table(code, scope, t.Name)}
}

// Get is the row with the primary key. Nobody may change what it refers to.
func (r Rows[Data]) Get(primary uint64) (data Data, exists bool) {
	row, exists := r.table.Get(primary)
	if exists {
		data = row.Value.(Data)
	}
	return data, exists
}

// Len is the number of rows.
func (r Rows[Data]) Len() int { return r.table.Len() }

// All are the rows by their primary keys. Nothing may be written meanwhile.
func (r Rows[Data]) All() iter.Seq[Data] { return r.Between(1, 0, math.MaxUint64) }

// Between are the rows whose keys lie between two, both included, in ascending
// order, by the index of a position; the primary one is 1.
func (r Rows[Data]) Between(position int, lower, upper uint64) iter.Seq[Data] {
	return func(yield func(Data) bool) {
		for _, entry := range r.table.Between(position, lower, upper) {
			if data, _ := r.Get(entry.Primary); !yield(data) {
				return
			}
		}
	}
}

// Own are the rows in a scope of the running contract.
func (t TableOf[Data]) Own(c *Context, scope antelope.Name) Rows[Data] {
	return t.In(c, c.receiver, scope)
}

// Put writes a row of the running contract.
func (t TableOf[Data]) Put(c *Context, scope antelope.Name, data Data) {
	primary := t.primary(data)
	c.remember(scope, t.Name, primary).put(primary, NewRow(data))
}

// Delete removes a row of the running contract.
func (t TableOf[Data]) Delete(c *Context, scope antelope.Name, primary uint64) {
	c.remember(scope, t.Name, primary).remove(primary)
}

// NextPrimary is one more than the largest primary key, at least first.
func (t TableOf[Data]) NextPrimary(c *Context, scope antelope.Name, first uint64) uint64 {
	all := c.Table(c.receiver, scope, t.Name).Between(1, 0, math.MaxUint64)
	if len(all) == 0 {
		return first
	}
	return max(first, all[len(all)-1].Key+1)
}
