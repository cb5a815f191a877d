package devchain

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"fieldhouse/devchain/chain/control"
	"fieldhouse/devchain/chain/faults"
	"fieldhouse/devchain/chain/ledger"
	"fieldhouse/devchain/chain/node"
	"fieldhouse/devchain/services/assetindex"
	"fieldhouse/devchain/services/blog"
)

// nodePrefix is where the views of the ledger are, each with faults of its own.
// The first is at the root, too.
const nodePrefix = "/node/"

// handler is everything that answers on the chain's address.
func (c *runningChain) handler() http.Handler {
	routes := http.NewServeMux()
	routes.Handle(control.Prefix, control.New(c.Producer, c.faults))
	routes.Handle(nodePrefix+"{node}/", c.nodes())
	routes.Handle("/", c.node(1))

	routes.Handle(assetindex.Path, c.service(faults.Assets, refuseIndex, assetindex.New(c.Ledger(), indexLag)))
	routes.Handle(assetindex.SalesPath, c.service(faults.Assets, refuseIndex, assetindex.Sales(c.Ledger())))
	routes.Handle(assetindex.MarketPrefix, assetindex.Market(c.Ledger()))
	routes.Handle(blog.Path, c.service(faults.Feed, faults.RefusePlain, &blog.Feed{Start: c.Start(), Now: c.now}))
	routes.Handle(blog.PicturePrefix, c.service(faults.Images, faults.RefusePlain, blog.Pictures()))
	return routes
}

// node is one view of the ledger.
func (c *runningChain) node(number int) http.Handler {
	seen := faults.Sight{Switches: c.faults, Ledger: c.Ledger(), Node: number}
	return c.faults.Wrap(faults.Target{Node: number}, faults.RefuseNode, node.New(seen))
}

// nodes answers /node/2/v1/chain/… and so on, for as many nodes as there are.
func (c *runningChain) nodes() http.Handler {
	var views [faults.MaxNodes + 1]http.Handler
	for number := 1; number <= faults.MaxNodes; number++ {
		views[number] = http.StripPrefix(nodePrefix+strconv.Itoa(number), c.node(number))
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		number, err := strconv.Atoi(r.PathValue("node"))
		if nodes := c.faults.Nodes(); err != nil || number < 1 || number > nodes || strconv.Itoa(number) != r.PathValue("node") {
			http.Error(w, fmt.Sprintf("there are the nodes 1 to %d", nodes), http.StatusNotFound)
			return
		}
		views[number].ServeHTTP(w, r)
	})
}

// service is a handler with the faults of its service before it.
func (c *runningChain) service(name string, refuse http.HandlerFunc, next http.Handler) http.Handler {
	return c.faults.Wrap(faults.Target{Service: name}, refuse, next)
}

func refuseIndex(w http.ResponseWriter, _ *http.Request) {
	assetindex.Refuse(w, http.StatusTooManyRequests, "Rate limit")
}

// now is the chain's time.
func (c *runningChain) now() (at time.Time) {
	c.Ledger().Read(func(v ledger.View) { at = v.Head().Time.Time() })
	return at
}
