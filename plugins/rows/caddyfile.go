package rows

import (
	"strconv"

	"fieldhouse/plugins/caches"
	"fieldhouse/plugins/rows/table"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/caddyconfig/httpcaddyfile"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

func init() {
	httpcaddyfile.RegisterGlobalOption("rows", parseGlobal)
	httpcaddyfile.RegisterHandlerDirective("rows", parseDirective)
	httpcaddyfile.RegisterDirectiveOrder("rows", httpcaddyfile.Before, "reverse_proxy")
}

func parseGlobal(d *caddyfile.Dispenser, existing any) (any, error) {
	if existing != nil {
		d.Next()
		return nil, d.Err("the rows block stands twice: a process has one cache of rows")
	}
	app := new(App)
	if err := app.UnmarshalCaddyfile(d); err != nil {
		return nil, err
	}
	return httpcaddyfile.App{Name: "rows", Value: caddyconfig.JSON(app, nil)}, nil
}

func parseDirective(h httpcaddyfile.Helper) (caddyhttp.MiddlewareHandler, error) {
	handler := new(Handler)
	return handler, handler.UnmarshalCaddyfile(h.Dispenser)
}

// UnmarshalCaddyfile reads the directive, which has nothing to set:
//
//	rows [<matcher>]
func (h *Handler) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	d.Next()
	if d.NextArg() {
		return d.ArgErr()
	}
	for d.NextBlock(0) {
		return d.Errf("unrecognized subdirective: %s; the settings stand in the global option rows", d.Val())
	}
	return nil
}

// UnmarshalCaddyfile reads the global option. Everything is optional.
//
//	rows {
//		cache_size    <size>
//		misses        <per second> [<burst>]
//		remember      <duration>
//		fetch_timeout <duration>
//		max_pages     <number>
//		max_bytes     <size>
//		lifetime      datapoints|accounts|drops|partners|claims <soft> [<hard>]
//	}
//
// `cache_size` bounds what is kept (64MiB, at least 16MiB). `misses` bounds what
// one client may ask for that is not kept (20 a second and 60 at once; 0 is no
// bound), `fetch_timeout` (10s) the reading of one answer with all its pages;
// `remember` (1s) is how long a failed one is not tried again. `max_pages` (20)
// and `max_bytes` (512KiB) bound one answer. An answer is fresh for `soft`; for
// `hard` it is still answered while the chain cannot be read (1s 10m; datapoints
// 2s 10m, partners 30s 1h).
func (a *App) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	d.Next()
	if d.NextArg() {
		return d.ArgErr()
	}
	for nesting := d.Nesting(); d.NextBlock(nesting); {
		option := d.Val()
		handled, err := a.ParseOption(d, option)
		if err != nil {
			return err
		}
		if handled {
			continue
		}
		switch option {
		case "max_pages":
			err = a.unmarshalMaxPages(d)
		case "max_bytes":
			a.MaxBytes, err = caches.ParseSize(d, option)
		case "lifetime":
			err = a.unmarshalLifetime(d)
		default:
			err = d.Errf("unrecognized subdirective: %s", option)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (a *App) unmarshalMaxPages(d *caddyfile.Dispenser) error {
	var value string
	if !d.AllArgs(&value) {
		return d.ArgErr()
	}
	pages, err := strconv.Atoi(value)
	if err != nil || pages < 1 {
		return d.Errf("max_pages %q: write a number from 1 on", value)
	}
	a.MaxPages = pages
	return nil
}

func (a *App) unmarshalLifetime(d *caddyfile.Dispenser) error {
	args := d.RemainingArgs()
	if len(args) < 2 || len(args) > 3 {
		return d.ArgErr()
	}
	if _, known := defaultLifetimes[table.Table(args[0])]; !known {
		return d.Errf("lifetime %q: there is no such table", args[0])
	}
	if _, given := a.Lifetimes[args[0]]; given {
		return d.Errf("lifetime %s stands twice", args[0])
	}
	var lifetime Lifetime
	var err error
	if lifetime.Soft, err = duration(d, "lifetime", args[1]); err != nil {
		return err
	}
	if len(args) == 3 {
		if lifetime.Hard, err = duration(d, "lifetime", args[2]); err != nil {
			return err
		}
	}
	if a.Lifetimes == nil {
		a.Lifetimes = make(map[string]Lifetime)
	}
	a.Lifetimes[args[0]] = lifetime
	return nil
}

func duration(d *caddyfile.Dispenser, option, value string) (caddy.Duration, error) {
	parsed, err := caddy.ParseDuration(value)
	if err != nil || parsed <= 0 {
		return 0, d.Errf("%s %q: write a duration such as 2s", option, value)
	}
	return caddy.Duration(parsed), nil
}

// Interface guards.
var (
	_ caddyfile.Unmarshaler = (*App)(nil)
	_ caddyfile.Unmarshaler = (*Handler)(nil)
)
