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

// sitemap is the addresses of a lineup's pages, as search engines read them.
type sitemap struct {
	lineup string
	madeAt time.Time
	body   []byte
	forms  *representation.Forms
}

// sitemaps keep the one that was asked for last.
type sitemaps struct {
	mutex sync.Mutex
	last  *sitemap
}

// WriteSitemap answers a GET or HEAD request with every page of the lineup in every
// language, those of the items that there are now among them. It is false on a site
// without an origin: a sitemap has whole addresses.
func (p *Pages) WriteSitemap(w http.ResponseWriter, r *http.Request, shown *page.Lineup) bool {
	if p.Origin == "" {
		return false
	}
	made := p.sitemap(shown)
	answer := made.forms.For(r, http.StatusOK, made.body, store.Codings)
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

// sitemap is that of a lineup, at most as old as a page of a list is.
func (p *Pages) sitemap(shown *page.Lineup) *sitemap {
	p.sitemaps.mutex.Lock()
	defer p.sitemaps.mutex.Unlock()
	now := p.Now()
	if last := p.sitemaps.last; last != nil && last.lineup == shown.ID && now.Sub(last.madeAt) < changeAfter {
		return last
	}
	body := p.composer.Sitemap(shown)
	made := &sitemap{lineup: shown.ID, madeAt: now, body: body}
	made.forms = representation.NewForms(body, representation.Tag(body))
	p.sitemaps.last = made
	return made
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
