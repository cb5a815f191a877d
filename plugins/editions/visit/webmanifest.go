package visit

import (
	"net/http"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/representation"
)

// WriteWebManifest answers with the site's web app manifest. It is false where there is no
// shell with an icon.
func (p *Pages) WriteWebManifest(w http.ResponseWriter, r *http.Request, shown *page.Lineup) bool {
	body := p.composer.WebManifest(shown)
	if body == nil {
		return false
	}
	forms := representation.NewForms(body, representation.Tag(body))
	answer := forms.For(r, http.StatusOK, body, nil)
	h := representation.NewHeader(w, 2)
	h.Set("Cache-Control", "no-cache")
	h.Set("X-Content-Type-Options", "nosniff")
	answer.Write(w, r, &h, "application/manifest+json")
	return true
}
