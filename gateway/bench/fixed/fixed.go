// Package fixed is a Caddy handler that writes answers from a file and does
// nothing else: the peer of the gateway's benchmarks.
package fixed

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/caddyconfig/httpcaddyfile"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

func init() {
	caddy.RegisterModule(new(Handler))
	httpcaddyfile.RegisterHandlerDirective("fixed", func(h httpcaddyfile.Helper) (caddyhttp.MiddlewareHandler, error) {
		handler := new(Handler)
		return handler, handler.UnmarshalCaddyfile(h.Dispenser)
	})
	httpcaddyfile.RegisterDirectiveOrder("fixed", httpcaddyfile.Before, "reverse_proxy")
}

// Handler writes the answers of a file.
type Handler struct {
	// File holds a JSON array of answers. It is read when the server starts.
	File string `json:"file,omitempty"`

	answers map[string]*Answer // by path
}

// CaddyModule names the module.
func (*Handler) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "http.handlers.fixed", New: func() caddy.Module { return new(Handler) }}
}

// UnmarshalCaddyfile reads the directive:
//
//	fixed [<matcher>] <file>
//
// A file by its absolute path needs the matcher `*` before it, or it would be one.
func (h *Handler) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	d.Next()
	if !d.AllArgs(&h.File) {
		return d.ArgErr()
	}
	return nil
}

// Answer is one answer by its path. A query is not looked at.
type Answer struct {
	Path   string      `json:"path"`
	Status int         `json:"status"`
	Header http.Header `json:"header"`
	// Body is base64 in JSON.
	Body []byte `json:"body"`
}

// Provision reads the file.
func (h *Handler) Provision(caddy.Context) error {
	text, err := os.ReadFile(h.File)
	if err != nil {
		return fmt.Errorf("reading the answers: %w", err)
	}
	var answers []*Answer
	if err := json.Unmarshal(text, &answers); err != nil {
		return fmt.Errorf("reading the answers in %s: %w", h.File, err)
	}
	h.answers = make(map[string]*Answer, len(answers))
	for _, one := range answers {
		h.answers[one.Path] = one
	}
	return nil
}

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request, next caddyhttp.Handler) error {
	ready := h.answers[r.URL.Path]
	if ready == nil {
		return next.ServeHTTP(w, r)
	}
	header := w.Header()
	for name, values := range ready.Header {
		header[name] = values
	}
	w.WriteHeader(ready.Status)
	_, err := w.Write(ready.Body)
	return err
}

var (
	_ caddy.Provisioner           = (*Handler)(nil)
	_ caddyfile.Unmarshaler       = (*Handler)(nil)
	_ caddyhttp.MiddlewareHandler = (*Handler)(nil)
)
