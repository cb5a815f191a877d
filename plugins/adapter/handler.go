package adapter

import (
	"net/http"

	"fieldhouse/plugins/paths"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/caddyconfig/httpcaddyfile"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

// App is a plugin's Caddy app that its block in the Caddyfile's global options
// describes.
type App[T any] interface {
	*T
	caddy.App
	caddy.Module
	caddy.Provisioner
	caddyfile.Unmarshaler
}

// Server is an App that answers what is below one address of the site.
type Server[T any] interface {
	App[T]
	caddy.CleanerUpper
	// Serves is the address and what answers it, of an app that was provisioned.
	Serves() (path string, server http.Handler)
}

// ModuleInfo is that of a module of this id, for its CaddyModule.
func ModuleInfo[T any, M interface {
	*T
	caddy.Module
}](id caddy.ModuleID) caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: id, New: func() caddy.Module { return M(new(T)) }}
}

// RegisterApp registers a plugin's app, and its block as a global option of its
// name. twice is the reason in the error for a second block.
func RegisterApp[T any, A App[T]](twice string) {
	caddy.RegisterModule(A(new(T)))
	name := nameOf[T, A]()
	httpcaddyfile.RegisterGlobalOption(name, func(d *caddyfile.Dispenser, existing any) (any, error) {
		if existing != nil {
			d.Next()
			return nil, d.Errf("the %s block stands twice: %s", name, twice)
		}
		app := A(new(T))
		if err := app.UnmarshalCaddyfile(d); err != nil {
			return nil, err
		}
		return httpcaddyfile.App{Name: name, Value: caddyconfig.JSON(app, nil)}, nil
	})
}

// The places of a plugin's directive in the order of directives, all before reverse_proxy.
const (
	First = "metrics"
	Usual = "reverse_proxy"
)

// RegisterServer registers a plugin's app and the handler that serves it, which
// has the same name and as a directive stands in order before one of Caddy's:
// Usual, or First for the most requested. Each handler that a request passes
// on its way costs it something.
func RegisterServer[T any, A Server[T]](twice string, before string) {
	RegisterApp[T, A](twice)
	caddy.RegisterModule(Handler[T, A]{})
	name := nameOf[T, A]()
	httpcaddyfile.RegisterHandlerDirective(name, func(h httpcaddyfile.Helper) (caddyhttp.MiddlewareHandler, error) {
		handler := new(Handler[T, A])
		return handler, handler.UnmarshalCaddyfile(h.Dispenser)
	})
	httpcaddyfile.RegisterDirectiveOrder(name, httpcaddyfile.Before, before)
}

func nameOf[T any, A App[T]]() string { return string(A(new(T)).CaddyModule().ID) }

// Handler is the Caddy handler of an App that serves: it answers what is below
// the app's addresses, and leaves other paths to the next handler.
type Handler[T any, A Server[T]] struct {
	paths  []string
	server http.Handler
	isPush func(*http.Request) bool
}

// CaddyModule returns the Caddy module information.
func (Handler[T, A]) CaddyModule() caddy.ModuleInfo {
	return ModuleInfo[Handler[T, A]](caddy.ModuleID("http.handlers." + nameOf[T, A]()))
}

// Provision finds the app.
func (h *Handler[T, A]) Provision(ctx caddy.Context) error {
	name := nameOf[T, A]()
	app, err := Service[A](ctx, name, name)
	if err != nil {
		return err
	}
	path, server := app.Serves()
	h.paths, h.server = []string{path}, server
	// An app can answer below further addresses.
	if more, has := any(app).(interface{ AlsoServes() []string }); has {
		h.paths = append(h.paths, more.AlsoServes()...)
	}
	// An app can have requests that change the chain.
	if pushes, has := any(app).(interface{ IsPush(*http.Request) bool }); has {
		h.isPush = pushes.IsPush
	}
	// Caddy waits for all requests before it lets go of what they use: an app
	// whose requests wait for long ends them when the process does.
	ending, ends := any(app).(interface{ Exit() })
	if server, ok := ctx.Value(caddyhttp.ServerCtxKey).(*caddyhttp.Server); ok && ends {
		server.RegisterOnShutdown(func() {
			if caddy.Exiting() {
				ending.Exit()
			}
		})
	}
	return nil
}

func (h *Handler[T, A]) ServeHTTP(w http.ResponseWriter, r *http.Request, next caddyhttp.Handler) error {
	for _, path := range h.paths {
		if paths.Under(r.URL.Path, path) {
			// For this site's pages, unless the app says otherwise: no other site has it in
			// its own process (Fetch standard, section 3.7).
			w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
			w, end := answers().bound(w, r)
			defer end()
			if traced := Sampled(r, h.isPush); traced != nil {
				return traced.Serve(w, r, path, func(w http.ResponseWriter, r *http.Request) error {
					h.server.ServeHTTP(w, r)
					return nil
				})
			}
			h.server.ServeHTTP(w, r)
			return nil
		}
	}
	return next.ServeHTTP(w, r)
}

// UnmarshalCaddyfile reads the directive, which has nothing to set:
//
//	<name> [<matcher>]
func (*Handler[T, A]) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	return ParseBare(d, nameOf[T, A]())
}

// ParseBare reads a directive that has nothing to set; its error names where the
// settings of that name stand.
func ParseBare(d *caddyfile.Dispenser, name string) error {
	d.Next()
	if d.NextArg() {
		return d.ArgErr()
	}
	for d.NextBlock(0) {
		return d.Errf("unrecognized subdirective: %s; the settings stand in the global option %s", d.Val(), name)
	}
	return nil
}
