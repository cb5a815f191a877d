package anchor

import (
	"net/http"

	"fieldhouse/devchain/loopback"
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
	api.HandleFunc("POST /api/policy", setting(w.setPolicy))
	api.HandleFunc("POST /api/break", setting(w.setBreak))
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
	routes.Handle("/api/", loopback.Shared("GET, POST, DELETE", loopback.JSON(api)))
	// What a person clicks here is theirs: forms of other pages are refused.
	routes.Handle("/", loopback.From(loopback.OwnPages, page))
	return secured(http.MaxBytesHandler(routes, maxBody))
}

// secured sends the headers that every answer has.
func secured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(answer http.ResponseWriter, r *http.Request) {
		header := answer.Header()
		header.Set("Content-Security-Policy", contentPolicy)
		header.Set("X-Content-Type-Options", "nosniff")
		// With no-referrer a browser would send "Origin: null" with this page's own forms.
		header.Set("Referrer-Policy", "same-origin")
		header.Set("Cache-Control", "no-store")
		next.ServeHTTP(answer, r)
	})
}
