package cluster

import (
	"fieldhouse/plugins/adapter"

	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
)

// UnmarshalCaddyfile reads the global option. Syntax:
//
//	cluster {
//		listen <host:port>
//		join   <host:port>...
//		secret <text>
//	}
//
// `listen` and `secret` are required. Without `join` the process is a cluster by itself; else it
// has the addresses of all others, two or more. The secret has 32 bytes or more, and is best a
// placeholder such as {env.CLUSTER_SECRET} or {file./run/secrets/cluster}.
func (a *App) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	address := func(d *caddyfile.Dispenser, _, value string) error {
		if err := checkAddress(value); err != nil {
			return d.WrapErr(err)
		}
		a.Listen = value
		return nil
	}
	return adapter.ParseBlock(d, adapter.Subdirectives{
		"listen": adapter.Arguments(address),
		"join":   adapter.Strings(&a.Join, checkAddress),
		"secret": adapter.Arguments(adapter.Text(&a.Secret)),
	})
}
