// Package serve answers the data API's rows over HTTP: it finds out what a
// request means, takes the answer from the cache, and says with it how old it
// is. It knows nothing of Caddy.
package serve

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/rows/table"

	"github.com/go-chi/chi/v5"
	"go.uber.org/zap"
	"golang.org/x/time/rate"
)

// Prefix is where the data API's rows are (specification, section 7).
const Prefix = "/api/v1/rows"

// The needs of a page that are rows (the contract's DataNeed).
const (
	NeedDrops    = "rowDrops"
	NeedMedian   = "medianPrice"
	NeedPartners = "partnersCodes"
)

// Config describes a server.
type Config struct {
	// Engine keeps the answers. It has a class for each table, named like it,
	// and was made with Prepare.
	Engine *edgecache.Engine
	// Chain is what is read when the engine has no fresh answer.
	Chain table.Chain
	// Site is what may be asked for.
	Site table.Site
	// Bounds hold for each answer; one is never larger than the engine keeps.
	Bounds table.Bounds
	// Logger is told of reads that fail or are cut. Default none.
	Logger *zap.Logger
	// Now is the clock; it must be the engine's. Default time.Now.
	Now func() time.Time
}

// Server answers GET and HEAD requests under Prefix.
type Server struct {
	config Config
	router chi.Router
	recent recent
	needs  map[string]*question
	noted  rate.Sometimes
}

// question is a valid query, ready to be asked.
type question struct {
	key   string
	class edgecache.Class
	fetch edgecache.Fetch
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
		config: config,
		// With the chain gone every refresh fails: a few lines a second say it.
		noted: rate.Sometimes{First: 5, Interval: time.Second},
	}
	s.recent.init(maxRecent)
	s.needs = make(map[string]*question)
	for need, ask := range map[string]struct {
		table table.Table
		query string
	}{
		NeedDrops:    {table.Drops, ""},
		NeedMedian:   {table.Datapoints, "limit=1&isLimited=true"},
		NeedPartners: {table.Partners, ""},
	} {
		query, err := config.Site.Parse(ask.table, ask.query)
		if err != nil {
			return nil, fmt.Errorf("preparing the need %s: %w", need, err)
		}
		s.needs[need] = s.question(query)
	}
	s.route()
	return s, nil
}

// route serves what is not among the recent questions.
func (s *Server) route() {
	s.router = chi.NewRouter()
	s.router.NotFound(func(w http.ResponseWriter, r *http.Request) {
		names := make([]string, len(table.All))
		for i, t := range table.All {
			names[i] = string(t)
		}
		refuse(w, http.StatusNotFound, fmt.Sprintf("there is no such table; %s has %s", Prefix, strings.Join(names, ", ")))
	})
	s.router.MethodNotAllowed(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", "GET, HEAD")
		refuse(w, http.StatusMethodNotAllowed, "rows can only be read, with GET or HEAD")
	})
	s.router.Route(Prefix, func(r chi.Router) {
		for _, t := range table.All {
			r.Get("/"+string(t), s.first(t))
			r.Head("/"+string(t), s.first(t))
		}
	})
}

// Serves reports whether a path is the server's to answer.
func Serves(path string) bool {
	rest, ok := strings.CutPrefix(path, Prefix)
	return ok && (rest == "" || rest[0] == '/')
}

// ServeHTTP answers a request whose path Serves.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		if q := s.recent.get(address{r.URL.Path, r.URL.RawQuery}); q != nil {
			s.answer(w, r, q)
			return
		}
	}
	s.router.ServeHTTP(w, r)
}

// first answers a query that was not asked recently.
func (s *Server) first(t table.Table) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		query, err := s.config.Site.Parse(t, r.URL.RawQuery)
		if err != nil {
			refuse(w, http.StatusBadRequest, err.Error())
			return
		}
		q := s.question(query)
		s.recent.put(address{strings.Clone(r.URL.Path), strings.Clone(r.URL.RawQuery)}, q)
		s.answer(w, r, q)
	}
}

