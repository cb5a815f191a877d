package page

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/paths"
)

// Lineup is the compiled releases that a visitor gets.
type Lineup = release.Lineup[*Edition]

// The statuses of pages (RFC 9110, section 15).
const (
	Found       = 200
	NotFound    = 404
	Unavailable = 503
)

// Looks are those of a page's header and footer.
type Looks struct{ Header, Footer release.Look }

// Place is what stands at a path: a route, or what is shown instead.
type Place struct {
	// Key is the same for all paths that share a page.
	Key string
	// Path is the place's own, empty where several share it.
	Path string
	// Status is Found, NotFound or Unavailable.
	Status int
	// edition owns the main fragment, and owner the address: another one where the main
	// fragment is not found or an apology.
	edition *Edition
	owner   string
	// route is nil but for status 200, and item what names its item, empty for none.
	route *route
	item  string
	// card is the asset that the address names, of a page of one card; empty for none.
	card string
	Looks
}

// Find is the place at a path. There is none at all without host and shell. What a pattern
// matches is a place once its item is among the data; before the data could be read
// nobody knows.
func (c *Composer) Find(shown *Lineup, path string) (Place, bool) {
	shell := shown.Releases[release.Shell]
	if shell == nil || shown.Releases[release.Host] == nil {
		return Place{}, false
	}
	owner := c.Site.editionOf(path)
	edition := shown.Releases[owner]
	if edition == nil {
		return c.Instead(shown, path, Unavailable), true
	}
	route, item := edition.match(path)
	if route == nil {
		return c.Instead(shown, path, NotFound), true
	}
	if item != "" {
		var held *Rows
		if route.named == nil {
			held = c.latest(release.Items[route.Item].Need)
		}
		if held == nil && route.named == nil {
			return c.Instead(shown, path, Unavailable), true
		}
		if !edition.has(route, item, path, held) {
			return c.Instead(shown, path, NotFound), true
		}
	}
	at := edition.place(route, path, item)
	at.Looks = c.Site.looksOf(shown, route)
	return at, true
}

// Showing is the place of a page of one card, which an address names by its query, and any
// other place as it is: what a shared link shows is that card.
func (p Place) Showing(query string) Place {
	if p.route == nil || p.route.Shows != release.ShowsCard || query == "" {
		return p
	}
	asked, err := url.ParseQuery(query)
	if card := asked.Get(release.CardParameter); err == nil && IsAsset(card) {
		p.card = card
		p.Key += "?" + release.CardParameter + "=" + card
	}
	return p
}

// IsOfAName reports whether the address names what nothing was read for, an account or a card: who
// makes such names up has as many pages as there are names.
func (p Place) IsOfAName() bool { return p.card != "" || p.route != nil && p.route.named != nil }

// IsAsset reports whether a text is the id of an asset: a number of 64 bits, written in one way.
func IsAsset(text string) bool {
	number, err := strconv.ParseUint(text, 10, 64)
	return err == nil && strconv.FormatUint(number, 10) == text
}

// match is the route that a path has by its form, and what names its item there; nil for none.
func (e *Edition) match(path string) (of *route, item string) {
	if fixed := e.routes[path]; fixed != nil {
		return fixed, ""
	}
	for _, pattern := range e.patterns {
		if item, matches := pattern.itemKey(path); matches {
			return pattern, item
		}
	}
	return nil, ""
}

// has reports whether the rows have the item of a path, which has one address alone.
func (e *Edition) has(of *route, item, path string, held *Rows) bool {
	found := e.subject(of, item, held)
	return found != nil && of.pattern.Fill(found.Parameter) == path
}

// place is the route's, in no looks yet.
func (e *Edition) place(of *route, path, item string) Place {
	return Place{Key: path, Path: path, Status: Found, edition: e, owner: e.Manifest.Edition, route: of, item: item}
}

// Instead is the place for a path that has no page, or none now. All such paths of
// an edition are one place, in the look of the edition's home (specification,
// section 2), or in the one that is called like the edition.
func (c *Composer) Instead(shown *Lineup, path string, status int) Place {
	shell, owner := shown.Releases[release.Shell], c.Site.editionOf(path)
	looks := c.Site.looks(shown, Looks{release.Look(owner), release.Look(owner)})
	if edition := shown.Releases[owner]; edition != nil {
		if home := edition.routes[HomeOf(owner)]; home != nil {
			looks = c.Site.looksOf(shown, home)
		}
	}
	return Place{Status: status, edition: shell, owner: owner}.in(looks)
}

