// Package api is the HTTP API by which teams and ops ship (docs/edition-contract.md,
// "Shipping"):
//
//	GET    /releases/lineup                    what is shown; its ETag is the version
//	POST   /releases/lineup                    a Change, in one step
//	GET    /releases/journal?edition=&limit=   who changed what, when and why
//	GET    /releases/editions/{edition}        the releases of the store
//	GET    /releases/editions/{edition}/reports what browsers have reported of them
//	POST   /releases/editions/{edition}        a release as a tar archive
//	POST   /releases/editions/{edition}/missing which files of a release.json to send
//	POST   /releases/editions/{edition}/previews a LinkPreview: what leads to one in the site
//	POST   /releases/prune                     removes what is old; {"dryRun": true} lists it
//	GET    /releases/tokens                    the tokens that were made
//	POST   /releases/tokens                    makes one
//	DELETE /releases/tokens/{name}             revokes one
//
// It knows nothing of Caddy.
package api

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"fieldhouse/plugins/audit"
	"fieldhouse/plugins/clients"
	"fieldhouse/plugins/editions/health"
	"fieldhouse/plugins/editions/lineup"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/ship/token"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/sharedfile"
	"fieldhouse/plugins/site/settings"
	"fieldhouse/plugins/strictjson"
	"fieldhouse/plugins/unread"

	"github.com/go-chi/chi/v5"
	"go.uber.org/zap"
)

// Bounds of requests.
const (
	maxBody     = 64 << 10
	maxManifest = 2 << 20
	// How long an upload may take, and how long nothing of it may come.
	maxUpload = 10 * time.Minute
	maxPause  = 20 * time.Second
	// Uploads at once, of one token and of all, with questions for what an upload has to bring.
	maxUploadsOfToken = 2
	maxUploads        = 8
	// Tokens that are of no use, of one client: a second, and at once.
	badTriesPerSecond = 0.2
	badTries          = 20
	// Entries of the journal in an answer.
	defaultEntries = 50
	maxListed      = 500
	// Changes of an edition that a conflict names at most.
	meanwhileListed = 5
)

// Config describes a server.
type Config struct {
	// Store takes releases in, and refuses them by its checks.
	Store   *store.Store
	Journal *journal.File
	Tokens  *token.Tokens
	// Checks are what a change of the lineup asks of releases.
	Checks journal.Checks
	// Prune removes what is old, or says what it would.
	Prune func(change journal.Change, dry bool) (store.Pruned, error)
	// LinkPreview is the path that leads to a preview.
	LinkPreview func(lineup.Preview) string
	// Usage is counted on over reloads.
	Usage *Usage
	// Quota is how many bytes the store may have of one edition. 0 is without bound.
	Quota int64
	// Editions are those of the site; nil for unknown.
	Editions func() []settings.Edition
	// Reports are what browsers have reported of an edition.
	Reports func(edition string) health.Reading
	// Origin is where visitors find the site; empty for unknown.
	Origin func() string
	// Client is whom a request comes from.
	Client func(*http.Request) string
	// Logger is that of the moment.
	Logger func() *zap.Logger
	// Audit has what was done with which token, and what was refused. Nil has nothing.
	Audit *audit.Log
	Now   func() time.Time
}

// DefaultQuota is some hundred releases of an edition that have nothing in common, in bytes.
const DefaultQuota = 4 << 30

// Usage is what clients have of the API: tries without a token of use, and uploads under way.
type Usage struct {
	tries *clients.Limits

	mutex sync.Mutex
	// uploads are those under way by token.
	uploads map[string]int
}

// NewUsage is that of nobody.
func NewUsage() *Usage {
	return &Usage{tries: clients.NewLimits(badTriesPerSecond, badTries), uploads: make(map[string]int)}
}

// Server answers requests below Path.
type Server struct {
	config Config
	router chi.Router
	// refused are the uploads that were refused lately.
	refused *sharedfile.File[[]Refusal]

	// pause is how long nothing of an upload may come, and most how long one may take.
	pause, most time.Duration
}

// New makes a server.
func New(config Config) *Server {
	s := &Server{config: config, refused: refusalsOf(config.Store.Folder()), pause: maxPause, most: maxUpload}
	router := chi.NewRouter()
	router.NotFound(s.handle(func(http.ResponseWriter, *http.Request) error {
		return problem(http.StatusNotFound, CodeNotFound, "docs/edition-contract.md lists the addresses", "there is nothing at this address")
	}))
	router.MethodNotAllowed(s.handle(func(http.ResponseWriter, *http.Request) error {
		return problem(http.StatusMethodNotAllowed, CodeMethod, "docs/edition-contract.md lists the methods", "this address has no such method")
	}))
	router.Route(Path, func(r chi.Router) {
		r.Get("/lineup", s.handle(s.lineup))
		r.Post("/lineup", s.handle(s.change))
		r.Get("/journal", s.handle(s.journal))
		r.Get("/editions/{edition}", s.handle(s.list))
		r.Get("/editions/{edition}/reports", s.handle(s.reports))
		r.Post("/editions/{edition}", s.handle(s.upload))
		r.Post("/editions/{edition}/missing", s.handle(s.missing))
		r.Post("/editions/{edition}/previews", s.handle(s.linkPreview))
		r.Post("/prune", s.handle(s.prune))
		r.Get("/tokens", s.handle(s.tokens))
		r.Post("/tokens", s.handle(s.makeToken))
		r.Delete("/tokens/{name}", s.handle(s.revokeToken))
	})
	s.router = router
	return s
}

