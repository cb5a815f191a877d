package ledger

import (
	"cmp"
	"slices"
	"sort"

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