func (p Place) in(looks Looks) Place {
	p.Looks = looks
	p.Key = strconv.Itoa(p.Status) + " " + p.owner + " " + string(p.Header) + "." + string(p.Footer) + " "
	if p.route != nil {
		p.Key += p.Path
	}
	return p
}

// HomeOf is where an edition's pages begin; of the host, which has none, the site's.
func HomeOf(edition string) string {
	if edition == release.Shell || edition == release.Host {
		return "/"
	}
	return "/" + edition
}

// EditionOf is the edition whose path this is: the shell's where no other has it.
func (c *Composer) EditionOf(path string) string { return c.Site.editionOf(path) }

// HasPage reports whether the path has a page of its own.
func (c *Composer) HasPage(shown *Lineup, path string) bool {
	at, found := c.Find(shown, path)
	return found && at.route != nil
}

// list is where the items are listed of which the place's page is about one, such as
// /<edition>/blog of /<edition>/blog/:slug; empty for any other page.
func (p Place) list() string {
	if p.item == "" {
		return ""
	}
	return p.route.listedAt()
}

// listedAt is what stands before the parameters of a pattern: its items are listed there.
func (r *route) listedAt() string {
	before, _, _ := strings.Cut(r.Path, "/:")
	return before
}

// Needs are the data that the place's page carries.
func (p Place) Needs() []string {
	if p.route == nil {
		return nil
	}
	return p.route.Data
}

// keepsLooks reports whether the previous header and footer stay on the place: on one that
// nobody has, and on the shell's pages but its home (specification, section 2).
func (p Place) keepsLooks() bool {
	return p.Status == NotFound || p.route != nil && p.owner == release.Shell && p.Path != HomeOf(release.Shell)
}

// Before is a place that keeps the looks that it stood in when navigation in the page led to
// it. Any other place is as it was.
func (c *Composer) Before(shown *Lineup, at Place, before Looks) Place {
	if !at.keepsLooks() || !c.Site.hasPageIn(shown, before) {
		return at
	}
	return at.in(before)
}

// hasPageIn reports whether a page of the lineup stands in these looks: only then can
// somebody have come from it, so no address is composed in more of them.
func (s *Site) hasPageIn(shown *Lineup, looks Looks) bool {
	if looks == (Looks{}) {
		return false
	}
	is := func(at *route) bool { return looks == s.looksOf(shown, at) }
	for _, edition := range shown.Releases {
		for _, at := range edition.routes {
			if is(at) {
				return true
			}
		}
		if slices.ContainsFunc(edition.patterns, is) {
			return true
		}
	}
	return false
}

// editionOf is the edition whose path this is: the shell's where no other has it.
func (s *Site) editionOf(path string) string {
	for _, edition := range s.editions {
		if paths.Under(path, HomeOf(edition)) {
			return edition
		}
	}
	return release.Shell
}

// looksOf are those of a route's page. One with all floors ends on the upper one, unless it asks
// for another.
func (s *Site) looksOf(shown *Lineup, of *route) Looks {
	asked := Looks{of.Header, of.Footer}
	if asked.Footer == release.DefaultLook && of.main[release.English].holds(floorsList) {
		if floors := s.floors(shown); len(floors) > 0 {
			asked.Footer = release.Look(floors[len(floors)-1].Manifest.Edition)
		}
	}
	return s.looks(shown, asked)
}

// looks are those of a page of the lineup that asks for these. A look is an edition's that has
// a storey, or one that the shell's frame has, and the default where it is neither.
func (s *Site) looks(shown *Lineup, asked Looks) Looks {
	known := func(look release.Look) release.Look {
		if shown.Releases[release.Shell].header[look] == nil && s.storeyed(shown, look) == nil {
			return release.DefaultLook
		}
		return look
	}
	return Looks{known(asked.Header), known(asked.Footer)}
}

// framed is what a frame has for a look: that of the default, but for looks of its own.
func framed(parts map[release.Look]map[release.Language]*fragment, look release.Look, language release.Language) *fragment {
	if parts[look] == nil {
		look = release.DefaultLook
	}
	return parts[look][language]
}

// main is what stands in a page's <main>; nil for an apology.
func (p Place) main(shell *Edition, language release.Language) *fragment {
	switch p.Status {
	case Found:
		return p.route.main[language]
	case NotFound:
		return shell.notFound[language]
	}
	return nil
}

// mainLook is the look that the main stands in: that of all unknown paths is the same whatever
// they stand in.
func (p Place) mainLook() release.Look {
	if p.route == nil {
		return release.DefaultLook
	}
	return p.Header
}
