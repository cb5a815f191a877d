package page

import (
	"encoding/json"
	"net/http"
	"sync"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/store"
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
func (p *Pages) WriteInfo(w http.ResponseWriter, r *http.Request, shown *Lineup, path string, language release.Language) bool {
	at, found := p.find(shown, path)
	if !found {
		return false
	}
	page := p.get(shown, at, language)
	kept := &page.navigation
	if page.status != http.StatusOK {
		// An address that nobody has: its page is that of many, and its answer its own.
		kept = new(navigation)
	}
	kept.once.Do(func() {
		began := p.Now()
		kept.body = mustScriptJSON(p.infoOf(shown, at, page, path, language))
		if page.traffic != nil {
			page.traffic.Navigation.composing.add(p.Now().Sub(began))
		}
		kept.forms = representation.NewForms(kept.body, "")
	})
	answer := kept.forms.For(r, http.StatusOK, kept.body, store.Codings)
	h := representation.NewHeader(w, 5)
	h.Set("Cache-Control", "no-store")
	if shown.Preview != nil {
		h.Set("X-Robots-Tag", "noindex")
	}
	h.Set("Vary", "Accept-Language, Cookie, Accept-Encoding")
	h.Set("Content-Language", string(language))
	_, sent := answer.Write(w, r, &h, "application/json")
	if page.traffic != nil {
		page.traffic.Navigation.Add(page.status, sent)
	}
	return true
}

// infoOf is the PageInfo of a path with what stands in the page's <main> and its
// footer, what its head says of it, and its snapshot.
func (p *Pages) infoOf(shown *Lineup, at place, page *Page, path string, language release.Language) Info {
	if page.status != at.status {
		// It went away, or could not be composed.
		at = p.instead(shown, path, page.status)
	}
	composedAt := page.composedAt
	if composedAt.IsZero() {
		composedAt = p.Now()
	}
	info := p.info(shown, p.frame(shown), shown.Releases[release.Shell], at, language, composedAt, page.says)
	info.Path = path
	info.Main, info.FooterMarkup, info.Head = string(page.main), string(page.footer), string(page.head)
	if at.status == http.StatusNotFound {
		// The previous header and footer stay (specification, section 2).
		info.Header, info.Footer, info.FooterMarkup = nil, nil, ""
	}
	if info.Snapshot = snapshotJSON(page.rows, at.item); len(info.Snapshot) == 0 {
		info.Snapshot = map[string]json.RawMessage{}
	}
	return info
}
