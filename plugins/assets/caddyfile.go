package assets

import (
	"strconv"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/assets/index"
	"fieldhouse/plugins/assets/serve"

	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
)

func init() {
	adapter.RegisterOption[App]("assets", "a process has one cache of assets")
	adapter.RegisterDirective[Handler]("assets")
}

// UnmarshalCaddyfile reads the directive, which has nothing to set:
//
//	assets [<matcher>]
func (*Handler) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	return adapter.ParseBare(d, "assets")
}

// UnmarshalCaddyfile reads the global option. Everything is optional.
//
//	assets {
//		endpoint      <url>...
//		timeout       <duration>
//		rate          <per second> [<burst>]
//		max_page_size <size>
//		max_pages     <number>
//		max_bytes     <size>
//		lifetime      owners|collections <soft> [<hard>]
//		cache_size    <size>
//		misses        <per second> [<burst>]
//		remember      <duration>
//		fetch_timeout <duration>
//	}
//
// Indexes are asked in the order in which they stand; without any, that of the
// site's network is. An address is the part before /assets. `timeout` (10s) is
// for one page of one index, `fetch_timeout` (20s) for an answer with all its
// pages and tries, `rate` (4 8) for how often one index is asked,
// `max_page_size` (16MiB) for the size of a page.
//
// An answer of all assets ends after `max_pages` (100) pages of a thousand or
// `max_bytes` (8MiB, and of all accounts what the cache keeps, 4MiB), and says
// so; a single page lies within as many. An answer is fresh for `soft`; for
// `hard` it is still answered while no index answers: of one account 2s 1h, of
// all 30s 1h.
//
// `cache_size` (384MiB) bounds what is kept, `misses` (1 6) what one client may
// ask for of what is not kept; `remember` (1s) is for how long a failure is
// answered without asking again.
func (a *App) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	d.Next()
	if d.NextArg() {
		return d.ArgErr()
	}
	for nesting := d.Nesting(); d.NextBlock(nesting); {
		option := d.Val()
		handled, err := a.ParseOption(d, option)
		if handled {
			if err != nil {
				return err
			}
			continue
		}
		switch option {
		case "endpoint":
			err = a.unmarshalEndpoint(d)
		case "timeout":
			a.Timeout, err = adapter.ParseDuration(d, option)
		case "rate":
			err = a.unmarshalRate(d)
		case "max_page_size":
			a.MaxPageSize, err = adapter.ParseSize(d, option)
		case "max_bytes":
			a.MaxBytes, err = adapter.ParseSize(d, option)
		case "max_pages":
			err = a.unmarshalMaxPages(d)
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

func (a *App) unmarshalEndpoint(d *caddyfile.Dispenser) error {
	endpoints := d.RemainingArgs()
	if len(endpoints) == 0 {
		return d.ArgErr()
	}
	for _, endpoint := range endpoints {
		if err := index.CheckAddress(endpoint); err != nil {
			return d.Errf("%v", err)
		}
	}
	a.Endpoints = append(a.Endpoints, endpoints...)
	return nil
}

// maxRate is the most requests a second that an index is asked.
const maxRate = 1000

func (a *App) unmarshalRate(d *caddyfile.Dispenser) error {
	args := d.RemainingArgs()
	if len(args) < 1 || len(args) > 2 {
		return d.ArgErr()
	}
	rate, err := strconv.ParseFloat(args[0], 64)
	if err != nil || !(rate > 0 && rate <= maxRate) {
		return d.Errf("rate %q: write requests a second such as 4, up to %d", args[0], maxRate)
	}
	a.Rate = rate
	if len(args) == 2 {
		if a.Burst, err = strconv.Atoi(args[1]); err != nil || a.Burst < 1 || a.Burst > maxRate {
			return d.Errf("rate: the burst %q is not a number from 1 to %d", args[1], maxRate)
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
	if err != nil || pages < 1 || pages > serve.MaxPage {
		return d.Errf("max_pages %q: write a number from 1 to %d", value, serve.MaxPage)
	}
	a.MaxPages = pages
	return nil
}

// Interface guards.
var (
	_ caddyfile.Unmarshaler = (*App)(nil)
	_ caddyfile.Unmarshaler = (*Handler)(nil)
)
