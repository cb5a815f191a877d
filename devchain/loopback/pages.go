package loopback

import (
	"mime"
	"net/http"
	"net/url"
)

// Pages tells whether a page may ask what it asks. The address is its origin.
type Pages func(r *http.Request, page *url.URL) bool

// OwnPages are those of the address that is asked.
func OwnPages(r *http.Request, page *url.URL) bool { return page.Host == r.Host }

// AnyPages are those of all addresses on loopback, such as the site's and those
// of tests.
func AnyPages(_ *http.Request, page *url.URL) bool { return Host(page.Host) }

// From refuses what other pages ask. Whoever is not a browser sends no Origin,
// and a browser sends none when it opens a page.
func From(pages Pages, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if origin := r.Header.Get("Origin"); origin != "" {
			if page, err := url.Parse(origin); err != nil || !pages(r, page) {
				http.Error(w, "a page of "+origin+" may not ask this", http.StatusForbidden)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// Shared lets the pages of AnyPages call by these methods and read the answers.
func Shared(methods string, next http.Handler) http.Handler {
	return From(AnyPages, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Add("Vary", "Origin")
		if origin := r.Header.Get("Origin"); origin != "" {
			header.Set("Access-Control-Allow-Origin", origin)
		}
		if r.Method == http.MethodOptions {
			header.Set("Access-Control-Allow-Methods", methods)
			header.Set("Access-Control-Allow-Headers", "Content-Type")
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	}))
}

// JSON refuses a POST that is not application/json: a foreign page can send that
// only after asking, a plain form never.
func JSON(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); r.Method == http.MethodPost && (err != nil || kind != "application/json") {
			http.Error(w, "send it with Content-Type: application/json", http.StatusUnsupportedMediaType)
			return
		}
		next.ServeHTTP(w, r)
	})
}
