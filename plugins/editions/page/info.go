package page

import (
	"encoding/json"

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
	Dev      bool                       `json:"dev,omitempty"`
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
