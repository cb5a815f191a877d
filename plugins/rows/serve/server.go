// Package serve answers the data API's rows over HTTP and to pages, out of the cache.
// It knows nothing of Caddy.
package serve

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/edgecache/answer"
	"fieldhouse/plugins/median"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/rows/pause"
	"fieldhouse/plugins/rows/table"
	"fieldhouse/plugins/site/settings"
	"fieldhouse/plugins/upstream"

	"go.uber.org/zap"
	"golang.org/x/time/rate"
)

// Chain is what rows are read from; pool.Pool is one.
type Chain interface {
	table.Nodes
	// Others counts the nodes besides those: which are well, and which rest.
	Others(than []string) (well, resting int)
	// Contradicted counts an answer of a node that others contradict.
	Contradicted(node string, why error)
}

// Config describes a server.
type Config struct {
	// Engine keeps the answers. It has a class for each table, named like it,
	// and was made with Prepare.
	Engine *edgecache.Engine
	// Chain is what is read when the engine has no fresh answer.
	Chain Chain
	// Site is what can be read.
	Site table.Site
	// Bounds hold for each answer; one is never larger than the engine keeps.
	Bounds table.Bounds
	// WAXPrice is what the oracle's newest median can be. Default anything.
	WAXPrice settings.PriceBand
	// Logger gets the reads that fail or are cut. Default none.
	Logger *zap.Logger
	// Client is the client whose budget a request's fetch counts on, as
	// edgecache.Lookup.Client. Default nobody's.
	Client func(*http.Request) string
	// Busy reports whether pushes wait for the nodes. Then balance and claims, which a
	// purchase can do without, are answered as last read. Default never.
	Busy func() bool
	// Paused are the sales that ops have paused now, nil for none: answers with drops have
	// them. Default none ever.
	Paused func() *pause.Set
	// History is what the median was; Record adds to it. Default none, which has no hours.
	History *median.History
	// Now is the clock; it must be the engine's. Default time.Now.
	Now func() time.Time
}

// maxRecent bounds the remembered queries.
const maxRecent = 4096

// Server answers GET and HEAD requests under paths.Rows.
type Server struct {
	config Config
	recent *recentQueries
	needs  map[string]*preparedQuery
	// shared are the confirmations of what one node alone is not believed about, by the keys of needs.
	shared   map[string]*confirmation
	logLimit rate.Sometimes
	// history is the answer with the medians, as it was made last.
	history atomic.Pointer[historyAnswer]
}

// New makes a server.
func New(config Config) (*Server, error) {
	if config.Logger == nil {
		config.Logger = zap.NewNop()
	}
	if config.Now == nil {
		config.Now = time.Now
	}
	s := &Server{
		config: config, recent: &recentQueries{most: maxRecent},
		// With the chain gone every refresh fails: a few lines a second say it.
		logLimit: rate.Sometimes{First: 5, Interval: time.Second},
	}
	if config.Busy == nil {
		s.config.Busy = func() bool { return false }
	}
	if config.History == nil {
		s.config.History = median.Open("", "", median.Config{Now: config.Now})
	}
	if err := s.prepareNeeds(); err != nil {
		return nil, err
	}
	return s, nil
}

// ServeHTTP answers a request for paths.Rows.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, paths.Rows+"/")
	isHistory := name == historyName
	switch {
	case !isHistory && !slices.Contains(table.All, table.Table(name)):
		names := make([]string, len(table.All), len(table.All)+1)
		for i, t := range table.All {
			names[i] = string(t)
		}
		answer.Refuse(w, http.StatusNotFound, 0, fmt.Sprintf("there is no such table; %s has %s", paths.Rows, strings.Join(append(names, historyName), ", ")))
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		answer.Refuse(w, http.StatusMethodNotAllowed, 0, "rows can only be read, with GET or HEAD")
	case isHistory:
		s.answerHistory(w, r)
	default:
		s.answerTable(w, r, table.Table(name))
	}
}

