package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/needs"
	"fieldhouse/plugins/rows/table"
	"fieldhouse/plugins/site/settings"

	"github.com/tidwall/gjson"
	"go.uber.org/zap"
)

// preparedQuery is a valid query with its look-up and its fetch.
type preparedQuery struct {
	lookup edgecache.Lookup // but for the client
	fetch  edgecache.Fetch
	// pausable: the answer has the paused sales.
	pausable bool
	// deferrable: it is answered as last read while pushes wait. The rows are one account's,
	// and the chain refuses a purchase that they are wrong for.
	deferrable bool
}

func (s *Server) prepare(query table.Query) *preparedQuery {
	class := edgecache.Class(query.Table)
	bounds := s.config.Bounds
	bounds.MaxBytes = min(bounds.MaxBytes, s.config.Engine.BodyLimit(class))
	key, tags := query.Key(), query.Tags()
	read := s.read
	confirmation := s.shared[key]
	if confirmation != nil {
		read = confirmation.read
	}
	prepared := &preparedQuery{
		pausable:   query.Table == table.Drops && s.config.Paused != nil,
		deferrable: (query.Table == table.Accounts || query.Table == table.Claims) && query.Nodes == 0,
		lookup: edgecache.Lookup{
			Key: key, Class: class, Shared: confirmation != nil, Accept: newEnough(query.MinBlock), Await: s.reach(query.MinBlock),
			Fresh: query.Nodes > 0, // it proves what is so now
		},
		fetch: func(ctx context.Context) (edgecache.Content, error) {
			result, agreed, err := read(ctx, query, bounds)
			if err == nil && result.LeftOut > 0 && s.hasWholeRows(class, key) {
				err = table.ErrUnreadable
			}
			if err != nil {
				s.logFailure(ctx, query, err)
				return edgecache.Content{}, err
			}
			if result.Cut != "" || result.LeftOut > 0 {
				s.logLimit.Do(func() {
					s.config.Logger.Warn("rows are missing from an answer", append(queryFields(query),
						zap.String("cut", result.Cut), zap.Int("unreadable", result.LeftOut))...)
				})
			}
			read := newMeta(result, agreed)
			return edgecache.Content{Body: result.Body, Tags: tags, Meta: read.String(), Replaces: s.replaces(read)}, nil
		},
	}
	if confirmation != nil && query.MinBlock == 0 && query.Nodes == 0 {
		prepared.lookup.Take = s.take(query, confirmation)
	}
	return prepared
}

// take takes what another process of the cluster has read, unless it is worse than what is here
// or one node alone would not be believed about it: it may be what one said there.
func (s *Server) take(query table.Query, confirmation *confirmation) func(*edgecache.Content) bool {
	class, key, tags := edgecache.Class(query.Table), query.Key(), query.Tags()
	return func(content *edgecache.Content) bool {
		read := readMeta(content.Meta)
		if _, err := time.Parse(chainTime, read.time); err != nil || read.head == 0 || !isEnvelope(content.Body) {
			return false
		}
		if read.leftOut > 0 && s.hasWholeRows(class, key) {
			return false
		}
		var ok bool
		if read.agreed, ok = confirmation.takes(query, content.Body); !ok {
			return false
		}
		content.Meta, content.Tags, content.Replaces = read.String(), tags, s.replaces(read)
		return true
	}
}

// isEnvelope reports whether a body is one of rows.
func isEnvelope(body []byte) bool {
	return gjson.ValidBytes(body) && bytes.HasSuffix(body, []byte("}")) && gjson.GetBytes(body, "rows").IsArray()
}

// read reads from any node, or from as many as the query wants.
func (s *Server) read(ctx context.Context, query table.Query, bounds table.Bounds) (result table.Result, agreed uint64, err error) {
	if query.Nodes > 0 {
		result, err = query.ReadOfNodes(ctx, s.config.Chain, bounds)
	} else {
		result, err = query.Read(ctx, s.config.Chain, bounds)
	}
	return result, 0, err
}

// hasWholeRows reports whether all of the cached rows could be read: rows of which some
// could not replace them only past their hard deadline.
func (s *Server) hasWholeRows(class edgecache.Class, key string) bool {
	cached := s.config.Engine.Cached(class, key)
	return cached != nil && cached.Prepared.(*prepared).leftOut == 0
}

