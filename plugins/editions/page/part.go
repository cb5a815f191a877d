package page

import (
	"encoding/json"
	"fmt"
	"time"

	"fieldhouse/plugins/editions/release"
)

// Part is what a release itself has of one of its pages: a page that is composed elsewhere
// shows it in the place of another release's.
type Part struct {
	// Route is the path of the route.
	Route       string `json:"route"`
	Title       string `json:"title"`
	Description string `json:"description"`
	// Main is what stands in <main>.
	Main string `json:"main"`
	// Snapshot is the data that the page carries.
	Snapshot map[string]json.RawMessage `json:"snapshot"`
}

// RouteOf is the path of the route that a path has by its form; whether it has a page the
// data says, where it is of an item. It is false where the path has none.
func (e *Edition) RouteOf(path string) (route string, found bool) {
	of, _ := e.match(path)
	if of == nil {
		return "", false
	}
	return of.Path, true
}

// Part is the release's part of its page at a path. Of the others of a lineup it knows
// nothing: what their pages say is what the settings say. There is none at a path that has
// no page by these rows. It fails where the rows that would say it are not there.
func (c *Composer) Part(edition *Edition, path string, language release.Language, rows map[string]*Rows, now time.Time) (*Part, error) {
	route, item := edition.match(path)
	if route == nil {
		return nil, nil
	}
	if item != "" {
		need := release.Items[route.Item].Need
		if rows[need] == nil && route.named == nil {
			return nil, fmt.Errorf("the page %s is one of %s: without %s nobody knows whether it is there", path, route.Item, need)
		}
		if !edition.has(route, item, path, rows[need]) {
			return nil, nil
		}
	}
	at := edition.place(route, path, item)
	shown := &Lineup{Releases: map[string]*Edition{edition.Manifest.Edition: edition}}
	described := c.describe(shown, at, language, rows, now)
	lists := c.Site.lists(shown, c.Site.settings.Navigation, language, at, at.Header)
	filling, _ := c.mainFilling(at, c.contextOf(shown, at, language, rows, now), lists, described)
	part := &Part{Route: route.Path, Main: string(route.main[language].fill(nil, filling)), Snapshot: snapshotJSON(rows, item)}
	part.Title, part.Description = c.headTexts(at, language, described)
	return part, nil
}
