package feed

import (
	"fieldhouse/plugins/adapter"

	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
)

// UnmarshalCaddyfile reads the global option. Everything is optional; `feed` and
// `private_addresses` may be repeated.
//
//	feed {
//		feed              <url>...
//		private_addresses <host:port>...
//		posts             <number>
//		max_bytes         <size>
//		lifetime          <soft> [<hard>]
//		cache_size        <size>
//		fetch_timeout     <duration>
//		remember          <duration>
//		misses            <per second> [<burst>]
//	}
//
// See App and adapter.Options for what each is and its default.
func (a *App) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	return adapter.ParseBlock(d, a.Subdirectives(classes), adapter.Subdirectives{
		"feed":              adapter.Strings(&a.Feeds, nil),
		"private_addresses": adapter.Strings(&a.PrivateAddresses, nil),
		"posts":             adapter.Arguments(adapter.Number(&a.Posts, 0)),
		"max_bytes":         adapter.Arguments(adapter.Size(&a.MaxBytes)),
	})
}
