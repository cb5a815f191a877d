package chain

import (
	"strconv"
	"strings"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/chain/pool"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
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
//		traceparent
//	}
//
// `max_lag` has the two lags of a node's head, `health` the time between checks and how
// long they go on, `breaker` the failures and the rest after them, `hedge` the share
// of the reads and the least and longest wait. See App for what each is and its
// default.
func (a *App) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	duration := func(into *caddy.Duration) adapter.Argument { return adapter.Duration(into, "2s") }
	return adapter.ParseBlock(d, adapter.Subdirectives{
		"node":            adapter.Strings(&a.Nodes, pool.CheckAddress),
		"timeout":         adapter.Arguments(duration(&a.Timeout)),
		"deadline":        adapter.Arguments(duration(&a.Deadline)),
		"max_answer":      adapter.Arguments(adapter.Size(&a.MaxAnswer)),
		"max_lag":         adapter.Arguments(duration(&a.MaxLag), duration(&a.OutLag)),
		"rate":            adapter.Rate(&a.Rate, &a.Burst),
		"max_retry_after": adapter.Arguments(duration(&a.MaxRetryAfter)),
		"health":          adapter.Arguments(duration(&a.HealthInterval), duration(&a.HealthIdle)),
		"breaker":         adapter.Arguments(adapter.Number(&a.BreakerFaults, 0), duration(&a.BreakerRest)),
		"traceparent":     adapter.Flag(&a.Traceparent),
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

func (a *App) unmarshalHedge(d *caddyfile.Dispenser, _, value string) error {
	percent, err := strconv.ParseFloat(strings.TrimSuffix(value, "%"), 64)
	if err != nil || !(percent > 0 && percent <= 100) {
		return d.Errf("hedge %q: write a share of the reads such as 10%%, or off", value)
	}
	a.HedgeShare = percent / 100
	return nil
}
