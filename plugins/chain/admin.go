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
//	POST /chain/nodes/check  the same, after a check of every node
func adminRoutes(running func() (*App, error)) []caddy.AdminRoute {
	return []caddy.AdminRoute{
		adapter.AppRoute("GET /chain/nodes", running, func(_ *http.Request, app *App) any { return app.Status() }),
		adapter.AppRoute("POST /chain/nodes/check", running, func(r *http.Request, app *App) any { return app.Check(r.Context()) }),
	}
}
