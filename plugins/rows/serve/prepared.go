package serve

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/edgecache/answer"
	"fieldhouse/plugins/representation"
	"fieldhouse/plugins/rows/pause"
	"fieldhouse/plugins/rows/table"
)

// LeftOutHeader is how many rows are missing from an answer because the node could not
// read them by the contract's ABI, or because they are somebody else's. It is absent when
// none are.
const LeftOutHeader = "X-Rows-Left-Out"

// NodesHeader is how many different nodes answered all of the rows, each by itself. Only
// answers to queries with a number of nodes have it.
const NodesHeader = "X-Chain-Nodes"

// prepared is what an entry's answers share.
type prepared struct {
	*answer.Prepared
	meta
	// paused is the answer while sales are paused; nil while none was.
	paused atomic.Pointer[pausedAnswer]
}

// Prepare makes an entry ready to be answered; for the engine's Config.
func Prepare(entry, previous *edgecache.Entry) any {
	ready := &prepared{Prepared: answer.Prepare(entry, previous, "application/json"), meta: readMeta(entry.Meta)}
	if ready.head > 0 {
		ready.With(pool.HeadHeader, strconv.FormatUint(ready.head, 10)).With("X-Chain-Time", ready.time)
	}
	if ready.leftOut > 0 {
		ready.With(LeftOutHeader, strconv.Itoa(ready.leftOut))
	}
	if ready.whole > 0 {
		ready.With(NodesHeader, strconv.Itoa(ready.whole))
	}
	if previous != nil {
		if before, ok := previous.Prepared.(*prepared); ok {
			ready.paused.Store(before.paused.Load().carryOver(entry))
		}
	}
	return ready
}

// meta is what is cached with the rows.
type meta struct {
	// head is the newest block that the rows are known to contain, time is that
	// block's; 0 when none is known.
	head uint64
	time string
	// leftOut is how many rows are missing because they could not be read.
	leftOut int
	// whole is how many nodes answered all of the rows; 0 when that was not asked for.
	whole int
	// agreed is the median that two nodes agreed on last; 0 for none.
	agreed uint64
}

// chainTime is RFC 3339 with the half seconds of the chain's blocks. Nodes
// leave the zone out; we say it.
const chainTime = "2006-01-02T15:04:05.000Z07:00"

func newMeta(result table.Result, agreed uint64) meta {
	return meta{result.Head.Block, result.Head.Time.UTC().Format(chainTime), result.LeftOut, result.Whole, agreed}
}

// String is the form of an entry's Meta.
func (m meta) String() string {
	return fmt.Sprintf("%d %s %d %d %d", m.head, m.time, m.leftOut, m.whole, m.agreed)
}

// readMeta reads what String wrote.
func readMeta(written string) (m meta) {
	fields := strings.Split(written, " ")
	if len(fields) != 5 {
		return meta{}
	}
	m.head, _ = strconv.ParseUint(fields[0], 10, 64)
	m.time = fields[1]
	m.leftOut, _ = strconv.Atoi(fields[2])
	m.whole, _ = strconv.Atoi(fields[3])
	m.agreed, _ = strconv.ParseUint(fields[4], 10, 64)
	return m
}

// pausedAnswer is what differs in an answer with drops while sales are paused: the node's
// envelope with one member more. Its body and so its ETag are others than those of the rows
// alone, and it needs no node: a pause is shown while none answers.
type pausedAnswer struct {
	set      *pause.Set
	body     []byte
	tag      string
	prepared *prepared
}

// withPauses adds the paused sales to an answer with drops.
func (s *Server) withPauses(q *preparedQuery, entry *edgecache.Entry) *edgecache.Entry {
	if !q.pausable {
		return entry
	}
	set := s.config.Paused()
	if set == nil {
		return entry
	}
	ready := entry.Prepared.(*prepared)
	with := ready.paused.Load()
	if with == nil || with.set != set {
		body := slices.Concat(entry.Body[:len(entry.Body)-1], []byte(`,"paused":`), set.JSON(), []byte("}"))
		with = &pausedAnswer{set: set, body: body, tag: representation.Tag(body)}
		with.prepared = Prepare(with.apply(entry), nil).(*prepared)
		ready.paused.Store(with)
	}
	return with.apply(entry)
}

// apply returns the entry with the paused sales.
func (p *pausedAnswer) apply(entry *edgecache.Entry) *edgecache.Entry {
	changed := *entry
	changed.Body, changed.ETag, changed.Prepared = p.body, p.tag, p.prepared
	return &changed
}

// carryOver is the same for a later entry of the same rows; nil for nil.
func (p *pausedAnswer) carryOver(entry *edgecache.Entry) *pausedAnswer {
	if p == nil {
		return nil
	}
	later := &pausedAnswer{set: p.set, body: p.body, tag: p.tag}
	later.prepared = Prepare(later.apply(entry), p.apply(entry)).(*prepared)
	return later
}