// answerTable answers a query, which is prepared unless it is among the recent ones.
func (s *Server) answerTable(w http.ResponseWriter, r *http.Request, t table.Table) {
	at := address{r.URL.Path, r.URL.RawQuery}
	q := s.recent.get(at)
	if q == nil {
		query, err := s.config.Site.Parse(t, r.URL.RawQuery)
		if err != nil {
			answer.Refuse(w, http.StatusBadRequest, 0, err.Error())
			return
		}
		q = s.prepare(query)
		if query.MinBlock == 0 { // else it is of one client, for a moment
			s.recent.add(at, q)
		}
	}
	s.answer(w, r, q)
}

// answer writes the query's answer, or 304 when the client has it.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, q *preparedQuery) {
	lookup := q.lookup
	lookup.Fresh = lookup.Fresh || wantsFresh(r)
	isSelective := lookup.Fresh || lookup.Accept != nil
	lookup.LastRead = q.deferrable && isSelective && s.config.Busy()
	if s.config.Client != nil {
		lookup.Client = s.config.Client(r)
	}
	read := s.config.Engine.Get
	if q.deferrable && isSelective {
		read = s.getOrLastRead
	}
	entry, status, err := read(r.Context(), lookup, q.fetch)
	if err != nil {
		fail(w, r, err)
		return
	}
	entry = s.withPauses(q, entry)
	answer.Write(w, r, entry, entry.Prepared.(*prepared).Prepared, status, s.config.Now())
}

// wantsFresh reports whether a request's Cache-Control has max-age, whatever its value:
// without max-stale such a request accepts nothing stale (RFC 9111, section 5.2.1.1).
// Pages send it for what a purchase is computed from. no-cache means less: browsers send
// it by themselves.
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

// quoteWait is how long a quote waits for rows that the chain checks itself.
const quoteWait = 2 * time.Second

// getOrLastRead is Engine.Get, but answers with the cached rows, however old, when the
// nodes have no time: when thousands buy at once, each reads an account of its own, and
// without it none of them could sign.
func (s *Server) getOrLastRead(ctx context.Context, lookup edgecache.Lookup, fetch edgecache.Fetch) (*edgecache.Entry, edgecache.Status, error) {
	if s.config.Engine.Cached(lookup.Class, lookup.Key) == nil {
		return s.config.Engine.Get(ctx, lookup, fetch)
	}
	limited, cancel := context.WithTimeout(ctx, quoteWait)
	defer cancel()
	entry, status, err := s.config.Engine.Get(limited, lookup, fetch)
	isShort := errors.Is(err, upstream.ErrLimited) || errors.Is(err, edgecache.ErrBusy) || errors.Is(limited.Err(), context.DeadlineExceeded)
	if err == nil || ctx.Err() != nil || !isShort {
		return entry, status, err
	}
	lookup.LastRead = true
	return s.config.Engine.Get(ctx, lookup, fetch)
}

// source is the name of what rows are read from, in messages.
const source = "the chain"

// maxRefusalBytes bounds how much of the chain's message is repeated.
const maxRefusalBytes = 300

// fail answers a request whose rows could not be read, when none are cached. Node
// addresses are for the log and not for the answer; a refusal of the chain is in both.
func fail(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(r.Context().Err(), context.Canceled) {
		return // nobody waits for it any more
	}
	code, retryAfter, message := answer.Failure(err, source)
	var refusal *pool.Refusal
	switch {
	case errors.Is(err, table.ErrTooFewNodes):
		code, retryAfter = http.StatusServiceUnavailable, max(retryAfter, time.Second)
		message = "too few nodes of " + source + " answered all of the rows and agree; try again in a second"
	case errors.As(err, &refusal):
		message = fmt.Sprintf("the chain refused to answer: %.*s", maxRefusalBytes, refusal.Message)
	}
	answer.SetFailureStatus(w, err)
	answer.Refuse(w, code, retryAfter, message)
}
