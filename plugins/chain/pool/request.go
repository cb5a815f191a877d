// Package pool speaks to the API servers of an Antelope chain, its nodes. It
// knows which of them are healthy, asks the one that suits, and goes on to
// another when that one fails. It knows nothing of Caddy.
package pool

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/tidwall/gjson"
)

// Request asks for rows of a contract's table; see get_table_rows in the chain
// API. Code, Scope and Table are required.
type Request struct {
	Code  string `json:"code"`
	Scope string `json:"scope"`
	Table string `json:"table"`
	// Limit is how many rows to answer at most; 0: 10, as nodes have it. A node may
	// answer fewer and still have more.
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
	Version string
	// Node is the address of the node that answered.
	Node string
}

// decodeRows reads a get_table_rows answer to a request for at most limit rows. More of them
// are no answer to it, and would take many times their size in memory.
func decodeRows(body []byte, limit int) (Answer, error) {
	answer, rows, err := decodePage(body)
	if err != nil {
		return Answer{}, err
	}
	gjson.ParseBytes(rows).ForEach(func(_, row gjson.Result) bool {
		if len(answer.Rows) == limit {
			err = fmt.Errorf("it has more rows than the %d that were asked for", limit)
			return false
		}
		answer.Rows = append(answer.Rows, json.RawMessage(row.Raw))
		return true
	})
	return answer, err
}

// decodePage reads what an answer says besides its rows, and leaves those in one piece.
func decodePage(body []byte) (Answer, json.RawMessage, error) {
	var answer struct {
		Rows    json.RawMessage `json:"rows"`
		More    *bool           `json:"more"`
		NextKey json.RawMessage `json:"next_key"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return Answer{}, nil, err
	}
	if len(answer.Rows) == 0 || answer.Rows[0] != '[' || answer.More == nil {
		return Answer{}, nil, errors.New("it has no rows or no more")
	}
	next, err := key(answer.NextKey)
	if err != nil {
		return Answer{}, nil, err
	}
	return Answer{More: *answer.More, NextKey: next}, answer.Rows, nil
}

// key reads a next_key, a string in all versions but written as a number by
// some services in front of a node. Its digits stay as they are.
func key(raw json.RawMessage) (string, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return "", nil
	}
	if raw[0] == '"' {
		var s string
		err := json.Unmarshal(raw, &s)
		return s, err
	}
	if _, err := strconv.ParseUint(string(raw), 10, 64); err != nil {
		return "", fmt.Errorf("its next_key %.40s is neither a string nor a whole number", raw)
	}
	return string(raw), nil
}

// chainTime is how nodes write times: UTC without saying so.
const chainTime = "2006-01-02T15:04:05.999"

// DecodeInfo reads a node's answer to get_info.
func DecodeInfo(body []byte) (Info, error) {
	var answer struct {
		ChainID string `json:"chain_id"`
		Head    uint64 `json:"head_block_num"`
		Time    string `json:"head_block_time"`
		Version string `json:"server_version_string"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return Info{}, err
	}
	if answer.ChainID == "" || answer.Head == 0 {
		return Info{}, errors.New("it has no chain_id or no head_block_num")
	}
	at, err := time.Parse(chainTime, answer.Time)
	if err != nil {
		return Info{}, fmt.Errorf("its head_block_time: %w", err)
	}
	return Info{
		ChainID: answer.ChainID, Head: Head{Block: answer.Head, Time: at},
		Version: answer.Version,
	}, nil
}
