package chain

import (
	"net/http"

	"fieldhouse/plugins/adapter"

	"github.com/caddyserver/caddy/v2"
)

func init() {
	caddy.RegisterModule(Admin{})
}

// Admin adds the chain's nodes to Caddy's admin API:
//
//	GET  /chain/nodes        what is known of each node; see pool.NodeStatus
//	POST /chain/nodes/check  the same, after a look at every node
type Admin struct {
	app func() (*App, error)
}

// CaddyModule returns the Caddy module information.
func (Admin) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{
		ID:  "admin.api.chain",
		New: func() caddy.Module { return &Admin{app: runningApp} },
	}
}

// runningApp is the app of the configuration in force, if it has one.
func runningApp() (*App, error) { return adapter.Running[*App]("chain") }

// Routes implements caddy.AdminRouter.
func (a *Admin) Routes() []caddy.AdminRoute {
	return []caddy.AdminRoute{
		adapter.AdminRoute(http.MethodGet, "/chain/nodes", a.app, func(_ *http.Request, app *App) any { return app.Status() }),
		adapter.AdminRoute(http.MethodPost, "/chain/nodes/check", a.app, func(r *http.Request, app *App) any { return app.Check(r.Context()) }),
	}
}

// Interface guard.
var _ caddy.AdminRouter = (*Admin)(nil)
