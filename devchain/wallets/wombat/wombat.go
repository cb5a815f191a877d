// Package wombat is a stand-in for the in-app browser of the Wombat wallet, for
// people and tests on the development chain: the whole site through a proxy, with
// a script before all others that injects a Scatter-compatible wallet, as
// ual-wombat 0.3.3 expects it.
//
//	/.wombat/                the browser's own page: which generation is injected
//	/.wombat/v1.js, v2.js    what is injected: window.scatter or window.wallet
//	/.wombat/api/            what those scripts ask; the keys stay here
//	/.wombat/api/policy      how it answers, for tests; see standin.Switch
//	everything else          the site
package wombat

import (
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"log"
	"net/http"
	"net/url"
	"strconv"

	"fieldhouse/devchain/loopback"
	"fieldhouse/devchain/wallets/standin"
)

// Prefix is where the browser's own addresses live. The site has none like it.
const Prefix = "/.wombat/"

// Hang is the answer that settles no call whatever, not even which identity was shared
// before.
const Hang = "hang"

// Generations of the injected interface.
const (
	first  = 1 // window.scatter
	second = 2 // window.wallet
)

// Cookies of the wallet, which never reach the site.
const (
	generationCookie = "wombat-generation"
	identityCookie   = "wombat-identity"
)

// Config is what the browser is made of.
type Config struct {
	// Signer holds the accounts.
	Signer *standin.Signer
	// Site is what is shown; see the function Site.
	Site *url.URL
	// Log is told when the site cannot be reached; nil for the standard logger.
	Log *log.Logger
}

// Browser is an http.Handler.
type Browser struct {
	signer    *standin.Signer
	site      *url.URL
	policy    *standin.Switch
	transport *http.Transport
	log       *log.Logger
	routes    *http.ServeMux
}

//go:embed script
var scripts embed.FS

// New makes the browser.
func New(config Config) *Browser {
	b := &Browser{
		signer: config.Signer, site: config.Site, transport: newTransport(), log: config.Log,
		policy: standin.NewSwitch(config.Signer.Names, standin.AnswerNever, Hang),
	}
	files, err := fs.Sub(scripts, "script")
	if err != nil {
		panic(err) // the embedded folder is there
	}
	b.routes = http.NewServeMux()
	b.routes.HandleFunc(Prefix+"{$}", b.start)
	b.routes.HandleFunc(Prefix+"wallet.css", standin.Shared)
	b.routes.HandleFunc(Prefix+"actions.js", standin.Shared)
	b.routes.Handle(Prefix, ownFiles(files))
	b.routes.Handle(Prefix+"api/", http.StripPrefix(Prefix+"api", standin.Own(b.api())))
	b.routes.HandleFunc("/", b.show)
	return b
}

// Site reads the address of a site that may be shown: an origin on loopback.
func Site(address string) (*url.URL, error) {
	site, err := url.Parse(address)
	if err != nil || site.Host == "" || site.Scheme+"://"+site.Host != address || (site.Scheme != "http" && site.Scheme != "https") {
		return nil, fmt.Errorf("the site %q must be an origin such as http://localhost:8080", address)
	}
	if !loopback.Host(site.Host) {
		return nil, fmt.Errorf("the site %q is not on loopback: the stand-in browser shows this machine's sites only", address)
	}
	return site, nil
}

// ServeHTTP answers one request.
func (b *Browser) ServeHTTP(w http.ResponseWriter, r *http.Request) { b.routes.ServeHTTP(w, r) }

// Close lets go of the connections to the site.
func (b *Browser) Close() { b.transport.CloseIdleConnections() }

// ownFiles are the scripts. Both generations are one script, which looks at the
// address it was loaded from.
func ownFiles(files fs.FS) http.Handler {
	server := http.StripPrefix(Prefix, http.FileServerFS(files))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		switch r.URL.Path {
		case Prefix + "v1.js", Prefix + "v2.js":
			http.ServeFileFS(w, r, files, "wallet.js")
		default:
			server.ServeHTTP(w, r)
		}
	})
}

// generation is which interface a visitor has chosen, the second unless another
// was.
func generation(r *http.Request) int {
	if cookie, err := r.Cookie(generationCookie); err == nil && cookie.Value == strconv.Itoa(first) {
		return first
	}
	return second
}

// start is the browser's own page. `?generation=1` and `2` choose what is
// injected and lead to the site.
func (b *Browser) start(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	if chosen := r.URL.Query().Get("generation"); chosen != "" {
		if chosen != strconv.Itoa(first) && chosen != strconv.Itoa(second) {
			standin.Refuse(w, http.StatusBadRequest, errors.New("the generation is 1 for window.scatter or 2 for window.wallet"))
			return
		}
		http.SetCookie(w, &http.Cookie{
			Name: generationCookie, Value: chosen, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode,
		})
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	b.startPage(w, r)
}

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
