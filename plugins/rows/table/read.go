package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"fieldhouse/plugins/antelope"
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

// Read asks the chain for what the query means. Its errors are those of chain,
// and ErrUnreadable.
func (q Query) Read(ctx context.Context, chain Chain, bounds Bounds) (Result, error) {
	pages := paging{chain: chain, bounds: bounds, request: q.request()}
	var err error
	if q.Table == Datapoints && q.Limit > 0 {
		err = pages.newest(ctx, q.Limit)
	} else {
		err = pages.walk(ctx, q.Limit)
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
	switch q.Table {
	case Datapoints:
		request := pool.Request{Code: q.site.Oracle, Scope: q.site.OraclePair, Table: "datapoints"}
		if q.Limit > 0 {
			// The rows are a ring that is overwritten in place: the newest one
			// is not the last but the first of the third index, the time.
			request.IndexPosition, request.KeyType, request.Reverse = 3, "i64", true
		}
		return request
	case Accounts:
		return pool.Request{Code: q.site.Token, Scope: q.User, Table: "accounts"}
	case Claims:
		return pool.Request{
			Code: q.site.GameContract, Scope: q.site.GameContract, Table: "claims",
			IndexPosition: 2, KeyType: "name", LowerBound: q.User, UpperBound: q.User,
		}
	default:
		return pool.Request{Code: q.site.GameContract, Scope: q.site.GameContract, Table: string(q.Table)}
	}
}

// paging collects the rows of one answer.
type paging struct {
	chain   Chain
	bounds  Bounds
	request pool.Request

	pages   int
	bytes   int
	rows    []json.RawMessage
	more    bool
	nextKey string
	head    pool.Head
	cut     string
	leftOut int
}

// page asks for one page and takes its rows that take returns true for. It
// reports whether there was room for all of them.
func (p *paging) page(ctx context.Context, limit int, take func(json.RawMessage) bool) (bool, error) {
	p.request.Limit = limit
	answer, err := p.chain.TableRows(ctx, p.request)
	if err != nil {
		return false, err
	}
	p.pages++
	// The oldest of the heads: all pages are at least as new as it.
	if p.pages == 1 || answer.Head.Block < p.head.Block {
		p.head = answer.Head
	}
	p.more, p.nextKey = answer.More, answer.NextKey
	for _, row := range answer.Rows {
		if !isObject(row) {
			p.leftOut++
			continue
		}
		if !take(row) {
			continue
		}
		row = canonical(row)
		if p.bytes += len(row) + 1; p.bytes > p.bounds.MaxBytes-len(emptyEnvelope)-len(p.nextKey) {
			p.stop(fmt.Sprintf("it is larger than %d bytes", p.bounds.MaxBytes))
			return false, nil
		}
		p.rows = append(p.rows, row)
	}
	return true, nil
}

// stop ends an answer before the table ends. It says so by more without a key
// to go on from.
func (p *paging) stop(why string) {
	p.cut, p.more, p.nextKey = why, true, ""
}

// walk collects one page of limit rows or, without a limit, all rows. Whether
// there are more is for the node to say: a page with fewer rows than asked for
// is a node that ran out of time (15 ms), not the end of the table.
func (p *paging) walk(ctx context.Context, limit int) error {
	all := func(json.RawMessage) bool { return true }
	if limit > 0 {
		_, err := p.page(ctx, limit, all)
		return err
	}
	for {
		room, err := p.page(ctx, MaxLimit, all)
		if err != nil || !room || !p.more {
			return err
		}
		if p.pages >= p.bounds.MaxPages {
			p.stop(fmt.Sprintf("it takes more than %d pages", p.bounds.MaxPages))
			return nil
		}
		onward, err := p.advance()
		if err != nil {
			return err
		}
		if !onward {
			// A secondary index goes on by its own key alone: rows that share
			// it cannot be told apart, and asking again gives the same page.
			p.stop("the rows of one key do not fit into a page")
			return nil
		}
	}
}

// advance moves the request to the next page; false when the node's next key
// leads nowhere new.
func (p *paging) advance() (bool, error) {
	bound := p.nextKey
	if p.request.KeyType == "name" {
		// The key comes as a number, and is read as a name.
		value, err := strconv.ParseUint(bound, 10, 64)
		if err != nil {
			return false, fmt.Errorf("the node's next_key %.40q is not the number of a name", bound)
		}
		bound = antelope.Name(value).String()
	}
	edge := &p.request.LowerBound
	if p.request.Reverse {
		edge = &p.request.UpperBound
	}
	if bound == "" || bound == *edge {
		return false, nil
	}
	*edge = bound
	return true, nil
}

// ring is how many rows an oracle's pair has.
const ring = 21

// newest collects the newest limit rows that are prices. Seeds, whose median is
// 0, are passed over; with the whole ring's size on top of the limit they
// cannot crowd out what was asked for.
func (p *paging) newest(ctx context.Context, limit int) error {
	chosen, beyond := 0, false
	take := func(row json.RawMessage) bool {
		if isSeed(row) {
			return false
		}
		if chosen == limit {
			beyond = true
			return false
		}
		chosen++
		return true
	}
	for {
		room, err := p.page(ctx, min(limit+ring, MaxLimit), take)
		if err != nil || !room {
			return err
		}
		if chosen == limit || !p.more || p.pages >= p.bounds.MaxPages {
			break
		}
		onward, err := p.advance()
		if err != nil {
			return err
		}
		if !onward {
			break
		}
	}
	// The node's key goes on after the page that it answered, not after the
	// rows that were chosen out of it.
	p.more, p.nextKey = p.more || beyond, ""
	return nil
}
