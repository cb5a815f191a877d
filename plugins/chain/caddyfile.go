package chain

import (
	"strconv"
	"strings"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/chain/pool"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/dustin/go-humanize"
)

// UnmarshalCaddyfile reads the global option. Everything is optional.
//
//	chain {
//		node            <url>...
//		timeout         <duration>
//		deadline        <duration>
//		max_answer      <size>
//		max_lag         <degraded> [<out>]
//		rate            <per second> [<burst>]
//		max_retry_after <duration>
//		health          <interval> [<idle>]
//		breaker         <failures> [<rest>]
//		hedge           <percent> [<at least> [<at most>]]
//		hedge           off
//	}
//
// Nodes are preferred in the order in which they stand; without any, those of
// the site's network are used. `timeout` is for one try at one node (2s),
// `deadline` for all tries of a read (5s), `max_answer` for the size of an
// answer (4MiB).
//
// A node whose head is behind or ahead of the clock, or of the median of the
// nodes, by more than the first `max_lag` (10s) is asked only when no good one
// is there, and by more than the second (60s) not at all. `health` is how often
// its head is looked at while the chain is in use (3s), and for how long after
// that (30s).
//
// `rate` is how many requests a node gets in a second (15) and at once (30);
// one that says Retry-After rests for that long, up to `max_retry_after` (1m).
// `breaker` is how many of its last answers, out of twice as many, may fail (3)
// before it rests, and for how long (10s).
//
// `hedge` is for how many of 100 reads a second node may be asked because the
// first takes long (10), and the least and the longest time to wait for the
// first (50ms, 500ms).
func (a *App) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	duration := func(into *caddy.Duration) adapter.Argument { return adapter.Duration(into, "2s") }
	return adapter.ParseBlock(d, adapter.Subdirectives{
		"node":            adapter.Strings(&a.Nodes, pool.CheckAddress),
		"timeout":         adapter.Arguments(duration(&a.Timeout)),
		"deadline":        adapter.Arguments(duration(&a.Deadline)),
		"max_answer":      adapter.Arguments(a.unmarshalMaxAnswer),
		"max_lag":         adapter.Arguments(duration(&a.MaxLag), duration(&a.OutLag)),
		"rate":            adapter.Arguments(a.unmarshalRate, whole(&a.Burst, "requests")),
		"max_retry_after": adapter.Arguments(duration(&a.MaxRetryAfter)),
		"health":          adapter.Arguments(duration(&a.HealthInterval), duration(&a.HealthIdle)),
		"breaker":         adapter.Arguments(whole(&a.BreakerFaults, "failures"), duration(&a.BreakerRest)),
		"hedge": func(d *caddyfile.Dispenser, option string) error {
			if d.CountRemainingArgs() == 1 && d.NextArg() {
				if d.Val() == "off" {
					a.HedgeShare = -1
					return nil
				}
				d.Prev()
			}
			return adapter.Arguments(a.unmarshalHedge, duration(&a.HedgeMin), duration(&a.HedgeMax))(d, option)
		},
	})
}

func whole(to *int, of string) adapter.Argument {
	return func(d *caddyfile.Dispenser, option, value string) error {
		read, err := strconv.ParseUint(value, 10, 31)
		if err != nil || read == 0 {
			return d.Errf("%s %q: write a number of %s such as 3", option, value, of)
		}
		*to = int(read)
		return nil
	}
}

func (a *App) unmarshalMaxAnswer(d *caddyfile.Dispenser, _, value string) error {
	size, err := humanize.ParseBytes(value)
	if err != nil || size == 0 || size > 1<<30 {
		return d.Errf("max_answer %q: write a size up to 1GiB, such as 4MiB", value)
	}
	a.MaxAnswer = int64(size)
	return nil
}

func (a *App) unmarshalRate(d *caddyfile.Dispenser, _, value string) error {
	rate, err := strconv.ParseFloat(value, 64)
	if err != nil || !(rate > 0 && rate <= 100_000) {
		return d.Errf("rate %q: write how many requests a second, such as 15", value)
	}
	a.Rate = rate
	return nil
}

func (a *App) unmarshalHedge(d *caddyfile.Dispenser, _, value string) error {
	percent, err := strconv.ParseFloat(strings.TrimSuffix(value, "%"), 64)
	if err != nil || !(percent > 0 && percent <= 100) {
		return d.Errf("hedge %q: write a share of the reads such as 10%%, or off", value)
	}
	a.HedgeShare = percent / 100
	return nil
}
