package serve

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/rows/table"
	"fieldhouse/plugins/site/settings"

	"go.uber.org/zap"
)

// question is a valid query, ready to be asked.
type question struct {
	lookup edgecache.Lookup // but for the client
	fetch  edgecache.Fetch
	// pausable says that the answer tells which sales are paused.
	pausable bool
	// sparing says that it is answered as last read, whatever is asked, while pushes wait.
	// The rows are one account's, and the chain refuses a purchase that they are wrong for.
	sparing bool
}

func (s *Server) question(query table.Query) *question {
	class := edgecache.Class(query.Table)
	bounds := s.config.Bounds
	bounds.MaxBytes = min(bounds.MaxBytes, s.config.Engine.BodyLimit(class))
	key, tags := query.Key(), query.Tags()
	read := s.read
	if confirmed := s.confirmed[key]; confirmed != nil {
		read = confirmed.read
	}
	return &question{
		pausable: query.Table == table.Drops && s.config.Paused != nil,
		sparing:  (query.Table == table.Accounts || query.Table == table.Claims) && query.Nodes == 0,
		lookup: edgecache.Lookup{
			Key: key, Class: class, Shared: s.shared[key], Accept: newEnough(query.MinBlock), Await: s.reach(query.MinBlock),
			Fresh: query.Nodes > 0, // it proves what is so now
		},
		fetch: func(ctx context.Context) (edgecache.Content, error) {
			result, agreed, err := read(ctx, query, bounds)
			if err == nil && result.LeftOut > 0 && s.keepsWhole(class, key) {
				err = table.ErrUnreadable
			}
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
			read := newMeta(result, agreed)
			return edgecache.Content{Body: result.Body, Tags: tags, Meta: read.String(), Replaces: s.replaces(read)}, nil
		},
	}
}

// read answers rows of any node, or of as many as the query wants.
func (s *Server) read(ctx context.Context, query table.Query, bounds table.Bounds) (result table.Result, agreed uint64, err error) {
	if query.Nodes > 0 {
		result, err = query.ReadOfNodes(ctx, s.config.Chain, bounds)
	} else {
		result, err = query.Read(ctx, s.config.Chain, bounds)
	}
	return result, 0, err
}

// keepsWhole reports whether rows are kept of which all could be read: others stand in for
// them only when they are past their hard deadline.
func (s *Server) keepsWhole(class edgecache.Class, key string) bool {
	kept := s.config.Engine.Kept(class, key)
	return kept != nil && kept.Prepared.(*prepared).leftOut == 0
}

// replaces keeps rows from going back: rows of an older head, from a node that is behind
// the one before, would take back what a purchase showed. That ends when the kept rows are
// as old as a good node may be behind: a chain that began anew has smaller heads for good.
func (s *Server) replaces(read meta) func(*edgecache.Entry) bool {
	return func(kept *edgecache.Entry) bool {
		ready, ok := kept.Prepared.(*prepared)
		return !ok || read.head >= ready.head || s.config.Now().Sub(kept.Stored) >= pool.DefaultMaxLag
	}
}

// patience is how long a client waits for a node to reach its MinBlock, which is
// some blocks.
const patience = 1500 * time.Millisecond

// reach waits until a node has a block; nil for any block.
func (s *Server) reach(block uint64) func(context.Context) error {
	if block == 0 {
		return nil
	}
	return func(ctx context.Context) error {
		patient, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		err := s.config.Chain.Reach(patient, block)
		var behind *pool.BehindError
		if errors.As(err, &behind) {
			err = fmt.Errorf("%w: %w", edgecache.ErrNotAccepted, err)
		}
		return err
	}
}

// wantsFresh reports whether a request's Cache-Control says max-age, whatever its
// value: who says so, and not max-stale, takes nothing that is stale (RFC 9111,
// section 5.2.1.1). A page asks so for what it pays by. A browser sends no-cache by
// itself, so that it does not mean as much.
func wantsFresh(r *http.Request) bool {
	for _, line := range r.Header["Cache-Control"] {
		for directive := range strings.SplitSeq(line, ",") {
			if name, _, _ := strings.Cut(directive, "="); strings.EqualFold(strings.TrimSpace(name), "max-age") {
				return true
			}
		}
	}
	return false
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

// note logs a read that failed. One that ended with the cache did not fail, that no
// node answers is for the pool to say, and what is not confirmed for confirmation.
func (s *Server) note(ctx context.Context, query table.Query, err error) {
	if errors.Is(ctx.Err(), context.Canceled) || errors.Is(err, pool.ErrOutage) || errors.Is(err, errUnconfirmed) {
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

// The needs of a page that are rows (the contract's DataNeed).
const (
	NeedDrops    = "rowDrops"
	NeedMedian   = "medianPrice"
	NeedPartners = "partnersCodes"
	// NeedHistory is what the median was, hour by hour.
	NeedHistory = "medianHistory"
)

// prepareNeeds makes the questions that pages ask, which are those that all share.
func (s *Server) prepareNeeds() error {
	s.needs, s.shared, s.confirmed = make(map[string]*question), make(map[string]bool), make(map[string]*confirmation)
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
		s.shared[query.Key()] = true
		if need != NeedPartners {
			s.confirmed[query.Key()] = &confirmation{config: &s.config, logged: make(map[string]time.Time)}
		}
		s.needs[need] = s.question(query)
	}
	return nil
}

// Need answers what a page needs: the node's envelope as JSON and a version,
// which is another one exactly when the body is another one. It waits for the
// chain only when there is no answer at all, and no longer than ctx. It counts
// on no client's budget. The body must not be changed.
func (s *Server) Need(ctx context.Context, need string) (body []byte, version string, err error) {
	if need == NeedHistory {
		made := s.historyAnswer()
		return made.body, strings.Trim(made.tag, `"`), nil
	}
	q := s.needs[need]
	if q == nil {
		return nil, "", fmt.Errorf("the need %q is not one of rows", need)
	}
	entry, _, err := s.config.Engine.Get(ctx, q.lookup, q.fetch)
	if err != nil {
		return nil, "", fmt.Errorf("reading the need %s: %w", need, err)
	}
	entry = s.told(q, entry)
	return entry.Body, strings.Trim(entry.ETag, `"`), nil
}
