// Package serve answers configured feeds in the feed-to-JSON shape over HTTP and
// to pages, out of the cache. It knows nothing of Caddy.
package serve

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/edgecache/answer"
	"fieldhouse/plugins/feed/archive"
	"fieldhouse/plugins/feed/article"
	"fieldhouse/plugins/feed/reader"
	"fieldhouse/plugins/needs"
	"fieldhouse/plugins/paths"

	"go.uber.org/zap"
	"golang.org/x/time/rate"
)

// Class is the engine's class of feeds.
const Class = edgecache.Class("posts")

// NeedPosts is the need of a page that is a feed: the first one (specification,
// section 3, shared app data).
const NeedPosts = "PostsMedium"

// source is the name of what is read here, in messages.
const source = "the blog feed"

const contentType = "application/json"

// Prepare makes an entry ready to be answered; for the engine's Config.
func Prepare(entry, previous *edgecache.Entry) any {
	return answer.Prepare(entry, previous, contentType)
}

// Config describes a server.
type Config struct {
	// Engine caches the answers. It has the class Class and was made with Prepare.
	Engine *edgecache.Engine
	// Feeds are the addresses of the feeds that can be read. Pages get the first one.
	Feeds []string
	// Private are the host:port pairs of feeds without TLS or on addresses that
	// are not public.
	Private []string
	// Posts bounds the posts of an answer; a feed mostly has about 10.
	Posts int
	// MaxBytes bounds a feed as it is fetched. An answer is never larger than the
	// engine keeps.
	MaxBytes int64
	// Timeout bounds one fetch.
	Timeout time.Duration
	// Client is the address of a request's client, for the engine's budgets.
	Client func(r *http.Request) string
	// Observe is called after each fetch, with the feed's host.
	Observe func(host string, outcome reader.Outcome, took time.Duration)
	// Memory is what earlier readers of a feed remembered.
	Memory func(address string) *reader.Memory
	// Archive has the posts that a feed does not list any more. Default none.
	Archive func(address string) *archive.Archive
	// Logger gets the feeds that cannot be read.
	Logger *zap.Logger
	// Now is the clock; it must be the engine's. Default time.Now.
	Now func() time.Time
}

// Server answers GET and HEAD requests of paths.Feed.
type Server struct {
	config Config
	feeds  []*feed
	// byAddress finds a feed by its normalised address.
	byAddress map[string]*feed
	logLimit  rate.Sometimes
}

// feed is one of the configured feeds.
type feed struct {
	key, host string
	reader    *reader.Reader
	fetch     edgecache.Fetch
	archive   *archive.Archive // nil for none
}

// New makes a server, or refuses a feed that could not be read.
func New(config Config) (*Server, error) {
	if config.Now == nil {
		config.Now = time.Now
	}
	s := &Server{
		config:    config,
		byAddress: make(map[string]*feed),
		logLimit:  rate.Sometimes{First: 5, Interval: time.Second},
	}
	for _, address := range config.Feeds {
		if err := s.add(address); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *Server) add(address string) error {
	normal, err := reader.Normalise(address)
	if err != nil {
		return err
	}
	if s.byAddress[normal] != nil {
		return fmt.Errorf("the feed %q stands twice", address)
	}
	host := hostOf(normal)
	f := &feed{
		// The posts of another bound are another answer.
		key:  fmt.Sprintf("%d %s", s.config.Posts, normal),
		host: host,
	}
	if s.config.Archive != nil {
		f.archive = s.config.Archive(normal)
	}
	f.reader, err = reader.New(reader.Config{
		Address:  address,
		Private:  s.config.Private,
		Timeout:  s.config.Timeout,
		MaxBytes: s.config.MaxBytes,
		Parse:    func(ctx context.Context, from article.Source) ([]byte, error) { return s.parse(ctx, f, from) },
		Observe:  func(outcome reader.Outcome, took time.Duration) { s.config.Observe(host, outcome, took) },
		Memory:   s.config.Memory(normal),
		Now:      s.config.Now,
	})
	if err != nil {
		return err
	}
	tags := []string{"feed:" + host}
	f.fetch = func(ctx context.Context) (edgecache.Content, error) {
		body, err := f.reader.Read(ctx)
		if err != nil {
			s.logFailure(ctx, f, err)
			return edgecache.Content{}, err
		}
		return edgecache.Content{Body: body, Tags: tags}, nil
	}
	s.feeds = append(s.feeds, f)
	s.byAddress[normal] = f
	return nil
}

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "" // it was normalised, so it is one
	}
	return u.Host
}

