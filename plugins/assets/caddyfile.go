package assets

import (
	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/assets/index"
	"fieldhouse/plugins/assets/serve"

	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
)

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
// `rate` is how often one index is asked. See App for what each is and its default.
func (a *App) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	return adapter.ParseBlock(d, a.Subdirectives(classes), adapter.Subdirectives{
		"endpoint":      adapter.Strings(&a.Endpoints, index.CheckAddress),
		"timeout":       adapter.Arguments(adapter.Duration(&a.Timeout, "2s")),
		"rate":          adapter.Rate(&a.Rate, &a.Burst),
		"max_page_size": adapter.Arguments(adapter.Size(&a.MaxPageSize)),
		"max_bytes":     adapter.Arguments(adapter.Size(&a.MaxBytes)),
		"max_pages":     adapter.Arguments(adapter.Number(&a.MaxPages, serve.MaxPage)),
	})
}
