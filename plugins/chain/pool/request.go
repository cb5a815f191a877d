// Package pool speaks to the API servers of an Antelope chain, its nodes. It
// knows which of them are healthy, asks the one that suits, and goes on to
// another when that one fails. It knows nothing of Caddy.
package pool

import (
	"encoding/json"
	"strconv"
	"time"
)

// Request asks for rows of a contract's table; see get_table_rows in the chain
// API. Code, Scope and Table are required.
type Request struct {
	Code  string `json:"code"`
	Scope string `json:"scope"`
	Table string `json:"table"`
	// Limit is how many rows to answer at most. A node may answer fewer and
	// still have more.
	Limit int `json:"limit,omitempty"`
	// LowerBound and UpperBound are inclusive, in the form that KeyType says.
	LowerBound string `json:"lower_bound,omitempty"`
	UpperBound string `json:"upper_bound,omitempty"`
	// KeyType is i64, name, ...; empty for the primary key.
	KeyType string `json:"key_type,omitempty"`
	// IndexPosition is 1 for the primary index, 2 for the secondary, ...; 0
	// means 1.
	IndexPosition int  `json:"-"`
	Reverse       bool `json:"reverse,omitempty"`
	// MinBlock: only a node whose head is at or past it may answer. 0: any.
	MinBlock uint64 `json:"-"`
	// Node is the address of the one node that may answer, such as Answer.Node for the next page. Empty: any.
	Node string `json:"-"`
	// Except are the addresses of nodes that may not.
	Except []string `json:"-"`
}

// body is the request as a node reads it; json makes it answer objects.
func (r Request) body() ([]byte, error) {
	type request Request
	position := ""
	if r.IndexPosition > 0 {
		position = strconv.Itoa(r.IndexPosition)
	}
	return json.Marshal(struct {
		JSON bool `json:"json"`
		request
		IndexPosition string `json:"index_position,omitempty"`
	}{JSON: true, request: request(r), IndexPosition: position})
}

// Answer is a node's answer to a Request.
type Answer struct {
	// Rows are the rows, byte for byte as the node wrote them: one field can be
	// a number in one row and a string in the next, and a row that the node
	// could not read is a string of hex digits.
	Rows []json.RawMessage
	// More says that the node has more rows from NextKey on. It can be true
	// with fewer rows than the limit.
	More bool
	// NextKey is decimal, even where bounds are names.
	NextKey string
	// Node is the address of the node that answered.
	Node string
	// Head is the newest block that the node was known to have before it was
	// asked: the rows are at least as new. It is zero when none is known.
	Head Head
}

// Head is the newest block of a chain.
type Head struct {
	Block uint64
	Time  time.Time
}

// HeadHeader is the header in which answers over HTTP say at or past which block
// they are: of a push that landed, the block from which on what it changed can be
// read.
const HeadHeader = "X-Chain-Head"

// Info is what get_info says of a node and its chain.
type Info struct {
	ChainID string
	Head    Head
	// LastIrreversible is the number of the last irreversible block; it trails
	// the head by minutes on WAX.
	LastIrreversible uint64
	Version          string
	// Node is the address of the node that answered.
	Node string
}