type contextKey struct{ name string }

var (
	userKey  = contextKey{"user"}
	adminKey = contextKey{"admin"}
)

// ServeHTTP answers a request of a site.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer unread.Begin(w, r)()
	// Nothing of it is kept, shown as anything else, or framed.
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	user, err := s.authenticate(r)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.router.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), userKey, user)))
}

// ServeAdmin answers a request of the admin endpoint, where the first token can be made
// without one.
func (s *Server) ServeAdmin(w http.ResponseWriter, r *http.Request) {
	s.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), adminKey, true)))
}

// authenticate is the token that a request has.
func (s *Server) authenticate(r *http.Request) (token.Token, error) {
	scheme, secret, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if scheme == "" && r.Context().Value(adminKey) != nil && r.Method == http.MethodPost && r.URL.Path == Path+"/tokens" {
		has, err := s.config.Tokens.HasOps()
		if err != nil || !has {
			return token.Token{Known: token.Known{Name: "admin", Edition: token.All}}, err
		}
	}
	if !strings.EqualFold(scheme, "Bearer") {
		secret = ""
	}
	return s.Find(r, secret)
}

// Find is the token of a secret that came with a request; empty for none. How often a
// client may come with one that is of no use is bounded.
func (s *Server) Find(r *http.Request, secret string) (token.Token, error) {
	message := "the request has no token"
	var useless token.Token
	if secret = strings.TrimSpace(secret); secret != "" {
		found, err := s.config.Tokens.Find(secret)
		switch {
		case err == nil:
			return found, nil
		case !errors.Is(err, token.ErrUnknown) && !errors.Is(err, token.ErrExpired) && !errors.Is(err, token.ErrRevoked):
			return token.Token{}, err
		}
		message, useless = err.Error(), found
	}
	client := s.config.Client(r)
	// One that is right always gets in, so nobody can be shut out by another's tries.
	if ok, wait := s.config.Usage.tries.AllowAt(client, s.config.Now()); !ok {
		refused := problem(http.StatusTooManyRequests, CodeRate, "wait, and try with a token that is of use", "too many requests without one")
		refused.RetryAfter = wait
		return token.Token{}, s.record(audit.Entry{Action: useToken, From: client}, refused)
	}
	return token.Token{}, s.record(audit.Entry{Action: useToken, By: useless.Name, From: client}, problem(http.StatusUnauthorized, CodeToken, "send `Authorization: Bearer TOKEN`; ops make tokens with `fieldhouse token make`", "%s", message))
}

func user(r *http.Request) token.Token { return r.Context().Value(userKey).(token.Token) }

// mayShip refuses a token of another edition.
func mayShip(who token.Token, editions ...string) error {
	for _, edition := range editions {
		if !who.Ships(edition) {
			return problem(http.StatusForbidden, CodeScope, "use one of that edition, or of ops", "the token %s is for %s, not for %s", who.Name, who.Edition, edition)
		}
	}
	return nil
}

func mayOperate(who token.Token) error {
	if who.Edition != token.All {
		return problem(http.StatusForbidden, CodeScope, "ask ops", "the token %s is for %s, and this is for ops", who.Name, who.Edition)
	}
	return nil
}

func (s *Server) handle(serve func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := serve(w, r); err != nil {
			s.refuse(w, r, err)
		}
	}
}

// decode reads a request's JSON. No body is an empty object. What stands in the query in its place is
// refused: a trial that is asked for there, as of an upload, would be none.
func decode(w http.ResponseWriter, r *http.Request, into any) error {
	const help = "send a JSON object as docs/edition-contract.md shows it"
	if query := r.URL.RawQuery; query != "" {
		return badRequest(help, "it has %.40q in its query", query)
	}
	err := strictjson.Read(http.MaxBytesReader(w, r.Body, maxBody), into)
	var large *http.MaxBytesError
	switch {
	case err == nil, err == io.EOF:
		return nil
	case errors.As(err, &large):
		return err
	}
	return badRequest(help, "reading the request: %v", err)
}

// ifMatch is the version that a request is for; 0 for any.
func ifMatch(r *http.Request) (uint64, error) {
	given := r.Header.Get("If-Match")
	if given == "" || given == "*" {
		return 0, nil
	}
	version, err := strconv.ParseUint(strings.Trim(given, `"`), 10, 64)
	if err != nil || given != etag(version) || version == 0 {
		return 0, badRequest(`send the ETag of the lineup as it is, such as "12"`, "If-Match %q is no version of the lineup", given)
	}
	return version, nil
}

func etag(version uint64) string { return `"` + strconv.FormatUint(version, 10) + `"` }
