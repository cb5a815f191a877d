package page

import (
	"math/big"
	"time"
	"unicode/utf8"

	"fieldhouse/plugins/editions/release"
)

// Bounds of what a head says of an item, in characters: no list bounds them.
const (
	maxHeadTitle       = 200
	maxHeadDescription = 300
)

// subject is what a page of a pattern is about: an item of the list that says
// which of the pattern's pages exist.
type subject interface {
	// parameter is one of release.Items, as the page's path has it.
	parameter(name string) string
	// published is when it came to be; zero where nobody knows.
	published() time.Time
	// tell is what the page says of it.
	tell(telling) told
}

// telling is the page that tells of a subject.
type telling struct {
	rows     map[string]*Rows
	language release.Language
	site     *Site
	now      time.Time
}

// told is what a page says of its subject.
type told struct {
	// path is that of the page which is the subject's own; empty for the page itself.
	path string
	// fields are those of the @item/ marks in main, title and description.
	fields map[string]string
	// lists are those that only its page has.
	lists map[string][]item
	// content is sanitised markup, for the slot of that name.
	content string
	// changesAt is when it changes without other rows; zero for never.
	changesAt time.Time
	// picture and image are addresses of the web: the picture is shown before the
	// route's, the image where the route has none.
	picture, image string
	// pack is the kind of a drop's packs, one of release.Route's PackPictures; another
	// where the row does not say what is in them.
	pack string
	// openGraph is what the social card has besides, its type first.
	openGraph [][2]string
	// structured is its JSON-LD, without what every page has.
	structured map[string]any
}

// subject is the item of a list that has this key and is the edition's; nil for none.
func (r *Rows) subject(list, key, edition string) subject {
	switch list {
	case "drops":
		if found := r.drops()[key]; found != nil && found.Edition == edition && !bool(found.IsHidden) {
			return found
		}
	case "posts":
		if index, known := r.feed.bySlug[key]; known {
			return &postAt{r.feed, index}
		}
	}
	return nil
}

// subjectOf is what the place's page is about, by these rows; nil where it is not
// among them, and for a page of no item.
func subjectOf(at Place, rows map[string]*Rows) subject {
	if at.route == nil || at.route.Item == "" {
		return nil
	}
	held := rows[release.Items[at.route.Item].Need]
	if held == nil {
		return nil
	}
	return held.subject(at.route.Item, at.item, at.edition.Manifest.Edition)
}

// ownPath is the path of an item's own page: of several, since a post is of all editions, that
// of the edition which the settings name first.
func (c *Composer) ownPath(shown *Lineup, list string, held *Rows, item subject) string {
	key := item.parameter(release.Items[list].Key)
	for _, edition := range c.Site.releases(shown) {
		for _, route := range edition.patterns {
			path := route.pattern.Fill(item.parameter)
			if _, matches := route.itemKey(path); matches && route.Item == list && !route.NoIndex && edition.routes[path] == nil && held.subject(list, key, edition.Manifest.Edition) != nil {
				return path
			}
		}
	}
	return ""
}

// median is the WAX price in the rows; nil when it is not known.
func median(rows map[string]*Rows) *big.Int {
	if points := rows[release.NeedMedian]; points != nil {
		return newestMedian(points.rows)
	}
	return nil
}

// clipped is a text of at most so many characters.
func clipped(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit-1]) + "…"
}
