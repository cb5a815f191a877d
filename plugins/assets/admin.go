package assets

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

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
func (a *Admin) Routes() []caddy.AdminRoute {
	return []caddy.AdminRoute{{Pattern: "/assets/endpoints", Handler: caddy.AdminHandlerFunc(a.endpoints)}}
}

func (*Admin) endpoints(w http.ResponseWriter, r *http.Request) error {
	if r.Method != http.MethodGet {
		w.Header().Set("Allow", http.MethodGet)
		return caddy.APIError{HTTPStatus: http.StatusMethodNotAllowed, Err: fmt.Errorf("asking for asset indexes with %s: use GET", r.Method)}
	}
	// Looked for now and not in Provision: the admin API begins before the apps,
	// and outlives a configuration that was refused.
	found, err := caddy.ActiveContext().AppIfConfigured("assets")
	app, ok := found.(*App)
	if err != nil || !ok {
		return caddy.APIError{HTTPStatus: http.StatusNotFound, Err: errors.New("the configuration has no assets: add the directive assets")}
	}
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(app.client.Value.Status())
}

// Interface guards.
var _ caddy.AdminRouter = (*Admin)(nil)
