package editions

import (
	"net/http"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/editions/ship/api"

	"github.com/caddyserver/caddy/v2"
)

func init() {
	adapter.RegisterAdmin("releases", adminRoute(func() (*App, error) { return adapter.Running[*App]("releases") }))
}

// adminRoute adds the API of the running app to Caddy's admin API; see api.Server. The
// first token is made there.
func adminRoute(running func() (*App, error)) caddy.AdminRoute {
	return caddy.AdminRoute{Pattern: api.Path + "/", Handler: caddy.AdminHandlerFunc(func(w http.ResponseWriter, r *http.Request) error {
		app, err := running()
		if err != nil {
			return err
		}
		app.server.ServeAdmin(w, r)
		return nil
	})}
}
