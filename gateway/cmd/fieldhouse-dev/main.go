// Command fieldhouse-dev is fieldhouse with a chain to develop against and the
// stand-in wallets: what `npm start`, `npm run dev` and `npm test` run. It alone can sign, and
// so it alone has the command rehearse.
package main

import (
	_ "fieldhouse/devchain"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/gateway"
	"fieldhouse/gateway/crowd"
	"fieldhouse/gateway/rehearse"
)

func main() {
	rehearse.Fans = func(count int) []crowd.Account {
		fans := make([]crowd.Account, count)
		for i := range fans {
			fans[i].Name = genesis.Fan(i)
			fans[i].Key = genesis.Key(fans[i].Name)
		}
		return fans
	}
	gateway.Main()
}
