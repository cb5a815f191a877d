package ledger

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"sort"

	"fieldhouse/devchain/chain/abi"
	"fieldhouse/plugins/antelope"
)

// Row is one row of a table. Nobody may change what it holds.
type Row struct {
	// Value is the Go struct of the row, and Data its binary form.
	Value any
	Data  []byte
}

// NewRow is the row of a Go struct.
func NewRow(value any) Row { return Row{value, antelope.Marshal(value)} }

// secondaryKey takes a secondary key out of a row. All secondary indexes of this
// chain have keys of 64 bits.
type secondaryKey func(row Row) uint64

// Entry is a row's place in an index.
type Entry struct {
	// Key is the primary or the secondary key, by the index it was read from.
	Key     uint64
	Primary uint64
}

// Table is the rows of one scope, sorted by primary key, with its secondary
// indexes.
type Table struct {
	rows    map[uint64]Row
	indexes [][]Entry // [0] by primary key, then the secondary ones
	keys    []secondaryKey
}

func newTable(keys []secondaryKey) *Table {
	return &Table{rows: map[uint64]Row{}, indexes: make([][]Entry, 1+len(keys)), keys: keys}
}

// Len is the number of rows.
func (t *Table) Len() int {
	if t == nil {
		return 0
	}
	return len(t.rows)
}

// Get is the row with the primary key.
func (t *Table) Get(primary uint64) (Row, bool) {
	if t == nil {
		return Row{}, false
	}
	row, found := t.rows[primary]
	return row, found
}

// Between is the part of an index whose keys lie from lower to upper, both
// included, in ascending order. Position 1 is the primary index. An index that
// does not exist is empty. The caller must not change what it gets.
func (t *Table) Between(position int, lower, upper uint64) []Entry {
	if t == nil || position < 1 || position > len(t.indexes) || lower > upper {
		return nil
	}
	index := t.indexes[position-1]
	first := sort.Search(len(index), func(i int) bool { return index[i].Key >= lower })
	last := sort.Search(len(index), func(i int) bool { return index[i].Key > upper })
	return index[first:last]
}

func (t *Table) put(primary uint64, row Row) {
	t.remove(primary)
	t.rows[primary] = row
	t.insert(0, Entry{primary, primary})
	for i, key := range t.keys {
		t.insert(i+1, Entry{key(row), primary})
	}
}

func (t *Table) remove(primary uint64) {
	row, found := t.rows[primary]
	if !found {
		return
	}
	delete(t.rows, primary)
	t.delete(0, Entry{primary, primary})
	for i, key := range t.keys {
		t.delete(i+1, Entry{key(row), primary})
	}
}

func (t *Table) insert(index int, entry Entry) {
	at, _ := slices.BinarySearchFunc(t.indexes[index], entry, compareEntries)
	t.indexes[index] = slices.Insert(t.indexes[index], at, entry)
}

func (t *Table) delete(index int, entry Entry) {
	at, found := slices.BinarySearchFunc(t.indexes[index], entry, compareEntries)
	if found {
		t.indexes[index] = slices.Delete(t.indexes[index], at, at+1)
	}
}

func compareEntries(one, two Entry) int {
	return cmp.Or(cmp.Compare(one.Key, two.Key), cmp.Compare(one.Primary, two.Primary))
}

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
