package page

import (
	"net/http"

	"fieldhouse/plugins/editions/lineup"
	"fieldhouse/plugins/editions/release"
)

// Lineup is the compiled releases that a visitor gets.
type Lineup = lineup.Lineup[*Edition]

// place is what stands at a path: a route, or what is shown instead.
type place struct {
	// key is the same for all paths that share a page.
	key string
	// path is the place's own, empty where several share it.
	path   string
	status int
	// edition owns the main fragment.
	edition *Edition
	// route is nil but for status 200, and item what names its item, empty for none.
	route          *route
	item           string
	header, footer release.Look
}

// find is the place at a path. There is none at all without a shell. What a pattern
// matches is a place once its item is among the data; before the data could be read
// nobody knows.
func (p *Pages) find(shown *Lineup, path string) (place, bool) {
	shell := shown.Releases[release.Shell]
	if shell == nil {
		return place{}, false
	}
	owner := release.EditionOf(path)
	edition := shown.Releases[owner]
	if edition == nil {
		return instead(shell, path, http.StatusServiceUnavailable), true
	}
	if route := edition.routes[path]; route != nil {
		return edition.place(route, path, ""), true
	}
	for _, route := range edition.patterns {
		key, matches := route.itemKey(path)
		if !matches {
			continue
		}
		held := p.Data.latest(release.Items[route.Item].Need)
		if held == nil {
			return instead(shell, path, http.StatusServiceUnavailable), true
		}
		item := held.subject(route.Item, key, owner)
		if item == nil || route.pattern.Fill(item.parameter) != path {
			break
		}
		return edition.place(route, path, key), true
	}
	return instead(shell, path, http.StatusNotFound), true
}

func (e *Edition) place(at *route, path, item string) place {
	return place{key: path, path: path, status: http.StatusOK, edition: e, route: at, item: item, header: at.Header, footer: at.Footer}
}

// instead is the place for a path that has no page, or none now. All such paths of
// an edition are one place.
func instead(shell *Edition, path string, status int) place {
	owner := release.EditionOf(path)
	// Any other path has the shell's home as its look (specification, section 2).
	header, footer := release.DefaultLook, release.BasketballLook
	switch owner {
	case release.Football:
		header, footer = release.FootballLook, release.FootballLook
	case release.Basketball:
		header, footer = release.BasketballLook, release.BasketballLook
	}
	return place{key: http.StatusText(status) + " " + owner, status: status, edition: shell, header: header, footer: footer}
}

// HasPage reports whether the path has a page of its own.
func (p *Pages) HasPage(shown *Lineup, path string) bool {
	at, found := p.find(shown, path)
	return found && at.route != nil
}

// needs are the data the place's page carries.
func (p place) needs() []string {
	if p.route == nil {
		return nil
	}
	return p.route.Data
}
