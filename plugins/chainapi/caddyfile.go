package chainapi

import (
	"fieldhouse/plugins/adapter"

	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
)

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
// `push_rate` bounds what one client may push (20 1000), `push_deadline` how long
// it waits for the outcome (20s), `max_read` (64KiB) and `max_push` (512KiB) the
// requests. `cache_size` bounds what is kept (32MiB), `misses` what one client
// may ask for that is not (20 60); a failed read is remembered for `remember`
// (1s) and ends at `fetch_timeout` (10s).
func (a *App) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	return adapter.ParseBlock(d, a.Subdirectives(classes), adapter.Subdirectives{
		"push_rate":     adapter.Rate(&a.PushRate, &a.PushBurst),
		"push_deadline": adapter.Arguments(adapter.Duration(&a.PushDeadline, "2s")),
		"max_read":      adapter.Arguments(requestSize(&a.MaxRead)),
		"max_push":      adapter.Arguments(requestSize(&a.MaxPush)),
	})
}

func requestSize(into *int64) adapter.Argument {
	return func(d *caddyfile.Dispenser, option, value string) error {
		if err := adapter.Size(into)(d, option, value); err != nil {
			return err
		}
		if *into > largestRequest {
			return d.Errf("%s: a request of %d bytes is more than 16MiB", option, *into)
		}
		return nil
	}
}
