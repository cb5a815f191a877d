package table

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/chain/pool"

	"github.com/tidwall/gjson"
)

// Chain is what rows are read from; pool.Pool is one.
type Chain interface {
	TableRows(ctx context.Context, request pool.Request) (pool.Answer, error)
}

// Bounds keep one read from taking the gateway's memory and time.
type Bounds struct {
	// MaxPages is how many requests one answer may take.
	MaxPages int
	// MaxBytes is how large an answer may be.
	MaxBytes int
}

// ErrUnreadable: the node answered rows and none of them is one that was asked for, so that
// the answer is neither these rows nor none.
var ErrUnreadable = errors.New("the node could not read the rows by the contract's ABI, or answered those of somebody else")

// Result is what a query read.
type Result struct {
	// Body is the node's envelope: {"rows":[...],"more":false,"next_key":""}.
	// more is true when the chain has more rows than it.
	Body []byte
	// Head is the newest block that the answer is known to contain; zero when
	// none is known.
	Head pool.Head
	// Cut says why the answer ends before the table's last row though all rows
	// were asked for; empty when it does not.
	Cut string
	// LeftOut is how many rows the node could not read and answered in hex, or wrote with a
	// member twice, and how many claims it answered that are somebody else's.
	LeftOut int
	// Whole is how many nodes answered all of the rows; 0 of a Read, which need not know.
	Whole int
	// Nodes are the addresses of the nodes whose rows these are.
	Nodes []string
}

// Read asks the chain for what the query means; each page of it comes from a
// node at or past MinBlock. Its errors are those of chain, and ErrUnreadable.
func (q Query) Read(ctx context.Context, chain Chain, bounds Bounds) (Result, error) {
	pages := &paging{chain: chain, bounds: bounds, request: q.request()}
	return pages.result(q, q.collect(ctx, pages))
}

// result is what was collected, unless err says that it failed.
func (p *paging) result(q Query, err error) (Result, error) {
	if err != nil {
		return Result{}, fmt.Errorf("reading %s: %w", q.Table, err)
	}
	return Result{
		Body:    envelope(p.rows, p.more, p.nextKey),
		Head:    p.head,
		Cut:     p.cut,
		LeftOut: p.leftOut,
		Whole:   p.whole,
		Nodes:   p.nodes,
	}, nil
}

// collect reads the pages of an answer.
func (q Query) collect(ctx context.Context, pages *paging) error {
	var err error
	switch {
	case q.Claim != "":
		err = pages.walk(ctx, pages.placedOf(q.User, func(c claim) bool { return strconv.FormatUint(c.id, 10) == q.Claim }))
	case q.Limit == 0 && q.Table == Claims:
		err = pages.byUser(ctx, q.User, uint64(q.Since))
	case q.Limit == 0 && q.Table == Assets:
		err = pages.walk(ctx, func(row json.RawMessage) bool { return gjson.GetBytes(row, "asset_id").String() == q.Asset })
	case q.Limit == 0:
		err = pages.walk(ctx, all)
	case q.Table == Datapoints:
		err = pages.newest(ctx, q.Limit)
	case q.Table == Claims:
		_, err = pages.page(ctx, q.Limit, pages.placedOf(q.User, anyClaim))
	default:
		_, err = pages.page(ctx, q.Limit, all)
	}
	if err == nil && pages.leftOut > 0 && len(pages.rows) == 0 {
		err = ErrUnreadable
	}
	return err
}

// request is the one for the first page, without its limit.
func (q Query) request() pool.Request {
	request := pool.Request{Code: q.site.GameContract, Scope: q.site.GameContract, Table: string(q.Table), MinBlock: q.MinBlock}
	switch q.Table {
	case Datapoints:
		request.Code, request.Scope = q.site.Oracle, q.site.OraclePair
		if q.Limit > 0 {
			// The rows are a ring that is overwritten in place: the newest one
			// is not the last but the first of the third index, the time.
			request.IndexPosition, request.KeyType, request.Reverse = 3, "i64", true
		}
	case Accounts:
		request.Code, request.Scope = q.site.Token, scopeOf(q.User)
	case Assets:
		request.Code, request.Scope = AssetsContract, scopeOf(q.User)
		request.LowerBound, request.UpperBound = q.Asset, q.Asset
	case Claims:
		if q.Claim != "" {
			request.LowerBound, request.UpperBound = q.Claim, q.Claim
			break
		}
		request.IndexPosition, request.KeyType = 2, "name"
		request.LowerBound, request.UpperBound = q.User, q.User
	}
	return request
}

// scopeOf is an account as a scope. Nodes take a name of digits alone, such as
// 123451234512, for a number, so that one is written as the number that it stands for.
func scopeOf(account string) string {
	if strings.Trim(account, "12345") != "" {
		return account
	}
	return strconv.FormatUint(uint64(antelope.MustName(account)), 10)
}

const emptyEnvelope = `{"rows":[],"more":false,"next_key":""}`

// envelope writes rows as a node does.
func envelope(rows []json.RawMessage, more bool, nextKey string) []byte {
	size := len(emptyEnvelope) + len(nextKey)
	for _, row := range rows {
		size += len(row) + 1
	}
	body := make([]byte, 0, size)
	body = append(body, `{"rows":[`...)
	for i, row := range rows {
		if i > 0 {
			body = append(body, ',')
		}
		body = append(body, row...)
	}
	body = append(body, `],"more":`...)
	body = strconv.AppendBool(body, more)
	body = append(body, `,"next_key":`...)
	body = appendJSONString(body, nextKey)
	return append(body, '}')
}

func appendJSONString(body []byte, s string) []byte {
	quoted, _ := json.Marshal(s) // a string always has a JSON form
	return append(body, quoted...)
}

// canonical is a row without space between its parts and in valid UTF-8 (RFC
// 8259, section 8.1), so that equal rows have equal bytes. Its numbers keep
// their digits.
func canonical(row json.RawMessage) json.RawMessage {
	if !utf8.Valid(row) {
		row = bytes.ToValidUTF8(row, []byte("\uFFFD"))
	}
	var compact bytes.Buffer
	compact.Grow(len(row))
	if err := json.Compact(&compact, row); err != nil {
		return row // it was decoded before: it is JSON
	}
	return compact.Bytes()
}

// isRow tells a row from the hex string that a node answers when it could not read the
// row by the ABI, and from an object with a member twice: of the two gjson takes the
// first, so that a page, which takes the last, would show what nobody has looked at. Names
// in other letters are the same one, as for encoding/json, with which pages are composed.
func isRow(row json.RawMessage) bool {
	object := gjson.ParseBytes(row)
	if !object.IsObject() {
		return false
	}
	names, isTwice := make(map[string]bool), false
	object.ForEach(func(name, _ gjson.Result) bool {
		folded := strings.ToLower(strings.ToUpper(name.Str)) // ſ is an S, the sign of kelvins a k
		isTwice = names[folded]
		names[folded] = true
		return !isTwice
	})
	return !isTwice
}

// isSeed reports whether an oracle's row has no price yet: its median is 0 or
// missing. Integers come as numbers or strings.
func isSeed(row json.RawMessage) bool { return gjson.GetBytes(row, "median").Uint() == 0 }
