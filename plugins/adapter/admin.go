package adapter

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"fieldhouse/plugins/handover"

	"github.com/caddyserver/caddy/v2"
)

// RegisterAdmin adds routes to Caddy's admin API, as the module admin.api.<name>.
// A process whose place another one has answers 503: what it is told would be told to nobody.
func RegisterAdmin(name string, routes ...caddy.AdminRoute) {
	for i, route := range routes {
		routes[i].Handler = caddy.AdminHandlerFunc(func(w http.ResponseWriter, r *http.Request) error {
			if handover.IsOver() {
				return Refuse(http.StatusServiceUnavailable, errors.New("another process has taken this one's place, which ends: give the command again in a second"))
			}
			return route.Handler.ServeHTTP(w, r)
		})
	}
	caddy.RegisterModule(admin{name, routes})
}

type admin struct {
	name   string
	routes []caddy.AdminRoute
}

// CaddyModule returns the Caddy module information.
func (a admin) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: caddy.ModuleID("admin.api." + a.name), New: func() caddy.Module { return &a }}
}

// Routes implements caddy.AdminRouter.
func (a *admin) Routes() []caddy.AdminRoute { return a.routes }

// AdminRoute answers what a pattern of http.ServeMux matches, such as
// "GET /chain/nodes", with a value as JSON. Of another error than a caddy.APIError
// the status is 500.
func AdminRoute(pattern string, answer func(*http.Request) (any, error)) caddy.AdminRoute {
	return caddy.AdminRoute{Pattern: pattern, Handler: caddy.AdminHandlerFunc(func(w http.ResponseWriter, r *http.Request) error {
		value, err := answer(r)
		if err != nil {
			return err
		}
		w.Header().Set("Content-Type", "application/json")
		return json.NewEncoder(w).Encode(value)
	})}
}

// AppRoute is an AdminRoute that shows something of an app; see Running.
func AppRoute[A any](pattern string, running func() (A, error), show func(*http.Request, A) any) caddy.AdminRoute {
	return AdminRoute(pattern, func(r *http.Request) (any, error) {
		app, err := running()
		if err != nil {
			return nil, err
		}
		return show(r, app), nil
	})
}

// Running is an app of the configuration in force; asking does not make one. It
// is looked up at each request, as the admin API outlives a configuration that was
// refused, and begins before the apps: until they run the status is 503. Its error is
// for the admin API.
func Running[A any](name string) (A, error) {
	var none A
	active := caddy.ActiveContext()
	if active.Context == nil {
		return none, Refuse(http.StatusServiceUnavailable, errors.New("no configuration is in force: the process is starting or ending; ask again in a second"))
	}
	found, err := active.AppIfConfigured(name)
	if errors.Is(err, caddy.ErrNotConfigured) {
		return none, Refuse(http.StatusNotFound, fmt.Errorf("the configuration in force has no app %s: %w", name, err))
	}
	if err != nil {
		return none, err
	}
	app, ok := found.(A)
	if !ok {
		return none, fmt.Errorf("the app %s is a %T", name, found)
	}
	return app, nil
}

// Version is this binary's.
func Version() string {
	simple, _ := caddy.Version()
	return cmp.Or(caddy.CustomVersion, simple)
}

// Refuse is an error of the admin API, with its status.
func Refuse(status int, err error) error { return caddy.APIError{HTTPStatus: status, Err: err} }

// Interface guard.
var _ caddy.AdminRouter = (*admin)(nil)
