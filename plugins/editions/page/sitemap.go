package page

import (
	"maps"
	"slices"
	"time"

	"fieldhouse/plugins/editions/release"
)

// maxSitemap is how many addresses a sitemap has at most (sitemaps.org, "Sitemap
// file").
const maxSitemap = 50_000

// Sitemap is every page of the lineup in every language, those of the items that there are now
// among them, as search engines read it.
func (c *Composer) Sitemap(shown *Lineup) []byte {
	w := new(writer)
	w.raw(`<?xml version="1.0" encoding="UTF-8"?>`, "\n",
		`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">`)
	left := maxSitemap
	for _, edition := range c.Site.releases(shown) {
		for path, changed := range c.addresses(shown, edition) {
			if left -= len(release.Languages); left < 0 {
				break
			}
			w.sitemapEntry(c.Origin+path, changed)
		}
	}
	w.raw("</urlset>\n")
	return w.page
}

// addresses are the paths of an edition's pages that are everybody's, and of those of items when the
// item was published, if that is known.
func (c *Composer) addresses(shown *Lineup, edition *Edition) func(yield func(path string, changed time.Time) bool) {
	return func(yield func(string, time.Time) bool) {
		for _, path := range slices.Sorted(maps.Keys(edition.routes)) {
			if edition.routes[path].NoIndex {
				continue
			}
			if !yield(path, time.Time{}) {
				return
			}
		}
		for _, route := range edition.patterns {
			if route.NoIndex || route.named != nil {
				continue
			}
			held := c.latest(release.Items[route.Item].Need)
			if held == nil {
				continue
			}
			data, has := held.Data.(Subjects)
			if !has {
				continue
			}
			for _, item := range data.Subjects(edition.Manifest.Edition) {
				path := route.pattern.Fill(item.Parameter)
				// The more specific path has the page, and a post without a date is of no year.
				if c.ownPath(shown, route.Item, held, item) != path {
					continue
				}
				if !yield(path, item.Published()) {
					return
				}
			}
		}
	}
}

func (w *writer) sitemapEntry(bare string, changed time.Time) {
	for _, language := range release.Languages {
		w.raw("<url><loc>")
		w.text(inLanguage(bare, language))
		w.raw("</loc>")
		if !changed.IsZero() {
			w.raw("<lastmod>", changed.Format(time.RFC3339), "</lastmod>")
		}
		for _, other := range release.Languages {
			w.raw(`<xhtml:link rel="alternate" hreflang="`, string(other), `" href="`)
			w.text(inLanguage(bare, other))
			w.raw(`"/>`)
		}
		w.raw(`<xhtml:link rel="alternate" hreflang="x-default" href="`)
		w.text(bare)
		w.raw(`"/>`)
		w.raw("</url>\n")
	}
}
