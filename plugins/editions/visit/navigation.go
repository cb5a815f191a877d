package visit

import (
	"net/http"
	"sync"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/representation"
)

// navigation is a kept page's answer of /_page, made when it is first asked for
// and kept as long, with its compressed forms.
type navigation struct {
	once  sync.Once
	body  []byte
	forms *representation.Forms
}

// WriteInfo answers a GET or HEAD request with the Info of a path. It is false,
// and nothing is written, where there is no shell.
func (p *Pages) WriteInfo(w http.ResponseWriter, r *http.Request, shown *page.Lineup, path string, language release.Language) bool {
	at, found := p.composer.Find(shown, path)
	if !found {
		return false
	}
	composed := p.get(r.Context(), shown, at, language)
	kept := &composed.navigation
	if composed.Status != http.StatusOK {
		// An address that nobody has: its page is that of many, and its answer its own.
		kept = new(navigation)
	}
	kept.once.Do(func() {
		began := p.Now()
		kept.body = p.composer.Info(shown, at, composed.Page, path, language, began).JSON()
		if composed.traffic != nil {
			composed.traffic.Navigation.Composed(p.Now().Sub(began))
		}
		kept.forms = representation.NewForms(kept.body, "")
	})
	answer := kept.forms.For(r, http.StatusOK, kept.body, composed.codings)
	h := representation.NewHeader(w, 5)
	h.Set("Cache-Control", "no-store")
	if shown.Preview != nil {
		h.Set("X-Robots-Tag", "noindex")
	}
	h.Set("Vary", "Accept-Language, Cookie, Accept-Encoding")
	h.Set("Content-Language", string(language))
	_, sent := answer.Write(w, r, &h, "application/json")
	if composed.traffic != nil {
		composed.traffic.Navigation.Add(composed.Status, sent)
	}
	return true
}
