// Package admintest asks routes of Caddy's admin API, for their modules' tests.
package admintest

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/caddyserver/caddy/v2"
)

// Ask sends a request to whichever of the routes it is for, as the admin API does.
// An error is answered with its status and its words.
func Ask(t testing.TB, routes []caddy.AdminRoute, method, target, body string) (status int, answer string) {
	t.Helper()
	mux := http.NewServeMux()
	for _, route := range routes {
		mux.HandleFunc(route.Pattern, func(w http.ResponseWriter, r *http.Request) {
			err := route.Handler.ServeHTTP(w, r)
			var refused caddy.APIError
			if errors.As(err, &refused) {
				http.Error(w, err.Error(), refused.HTTPStatus)
			} else if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
			}
		})
	}
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequest(method, target, strings.NewReader(body)))
	if w.Code == http.StatusOK && w.Header().Get("Content-Type") != "application/json" {
		t.Errorf("%s %s is answered %s", method, target, w.Header().Get("Content-Type"))
	}
	return w.Code, w.Body.String()
}
