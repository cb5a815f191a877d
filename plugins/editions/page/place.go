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
	key    string
	status int
	// edition owns the main fragment.
	edition *Edition
	// route is nil but for status 200.
	route          *route
	header, footer release.Look
}

// find is the place at a path. All unknown paths of one look are one place, and
// so are all of an edition that has no usable release. There is none at all
// without a shell.
func find(shown *Lineup, path string) (place, bool) {
	shell := shown.Releases[release.Shell]
	if shell == nil {
		return place{}, false
	}
	owner := release.EditionOf(path)
	// Any other path has the shell's home as its look (specification, section 2).
	header, footer := release.DefaultLook, release.BasketballLook
	switch owner {
	case release.Football:
		header, footer = release.FootballLook, release.FootballLook
	case release.Basketball:
		header, footer = release.BasketballLook, release.BasketballLook
	}
	edition := shown.Releases[owner]
	if edition == nil {
		return place{key: "503 " + owner, status: http.StatusServiceUnavailable, edition: shell, header: header, footer: footer}, true
	}
	if route := edition.routes[path]; route != nil {
		return place{key: path, status: http.StatusOK, edition: edition, route: route, header: route.Header, footer: route.Footer}, true
	}
	return place{key: "404 " + owner, status: http.StatusNotFound, edition: shell, header: header, footer: footer}, true
}

// HasRoute reports whether a release of the lineup has a page of its own at the path.
func HasRoute(shown *Lineup, path string) bool {
	at, found := find(shown, path)
	return found && at.route != nil
}

// needs are the data the place's page carries.
func (p place) needs() []string {
	if p.route == nil {
		return nil
	}
	return p.route.Data
}

// path is the place's own path, empty where several share it.
func (p place) path() string {
	if p.route == nil {
		return ""
	}
	return p.route.Path
}
