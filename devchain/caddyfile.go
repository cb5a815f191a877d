package devchain

import (
	"strconv"

	"fieldhouse/devchain/chain/faults"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/plugins/adapter"

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
//		buyers         <count>
//		pace           <duration>
//		drops          default|<count>
//		fans           <0 to 15625>
//		nodes          <1 to 9>
//		irreversible   <count of blocks>
//		wallets {
//			cloud  <loopback host:port>
//			anchor <loopback host:port>
//			wombat <loopback host:port> <site address>
//		}
//	}
func (a *App) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	return adapter.ParseBlock(d, adapter.Subdirectives{
		"listen":       adapter.Arguments(adapter.Text(&a.Listen)),
		"buyers":       adapter.Arguments(count(&a.Buyers)),
		"pace":         adapter.Arguments(adapter.Duration(&a.Pace, "4s")),
		"drops":        adapter.Arguments(a.readDrops),
		"fans":         adapter.Arguments(a.readFans),
		"nodes":        adapter.Arguments(adapter.Number(&a.Nodes, faults.MaxNodes)),
		"irreversible": adapter.Arguments(count(&a.Irreversible)),
		"wallets": adapter.Block(adapter.Subdirectives{
			"cloud":  adapter.Texts(&a.Wallets.Cloud),
			"anchor": adapter.Texts(&a.Wallets.Anchor),
			"wombat": adapter.Texts(&a.Wallets.Wombat, &a.Wallets.Site),
		}),
	})
}

// count reads a whole number, which may be 0.
func count(into **int) adapter.Argument {
	return func(d *caddyfile.Dispenser, option, value string) error {
		parsed, err := strconv.Atoi(value)
		if err != nil || parsed < 0 {
			return d.Errf("%s %q: write a whole number", option, value)
		}
		*into = &parsed
		return nil
	}
}

func (a *App) readDrops(d *caddyfile.Dispenser, option, value string) error {
	if value == "default" {
		return nil
	}
	return count(&a.Drops)(d, option, value)
}

func (a *App) readFans(d *caddyfile.Dispenser, option, value string) (err error) {
	if a.Fans, err = strconv.Atoi(value); err != nil || a.Fans < 0 || a.Fans > genesis.MaxFans {
		return d.Errf("%s %q: write a whole number from 0 to %d", option, value, genesis.MaxFans)
	}
	return nil
}

// Interface guard
var _ caddyfile.Unmarshaler = (*App)(nil)
