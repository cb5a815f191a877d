package serve

import (
	"slices"

	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/representation"
	"fieldhouse/plugins/rows/pause"
)

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
