package page

import (
	"net/http"
	"time"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/representation"
)

// Page is a composed page with its answer prepared. It never changes but for its
// compressed forms, each made when it is first asked for.
type Page struct {
	status   int
	headers  headers
	language release.Language
	body     []byte
	// main is the part of the body that stands in <main>.
	main []byte
	// footer is the part that stands in the footer.
	footer []byte
	// head is the part of the head that says what the page is, but for its title.
	head  []byte
	tag   string
	forms *representation.Forms

	navigation navigation
	// traffic is where it is counted; nil where it is not.
	traffic *Traffic

	rows map[string]*Rows
	// says is what the page says of the item that it is about.
	says       told
	composedAt time.Time
	changesAt  time.Time
}

func newPage(body []byte, status int, language release.Language, headers headers) *Page {
	page := &Page{status: status, headers: headers, language: language, body: body}
	if status != http.StatusServiceUnavailable {
		page.tag = representation.Tag(body)
	}
	page.forms = representation.NewForms(body, page.tag)
	return page
}

// size is what the page takes in memory, with room for its compressed forms, and
// for its answer to navigation, which has no more than it, and the forms of that.
func (p *Page) size() int64 { return int64(4*len(p.body)) + 1024 }

// Write answers a GET or HEAD request with the page. Secure says that the
// visitor's connection is TLS. Cookies that are set already stay.
func (p *Page) Write(w http.ResponseWriter, r *http.Request, secure bool) {
	answer := p.forms.For(r, p.status, p.body, store.Codings)
	h := representation.NewHeader(w, 11)
	switch {
	case p.headers.preview:
		h.Set("Cache-Control", "no-store")
		h.Set("X-Robots-Tag", "noindex")
	case p.status == http.StatusServiceUnavailable:
		h.Set("Cache-Control", "no-store")
		h.Set("Retry-After", "30")
	default:
		h.Set("Cache-Control", "private, no-cache")
	}
	h.Set("Vary", "Accept-Language, Cookie, Accept-Encoding")
	h.Set("Content-Security-Policy", p.headers.policy)
	h.Set("Cross-Origin-Opener-Policy", "same-origin-allow-popups")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	h.Set("Permissions-Policy", "accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()")
	h.Set("Content-Language", string(p.language))
	if secure {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
	status, sent := answer.Write(w, r, &h, "text/html; charset=utf-8")
	if p.traffic != nil {
		p.traffic.Pages.Add(status, sent)
	}
}
