// Package serve answers the data API's assets over HTTP, out of the cache. It knows
// nothing of Caddy.
package serve

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldhouse/plugins/assets/index"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/edgecache/answer"
	"fieldhouse/plugins/paths"

	"go.uber.org/zap"
	"golang.org/x/time/rate"
)

// Config describes a server.
type Config struct {
	// Engine caches the answers. It has the Classes and was made with Prepare.
	Engine *edgecache.Engine
	// Index is what is read when the engine has no fresh answer.
	Index *index.Client
	// Site is what can be read.
	Site Site
	// Bounds hold for an answer of all assets; one is never larger than the
	// engine keeps.
	Bounds index.Bounds
	// Client is the client whose budget a request's miss counts on; see edgecache.Lookup.
	Client func(*http.Request) string
	// Logger gets the reads that fail or are cut.
	Logger *zap.Logger
	// Now is the clock; it must be the engine's. Default time.Now.
	Now func() time.Time
}

// Server answers GET and HEAD requests at paths.Assets, paths.Sales and paths.Burned.
type Server struct {
	config   Config
	logLimit rate.Sometimes
}

// New makes a server.
func New(config Config) *Server {
	if config.Now == nil {
		config.Now = time.Now
	}
	return &Server{
		config: config,
		// With the index gone every refresh fails: a few lines a second say it.
		logLimit: rate.Sometimes{First: 5, Interval: time.Second},
	}
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	parse := s.config.Site.Parse
	switch r.URL.Path {
	case paths.Assets:
	case paths.Sales:
		parse = s.config.Site.ParseSales
	case paths.Burned:
		parse = s.config.Site.ParseBurned
	default:
		refuse(w, http.StatusNotFound, 0, "there is nothing here: assets are at "+paths.Assets+", their sales at "+paths.Sales+", burned ones at "+paths.Burned)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		refuse(w, http.StatusMethodNotAllowed, 0, "assets can only be read, with GET or HEAD")
		return
	}
	query, err := parse(r.URL.RawQuery)
	if err != nil {
		refuse(w, http.StatusBadRequest, 0, err.Error())
		return
	}
	lookup := edgecache.Lookup{Key: query.Key(), Class: query.Class(), Client: s.config.Client(r), Take: take(query)}
	entry, status, err := s.config.Engine.Get(r.Context(), lookup, s.fetch(query))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	answer.Write(w, r, entry, entry.Prepared.(*answer.Prepared), status, s.config.Now())
}

// fetch reads a query's answer from the index.
func (s *Server) fetch(query Query) edgecache.Fetch {
	return func(ctx context.Context) (edgecache.Content, error) {
		listing, err := s.read(ctx, query)
		if err != nil {
			s.logFailure(ctx, query, err)
			return edgecache.Content{}, err
		}
		if listing.Cut != index.Complete {
			s.logLimit.Do(func() {
				s.config.Logger.Warn("an answer ends before the last asset", zap.String("collection", query.Collection), zap.String("owner", query.Owner),
					zap.String("cut", string(listing.Cut)), zap.Int("assets", listing.Len()), zap.Int("pages", listing.Pages))
			})
		}
		return edgecache.Content{Body: listing.Body(), Tags: query.Tags(), Meta: formatMeta(&listing)}, nil
	}
}

// take takes what another process of the cluster has read, if it could be an index's answer to the query.
func take(query Query) func(*edgecache.Content) bool {
	return func(content *edgecache.Content) bool {
		content.Tags = query.Tags()
		_, cut, err := parseMeta(content.Meta)
		isKnown := slices.Contains([]index.Cut{index.Complete, index.CutByPages, index.CutByBytes}, cut)
		return err == nil && isKnown && index.Check(content.Body, query.Query) == nil
	}
}

