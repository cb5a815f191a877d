package chainapi

import (
	"fieldhouse/plugins/adapter"

	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
)

func init() {
	adapter.RegisterOption[App]("chain_api", "a process has one chain API")
	adapter.RegisterDirective[Handler]("chain_api")
}

// UnmarshalCaddyfile reads the directive, which has nothing to set:
//
//	chain_api [<matcher>]
func (*Handler) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	return adapter.ParseBare(d, "chain_api")
}

// UnmarshalCaddyfile reads the global option. Everything is optional.
//
//	chain_api {
//		lifetime      info|accounts|rows|blocks|abis <soft> [<hard>]
//		push_rate     <per second> [<burst>]
//		push_deadline <duration>
//		max_read      <size>
//		max_push      <size>
//		cache_size    <size>
//		misses        <per second> [<burst>]
//		remember      <duration>
//		fetch_timeout <duration>
//	}
//
// An answer is fresh for `soft`, and answered for `hard` while the chain cannot
// be read (info 500ms 3s, accounts and rows 1s 5s, blocks 5s 30s, abis 1m 10m).
// `push_rate` bounds what one client may push (5 20), `push_deadline` how long
// it waits for the outcome (20s), `max_read` (64KiB) and `max_push` (512KiB) the
// requests. `cache_size` bounds what is kept (32MiB), `misses` what one client
// may ask for that is not (20 60); a failed read is remembered for `remember`
// (1s) and ends at `fetch_timeout` (10s).
func (a *App) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	d.Next()
	if d.NextArg() {
		return d.ArgErr()
	}
	for nesting := d.Nesting(); d.NextBlock(nesting); {
		option := d.Val()
		handled, err := a.ParseOption(d, option)
		if handled || err != nil {
			if err != nil {
				return err
			}
			continue
		}
		switch option {
		case "lifetime":
			err = classes.Parse(d, &a.Lifetimes)
		case "push_rate":
			a.PushRate, a.PushBurst, err = adapter.ParseRate(d, option, false)
		case "push_deadline":
			a.PushDeadline, err = adapter.ParseDuration(d, option)
		case "max_read":
			a.MaxRead, err = size(d, option)
		case "max_push":
			a.MaxPush, err = size(d, option)
		default:
			return d.Errf("unrecognized subdirective: %s", option)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func size(d *caddyfile.Dispenser, option string) (int64, error) {
	bytes, err := adapter.ParseSize(d, option)
	if err == nil && bytes > largestRequest {
		err = d.Errf("%s: a request of %d bytes is more than 16MiB", option, bytes)
	}
	return bytes, err
}

// Interface guards.
var (
	_ caddyfile.Unmarshaler = (*App)(nil)
	_ caddyfile.Unmarshaler = (*Handler)(nil)
)
