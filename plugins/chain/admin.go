package chain

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"fieldhouse/plugins/chain/pool"

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

const (
	nodesPath = "/chain/nodes"
	checkPath = "/chain/nodes/check"
)

// CaddyModule returns the Caddy module information.
func (Admin) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{
		ID:  "admin.api.chain",
		New: func() caddy.Module { return &Admin{app: runningApp} },
	}
}

// runningApp is the app of the configuration in force, if it has one: asking
// does not make one.
func runningApp() (*App, error) {
	app, err := caddy.ActiveContext().AppIfConfigured("chain")
	if err != nil {
		return nil, err
	}
	chain, ok := app.(*App)
	if !ok {
		return nil, fmt.Errorf("the app chain is a %T", app)
	}
	return chain, nil
}

// Routes implements caddy.AdminRouter.
func (a *Admin) Routes() []caddy.AdminRoute {
	return []caddy.AdminRoute{
		{Pattern: nodesPath, Handler: a.answer(http.MethodGet, func(_ *http.Request, app *App) []pool.NodeStatus { return app.Status() })},
		{Pattern: checkPath, Handler: a.answer(http.MethodPost, func(r *http.Request, app *App) []pool.NodeStatus { return app.Check(r.Context()) })},
	}
}

// answer is a handler that writes the nodes as JSON.
func (a *Admin) answer(method string, status func(*http.Request, *App) []pool.NodeStatus) caddy.AdminHandler {
	return caddy.AdminHandlerFunc(func(w http.ResponseWriter, r *http.Request) error {
		if r.Method != method {
			w.Header().Set("Allow", method)
			return caddy.APIError{HTTPStatus: http.StatusMethodNotAllowed, Err: fmt.Errorf("%s %s: use %s", r.Method, r.URL.Path, method)}
		}
		app, err := a.app()
		if errors.Is(err, caddy.ErrNotConfigured) {
			return caddy.APIError{HTTPStatus: http.StatusNotFound, Err: errors.New("the configuration in force reads no chain: no app needs one")}
		}
		if err != nil {
			return caddy.APIError{HTTPStatus: http.StatusInternalServerError, Err: err}
		}
		w.Header().Set("Content-Type", "application/json")
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "\t")
		return encoder.Encode(status(r, app))
	})
}

// Interface guards.
var (
	_ caddy.Module      = (*Admin)(nil)
	_ caddy.AdminRouter = (*Admin)(nil)
)
