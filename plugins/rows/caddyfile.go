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
// `cache_size` bounds what is kept (64MiB, at least 16MiB). `misses` bounds what
// one client may ask for that is not kept (20 a second and 60 at once; 0 is no
// bound), `fetch_timeout` (10s) the reading of one answer with all its pages;
// `remember` (1s) is how long a failed one is not tried again. `max_pages` (20)
// and `max_bytes` (512KiB) bound one answer. An answer is fresh for `soft`; for
// `hard` it is still answered while the chain cannot be read (1s 10m; datapoints
// 2s 10m, partners 30s 1h).
func (a *App) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	return adapter.ParseBlock(d, a.Subdirectives(classes), adapter.Subdirectives{
		"max_pages": adapter.Arguments(adapter.Number(&a.MaxPages, 0)),
		"max_bytes": adapter.Arguments(adapter.Size(&a.MaxBytes)),
	})
}