// parse makes of a feed the body that is cached.
func (s *Server) parse(ctx context.Context, f *feed, from article.Source) ([]byte, error) {
	document, err := article.Parse(ctx, from, s.config.Posts)
	if err != nil {
		return nil, err
	}
	if f.archive != nil {
		document = f.archive.Take(document)
	}
	body, left, err := document.JSON(s.config.Engine.BodyLimit(Class))
	if err != nil {
		return nil, err
	}
	if left > 0 {
		s.config.Logger.Warn("posts are missing from an answer: the feed is larger than what is kept; raise cache_size",
			zap.String("feed", from.Address), zap.Int("posts", len(document.Items)), zap.Int("left_out", left))
	}
	return body, nil
}

// logFailure logs a feed that could not be read. A fetch that ended with the cache did
// not fail.
func (s *Server) logFailure(ctx context.Context, f *feed, err error) {
	if errors.Is(ctx.Err(), context.Canceled) {
		return
	}
	var later *reader.LaterError
	if errors.As(err, &later) {
		s.config.Logger.Debug("the blog feed is left alone", zap.String("feed", f.reader.Address()), zap.Time("until", later.Until))
		return
	}
	s.logLimit.Do(func() {
		s.config.Logger.Warn("the blog feed could not be read", zap.String("feed", f.reader.Address()), zap.Error(err))
	})
}

// emptyFeed is the answer to a page of a site without a feed.
var emptyFeed = func() needs.Answer {
	body, _, err := article.Document{Status: "ok", Items: []article.Post{}}.JSON(1 << 10)
	if err != nil {
		panic(err) // a constant that cannot be written
	}
	return needs.Answer{Body: body, Version: "none"}
}()

// archiveWait is how long a page with archived posts waits for the feed's own.
const archiveWait = 20 * time.Millisecond

// Need implements needs.Source: the first feed as JSON with the archived posts that it
// does not list any more. It waits for the feed only when nothing is cached, and no longer
// than ctx. Without a feed it is a document without posts.
func (s *Server) Need(ctx context.Context, need string) (needs.Answer, error) {
	if need != NeedPosts {
		return needs.Answer{}, fmt.Errorf("the need %q is not one of feed", need)
	}
	if len(s.feeds) == 0 {
		return emptyFeed, nil
	}
	f := s.feeds[0]
	if f.archive != nil {
		if body, _ := f.archive.Posts(); body != nil {
			soon, cancel := context.WithTimeout(ctx, archiveWait)
			defer cancel()
			// It goes on being read; what it fails with is logged.
			_, _, _ = s.config.Engine.Get(soon, edgecache.Lookup{Key: f.key, Class: Class, Shared: true}, f.fetch)
			body, version := f.archive.Posts()
			return needs.Answer{Body: body, Version: version}, nil
		}
	}
	entry, _, err := s.config.Engine.Get(ctx, edgecache.Lookup{Key: f.key, Class: Class, Shared: true}, f.fetch)
	if err != nil {
		return needs.Answer{}, fmt.Errorf("reading the need %s: %w", need, err)
	}
	if f.archive != nil {
		if body, version := f.archive.Posts(); body != nil { // a new blog has no posts yet
			return needs.Answer{Body: body, Version: version, ReadAt: entry.Stored}, nil
		}
	}
	return needs.Answer{Body: entry.Body, Version: strings.Trim(entry.ETag, `"`), ReadAt: entry.Stored}, nil
}

// ServeHTTP answers a request for paths.Feed.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != paths.Feed {
		refuse(w, http.StatusNotFound, 0, "there is nothing here; the feed is at "+paths.Feed+"?rss_url=")
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		refuse(w, http.StatusMethodNotAllowed, 0, "a feed can only be read, with GET or HEAD")
		return
	}
	f, code, message := s.find(r.URL.RawQuery)
	if f == nil {
		refuse(w, code, 0, message)
		return
	}
	lookup := edgecache.Lookup{Key: f.key, Class: Class, Client: s.config.Client(r), Shared: true}
	entry, status, err := s.config.Engine.Get(r.Context(), lookup, f.fetch)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	answer.Write(w, r, entry, entry.Prepared.(*answer.Prepared), status, s.config.Now())
}
