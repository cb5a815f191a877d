package visit

import (
	"net/http"
	"sync"
	"time"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/representation"
)

// sitemap is the addresses of a lineup's pages, as search engines read them: those that were asked
// for last.
type sitemap struct {
	mutex  sync.Mutex
	lineup string
	madeAt time.Time
	body   []byte
	forms  *representation.Forms
}

// WriteSitemap answers a GET or HEAD request with every page of the lineup in every
// language, those of the items that there are now among them. It is false on a site
// without an origin: a sitemap has whole addresses.
func (p *Pages) WriteSitemap(w http.ResponseWriter, r *http.Request, shown *page.Lineup) bool {
	if p.Origin == "" {
		return false
	}
	body, forms := p.sitemap.of(p, shown)
	answer := forms.For(r, http.StatusOK, body, store.Codings)
	h := representation.NewHeader(w, 2)
	h.Set("Cache-Control", "no-cache")
	h.Set("X-Content-Type-Options", "nosniff")
	answer.Write(w, r, &h, "application/xml; charset=utf-8")
	return true
}

// WriteRobots answers where the sitemap is; see WriteSitemap.
func (p *Pages) WriteRobots(w http.ResponseWriter) bool {
	if p.Origin == "" {
		return false
	}
	text := "User-agent: *\nDisallow: " + paths.Page + "\nSitemap: " + p.Origin + paths.Sitemap + "\n"
	representation.WriteOnce(w, http.StatusOK, "text/plain; charset=utf-8", []byte(text))
	return true
}

// of is that of a lineup, at most as old as a page of a list is.
func (s *sitemap) of(p *Pages, shown *page.Lineup) (body []byte, forms *representation.Forms) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if now := p.Now(); s.forms == nil || s.lineup != shown.ID || now.Sub(s.madeAt) >= changeAfter {
		s.lineup, s.madeAt, s.body = shown.ID, now, p.composer.Sitemap(shown)
		s.forms = representation.NewForms(s.body, representation.Tag(s.body))
	}
	return s.body, s.forms
}

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
