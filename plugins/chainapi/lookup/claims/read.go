package claims

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/chainapi/transaction"

	"github.com/tidwall/gjson"
)

const (
	// pageRows is how many rows a node answers at most.
	pageRows = 1000
	// maxPages bounds one read. A node that runs out of time answers fewer rows than that.
	maxPages = 8
	// blockInterval is the time between two blocks.
	blockInterval = 500 * time.Millisecond
	// mostAhead bounds by how much a row is believed to be newer than the node's known
	// head, which is some seconds old at most.
	mostAhead = 20 * time.Second
)

// rows are the newest claims as one node has them.
type rows struct {
	node string
	// head is the oldest that its pages have.
	head pool.Head
	of   map[transaction.ID]purchase
	// All rows from the id lowest on were read; newest is the highest id.
	newest, lowest uint64
	// unreadable says that there is a row of which the id is not known.
	unreadable bool
}

// read reads the newest rows once, and finds what is wanted in them.
func (f *Finder) read(reader Reader) error {
	ctx, cancel := context.WithTimeout(f.life, readTimeout)
	defer cancel()
	request := pool.Request{Code: f.contract, Scope: f.contract, Table: "claims", Limit: pageRows, Reverse: true}
	if f.doubted != "" && reader.Size() > 1 {
		request.Except = []string{f.doubted}
	}
	f.doubted = "" // when no other node answers, the next read is any node's again
	floor := f.floor()
	read := rows{of: make(map[transaction.ID]purchase), lowest: math.MaxUint64}
	for page := range maxPages {
		answer, err := reader.TableRows(ctx, request)
		if err != nil {
			return fmt.Errorf("page %d of the newest claims: %w", page+1, err)
		}
		if err := read.take(answer); err != nil {
			return fmt.Errorf("the newest claims of node %s: %w", answer.Node, err)
		}
		if !answer.More {
			read.lowest = 0
			break
		}
		if floor == 0 { // the first read: as many as one page can have
			floor = read.newest - min(read.newest, pageRows-1)
		}
		if read.lowest <= floor || answer.NextKey == request.UpperBound {
			break
		}
		request.UpperBound, request.Node, request.Except = answer.NextKey, answer.Node, nil
	}
	f.newest = max(read.newest, 1)
	f.match(&read, reader.Size())
	return nil
}

// floor is the id down to which the next read goes: the newest one of the read before, and
// of those that were found the ones that a page reaches. 0 before the first read.
func (f *Finder) floor() uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	floor := f.newest
	for _, w := range f.wanted {
		if w.found != nil && w.found.id+pageRows > f.newest {
			floor = min(floor, w.found.id)
		}
	}
	return floor
}

// take takes the rows of the next page.
func (r *rows) take(page pool.Answer) error {
	if page.Head.Block == 0 {
		return errors.New("its head is not known")
	}
	if r.node == "" || page.Head.Block < r.head.Block {
		r.node, r.head = page.Node, page.Head
	}
	for _, row := range page.Rows {
		fields := gjson.GetManyBytes(row, "claim_id", "trx_id", "created_at")
		id, err := strconv.ParseUint(fields[0].String(), 10, 64)
		if err != nil {
			r.unreadable = true // the node answers it in hex
			continue
		}
		if id >= r.lowest {
			return fmt.Errorf("claim %d stands after %d though they were asked for from the newest on", id, r.lowest)
		}
		r.newest, r.lowest = max(r.newest, id), id
		if transaction, ok := transaction.ParseID(fields[1].Str); ok {
			// Of several rows of a transaction it is the first.
			r.of[transaction] = newPurchase(id, row, fields[2].Int(), page.Head)
		}
	}
	return nil
}

// newPurchase is a row that was created in that second, of a node that was known to have
// the head before it was asked: the row can be in a later block, and at most one comes
// every half second.
func newPurchase(id uint64, row json.RawMessage, created int64, head pool.Head) purchase {
	latest := head.Time.Add(mostAhead)
	found := purchase{id: id, claim: row, block: head.Block, at: time.Unix(created, 0).Add(blockInterval)}
	if created == 0 || found.at.After(latest) {
		found.at = latest
	}
	if ahead := found.at.Sub(head.Time); ahead > 0 {
		found.block += uint64((ahead + blockInterval - 1) / blockInterval)
	}
	return found
}

// match finds what is wanted in a read. A row that was found has vanished when two reads
// in a row, of different nodes where there are several, reach past its block without it.
func (f *Finder) match(read *rows, nodes int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	changed := false
	for id, w := range f.wanted {
		now, there := read.of[id]
		switch was := w.found; {
		case there && (was == nil || w.missed != "" || was.id != now.id):
			now.claim = bytes.Clone(now.claim) // and not the page that it is part of
			w.found, w.missed, changed = &now, "", true
		case there, was == nil, was.id < read.lowest, read.unreadable, read.head.Time.Before(was.at):
			// It is as it was, or the read says nothing of it.
		case w.missed == "" || w.missed == read.node && nodes > 1:
			w.missed, f.doubted = read.node, read.node
		default:
			w.found, w.missed, changed = nil, "", true
		}
	}
	if changed && f.changed != nil {
		close(f.changed)
		f.changed = nil
	}
}
