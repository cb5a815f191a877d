// Package cloudwallet is a stand-in for WAX Cloud Wallet, for people and tests on
// the development chain. Applications open its pages in a popup and speak to them
// with messages, as @waxio/waxjs 1.7.1 does:
//
//	/cloud-wallet/login     answers {verified, userAccount, pubKeys, …}
//	/cloud-wallet/signing/  says READY, takes TRANSACTION, answers TX_SIGNED
//	/                       what 'Create one!' leads to
//	/api/policy             how it answers, for tests; see standin.Switch. A wallet
//	                        that answers by itself opens its page all the same
//
// It must have an origin of its own. The keys stay here: a page hands the packed
// transaction to /api/signature, which checks and signs it.
package cloudwallet

import (
	"embed"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"

	"fieldhouse/devchain/loopback"
	"fieldhouse/devchain/wallets/standin"
)

// Config is what the wallet is made of.
type Config struct {
	// Signer holds the accounts.
	Signer *standin.Signer
	// Site is the origin of the site that pages answer when the browser does not
	// say which one opened them; empty for none. All pages on loopback may open
	// the wallet.
	Site string
}

type wallet struct {
	Config
	policy *standin.Switch
}

//go:embed assets
var assets embed.FS

// New makes the wallet.
func New(config Config) http.Handler {
	wallet := &wallet{config, standin.NewSwitch(config.Signer.Names, standin.AnswerNever)}
	files, err := fs.Sub(assets, "assets")
	if err != nil {
		panic(err) // the embedded folder is there
	}
	routes := http.NewServeMux()
	routes.HandleFunc("GET /{$}", wallet.page(pageStart))
	// waxjs opens the login without and the signing with a slash at the end.
	routes.HandleFunc("GET /cloud-wallet/login", wallet.page(pageLogin))
	routes.HandleFunc("GET /cloud-wallet/signing/{$}", wallet.page(pageSigning))
	routes.HandleFunc("GET /assets/wallet.css", standin.Shared)
	routes.HandleFunc("GET /assets/actions.js", standin.Shared)
	routes.Handle("GET /assets/", http.StripPrefix("/assets/", http.FileServerFS(files)))
	routes.Handle("/api/policy", standin.Own(wallet.policy))
	routes.Handle("POST /api/transaction", standin.Own(http.HandlerFunc(config.Signer.ShowTransaction)))
	routes.Handle("POST /api/signature", standin.Own(http.HandlerFunc(config.Signer.SignTransaction)))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cache-Control", "no-store")
		routes.ServeHTTP(w, r)
	})
}

// opener is the origin that a page's messages go to: that of the page which
// opened it, if it is on loopback or the configured site. Empty means that there
// is nobody to answer.
func (c *wallet) opener(r *http.Request) string {
	address, err := url.Parse(r.Referer())
	if r.Referer() == "" || err != nil {
		return c.Site
	}
	origin := address.Scheme + "://" + address.Host
	if loopback.Host(address.Host) || origin == c.Site {
		return origin
	}
	return ""
}

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
