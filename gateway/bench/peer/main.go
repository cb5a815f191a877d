// Command peer is what the gateway is measured against: the same Caddy with the
// same standard modules and, instead of ours, a handler that writes bytes it was
// given. Nobody can serve the same answer from Caddy for less.
package main

import (
	"github.com/caddyserver/caddy/v2"
	caddycmd "github.com/caddyserver/caddy/v2/cmd"

	_ "fieldhouse/gateway/bench/fixed"
	_ "fieldhouse/gateway/standard"
)

func main() {
	caddy.CustomBinaryName = "peer"
	caddycmd.Main()
}
