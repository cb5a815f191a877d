package rows

import (
	"fieldhouse/plugins/adapter"

	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
)

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
// See App and adapter.Options for what each is and its default.
func (a *App) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	return adapter.ParseBlock(d, a.Subdirectives(classes), adapter.Subdirectives{
		"max_pages": adapter.Arguments(adapter.Number(&a.MaxPages, 0)),
		"max_bytes": adapter.Arguments(adapter.Size(&a.MaxBytes)),
	})
}
