package assets

import (
	"net/http"

	"fieldhouse/plugins/adapter"
)

func init() { adapter.RegisterAdmin("assets", adminRoute) }

// adminRoute shows what is known of each asset index in Caddy's admin API.
var adminRoute = adapter.AdminRoute("GET /assets/endpoints", func(*http.Request) (any, error) {
	app, err := adapter.Running[*App]("assets")
	if err != nil {
		return nil, err
	}
	return app.client.Value.Status(), nil
})