func (s *Server) question(query table.Query) *question {
	class := edgecache.Class(query.Table)
	bounds := s.config.Bounds
	bounds.MaxBytes = min(bounds.MaxBytes, s.config.Engine.BodyLimit(class))
	tags := query.Tags()
	return &question{
		key:   query.Key(),
		class: class,
		fetch: func(ctx context.Context) (edgecache.Content, error) {
			result, err := query.Read(ctx, s.config.Chain, bounds)
			if err != nil {
				s.note(ctx, query, err)
				return edgecache.Content{}, err
			}
			if result.Cut != "" || result.LeftOut > 0 {
				s.noted.Do(func() {
					s.config.Logger.Warn("rows are missing from an answer", zap.String("table", string(query.Table)), zap.String("user", query.User),
						zap.String("cut", result.Cut), zap.Int("unreadable", result.LeftOut))
				})
			}
			return edgecache.Content{Body: result.Body, Tags: tags, Meta: formatHead(result.Head)}, nil
		},
	}
}

// note logs a read that failed. One that ended with the cache did not fail.
func (s *Server) note(ctx context.Context, query table.Query, err error) {
	if errors.Is(ctx.Err(), context.Canceled) {
		return
	}
	s.noted.Do(func() {
		s.config.Logger.Warn("rows could not be read", zap.String("table", string(query.Table)), zap.String("user", query.User), zap.Error(err))
	})
}

// Need answers what a page needs: the node's envelope as JSON and a version,
// which is another one exactly when the body is another one. It waits for the
// chain only when there is no answer at all, and no longer than ctx. The body
// must not be changed.
func (s *Server) Need(ctx context.Context, need string) (body []byte, version string, err error) {
	q := s.needs[need]
	if q == nil {
		return nil, "", fmt.Errorf("the need %q is not one of rows", need)
	}
	entry, _, err := s.config.Engine.Get(ctx, q.key, q.class, q.fetch)
	if err != nil {
		return nil, "", fmt.Errorf("reading the need %s: %w", need, err)
	}
	return entry.Body, strings.Trim(entry.ETag, `"`), nil
}

// answer writes the question's answer, or 304 when the client has it.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, q *question) {
	entry, status, err := s.config.Engine.Get(r.Context(), q.key, q.class, q.fetch)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	ready := entry.Prepared.(*prepared)
	now := s.config.Now()
	h := w.Header()
	// One allocation for all values. They are not shared between requests,
	// because a later handler may change them in place.
	values := make([]string, 9)
	values[0] = entry.ETag
	values[1] = seconds(int64(now.Sub(entry.Stored) / time.Second))
	values[2] = cacheStatus(status, entry, now)
	values[3] = "no-cache"
	values[4] = "nosniff"
	h["Etag"] = values[0:1:1]
	h["Age"] = values[1:2:2]
	h["Cache-Status"] = values[2:3:3]
	h["Cache-Control"] = values[3:4:4]
	h["X-Content-Type-Options"] = values[4:5:5]
	if ready.block != "" {
		values[5], values[6] = ready.block, ready.time
		h["X-Chain-Head"] = values[5:6:6]
		h["X-Chain-Time"] = values[6:7:7]
	}
	if matches(r.Header["If-None-Match"], entry.ETag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	values[7], values[8] = "application/json", ready.length
	h["Content-Type"] = values[7:8:8]
	h["Content-Length"] = values[8:9:9]
	w.WriteHeader(entry.Code)
	if r.Method != http.MethodHead {
		_, _ = w.Write(entry.Body) // a client that left is no error of ours
	}
}

// matches reports whether If-None-Match names the ETag (RFC 9110, section
// 13.1.2), by the weak comparison.
func matches(header []string, etag string) bool {
	if len(header) == 1 && header[0] == etag {
		return true
	}
	for _, line := range header {
		for tag := range strings.SplitSeq(line, ",") {
			tag = strings.TrimSpace(tag)
			if tag == "*" || strings.TrimPrefix(tag, "W/") == etag {
				return true
			}
		}
	}
	return false
}

// smallNumbers are the ages of almost all answers, written out once.
var smallNumbers = func() (numbers [600]string) {
	for i := range numbers {
		numbers[i] = strconv.Itoa(i)
	}
	return numbers
}()

func seconds(n int64) string {
	if n < 0 {
		n = 0
	}
	if n < int64(len(smallNumbers)) {
		return smallNumbers[n]
	}
	return strconv.FormatInt(n, 10)
}
