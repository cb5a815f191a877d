package admission

import (
	"fieldhouse/plugins/adapter"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/caddyconfig/httpcaddyfile"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

func init() {
	adapter.RegisterApp[App]("a process has one count of its clients")
	caddy.RegisterModule(Handler{})
	httpcaddyfile.RegisterHandlerDirective("admission", func(h httpcaddyfile.Helper) (caddyhttp.MiddlewareHandler, error) {
		handler := new(Handler)
		return handler, handler.UnmarshalCaddyfile(h.Dispenser)
	})
	// Before all that a request could wait for.
	httpcaddyfile.RegisterDirectiveOrder("admission", httpcaddyfile.Before, "tracing")
}

// UnmarshalCaddyfile reads the directive, which has nothing to set:
//
//	admission [<matcher>]
func (*Handler) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	return adapter.ParseBare(d, "admission")
}

// UnmarshalCaddyfile reads the global option. Everything is optional.
//
//	admission {
//		connections <of one client> [<of all>]
//		requests    <of one client>
//		leave_after <duration>
//	}
//
// `connections` (500, and as many in all as file descriptors and memory allow) bounds
// the open connections; those of trusted proxies do not count. `requests` (500) bounds
// what is in flight over HTTP/2 and 3 and through trusted proxies. `leave_after` (none)
// is how long /readyz answers 503 before the process ends.
func (a *App) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	return adapter.ParseBlock(d, adapter.Subdirectives{
		"connections": adapter.Arguments(adapter.Number(&a.Connections, most), adapter.Number(&a.MaxConnections, most)),
		"requests":    adapter.Arguments(adapter.Number(&a.Requests, most)),
		"leave_after": adapter.Arguments(adapter.Duration(&a.LeaveAfter, "2s")),
	})
}

// Interface guard.
var _ caddyfile.Unmarshaler = (*Handler)(nil)
