// Package lineuppage is the lineup page: what is live, canary and preview of each edition, by
// whom and since when, how it does, and the way to change it. It is made of what the store
// and the journal say and of files of the binary alone, so it answers when no release
// can be used:
//
//	GET  /releases/            the page; signing in, for who has not
//	POST /releases/session     signs in with a token
//	POST /releases/session/end signs out
//	POST /releases/change      changes the lineup
//	GET  /releases/preview     leads to a preview in the site
//	GET  /releases/assets/     its style sheet, script and faces
//
// It knows nothing of Caddy.
package lineuppage

import (
	"bytes"
	"embed"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"time"

	"fieldhouse/plugins/editions/health"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/ship/api"
	"fieldhouse/plugins/editions/ship/token"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/representation"
	"fieldhouse/plugins/site/settings"

	"go.uber.org/zap"
)

// Addresses of the page.
const (
	home            = api.Path + "/"
	sessionPath     = api.Path + "/session"
	endPath         = api.Path + "/session/end"
	changePath      = api.Path + "/change"
	previewPath     = api.Path + "/preview"
	assetsPath      = api.Path + "/assets/"
	previewLength   = 24 * time.Hour
	maxForm         = 8 << 10
	journalLength   = 100
	maxJournalLines = 25
)

//go:embed assets page.tmpl
var files embed.FS

var pageTemplate = template.Must(template.New("page.tmpl").Funcs(template.FuncMap{
	"clock": func(t time.Time) string { return t.UTC().Format("15:04") },
	"stamp": func(t time.Time) string { return t.UTC().Format(time.RFC3339) },
	"day":   func(t time.Time) string { return t.UTC().Format("2 Jan") },
	"yards": func() string { return yards },
}).ParseFS(files, "page.tmpl"))

// Config describes a page.
type Config struct {
	Store   *store.Store
	Journal *journal.File
	Tokens  *token.Tokens
	// API makes the changes, by its own rules, and answers all else below its path.
	API *api.Server
	// Sessions outlast the page: a reload signs nobody out.
	Sessions *Sessions
	// Editions are those of the site, in its order.
	Editions func() []settings.Edition
	// Reports is what browsers reported of an edition's releases.
	Reports func(edition string) health.Reading
	// Secure reports whether the request came over TLS.
	Secure func(*http.Request) bool
	Logger func() *zap.Logger
	Now    func() time.Time
}

// Server answers the page, and leaves the API's addresses to the API.
type Server struct {
	config Config
	assets map[string]asset
	mux    *http.ServeMux
}

type asset struct {
	kind, etag string
	content    []byte
}

var kinds = map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".woff2": "font/woff2", ".txt": "text/plain; charset=utf-8"}

// New makes a page.
func New(config Config) *Server {
	s := &Server{config: config, assets: map[string]asset{}, mux: http.NewServeMux()}
	found, _ := fs.ReadDir(files, "assets")
	for _, entry := range found {
		content, _ := files.ReadFile("assets/" + entry.Name())
		s.assets[entry.Name()] = asset{kinds[path.Ext(entry.Name())], representation.Tag(content), content}
	}
	s.mux.Handle("/", config.API)
	s.mux.HandleFunc("GET "+home+"{$}", s.home)
	s.mux.HandleFunc("GET "+assetsPath+"{name}", s.asset)
	s.mux.HandleFunc("GET "+previewPath, s.preview)
	s.mux.HandleFunc("POST "+sessionPath, s.sameOrigin(s.signIn))
	s.mux.HandleFunc("POST "+endPath, s.sameOrigin(s.signOut))
	s.mux.HandleFunc("POST "+changePath, s.sameOrigin(s.change))
	return s
}

// policy lets the page load its own files and send its own forms, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lineup"

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	for name, value := range map[string]string{
		"Cache-Control": "no-store", "Content-Security-Policy": policy, "Cross-Origin-Opener-Policy": "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin", "Referrer-Policy": "same-origin", "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
		"X-Robots-Tag": "noindex",
	} {
		header.Set(name, value)
	}
	s.mux.ServeHTTP(w, r)
}

func (s *Server) asset(w http.ResponseWriter, r *http.Request) {
	found, known := s.assets[r.PathValue("name")]
	if !known {
		s.config.API.ServeHTTP(w, r)
		return
	}
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("Content-Type", found.kind)
	w.Header().Set("ETag", found.etag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(found.content))
}

// home answers the page, and 304 to who asks again and has it.
func (s *Server) home(w http.ResponseWriter, r *http.Request) {
	who, signedIn := s.user(r)
	if !signedIn {
		s.answer(w, r, http.StatusOK, page{})
		return
	}
	s.show(w, r, http.StatusOK, who, func(shown *page) { shown.done(r.URL.Query().Get("done")) })
}

// show answers the page of somebody, with what more there is on it.
func (s *Server) show(w http.ResponseWriter, r *http.Request, status int, who token.Token, more func(*page)) {
	shown, err := s.page(who)
	if err != nil {
		s.config.Logger().Error("the lineup page", zap.Error(err))
		problem := api.AsProblem(err)
		shown, status = page{User: &who, Trouble: problem.Message, Help: problem.Help}, problem.Status
	} else {
		more(&shown)
	}
	s.answer(w, r, status, shown)
}

func (s *Server) answer(w http.ResponseWriter, r *http.Request, status int, shown page) {
	var body bytes.Buffer
	if err := pageTemplate.Execute(&body, shown); err != nil {
		s.config.Logger().Error("the lineup page", zap.Error(err))
		http.Error(w, "the page could not be made: look at the gateway's log", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if representation.NotModified(w, r, status, representation.Tag(body.Bytes())) {
		return
	}
	w.WriteHeader(status)
	// The client may have gone.
	_, _ = w.Write(body.Bytes())
}
