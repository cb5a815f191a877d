package chain

import (
	"net/http"

	"fieldhouse/plugins/adapter"

	"github.com/caddyserver/caddy/v2"
)

func init() {
	adapter.RegisterAdmin("chain", adminRoutes(func() (*App, error) { return adapter.Running[*App]("chain") })...)
}

// adminRoutes add the nodes of the running app to Caddy's admin API:
//
//	GET  /chain/nodes        what is known of each node; see pool.NodeStatus
//	POST /chain/nodes/check  the same, after a look at every node
func adminRoutes(running func() (*App, error)) []caddy.AdminRoute {
	return []caddy.AdminRoute{
		adapter.AdminRoute("GET /chain/nodes", func(*http.Request) (any, error) {
			app, err := running()
			if err != nil {
				return nil, err
			}
			return app.Status(), nil
		}),
		adapter.AdminRoute("POST /chain/nodes/check", func(r *http.Request) (any, error) {
			app, err := running()
			if err != nil {
				return nil, err
			}
			return app.Check(r.Context()), nil
		}),
	}
}
