package table

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/chain/pool"
)

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
	nodes   []string
	enough  bool // what is asked for is there: rows that follow are not missing
	oneNode bool // all pages come from the node of the first
	whole   int  // how many nodes answered all of the rows; 0 when nobody wants to know
}

// all takes every row of a page.
func all(json.RawMessage) bool { return true }

// page asks for one page and takes its rows that take returns true for. It
// reports whether there was room for all of them.
func (p *paging) page(ctx context.Context, limit int, take func(json.RawMessage) bool) (bool, error) {
	p.request.Limit = limit
	answer, err := p.chain.TableRows(ctx, p.request)
	if err != nil {
		return false, err
	}
	p.pages++
	if p.oneNode {
		p.request.Node = answer.Node
	}
	// The oldest of the heads: all pages are at least as new as it.
	if p.pages == 1 || answer.Head.Block < p.head.Block {
		p.head = answer.Head
	}
	p.more, p.nextKey = answer.More, answer.NextKey
	if !slices.Contains(p.nodes, answer.Node) {
		p.nodes = append(p.nodes, answer.Node)
	}
	for _, row := range answer.Rows {
		if !isRow(row) {
			if !p.enough {
				p.leftOut++
			}
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

// spent reports whether the answer may take no more pages, and ends it then.
func (p *paging) spent() bool {
	if p.pages < p.bounds.MaxPages {
		return false
	}
	p.stop(fmt.Sprintf("it takes more than %d pages", p.bounds.MaxPages))
	return true
}

// walk collects all rows that take returns true for. Whether there are more is
// for the node to say: a page with fewer rows than asked for is a node that ran
// out of time (15 ms), not the end of the table.
func (p *paging) walk(ctx context.Context, take func(json.RawMessage) bool) error {
	for {
		room, err := p.page(ctx, MaxLimit, take)
		if err != nil || !room || !p.more || p.spent() {
			return err
		}
		onward, err := p.advance()
		if err != nil {
			return err
		}
		if !onward {
			p.stop("the node's next_key does not lead on")
			return nil
		}
	}
}

// advance moves the request to the next page; false when the node's next key
// leads nowhere new: asking again would give the same rows.
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
	if bound == "" || bound == *edge || leadsBack(*edge, bound, p.request.Reverse) {
		return false, nil
	}
	*edge = bound
	return true, nil
}

// leadsBack reports whether a bound lies before the one that the page was asked
// for with, as far as both are numbers.
func leadsBack(before, bound string, reverse bool) bool {
	from, err := strconv.ParseUint(before, 10, 64)
	if err != nil {
		return false
	}
	to, err := strconv.ParseUint(bound, 10, 64)
	if err != nil {
		return false
	}
	if reverse {
		return to > from
	}
	return to < from
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
		p.enough = chosen == limit
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
