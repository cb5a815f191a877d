package admission

import (
	"strconv"

	"fieldhouse/plugins/adapter"

	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/caddyconfig/httpcaddyfile"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

func init() {
	adapter.RegisterOption[App]("admission", "a process has one count of its clients")
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
// `connections` (500 20000) bounds the open connections; those of trusted proxies
// do not count. `requests` (500) bounds what is in flight over HTTP/2 and 3 and
// through trusted proxies. `leave_after` (none) is how long /readyz answers 503 before
// the process ends.
func (a *App) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	d.Next()
	if d.NextArg() {
		return d.ArgErr()
	}
	for nesting := d.Nesting(); d.NextBlock(nesting); {
		var err error
		switch option := d.Val(); option {
		case "connections":
			err = counts(d, option, &a.Connections, &a.MaxConnections)
		case "requests":
			err = counts(d, option, &a.Requests)
		case "leave_after":
			a.LeaveAfter, err = adapter.ParseDuration(d, option)
		default:
			err = d.Errf("unrecognized subdirective: %s", option)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// counts reads an option's arguments, of which the first must be there.
func counts(d *caddyfile.Dispenser, option string, into ...*int) error {
	args := d.RemainingArgs()
	if len(args) < 1 || len(args) > len(into) {
		return d.ArgErr()
	}
	for i, arg := range args {
		count, err := strconv.Atoi(arg)
		if err != nil || count < 1 || count > most {
			return d.Errf("%s %q: write a number from 1 to %d", option, arg, most)
		}
		*into[i] = count
	}
	return nil
}

// Interface guards.
var (
	_ caddyfile.Unmarshaler = (*App)(nil)
	_ caddyfile.Unmarshaler = (*Handler)(nil)
)
