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

// LeftOutHeader is how many rows are missing from an answer because the node
// could not read them by the contract's ABI. It is absent when none are.
const LeftOutHeader = "X-Rows-Left-Out"

// NodesHeader is how many different nodes answered all of the rows, each by itself. It
// stands on answers to questions that say how many must.
const NodesHeader = "X-Chain-Nodes"

// prepared is what an entry's answers share.
type prepared struct {
	*answer.Prepared
	meta
	// paused is the answer while sales are paused; nil while none was.
	paused atomic.Pointer[paused]
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
			ready.paused.Store(before.paused.Load().again(entry))
		}
	}
	return ready
}

// meta is what is kept with the rows.
type meta struct {
	// head is the newest block that the rows are known to contain, time is that
	// block's; 0 when none is known.
	head uint64
	time string
	// leftOut is how many rows are missing because they could not be read.
	leftOut int
	// whole is how many nodes answered all of the rows; 0 when nobody wants to know.
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

// paused is what an answer with drops has otherwise while sales are paused: the node's
// envelope with one member more. Its body and so its ETag are others than those of the rows
// alone, and it needs no word of the chain: a pause is told while no node answers.
type paused struct {
	set      *pause.Set
	body     []byte
	tag      string
	prepared *prepared
}

// told is the entry as it is answered.
func (s *Server) told(q *question, entry *edgecache.Entry) *edgecache.Entry {
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
		with = &paused{set: set, body: body, tag: representation.Tag(body)}
		with.prepared = Prepare(with.of(entry), nil).(*prepared)
		ready.paused.Store(with)
	}
	return with.of(entry)
}

// of is an entry of these rows that tells it.
func (p *paused) of(entry *edgecache.Entry) *edgecache.Entry {
	told := *entry
	told.Body, told.ETag, told.Prepared = p.body, p.tag, p.prepared
	return &told
}

// again is the same for a later entry of the same rows; nil for nil.
func (p *paused) again(entry *edgecache.Entry) *paused {
	if p == nil {
		return nil
	}
	later := &paused{set: p.set, body: p.body, tag: p.tag}
	later.prepared = Prepare(later.of(entry), p.of(entry)).(*prepared)
	return later
}
