package table

import (
	"context"
	"errors"
	"fmt"

	"fieldhouse/plugins/chain/pool"
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

// ErrUnreadable: the node has rows and could read none of them, so that the
// answer is neither these rows nor none.
var ErrUnreadable = errors.New("the node could not read the rows by the contract's ABI")

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
	// LeftOut is how many rows the node could not read and answered in hex.
	LeftOut int
}

// Read asks the chain for what the query means; each page of it comes from a
// node at or past MinBlock. Its errors are those of chain, and ErrUnreadable.
func (q Query) Read(ctx context.Context, chain Chain, bounds Bounds) (Result, error) {
	pages := paging{chain: chain, bounds: bounds, request: q.request()}
	var err error
	switch {
	case q.Limit == 0 && q.Table == Claims:
		err = pages.byUser(ctx, q.User)
	case q.Limit == 0:
		err = pages.walk(ctx, all)
	case q.Table == Datapoints:
		err = pages.newest(ctx, q.Limit)
	default:
		_, err = pages.page(ctx, q.Limit, all)
	}
	if err == nil && pages.leftOut > 0 && len(pages.rows) == 0 {
		err = ErrUnreadable
	}
	if err != nil {
		return Result{}, fmt.Errorf("reading %s: %w", q.Table, err)
	}
	return Result{
		Body:    envelope(pages.rows, pages.more, pages.nextKey),
		Head:    pages.head,
		Cut:     pages.cut,
		LeftOut: pages.leftOut,
	}, nil
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
		request.Code, request.Scope = q.site.Token, q.User
	case Claims:
		request.IndexPosition, request.KeyType = 2, "name"
		request.LowerBound, request.UpperBound = q.User, q.User
	}
	return request
}