func (s *Server) read(ctx context.Context, query Query) (index.Listing, error) {
	if query.Page > 0 {
		// Not cut when it is larger than the engine keeps: a client that counts
		// its pages' assets would take a cut page for the last one.
		return s.config.Index.Page(ctx, query.Query, query.Page, query.Limit)
	}
	bounds := s.config.Bounds
	bounds.MaxBytes = min(bounds.MaxBytes, s.config.Engine.BodyLimit(query.Class()))
	return s.config.Index.Whole(ctx, query.Query, bounds)
}

// logFailure logs a read that failed. One that ended with the cache did not fail.
func (s *Server) logFailure(ctx context.Context, query Query, err error) {
	if errors.Is(ctx.Err(), context.Canceled) {
		return
	}
	s.logLimit.Do(func() {
		s.config.Logger.Warn("assets could not be read", zap.String("collection", query.Collection), zap.String("owner", query.Owner), zap.Int("page", query.Page), zap.Error(err))
	})
}

// The headers that an answer has besides those of the cache.
const (
	// TimeHeader is when the index answered, RFC 3339: the assets are as it knew
	// them then. The body's query_time is that of the newest change.
	TimeHeader = "X-Index-Time"
	// CutHeader says why an answer ends before the last asset: pages or bytes.
	// It is absent when it does not. The body's member "cut" says the same.
	CutHeader = "X-Assets-Cut"
)

// contentType is an index's own.
const contentType = "application/json; charset=utf-8"

// timeLayout is RFC 3339 with the milliseconds that an index counts.
const timeLayout = "2006-01-02T15:04:05.000Z07:00"

// formatMeta writes what goes into the headers as an entry's Meta.
func formatMeta(listing *index.Listing) string {
	return strconv.FormatInt(listing.QueryTime, 10) + " " + string(listing.Cut)
}

// parseMeta reads what formatMeta writes; an error is of the time alone.
func parseMeta(meta string) (queryTime int64, cut index.Cut, err error) {
	moment, rest, _ := strings.Cut(meta, " ")
	queryTime, err = strconv.ParseInt(moment, 10, 64)
	return queryTime, index.Cut(rest), err
}

// Prepare makes an entry ready to be answered; for the engine's Config.
func Prepare(entry, previous *edgecache.Entry) any {
	ready := answer.Prepare(entry, previous, contentType)
	queryTime, cut, err := parseMeta(entry.Meta)
	if err == nil && queryTime > 0 {
		ready.With(TimeHeader, time.UnixMilli(queryTime).UTC().Format(timeLayout))
	}
	if cut != "" {
		ready.With(CutHeader, string(cut))
	}
	return ready
}

// fail answers a request whose assets could not be read, when none are cached. The
// endpoints are for the log and not for the answer.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(r.Context().Err(), context.Canceled) {
		return // nobody waits for it any more
	}
	code, retryAfter, message := failure(err)
	answer.SetFailureStatus(w, err)
	refuse(w, code, retryAfter, message)
}

// failure is answer.Failure with the index's own words: its refusal is passed on,
// and when all endpoints limit, the answer is 429 like theirs.
func failure(err error) (code int, retryAfter time.Duration, message string) {
	code, retryAfter, message = answer.Failure(err, "the asset index")
	var refusal *index.Refusal
	if errors.As(err, &refusal) {
		if message = refusal.Message; message == "" {
			message = "the asset index refused what was asked for"
		}
		return refusal.Status, 0, message
	}
	var unavailable *index.Unavailable
	if errors.As(err, &unavailable) {
		if after, limited := unavailable.Limited(); limited {
			return http.StatusTooManyRequests, max(after, retryAfter), "Rate limit: the asset index is asked as often as it allows; try again in a moment"
		}
	}
	return code, retryAfter, message
}

// refuse writes an error in the AtomicAssets API's shape.
func refuse(w http.ResponseWriter, code int, retryAfter time.Duration, message string) {
	answer.RefuseWith(w, code, retryAfter, contentType, struct {
		Success bool   `json:"success"`
		Message string `json:"message"`
	}{false, message})
}
