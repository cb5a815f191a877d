package cloudwallet

import (
	"embed"
	"html/template"
	"net/http"

	"fieldhouse/devchain/wallets/standin"
)

// The pages.
const (
	pageStart   = "start.html"
	pageLogin   = "login.html"
	pageSigning = "signing.html"
)

//go:embed pages
var pages embed.FS

var templates = func() map[string]*template.Template {
	made := map[string]*template.Template{}
	for _, name := range []string{pageStart, pageLogin, pageSigning} {
		made[name] = template.Must(template.ParseFS(pages, "pages/frame.html", "pages/"+name))
	}
	return made
}()

// policyHeader allows what stands in this folder. There is no
// Cross-Origin-Opener-Policy: the page must keep hold of the window that opened
// it.
const policyHeader = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// shown is what a page says.
type shown struct {
	// Opener is the origin that is answered; empty for none.
	Opener string
	standin.Policy
	Accounts []standin.Account
}

func (c *wallet) page(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		standin.Page(w, http.StatusOK, policyHeader, templates[name], shown{c.opener(r), c.policy.Policy(), c.Signer.Accounts()})
	}
}
