package serve

import (
	"context"
	"errors"
	"time"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/rows/table"

	"go.uber.org/zap"
)

// question is a valid query, ready to be asked.
type question struct {
	lookup edgecache.Lookup // but for the client
	fetch  edgecache.Fetch
}

func (s *Server) question(query table.Query) *question {
	class := edgecache.Class(query.Table)
	bounds := s.config.Bounds
	bounds.MaxBytes = min(bounds.MaxBytes, s.config.Engine.BodyLimit(class))
	tags := query.Tags()
	return &question{
		lookup: edgecache.Lookup{Key: query.Key(), Class: class, Accept: newEnough(query.MinBlock)},
		fetch: func(ctx context.Context) (edgecache.Content, error) {
			result, err := s.read(ctx, query, bounds)
			if err != nil {
				s.note(ctx, query, err)
				return edgecache.Content{}, err
			}
			if result.Cut != "" || result.LeftOut > 0 {
				s.noted.Do(func() {
					s.config.Logger.Warn("rows are missing from an answer", append(about(query),
						zap.String("cut", result.Cut), zap.Int("unreadable", result.LeftOut))...)
				})
			}
			return edgecache.Content{Body: result.Body, Tags: tags, Meta: formatHead(result.Head)}, nil
		},
	}
}

// patience is how long a read waits for a node to reach its MinBlock, which is
// some blocks. Everybody's refresh of the same rows waits with it.
const patience = 1500 * time.Millisecond

// read reads a query. When no node has reached its MinBlock, what there is
// without it is read: not good enough for who asked with it, and refused then,
// but for everybody else. So nobody can make others' rows fail by a block that
// is far away.
func (s *Server) read(ctx context.Context, query table.Query, bounds table.Bounds) (table.Result, error) {
	if query.MinBlock == 0 {
		return query.Read(ctx, s.config.Chain, bounds)
	}
	patient, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	result, err := query.Read(patient, s.config.Chain, bounds)
	var behind *pool.BehindError
	if err == nil || !errors.As(err, &behind) && patient.Err() == nil {
		return result, err
	}
	query.MinBlock = 0
	return query.Read(ctx, s.config.Chain, bounds)
}

// newEnough accepts the entries that contain a block; nil for any entry.
func newEnough(block uint64) func(*edgecache.Entry) bool {
	if block == 0 {
		return nil
	}
	return func(entry *edgecache.Entry) bool {
		ready, ok := entry.Prepared.(*prepared)
		return ok && ready.head >= block
	}
}

// note logs a read that failed. One that ended with the cache did not fail.
func (s *Server) note(ctx context.Context, query table.Query, err error) {
	if errors.Is(ctx.Err(), context.Canceled) {
		return
	}
	s.noted.Do(func() {
		s.config.Logger.Warn("rows could not be read", append(about(query), zap.Error(err))...)
	})
}

// about says in a log which rows are meant.
func about(query table.Query) []zap.Field {
	fields := []zap.Field{zap.String("table", string(query.Table))}
	if query.User != "" {
		fields = append(fields, zap.String("user", query.User))
	}
	if query.MinBlock > 0 {
		fields = append(fields, zap.Uint64("min_block", query.MinBlock))
	}
	return fields
}
