package assets

import (
	"strconv"

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
	return adapter.ParseBlock(d, a.Subdirectives(classes), adapter.Subdirectives{
		"endpoint":      adapter.Strings(&a.Endpoints, index.CheckAddress),
		"timeout":       adapter.Arguments(adapter.Duration(&a.Timeout, "2s")),
		"rate":          adapter.Arguments(a.unmarshalRate, a.unmarshalBurst),
		"max_page_size": adapter.Arguments(adapter.Size(&a.MaxPageSize)),
		"max_bytes":     adapter.Arguments(adapter.Size(&a.MaxBytes)),
		"max_pages":     adapter.Arguments(adapter.Number(&a.MaxPages, serve.MaxPage)),
	})
}

// maxRate is the most requests a second that an index is asked.
const maxRate = 1000

func (a *App) unmarshalRate(d *caddyfile.Dispenser, _, value string) error {
	rate, err := strconv.ParseFloat(value, 64)
	if err != nil || !(rate > 0 && rate <= maxRate) {
		return d.Errf("rate %q: write requests a second such as 4, up to %d", value, maxRate)
	}
	a.Rate = rate
	return nil
}

func (a *App) unmarshalBurst(d *caddyfile.Dispenser, _, value string) error {
	burst, err := strconv.Atoi(value)
	if err != nil || burst < 1 || burst > maxRate {
		return d.Errf("rate: the burst %q is not a number from 1 to %d", value, maxRate)
	}
	a.Burst = burst
	return nil
}
