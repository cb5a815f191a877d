package assets

import (
	"net/http"

	"fieldhouse/plugins/adapter"

	"github.com/caddyserver/caddy/v2"
)

func init() { caddy.RegisterModule(Admin{}) }

// Admin is the admin module `admin.api.assets`: GET /assets/endpoints shows
// what is known of each asset index.
type Admin struct{}

// CaddyModule returns the Caddy module information.
func (Admin) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{
		ID:  "admin.api.assets",
		New: func() caddy.Module { return new(Admin) },
	}
}

// Routes implements caddy.AdminRouter.
func (*Admin) Routes() []caddy.AdminRoute {
	running := func() (*App, error) { return adapter.Running[*App]("assets") }
	return []caddy.AdminRoute{
		adapter.AdminRoute(http.MethodGet, "/assets/endpoints", running, func(_ *http.Request, app *App) any { return app.client.Value.Status() }),
	}
}

// Interface guards.
var _ caddy.AdminRouter = (*Admin)(nil)
