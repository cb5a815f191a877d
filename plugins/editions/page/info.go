package page

import (
	"encoding/json"

	"fieldhouse/plugins/editions/journal"
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

// Reporting is the contract's.
type Reporting struct {
	// Share is how many of 1000 documents report their views.
	Share int `json:"share"`
}

// reporting is all views while an edition has a canary: it is judged by them.
func (p *Pages) reporting(shown *Lineup) *Reporting {
	switch {
	case shown.Preview != nil:
		return nil
	case shown.Watched:
		return &Reporting{journal.MaxShare}
	case p.Reports > 0:
		return &Reporting{p.Reports}
	}
	return nil
}

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
