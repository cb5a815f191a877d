package visit

import (
	"net/http"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/representation"
)

// Page is a composed page with its answer prepared. It never changes but for its
// compressed forms, each made when it is first asked for.
type Page struct {
	*page.Page
	tag   string
	forms *representation.Forms

	navigation navigation
	// traffic is where it is counted; nil where it is not.
	traffic *page.Traffic
}

func newPage(composed *page.Page) *Page {
	made := &Page{Page: composed}
	if composed.Status != page.Unavailable {
		made.tag = representation.Tag(composed.Body)
	}
	made.forms = representation.NewForms(composed.Body, made.tag)
	return made
}

// size is what the page takes in memory, with room for its compressed forms, and
// for its answer to navigation, which has no more than it, and the forms of that.
func (p *Page) size() int64 { return int64(4*len(p.Body)) + 1024 }

// Write answers a GET or HEAD request with the page. Secure says that the
// visitor's connection is TLS. Cookies that are set already stay.
func (p *Page) Write(w http.ResponseWriter, r *http.Request, secure bool) {
	answer := p.forms.For(r, p.Status, p.Body, store.Codings)
	h := representation.NewHeader(w, 11)
	switch {
	case p.IsPreview:
		h.Set("Cache-Control", "no-store")
		h.Set("X-Robots-Tag", "noindex")
	case p.Status == page.Unavailable:
		h.Set("Cache-Control", "no-store")
		h.Set("Retry-After", "30")
	default:
		h.Set("Cache-Control", "private, no-cache")
	}
	h.Set("Vary", "Accept-Language, Cookie, Accept-Encoding")
	h.Set("Content-Security-Policy", p.Policy)
	h.Set("Cross-Origin-Opener-Policy", "same-origin-allow-popups")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	h.Set("Permissions-Policy", "accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()")
	h.Set("Content-Language", string(p.Language))
	if secure {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
	status, sent := answer.Write(w, r, &h, "text/html; charset=utf-8")
	if p.traffic != nil {
		p.traffic.Pages.Add(status, sent)
	}
}
