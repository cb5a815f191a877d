// Package visit answers visitors over HTTP: with pages and what navigation in them
// asks for, with the files of releases, and takes what browsers report. It knows
// nothing of Caddy.
package visit

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"fieldhouse/plugins/editions/health/sourcemap"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/representation"

	"go.uber.org/zap"
)

const maxAskedPath = 2048

// Config describes a server.
type Config struct {
	// Releases are those that are shown, and Pages what is composed of them.
	Releases *Releases
	Pages    *Pages
	// Previews is what is composed of releases that are shown by a link: kept apart, so that
	// it takes nothing of what visitors get.
	Previews *Pages
	// Streams tell pages what changes; nil where they only ask.
	Streams *Streams
	// Dev answers paths.Events: it sends new releases to open pages.
	Dev bool
	// Secure reports whether a visitor's connection is TLS.
	Secure func(*http.Request) bool
	// Staging is the site's: paths.Ready says so.
	Staging bool
	// Exiting reports whether the process is about to end.
	Exiting func() bool
	// Client is whom a request comes from.
	Client func(*http.Request) string
	// Assets answers paths.Assets: of which template a card is, and what is on a wall. Nil where
	// nobody does.
	Assets http.Handler
	// Logger logs what browsers report.
	Logger *zap.Logger
}

// Server answers with pages, files of releases and the gateway's own answers.
type Server struct {
	config   Config
	places   *sourcemap.Stacks
	pictures *pictures
	// ended is over when the server is.
	ended context.Context
	end   context.CancelFunc
}

// New makes a server; Close ends it.
func New(config Config) *Server {
	s := &Server{config: config, places: sourcemap.New(config.Releases.store.SourceMap, time.Now)}
	s.pictures = newPictures(config)
	s.ended, s.end = context.WithCancel(context.Background())
	return s
}

// Close ends the answers that go on: those that tell of new releases; and waits for the
// errors that are being led back to their sources.
func (s *Server) Close() {
	if s != nil {
		s.end()
		s.places.Close()
	}
}

// ServeHTTP answers any path that is no other plugin's. An error is one of the
// gateway, when nothing was answered yet.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) error {
	path := r.URL.Path
	// No other site has a page or an answer in its own process (Fetch standard, section 3.7);
	// images are for all.
	w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
	switch {
	case path == paths.Report:
		s.serveReport(w, r)
		return nil
	case path == paths.LeavePreview && r.Method == http.MethodPost:
		s.leavePreview(w, r)
		return nil
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		plain(w, http.StatusMethodNotAllowed, "this address takes GET and HEAD\n")
		return nil
	case paths.Under(path, paths.Files):
		return s.serveFile(w, r)
	case path == paths.Page:
		return s.serveInfo(w, r)
	case path == paths.Data:
		s.config.Pages.following.serve(w, r, s.config.Streams, s.config.Client(r))
		return nil
	case path == paths.Worker:
		return s.serveWorker(w, r)
	case path == paths.Events && s.config.Dev:
		return s.serveEvents(w, r)
	case paths.Under(path, paths.Pictures):
		return s.servePicture(w, r)
	case paths.Under(path, paths.Preview):
		s.enterPreview(w, r)
		return nil
	case path == paths.Health:
		plain(w, http.StatusOK, "ok")
		return nil
	case path == paths.Ready:
		s.serveReady(w, r)
		return nil
	case path == paths.Sitemap && s.config.Pages.WriteSitemap(w, r, s.config.Releases.Choose(nil)):
		return nil
	case path == paths.Robots && s.config.Pages.WriteRobots(w):
		return nil
	case path == paths.WebManifest && s.config.Pages.WriteWebManifest(w, r, s.config.Releases.Choose(nil)):
		return nil
	case paths.ReservedFor(path) != "":
		NotFound(w)
		return nil
	}
	s.servePage(w, r)
	return nil
}

func (s *Server) servePage(w http.ResponseWriter, r *http.Request) {
	secure := s.config.Secure(r)
	path := pathOf(r.URL)
	shown, bucket, err := s.config.Releases.Welcome(r, s.config.Client(r), secure)
	if err != nil {
		s.previewProblem(w, r, err, s.wayBack(r.URL))
		return
	}
	pages := s.pagesOf(shown)
	// Only an address that has a page is redirected to, so that none leads off the site.
	if trimmed := strings.TrimSuffix(path, "/"); len(path) > 1 && len(trimmed) < len(path) && pages.HasPage(shown, trimmed) {
		target := url.URL{Path: trimmed, RawQuery: r.URL.RawQuery}
		http.Redirect(w, r, target.String(), http.StatusPermanentRedirect)
		return
	}
	language, chosen := ChooseLanguage(r)
	if chosen {
		w.Header().Add("Set-Cookie", LanguageCookie(language, secure))
	}
	if bucket != "" {
		w.Header().Add("Set-Cookie", bucket)
	}
	pages.Get(r.Context(), shown, path, r.URL.RawQuery, language, looksBefore(r)).Write(w, r, secure)
}

