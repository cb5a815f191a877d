package table

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"fieldhouse/plugins/chain/pool"

	"github.com/tidwall/gjson"
)

// Nodes are the nodes of a chain; pool.Pool is one.
type Nodes interface {
	Chain
	// Size is how many there are.
	Size() int
	// Reach waits until a node has a block that is none of those at the addresses in except.
	Reach(ctx context.Context, block uint64, except ...string) error
}

// ErrTooFewNodes: fewer nodes than the query wants could be read, each to the last row, or
// agree whether there is an asset.
var ErrTooFewNodes = errors.New("too few nodes answered all of the rows and agree")

// ReadOfNodes reads all of the rows from each of as many different nodes as the query
// wants, or as there are when those are fewer. The result has each row that any of them
// has; of one on which they differ each version, so that a node that lies about a row
// does not hide another's. Of an asset, where both that it is there and that it is gone
// prove something, as many nodes must agree: others are read until they do. Its
// errors are those of Read, and ErrTooFewNodes.
func (q Query) ReadOfNodes(ctx context.Context, chain Nodes, bounds Bounds) (Result, error) {
	pages, err := q.readOfNodes(ctx, chain, bounds)
	return pages.result(q, err)
}

func (q Query) readOfNodes(ctx context.Context, chain Nodes, bounds Bounds) (*paging, error) {
	var unions []*paging // of an asset one of those who have it and one of those who have not
	var read []string
	var faults []error
	for wanted := min(q.Nodes, chain.Size()); ; {
		if q.MinBlock > 0 && len(read) > 0 {
			if err := chain.Reach(ctx, q.MinBlock, read...); err != nil {
				return nil, tooFew(append(faults, err))
			}
		}
		pages := &paging{chain: chain, bounds: bounds, request: q.request(), oneNode: true, whole: 1}
		pages.request.Except = read
		err := q.collect(ctx, pages)
		node := pages.request.Node
		switch {
		case errors.As(err, new(*pool.Refusal)): // the chain's word
			return nil, err
		case err != nil && node == "": // of no node that is left
			return nil, tooFew(append(faults, err))
		}
		read = append(read, node)
		switch {
		case err != nil:
			faults = append(faults, err)
		case pages.more || pages.leftOut > 0:
			faults = append(faults, fmt.Errorf("node %s did not answer all of the rows: %d unreadable, more %v %s", node, pages.leftOut, pages.more, pages.cut))
		default:
			at := slices.IndexFunc(unions, func(union *paging) bool { return q.Table != Assets || len(union.rows) > 0 == (len(pages.rows) > 0) })
			if at < 0 {
				unions, at = append(unions, pages), len(unions)
			} else {
				unions[at].add(q.Table, pages)
			}
			if unions[at].whole >= wanted {
				return unions[at], nil
			}
		}
	}
}

func tooFew(faults []error) error {
	return fmt.Errorf("%w: %w", ErrTooFewNodes, errors.Join(faults...))
}

// add adds another node's rows, in the order of their primary keys.
func (p *paging) add(table Table, other *paging) {
	p.whole += other.whole
	if other.head.Block < p.head.Block {
		p.head = other.head
	}
	has := make(map[string]bool, len(p.rows))
	for _, row := range p.rows {
		has[string(row)] = true
	}
	for _, row := range other.rows {
		if !has[string(row)] {
			p.rows = append(p.rows, row)
		}
	}
	key := map[Table]string{Claims: "claim_id", Assets: "asset_id"}[table]
	id := func(row json.RawMessage) uint64 {
		// An integer comes as a number or a string. What has no id stands first.
		id, _ := strconv.ParseUint(gjson.GetBytes(row, key).String(), 10, 64)
		return id
	}
	slices.SortStableFunc(p.rows, func(a, b json.RawMessage) int { return cmp.Compare(id(a), id(b)) })
}
