package page

import (
	"encoding/json"
	"time"

	"fieldhouse/plugins/editions/release"
)

// Info is the contract's PageInfo: #fh-page of a page, and the answer of /_page.
type Info struct {
	// Path is the request's, without query; empty on a page that unknown paths share.
	Path string `json:"path"`
	// Route is nil when the path is unknown.
	Route    *string          `json:"route"`
	Status   int              `json:"status"`
	Language release.Language `json:"language"`
	// Edition owns the main fragment.
	Edition string `json:"edition"`
	// Header and Footer are nil where the previous ones stay (specification, section 2).
	Header      *release.Look          `json:"header"`
	Footer      *release.Look          `json:"footer"`
	Title       string                 `json:"title"`
	Description string                 `json:"description"`
	Lineup      map[string]LineupEntry `json:"lineup"`
	// SignedLineup is what /_page is asked with for more of the same lineup.
	SignedLineup string `json:"signedLineup"`
	// Styles are the addresses of the storeys' sheets that its head has besides.
	Styles []string `json:"styles,omitempty"`
	// Time is the gateway's clock, epoch milliseconds.
	Time int64 `json:"time"`
	// Main is what stands in <main>: in an answer of /_page alone.
	Main string `json:"main,omitempty"`
	// FooterMarkup is what stands in the footer, there too; empty where the previous
	// one stays.
	FooterMarkup string `json:"footerMarkup,omitempty"`
	// Head is what the page's head says of it besides its title, there too.
	Head     string                     `json:"head,omitempty"`
	Snapshot map[string]json.RawMessage `json:"snapshot,omitempty"`
	// Reports is which views report; nil where none do.
	Reports *Reporting `json:"reports,omitempty"`
	Dev     bool       `json:"dev,omitempty"`
}

// allDocuments is the share of all of them.
const allDocuments = 1000

// Reporting is the contract's.
type Reporting struct {
	// Share is how many of 1000 documents report their views.
	Share int `json:"share"`
}

// reporting is all views while an edition has a canary: it is judged by them.
func (c *Composer) reporting(shown *Lineup) *Reporting {
	switch {
	case shown.Preview != nil:
		return nil
	case shown.Watched:
		return &Reporting{allDocuments}
	case c.Reports > 0:
		return &Reporting{c.Reports}
	}
	return nil
}

// JSON is the information as it can stand in a script.
func (i Info) JSON() []byte { return MustScriptJSON(i) }

// LineupEntry is one edition of a page's lineup.
type LineupEntry struct {
	Release string   `json:"release"`
	Base    string   `json:"base"`
	Entry   string   `json:"entry"`
	Mount   string   `json:"mount"`
	Styles  []string `json:"styles"`
}

// Entry is the edition's release as pages name it.
func (e *Edition) Entry() LineupEntry { return e.entry }

// Info is the PageInfo of a path with what stands in the page's <main> and its
// footer, what its head says of it, and its snapshot.
func (c *Composer) Info(shown *Lineup, at Place, page *Page, path string, language release.Language, now time.Time) Info {
	if page.Status != at.Status {
		// It went away, or could not be composed.
		at = c.Instead(shown, path, page.Status)
	}
	composedAt := page.ComposedAt
	if composedAt.IsZero() {
		composedAt = now
	}
	info := c.info(shown, c.frame(shown), shown.Releases[release.Shell], at, language, composedAt, page.described)
	info.Path = path
	info.Main, info.FooterMarkup, info.Head, info.Styles = string(page.Main), string(page.Footer), string(page.Head), page.Styles
	if at.keepsLooks() {
		// The previous header and footer stay (specification, section 2).
		info.Header, info.Footer, info.FooterMarkup = nil, nil, ""
	}
	if info.Snapshot = snapshotJSON(page.Rows, at.item); len(info.Snapshot) == 0 {
		info.Snapshot = map[string]json.RawMessage{}
	}
	return info
}
