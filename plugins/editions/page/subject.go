package page

import (
	"time"
	"unicode/utf8"

	"fieldhouse/plugins/editions/release"
)

// Bounds of what a head says of an item, in characters: no list bounds them.
const (
	MaxHeadTitle       = 200
	MaxHeadDescription = 300
)

// Subject is what a page of a pattern is about: an item of the list that says
// which of the pattern's pages exist.
type Subject interface {
	// Parameter is one of release.Items, as the page's path has it.
	Parameter(name string) string
	// Published is when it came to be; zero where nobody knows.
	Published() time.Time
	// Describe is what the page shows of it.
	Describe(Context) Description
}

// Description is what a page shows of its subject.
type Description struct {
	// path is that of the page which is the subject's own; empty for the page itself.
	path string
	// Fields are those of the @item/ marks in main, title and description.
	Fields map[string]string
	// Lists are those that only its page has.
	Lists map[string][]Item
	// Content is sanitised markup, for the slot of that name.
	Content string
	// ChangesAt is when it changes without other rows; zero for never.
	ChangesAt time.Time
	// Picture and Image are addresses of the web: the picture is shown before the
	// route's, the image where the route has none.
	Picture, Image string
	// Pack is the kind of a drop's packs, one of release.Route's PackPictures; another
	// where the row does not say what is in them.
	Pack string
	// OpenGraph is what the social card has besides, its type first.
	OpenGraph [][2]string
	// Structured is its JSON-LD, without what every page has.
	Structured map[string]any
}

// subject is the item that has this key and is the edition's; nil for none.
func (r *Rows) subject(key, edition string) Subject {
	if data, has := r.Data.(Subjects); has {
		return data.Subject(key, edition)
	}
	return nil
}

// subjectOf is what the place's page is about, by these rows; nil where it is not
// among them, and for a page of no item.
func subjectOf(at Place, rows map[string]*Rows) Subject {
	if at.route == nil || at.route.Item == "" {
		return nil
	}
	return at.edition.subject(at.route, at.item, rows[release.Items[at.route.Item].Need])
}

// subject is the item of a route's list that has this key, by the rows of the list; nil for none.
func (e *Edition) subject(of *route, item string, held *Rows) Subject {
	if of.named != nil {
		return of.named(item)
	}
	if held == nil {
		return nil
	}
	return held.subject(item, e.Manifest.Edition)
}

// ownPath is the path of an item's own page: of several, since a post is of all editions, that
// of the edition which the settings name first.
func (c *Composer) ownPath(shown *Lineup, list string, held *Rows, item Subject) string {
	key := item.Parameter(release.Items[list].Key)
	for _, edition := range c.Site.releases(shown) {
		for _, route := range edition.patterns {
			path := route.pattern.Fill(item.Parameter)
			if _, matches := route.itemKey(path); matches && route.Item == list && !route.NoIndex && edition.routes[path] == nil && held.subject(key, edition.Manifest.Edition) != nil {
				return path
			}
		}
	}
	return ""
}

// Clipped is a text of at most so many characters.
func Clipped(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit-1]) + "…"
}
