package assets

import (
	"net/http"

	"fieldhouse/plugins/adapter"
)

func init() { adapter.RegisterAdmin("assets", adminRoute) }

// adminRoute shows what is known of each asset index in Caddy's admin API.
var adminRoute = adapter.AppRoute("GET /assets/endpoints", func() (*App, error) { return adapter.Running[*App]("assets") },
	func(_ *http.Request, app *App) any { return app.client.Value.Status() })
