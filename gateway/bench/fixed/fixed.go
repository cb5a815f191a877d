// Package fixed is a Caddy handler that writes answers from a file and does
// nothing else: the peer of the gateway's benchmarks.
package fixed

import (
	"net/http"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/caddyconfig/httpcaddyfile"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"

	"fieldhouse/gateway/bench/answer"
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

	answers answer.All
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

// Provision reads the file.
func (h *Handler) Provision(caddy.Context) (err error) {
	h.answers, err = answer.Read(h.File)
	return err
}

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request, next caddyhttp.Handler) error {
	if ready := h.answers[r.URL.Path]; ready != nil {
		return ready.Write(w)
	}
	return next.ServeHTTP(w, r)
}

var (
	_ caddy.Provisioner           = (*Handler)(nil)
	_ caddyfile.Unmarshaler       = (*Handler)(nil)
	_ caddyhttp.MiddlewareHandler = (*Handler)(nil)
)
