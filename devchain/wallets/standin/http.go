package standin

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"path"

	"fieldhouse/devchain/httpjson"
	"fieldhouse/devchain/loopback"
)

// MaxBody is the largest request body that a stand-in wallet reads, in bytes. A
// transaction of the chain's limit in hexadecimal stays far below it.
const MaxBody = 256 << 10

// Own lets through what a wallet's own pages and programs send, with a body only
// JSON. Bodies are bounded by MaxBody.
func Own(next http.Handler) http.Handler {
	return loopback.From(loopback.OwnPages, loopback.JSON(http.MaxBytesHandler(next, MaxBody)))
}

// Answer writes a value as JSON that nobody keeps.
func Answer(w http.ResponseWriter, value any) { Write(w, http.StatusOK, value) }

// Refuse writes {"error"} with what the error says.
func Refuse(w http.ResponseWriter, status int, err error) {
	Write(w, status, struct {
		Error string `json:"error"`
	}{err.Error()})
}

// Write is Answer with a status.
func Write(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	httpjson.Write(w, status, value)
}

// Page writes a page that may do what the policy (CSP) allows.
func Page(w http.ResponseWriter, status int, policy string, page *template.Template, data any) {
	var body bytes.Buffer
	if err := page.Execute(&body, data); err != nil {
		http.Error(w, "writing the page: "+err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", policy)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = body.WriteTo(w) // a browser that went away needs no answer
}

//go:embed wallet.css actions.js
var shared embed.FS

// Shared answers the files that the pages of several wallets have: their style sheet, and
// the script that shows actions.
func Shared(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	http.ServeFileFS(w, r, shared, path.Base(r.URL.Path))
}

// ReadJSON reads a body that is one JSON object with known members, or answers what is
// wrong with it.
func ReadJSON(w http.ResponseWriter, r *http.Request, into any) bool {
	err := httpjson.Read(r, into)
	if err != nil {
		Refuse(w, http.StatusBadRequest, fmt.Errorf("reading the body: %w", err))
	}
	return err == nil
}
