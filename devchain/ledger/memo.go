package ledger

// memoLimit is how many rows a Memo holds before it starts anew.
const memoLimit = 64

// Memo remembers what rows decode to that are read much more often than they
// change. It is for a contract's handlers, which run one at a time; nobody may
// change what it gives.
type Memo[Data any] struct {
	known map[*byte]memoized[Data]
}

// memoized keeps the row's bytes, so that no other row can have their place.
type memoized[Data any] struct {
	raw     []byte
	decoded Data
}

// Decode is ledger.Decode. A row's bytes are replaced and never changed, so their
// place tells whether it was read before.
func (m *Memo[Data]) Decode(row Row) Data {
	if len(row.Data) == 0 {
		return Decode[Data](row)
	}
	place := &row.Data[0]
	if found, known := m.known[place]; known {
		return found.decoded
	}
	if m.known == nil || len(m.known) >= memoLimit {
		m.known = map[*byte]memoized[Data]{}
	}
	made := memoized[Data]{row.Data, Decode[Data](row)}
	m.known[place] = made
	return made.decoded
}
