package chain

import (
	"strconv"
	"strings"

	"fieldhouse/plugins/chain/pool"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/caddyconfig/httpcaddyfile"
	"github.com/dustin/go-humanize"
)

func init() {
	httpcaddyfile.RegisterGlobalOption("chain", parseGlobal)
}

func parseGlobal(d *caddyfile.Dispenser, existing any) (any, error) {
	if existing != nil {
		d.Next()
		return nil, d.Err("the chain block stands twice: a process reads one chain")
	}
	app := new(App)
	if err := app.UnmarshalCaddyfile(d); err != nil {
		return nil, err
	}
	return httpcaddyfile.App{Name: "chain", Value: caddyconfig.JSON(app, nil)}, nil
}

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
	d.Next()
	if d.NextArg() {
		return d.ArgErr()
	}
	for nesting := d.Nesting(); d.NextBlock(nesting); {
		if err := a.option(d); err != nil {
			return err
		}
	}
	return nil
}

// option reads the option that the dispenser stands at.
func (a *App) option(d *caddyfile.Dispenser) error {
	option, values := d.Val(), d.RemainingArgs()
	read := func(arguments ...argument) error { return readArguments(d, option, values, arguments) }
	switch option {
	case "node":
		return a.unmarshalNodes(d, values)
	case "timeout":
		return read(duration(&a.Timeout))
	case "deadline":
		return read(duration(&a.Deadline))
	case "max_answer":
		return read(a.unmarshalMaxAnswer)
	case "max_lag":
		return read(duration(&a.MaxLag), duration(&a.OutLag))
	case "rate":
		return read(a.unmarshalRate, whole(&a.Burst, "requests"))
	case "max_retry_after":
		return read(duration(&a.MaxRetryAfter))
	case "health":
		return read(duration(&a.HealthInterval), duration(&a.HealthIdle))
	case "breaker":
		return read(whole(&a.BreakerFaults, "failures"), duration(&a.BreakerRest))
	case "hedge":
		if len(values) == 1 && values[0] == "off" {
			a.HedgeShare = -1
			return nil
		}
		return read(a.unmarshalHedge, duration(&a.HedgeMin), duration(&a.HedgeMax))
	default:
		return d.Errf("unrecognized subdirective: %s", option)
	}
}

func (a *App) unmarshalNodes(d *caddyfile.Dispenser, nodes []string) error {
	if len(nodes) == 0 {
		return d.ArgErr()
	}
	for _, node := range nodes {
		if err := pool.CheckAddress(node); err != nil {
			return d.Errf("%v", err)
		}
	}
	a.Nodes = append(a.Nodes, nodes...)
	return nil
}

// argument reads one argument of an option.
type argument func(d *caddyfile.Dispenser, option, value string) error

// readArguments reads the values of an option, of which the first must be there.
func readArguments(d *caddyfile.Dispenser, option string, values []string, read []argument) error {
	if len(values) == 0 || len(values) > len(read) {
		return d.ArgErr()
	}
	for i, value := range values {
		if err := read[i](d, option, value); err != nil {
			return err
		}
	}
	return nil
}

func duration(to *caddy.Duration) argument {
	return func(d *caddyfile.Dispenser, option, value string) error {
		read, err := caddy.ParseDuration(value)
		if err != nil || read <= 0 {
			return d.Errf("%s %q: write a duration such as 2s", option, value)
		}
		*to = caddy.Duration(read)
		return nil
	}
}

func whole(to *int, of string) argument {
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

var _ caddyfile.Unmarshaler = (*App)(nil)