// replaces keeps rows from going back: rows of an older head, from a node that is behind
// the one before, would take back what a purchase showed. That ends when the cached rows
// are as old as a good node may be behind: a restarted chain has smaller heads for good.
func (s *Server) replaces(read meta) func(*edgecache.Entry) bool {
	return func(cached *edgecache.Entry) bool {
		ready, ok := cached.Prepared.(*prepared)
		return !ok || read.head >= ready.head || s.config.Now().Sub(cached.Stored) >= pool.DefaultMaxLag
	}
}

// minBlockWait is how long a client waits for a node to reach its MinBlock, which is
// some blocks.
const minBlockWait = 1500 * time.Millisecond

// reach waits until a node has a block; nil for any block.
func (s *Server) reach(block uint64) func(context.Context) error {
	if block == 0 {
		return nil
	}
	return func(ctx context.Context) error {
		limited, cancel := context.WithTimeout(ctx, minBlockWait)
		defer cancel()
		err := s.config.Chain.Reach(limited, block)
		var behind *pool.BehindError
		if errors.As(err, &behind) {
			err = fmt.Errorf("%w: %w", edgecache.ErrNotAccepted, err)
		}
		return err
	}
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

// logFailure logs a read that failed. One that ended with the cache did not fail, an
// outage of all nodes is logged by the pool, and an unconfirmed answer by confirmation.
func (s *Server) logFailure(ctx context.Context, query table.Query, err error) {
	if errors.Is(ctx.Err(), context.Canceled) || errors.Is(err, pool.ErrOutage) || errors.Is(err, errUnconfirmed) {
		return
	}
	s.logLimit.Do(func() {
		s.config.Logger.Warn("rows could not be read", append(queryFields(query), zap.Error(err))...)
	})
}

// queryFields are the log fields of a query.
func queryFields(query table.Query) []zap.Field {
	fields := []zap.Field{zap.String("table", string(query.Table))}
	if query.User != "" {
		fields = append(fields, zap.String("user", query.User))
	}
	if query.MinBlock > 0 {
		fields = append(fields, zap.Uint64("min_block", query.MinBlock))
	}
	return fields
}

// The needs of a page that are rows (the contract's DataNeed).
const (
	NeedDrops    = "rowDrops"
	NeedMedian   = "medianPrice"
	NeedPartners = "partnersCodes"
	// NeedHistory is what the median was, hour by hour.
	NeedHistory = "medianHistory"
)

// prepareNeeds prepares the queries of pages, which all visitors share.
func (s *Server) prepareNeeds() error {
	s.needs, s.shared = make(map[string]*preparedQuery), make(map[string]*confirmation)
	for need, ask := range map[string]struct {
		table table.Table
		query string
	}{
		NeedDrops:    {table.Drops, ""},
		NeedMedian:   {table.Datapoints, fmt.Sprintf("limit=%d&isLimited=true", settings.MedianLimit)},
		NeedPartners: {table.Partners, ""},
	} {
		query, err := s.config.Site.Parse(ask.table, ask.query)
		if err != nil {
			return fmt.Errorf("preparing the need %s: %w", need, err)
		}
		s.shared[query.Key()] = &confirmation{config: &s.config, logged: make(map[string]time.Time)}
		s.needs[need] = s.prepare(query)
	}
	return nil
}

// Need implements needs.Source. It waits for the chain only when nothing is cached, and
// no longer than ctx. It counts on no client's budget.
func (s *Server) Need(ctx context.Context, need string) (needs.Answer, error) {
	if need == NeedHistory {
		made := s.historyAnswer()
		return needs.Answer{Body: made.body, Version: versionOf(made.tag), ReadAt: s.config.Now()}, nil
	}
	q := s.needs[need]
	if q == nil {
		return needs.Answer{}, fmt.Errorf("the need %q is not one of rows", need)
	}
	entry, _, err := s.config.Engine.Get(ctx, q.lookup, q.fetch)
	if err != nil {
		return needs.Answer{}, fmt.Errorf("reading the need %s: %w", need, err)
	}
	entry = s.withPauses(q, entry)
	return needs.Answer{Body: entry.Body, Version: versionOf(entry.ETag), ReadAt: entry.Stored, Block: entry.Prepared.(*prepared).head}, nil
}

// versionOf is a body's version by its entity tag.
func versionOf(tag string) string { return strings.Trim(tag, `"`) }
