// Command fieldhouse-dev is fieldhouse with a chain to develop against and the
// stand-in wallets: what `npm start`, `npm run dev` and `npm test` run.
package main

import (
	_ "fieldhouse/devchain"
	"fieldhouse/gateway"
)

func main() { gateway.Main() }
