package rows

import (
	"strconv"

	"fieldhouse/plugins/adapter"

	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
)

func init() {
	adapter.RegisterOption[App]("rows", "a process has one cache of rows")
	adapter.RegisterDirective[Handler]("rows")
}

// UnmarshalCaddyfile reads the directive, which has nothing to set:
//
//	rows [<matcher>]
func (*Handler) UnmarshalCaddyfile(d *caddyfile.Dispenser) error { return adapter.ParseBare(d, "rows") }

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
			a.MaxBytes, err = adapter.ParseSize(d, option)
		case "lifetime":
			err = classes.Parse(d, &a.Lifetimes)
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

// Interface guards.
var (
	_ caddyfile.Unmarshaler = (*App)(nil)
	_ caddyfile.Unmarshaler = (*Handler)(nil)
)
