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
// `feed` names the feeds that may be asked for; pages show the first one. They
// must be https and public, but for those on a host and port that
// `private_addresses` names. An answer has the newest `posts` (50) of a feed of
// at most `max_bytes` (5MiB). It is fresh for `soft` (5m); for `hard` (168h) it is
// still answered while the feed cannot be read. `cache_size` (16MiB) bounds what
// is kept, and an answer by a thirty-second of it; `fetch_timeout` (10s) the
// reading of a feed. A feed of which nothing is kept is tried again after
// `remember` (10s). `misses` (20) are the reads that one client may cause each
// second.
func (a *App) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	return adapter.ParseBlock(d, a.Subdirectives(classes), adapter.Subdirectives{
		"feed":              adapter.Strings(&a.Feeds, nil),
		"private_addresses": adapter.Strings(&a.PrivateAddresses, nil),
		"posts":             adapter.Arguments(adapter.Number(&a.Posts, 0)),
		"max_bytes":         adapter.Arguments(adapter.Size(&a.MaxBytes)),
	})
}
