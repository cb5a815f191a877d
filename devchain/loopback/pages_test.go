package loopback

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestOnlyTheAllowedPagesAreAnswered(t *testing.T) {
	next := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	for origin, want := range map[string]struct{ own, any int }{
		"":                       {204, 204},
		"http://127.0.0.1:8083":  {204, 204},
		"http://127.0.0.1:8080":  {403, 204},
		"http://localhost:8083":  {403, 204},
		"https://evil.example":   {403, 403},
		"null":                   {403, 403},
		"http://127.0.0.1.evil/": {403, 403},
		"http://[":               {403, 403},
	} {
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodDelete} {
			for name, c := range map[string]struct {
				handler http.Handler
				want    int
			}{
				"own pages": {From(OwnPages, next), want.own}, "any pages": {From(AnyPages, next), want.any},
				"shared": {Shared("GET, POST", next), want.any},
			} {
				request := httptest.NewRequest(method, "http://127.0.0.1:8083/api", nil)
				if origin != "" {
					request.Header.Set("Origin", origin)
				}
				answer := httptest.NewRecorder()
				c.handler.ServeHTTP(answer, request)
				if answer.Code != c.want {
					t.Errorf("%s by %s from %q: %d, want %d", name, method, origin, answer.Code, c.want)
				}
				allowed := answer.Header().Get("Access-Control-Allow-Origin")
				if readable := name == "shared" && c.want == 204; allowed != "" != (readable && origin != "") || allowed != "" && allowed != origin {
					t.Errorf("%s by %s from %q may be read by %q", name, method, origin, allowed)
				}
			}
		}
	}
}

func TestAPostIsJSON(t *testing.T) {
	handler := JSON(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	for _, c := range []struct {
		method, kind string
		want         int
	}{
		{http.MethodPost, "application/json", 204}, {http.MethodPost, "application/json; charset=utf-8", 204},
		{http.MethodPost, "text/plain", 415}, {http.MethodPost, "", 415}, {http.MethodPost, "application/jsonp", 415},
		{http.MethodGet, "", 204}, {http.MethodDelete, "", 204},
	} {
		request := httptest.NewRequest(c.method, "/api", nil)
		request.Header.Set("Content-Type", c.kind)
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, request)
		if answer.Code != c.want {
			t.Errorf("%s of %q: %d, want %d", c.method, c.kind, answer.Code, c.want)
		}
	}
}
