package chain

import (
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
//		node       <url>...
//		timeout    <duration>
//		deadline   <duration>
//		max_answer <size>
//	}
//
// Nodes are asked in the order in which they stand; without any, those of the
// site's network are. `timeout` is for one try at one node (2s), `deadline` for
// all tries of a read (5s), `max_answer` for the size of an answer (4MiB).
func (a *App) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	d.Next()
	if d.NextArg() {
		return d.ArgErr()
	}
	for nesting := d.Nesting(); d.NextBlock(nesting); {
		option := d.Val()
		switch option {
		case "node":
			nodes := d.RemainingArgs()
			if len(nodes) == 0 {
				return d.ArgErr()
			}
			for _, node := range nodes {
				if err := pool.CheckAddress(node); err != nil {
					return d.Errf("%v", err)
				}
			}
			a.Nodes = append(a.Nodes, nodes...)
			continue
		case "timeout", "deadline", "max_answer":
		default:
			return d.Errf("unrecognized subdirective: %s", option)
		}
		var value string
		if !d.AllArgs(&value) {
			return d.ArgErr()
		}
		if option == "max_answer" {
			size, err := humanize.ParseBytes(value)
			if err != nil || size == 0 || size > 1<<30 {
				return d.Errf("max_answer %q: write a size up to 1GiB, such as 4MiB", value)
			}
			a.MaxAnswer = int64(size)
			continue
		}
		duration, err := caddy.ParseDuration(value)
		if err != nil || duration <= 0 {
			return d.Errf("%s %q: write a duration such as 2s", option, value)
		}
		if option == "timeout" {
			a.Timeout = caddy.Duration(duration)
		} else {
			a.Deadline = caddy.Duration(duration)
		}
	}
	return nil
}

var _ caddyfile.Unmarshaler = (*App)(nil)
