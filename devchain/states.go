package devchain

import (
	"bytes"
	"embed"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/caddyconfig/httpcaddyfile"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

//go:embed states
var stateSources embed.FS

// statesHome is the address of the list of states, and its files are below it.
const statesHome = "/_dev/states"

// stateParameter of a page's address names the state in which it opens.
const stateParameter = "_state"

// statesPolicy lets the list run its own script and style and nothing else.
const statesPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// The page's own module comes after its first paint, and modules that are added then
// run in any order: the world's stands in its place and fetches it.
var (
	pageModule = regexp.MustCompile(`<script type="module" [^>]*>`)
	toWorld    = strings.NewReplacer(
		`<script type="module" src="`, `<script type="module" src="`+statesHome+`/world.js" data-host="`,
		`" integrity="`, `" data-integrity="`,
	)
)

func init() {
	caddy.RegisterModule(States{})
	httpcaddyfile.RegisterHandlerDirective("states", func(h httpcaddyfile.Helper) (caddyhttp.MiddlewareHandler, error) {
		handler := new(States)
		return handler, handler.UnmarshalCaddyfile(h.Dispenser)
	})
	httpcaddyfile.RegisterDirectiveOrder("states", httpcaddyfile.Before, "metrics")
}

// States is the Caddy handler `states`: every state of the slip, the line, the stage,
// walls and cards, to look at without a chain. It answers /_dev/states with a list of
// states. Each is a page of the site with `?_state=<name>` in its address, into which
// it writes a script that answers what the page asks of the data API, the chain API
// and the asset index.
type States struct{}

// CaddyModule returns the Caddy module information.
func (States) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "http.handlers.states", New: func() caddy.Module { return new(States) }}
}

// UnmarshalCaddyfile reads the directive, which has no arguments.
//
//	states
func (*States) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	d.Next()
	if d.NextArg() {
		return d.ArgErr()
	}
	return nil
}

// stateFiles are what the list and the script are made of.
var stateFiles, _ = fs.Sub(stateSources, "states")

func (*States) ServeHTTP(w http.ResponseWriter, r *http.Request, next caddyhttp.Handler) error {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return next.ServeHTTP(w, r)
	}
	if name, isOwn := strings.CutPrefix(r.URL.Path, statesHome); isOwn && (name == "" || name[0] == '/') {
		header := w.Header()
		header.Set("Cache-Control", "no-store")
		header.Set("Content-Security-Policy", statesPolicy)
		header.Set("X-Content-Type-Options", "nosniff")
		// Not index.html: that name is answered with a redirection to the folder.
		if name == "" {
			name = "list.html"
		}
		http.ServeFileFS(w, r, stateFiles, path.Clean("/" + name)[1:])
		return nil
	}
	query := r.URL.Query()
	if !query.Has(stateParameter) {
		return next.ServeHTTP(w, r)
	}
	return openState(w, r, query, next)
}

// openState answers a page as the handlers after it compose it, with the world's module in
// the place of its own.
func openState(w http.ResponseWriter, r *http.Request, query url.Values, next caddyhttp.Handler) error {
	query.Del(stateParameter)
	plain := r.Clone(r.Context())
	plain.URL.RawQuery = query.Encode()
	for _, name := range []string{"Accept-Encoding", "If-None-Match", "If-Modified-Since"} {
		plain.Header.Del(name)
	}
	var body bytes.Buffer
	recorder := caddyhttp.NewResponseRecorder(w, &body, func(int, http.Header) bool { return true })
	if err := next.ServeHTTP(recorder, plain); err != nil || !recorder.Buffered() {
		return err
	}
	page := pageModule.ReplaceAllFunc(body.Bytes(), func(tag []byte) []byte { return []byte(toWorld.Replace(string(tag))) })
	header := w.Header()
	header.Del("Etag")
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Length", strconv.Itoa(len(page)))
	w.WriteHeader(recorder.Status())
	_, err := w.Write(page)
	return err
}

var (
	_ caddyfile.Unmarshaler       = (*States)(nil)
	_ caddyhttp.MiddlewareHandler = (*States)(nil)
)
