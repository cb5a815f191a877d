package wombat

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"

	"fieldhouse/devchain/standin"
)

//go:embed start.html
var startSource string

var startTemplate = template.Must(template.New("start").Parse(startSource))

const startPolicy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// startPage says what this browser is.
func (b *Browser) startPage(w http.ResponseWriter, r *http.Request) {
	var body bytes.Buffer
	err := startTemplate.Execute(&body, struct {
		Site       string
		Generation int
		Accounts   []standin.Account
	}{b.site.String(), generation(r), b.signer.Accounts()})
	if err != nil {
		http.Error(w, "writing the page: "+err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", startPolicy)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	_, _ = body.WriteTo(w) // a browser that went away needs no answer
}