// pathOf is the path that an address asks for. One with an escaped slash in a
// segment keeps its escapes, and so is nobody's: the slash ends no segment.
func pathOf(address *url.URL) string {
	if strings.Contains(strings.ToLower(address.RawPath), "%2f") {
		return address.RawPath
	}
	return address.Path
}

// serveInfo answers /_page (docs/edition-contract.md, "A page").
func (s *Server) serveInfo(w http.ResponseWriter, r *http.Request) error {
	asked, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		plain(w, http.StatusBadRequest, "the query cannot be read\n")
		return nil
	}
	path := asked.Get("path")
	if !strings.HasPrefix(path, "/") || len(path) > maxAskedPath || !utf8.ValidString(path) {
		plain(w, http.StatusBadRequest, "path: write an absolute path of at most 2048 bytes\n")
		return nil
	}
	language, _ := ChooseLanguage(r)
	shown := s.config.Releases.Choose(r)
	if signed := asked.Get("lineup"); signed != "" {
		served, found := s.config.Releases.Served(signed, s.between(r, path)...)
		if !found {
			plain(w, http.StatusConflict, "the lineup is no more: load the address in full\n")
			return nil
		}
		shown = served
	}
	// It is asked for as an address has it, with escapes.
	pages := s.pagesOf(shown)
	if address, err := url.ParseRequestURI(path); err == nil {
		if trimmed := strings.TrimSuffix(pathOf(address), "/"); pages.HasPage(shown, trimmed) {
			path = trimmed
		}
	}
	if !pages.WriteInfo(w, r, shown, path, language) {
		plain(w, http.StatusServiceUnavailable, "there is no release to show\n")
	}
	return nil
}

// between are the editions of a page that is gone to and of the one that it is gone to from:
// what becomes of another one's releases leaves them alone. None are named where it is not
// known which page asks.
func (s *Server) between(r *http.Request, to string) []string {
	from, err := url.Parse(r.Referer())
	if err != nil || from.Host != r.Host || from.Path == "" {
		return nil
	}
	return []string{s.config.Pages.EditionOf(from.Path), s.config.Pages.EditionOf(to)}
}

// serveReady says whether pages can be shown: without host and shell there is none,
// and soon none when the process is about to end. Why a release cannot be used is for the
// log: it tells of the machine.
func (s *Server) serveReady(w http.ResponseWriter, r *http.Request) {
	if s.config.Exiting() {
		plain(w, http.StatusServiceUnavailable, "the process is ending\n")
		return
	}
	for _, needed := range [...]string{release.Host, release.Shell} {
		if s.config.Releases.Choose(nil).Releases[needed] == nil {
			plain(w, http.StatusServiceUnavailable, "there is no usable release of the "+needed+": take one with --live\n")
			return
		}
	}
	if lacking := s.config.Releases.Lacking(); len(lacking) > 0 {
		plain(w, http.StatusServiceUnavailable, "this process still fetches what is live: "+strings.Join(lacking, ", ")+"\n")
		return
	}
	var text strings.Builder
	text.WriteString("ok\n")
	if s.config.Staging {
		text.WriteString(paths.Staging + "\n")
	}
	for _, now := range s.config.Releases.Status() {
		switch shown := cmp.Or(now.Shown, "nothing"); {
		case now.Live == "":
			fmt.Fprintf(&text, "%s: nothing is live\n", now.Edition)
		case now.Shown == now.Live:
			fmt.Fprintf(&text, "%s: %s\n", now.Edition, shown)
			if now.Canary != nil {
				fmt.Fprintf(&text, "%s: %s for %d of %d visitors\n", now.Edition, now.Canary.Release, now.Canary.Share, journal.MaxShare)
			}
		default:
			fmt.Fprintf(&text, "%s: %s, since the live %s cannot be used\n", now.Edition, shown, now.Live)
		}
	}
	plain(w, http.StatusOK, text.String())
}

func (s *Server) pagesOf(shown *page.Lineup) *Pages {
	if shown.Preview != nil {
		return s.config.Previews
	}
	return s.config.Pages
}

// NotFound says that nothing is at a path.
func NotFound(w http.ResponseWriter) { plain(w, http.StatusNotFound, "nothing is here\n") }

func plain(w http.ResponseWriter, status int, text string) {
	representation.WriteOnce(w, status, "text/plain; charset=utf-8", []byte(text))
}
