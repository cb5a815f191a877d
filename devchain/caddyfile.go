package devchain

import (
	"strconv"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/caddyconfig/httpcaddyfile"
)

func init() {
	httpcaddyfile.RegisterGlobalOption("devchain", parseGlobal)
}

func parseGlobal(d *caddyfile.Dispenser, existing any) (any, error) {
	if existing != nil {
		return nil, d.Err("the devchain block stands twice: a process runs one development chain")
	}
	app := new(App)
	if err := app.UnmarshalCaddyfile(d); err != nil {
		return nil, err
	}
	return httpcaddyfile.App{Name: "devchain", Value: caddyconfig.JSON(app, nil)}, nil
}

// UnmarshalCaddyfile reads the global option. Everything is optional.
//
//	devchain {
//		listen         <loopback host:port>
//		seed           <number>
//		block_interval <duration>
//		buyers         <count>
//		pace           <duration>
//		drops          default|<count>
//		nodes          <1 to 9>
//		index_lag      <duration>
//		wallets {
//			cloud  <loopback host:port>
//			anchor <loopback host:port>
//			wombat <loopback host:port> <site address>
//		}
//	}
func (a *App) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	d.Next()
	if d.NextArg() {
		return d.ArgErr()
	}
	for nesting := d.Nesting(); d.NextBlock(nesting); {
		option := d.Val()
		if option == "wallets" {
			if err := a.Wallets.unmarshal(d); err != nil {
				return err
			}
			continue
		}
		var value string
		if !d.Args(&value) {
			return d.ArgErr()
		}
		if err := a.set(d, option, value); err != nil {
			return err
		}
	}
	return nil
}

func (a *App) set(d *caddyfile.Dispenser, option, value string) (err error) {
	switch option {
	case "listen":
		a.Listen = value
	case "seed":
		if a.Seed, err = strconv.ParseUint(value, 10, 64); err != nil || a.Seed == 0 {
			return d.Errf("seed %q: it must be a whole number from 1 on", value)
		}
	case "block_interval":
		a.BlockInterval, err = duration(d, option, value)
	case "pace":
		a.Pace, err = duration(d, option, value)
	case "buyers":
		a.Buyers, err = number(d, option, value)
	case "nodes":
		var nodes *int
		if nodes, err = number(d, option, value); err == nil && *nodes == 0 {
			return d.Errf("nodes 0: a chain has at least one")
		}
		if err == nil {
			a.Nodes = *nodes
		}
	case "index_lag":
		lag, wrong := caddy.ParseDuration(value)
		if wrong != nil || lag < 0 {
			return d.Errf("index_lag %q: it must be a duration such as 2s, or 0s", value)
		}
		a.IndexLag = (*caddy.Duration)(&lag)
	case "drops":
		if value != "default" {
			a.Drops, err = number(d, option, value)
		}
	default:
		return d.Errf("unrecognized subdirective: %s", option)
	}
	return err
}

func duration(d *caddyfile.Dispenser, option, value string) (caddy.Duration, error) {
	parsed, err := caddy.ParseDuration(value)
	if err != nil || parsed <= 0 {
		return 0, d.Errf("%s %q: it must be a duration such as 500ms", option, value)
	}
	return caddy.Duration(parsed), nil
}

func number(d *caddyfile.Dispenser, option, value string) (*int, error) {
	parsed, err := strconv.Atoi(value)
	if err != nil || parsed < 0 {
		return nil, d.Errf("%s %q: it must be a whole number", option, value)
	}
	return &parsed, nil
}

// unmarshal reads the block of the stand-in wallets.
func (w *Wallets) unmarshal(d *caddyfile.Dispenser) error {
	if d.NextArg() {
		return d.ArgErr()
	}
	for nesting := d.Nesting(); d.NextBlock(nesting); {
		var into []*string
		switch d.Val() {
		case "cloud":
			into = []*string{&w.Cloud}
		case "anchor":
			into = []*string{&w.Anchor}
		case "wombat":
			into = []*string{&w.Wombat, &w.Site}
		default:
			return d.Errf("unrecognized subdirective: %s", d.Val())
		}
		if !d.AllArgs(into...) {
			return d.ArgErr()
		}
	}
	return nil
}

// Interface guard
var _ caddyfile.Unmarshaler = (*App)(nil)
