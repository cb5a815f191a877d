package anchor

import (
	"mime"
	"net/http"
	"net/url"

	"fieldhouse/plugins/devchain/loopback"
)

// maxBody bounds what is sent to the wallet, in bytes: the longest request and
// what stands around it.
const maxBody = 256 << 10

// contentPolicy lets the page run its own script and style and nothing else.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types page"

func (w *Wallet) handler() http.Handler {
	api := http.NewServeMux()
	api.HandleFunc("GET /api/state", w.getState)
	api.HandleFunc("POST /api/requests", w.postRequest)
	api.HandleFunc("GET /api/requests/{id}", w.getRequest)
	api.HandleFunc("POST /api/requests/{id}", w.postAnswer)
	api.HandleFunc("POST /api/policy", w.postPolicy)
	api.HandleFunc("POST /api/break", w.postBreak)
	api.HandleFunc("POST /api/sealed", w.postSealed)
	api.HandleFunc("POST /api/reset", w.postReset)
	api.HandleFunc("DELETE /api/sessions/{id}", w.deleteSession)

	page := http.NewServeMux()
	page.HandleFunc("GET /{$}", w.getHome)
	page.HandleFunc("GET /requests/{id}", w.getPage)
	page.HandleFunc("GET /trigger", w.getTrigger)
	page.HandleFunc("GET /events", w.getEvents)
	page.Handle("GET /static/", http.FileServerFS(staticFiles))
	page.HandleFunc("POST /open", w.formOpen)
	page.HandleFunc("POST /settings", w.formSettings)
	page.HandleFunc("POST /requests/{id}", w.formAnswer)
	page.HandleFunc("POST /sessions/{id}", w.formSession)

	routes := http.NewServeMux()
	routes.Handle("/api/", loopbackOrigins(api))
	routes.Handle("/", ownOrigin(page))
	return bounded(routes)
}

// bounded bounds bodies and sends the headers that every answer has.
func bounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(answer http.ResponseWriter, r *http.Request) {
		header := answer.Header()
		header.Set("Content-Security-Policy", contentPolicy)
		header.Set("X-Content-Type-Options", "nosniff")
		// With no-referrer a browser would send "Origin: null" with this page's own forms.
		header.Set("Referrer-Policy", "same-origin")
		header.Set("Cache-Control", "no-store")
		r.Body = http.MaxBytesReader(answer, r.Body, maxBody)
		next.ServeHTTP(answer, r)
	})
}

// loopbackOrigins lets pages on loopback call the API, such as those of tests,
// and no others. Whoever is not a browser sends no Origin.
func loopbackOrigins(next http.Handler) http.Handler {
	return http.HandlerFunc(func(answer http.ResponseWriter, r *http.Request) {
		header := answer.Header()
		header.Add("Vary", "Origin")
		if origin := r.Header.Get("Origin"); origin != "" {
			if address, err := url.Parse(origin); err != nil || !loopback.Host(address.Host) {
				http.Error(answer, "the stand-in wallet takes calls from pages on loopback only", http.StatusForbidden)
				return
			}
			header.Set("Access-Control-Allow-Origin", origin)
		}
		if r.Method == http.MethodOptions {
			header.Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
			header.Set("Access-Control-Allow-Headers", "Content-Type")
			answer.WriteHeader(http.StatusNoContent)
			return
		}
		if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); r.Method == http.MethodPost && (err != nil || kind != "application/json") {
			http.Error(answer, "send it with Content-Type: application/json", http.StatusUnsupportedMediaType)
			return
		}
		next.ServeHTTP(answer, r)
	})
}

// ownOrigin refuses forms of other pages: what a person clicks here is theirs.
func ownOrigin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(answer http.ResponseWriter, r *http.Request) {
		if origin := r.Header.Get("Origin"); origin != "" && r.Method != http.MethodGet {
			if address, err := url.Parse(origin); err != nil || address.Host != r.Host {
				http.Error(answer, "the stand-in wallet takes forms of its own page only", http.StatusForbidden)
				return
			}
		}
		next.ServeHTTP(answer, r)
	})
}
