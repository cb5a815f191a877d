package page

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/representation"
)

// webManifest is what an operating system shows of the site once it is installed (W3C, Web
// Application Manifest).
type webManifest struct {
	Name       string    `json:"name"`
	ShortName  string    `json:"short_name"`
	ID         string    `json:"id"`
	StartURL   string    `json:"start_url"`
	Scope      string    `json:"scope"`
	Display    string    `json:"display"`
	Background string    `json:"background_color"`
	Theme      string    `json:"theme_color"`
	Icons      []webIcon `json:"icons"`
}

type webIcon struct {
	Source string `json:"src"`
	Sizes  string `json:"sizes"`
	Type   string `json:"type"`
}

// boardColor is the header's, which is dark in daylight too (packages/design/src/tokens.css,
// --board).
const boardColor = "#060807"

// WriteWebManifest answers with the site's web app manifest. It is false where there is no
// shell with an icon.
func (p *Pages) WriteWebManifest(w http.ResponseWriter, r *http.Request, shown *Lineup) bool {
	shell := shown.Releases[release.Shell]
	if shell == nil || shell.Manifest.Icon == "" {
		return false
	}
	product := p.Site.settings.Product
	body := mustScriptJSON(webManifest{
		// A wallet needs the browser's own bar: it opens windows and says whose they are.
		Name: product, ShortName: product, ID: "/", StartURL: "/", Scope: "/", Display: "minimal-ui",
		Background: boardColor, Theme: boardColor,
		Icons: []webIcon{{shell.Base() + shell.Manifest.Icon, "any", "image/svg+xml"}},
	})
	digest := sha256.Sum256(body)
	forms := representation.NewForms(body, `"`+hex.EncodeToString(digest[:12])+`"`)
	answer := forms.For(r, http.StatusOK, body, nil)
	h := representation.NewHeader(w, 2)
	h.Set("Cache-Control", "no-cache")
	h.Set("X-Content-Type-Options", "nosniff")
	answer.Write(w, r, &h, "application/manifest+json")
	return true
}

// webManifestLink is where it is, for the head of a page of a shell with an icon.
func (w *writer) webManifestLink(shell *Edition) {
	if shell.Manifest.Icon != "" {
		w.tag("link", "rel", "manifest", "href", paths.WebManifest)
	}
}
