package wombat

import (
	_ "embed"
	"html/template"
	"net/http"

	"fieldhouse/devchain/wallets/standin"
)

//go:embed start.html
var startSource string

var startTemplate = template.Must(template.New("start").Parse(startSource))

const startPolicy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// startPage says what this browser is.
func (b *Browser) startPage(w http.ResponseWriter, r *http.Request) {
	standin.Page(w, http.StatusOK, startPolicy, startTemplate, struct {
		Site       string
		Generation int
		Accounts   []standin.Account
	}{b.site.String(), generation(r), b.signer.Accounts()})
}
