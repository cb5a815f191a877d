package adapter

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/caddyserver/caddy/v2"
)

// AdminRoute answers a path of Caddy's admin API, asked with one method, with
// what is to be shown of an app, as JSON. find finds it; see Running.
func AdminRoute[A any](method, path string, find func() (A, error), show func(*http.Request, A) any) caddy.AdminRoute {
	return caddy.AdminRoute{Pattern: path, Handler: caddy.AdminHandlerFunc(func(w http.ResponseWriter, r *http.Request) error {
		if err := wantMethod(w, r, method); err != nil {
			return err
		}
		if r.URL.Path != path {
			return refuse(http.StatusNotFound, fmt.Errorf("there is nothing at %s, but at %s", r.URL.Path, path))
		}
		app, err := find()
		if errors.Is(err, caddy.ErrNotConfigured) {
			return refuse(http.StatusNotFound, fmt.Errorf("the configuration in force has nothing for %s: %w", path, err))
		}
		if err != nil {
			return refuse(http.StatusInternalServerError, err)
		}
		return answer(w, show(r, app))
	})}
}

// Running is an app of the configuration in force; asking does not make one. It
// is looked for when the admin API is asked, which begins before the apps and
// outlives a configuration that was refused.
func Running[A any](name string) (A, error) {
	var none A
	found, err := caddy.ActiveContext().AppIfConfigured(name)
	if err != nil {
		return none, err
	}
	app, ok := found.(A)
	if !ok {
		return none, fmt.Errorf("the app %s is a %T", name, found)
	}
	return app, nil
}

func wantMethod(w http.ResponseWriter, r *http.Request, method string) error {
	if r.Method == method {
		return nil
	}
	w.Header().Set("Allow", method)
	return refuse(http.StatusMethodNotAllowed, fmt.Errorf("%s is for %s, not for %s", r.URL.Path, method, r.Method))
}

func refuse(status int, err error) error { return caddy.APIError{HTTPStatus: status, Err: err} }

func answer(w http.ResponseWriter, value any) error {
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(value)
}
