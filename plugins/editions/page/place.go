package page

import (
	"net/http"
	"strings"

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
	// edition owns the main fragment, and owner the address: another one where the main
	// fragment is not found or an apology.
	edition *Edition
	owner   string
	// route is nil but for status 200, and item what names its item, empty for none.
	route *route
	item  string
	Looks
}

// find is the place at a path. There is none at all without host and shell. What a pattern
// matches is a place once its item is among the data; before the data could be read
// nobody knows.
func (p *Pages) find(shown *Lineup, path string) (place, bool) {
	shell := shown.Releases[release.Shell]
	if shell == nil || shown.Releases[release.Host] == nil {
		return place{}, false
	}
	owner := p.Site.editionOf(path)
	edition := shown.Releases[owner]
	if edition == nil {
		return p.instead(shown, path, http.StatusServiceUnavailable), true
	}
	if route := edition.routes[path]; route != nil {
		return edition.place(shell, route, path, ""), true
	}
	for _, route := range edition.patterns {
		key, matches := route.itemKey(path)
		if !matches {
			continue
		}
		held := p.Data.latest(release.Items[route.Item].Need)
		if held == nil {
			return p.instead(shown, path, http.StatusServiceUnavailable), true
		}
		item := held.subject(route.Item, key, owner)
		if item == nil || route.pattern.Fill(item.parameter) != path {
			break
		}
		return edition.place(shell, route, path, key), true
	}
	return p.instead(shown, path, http.StatusNotFound), true
}

func (e *Edition) place(shell *Edition, at *route, path, item string) place {
	return place{
		key: path, path: path, status: http.StatusOK, edition: e, owner: e.Manifest.Edition, route: at, item: item,
		Looks: Looks{shell.look(at.Header), shell.look(at.Footer)},
	}
}

// instead is the place for a path that has no page, or none now. All such paths of
// an edition are one place, in the look of the edition's home (specification,
// section 2), or in the one that is called like the edition.
func (p *Pages) instead(shown *Lineup, path string, status int) place {
	shell, owner := shown.Releases[release.Shell], p.Site.editionOf(path)
	header, footer := release.Look(owner), release.Look(owner)
	if edition := shown.Releases[owner]; edition != nil {
		if home := edition.routes[homeOf(owner)]; home != nil {
			header, footer = home.Header, home.Footer
		}
	}
	return place{status: status, edition: shell, owner: owner}.in(shell, Looks{header, footer})
}

// in is the place that has no page, in these looks.
func (p place) in(shell *Edition, looks Looks) place {
	p.Looks = Looks{shell.look(looks.header), shell.look(looks.footer)}
	p.key = http.StatusText(p.status) + " " + p.owner + " " + string(p.header) + "." + string(p.footer)
	return p
}

// homeOf is where an edition's pages begin.
func homeOf(edition string) string {
	if edition == release.Shell {
		return "/"
	}
	return "/" + edition
}

// EditionOf is the edition whose path this is: the shell's where no other has it.
func (p *Pages) EditionOf(path string) string { return p.Site.editionOf(path) }

// HasPage reports whether the path has a page of its own.
func (p *Pages) HasPage(shown *Lineup, path string) bool {
	at, found := p.find(shown, path)
	return found && at.route != nil
}

// list is where the items are listed of which the place's page is about one, such as
// /<edition>/blog of /<edition>/blog/:slug; empty for any other page.
func (p place) list() string {
	if p.item == "" {
		return ""
	}
	before, _, _ := strings.Cut(p.route.Path, "/:")
	return before
}

// needs are the data the place's page carries.
func (p place) needs() []string {
	if p.route == nil {
		return nil
	}
	return p.route.Data
}
