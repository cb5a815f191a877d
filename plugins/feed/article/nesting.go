package article

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// element is one that was written and is not closed yet.
type element struct {
	name string
	// at is where in the output it begins.
	at int
	// hasContent: something that can be seen stands in it.
	hasContent bool
	// muted: what it says is no part of the text that an excerpt begins with.
	muted bool
	// before is what the headings were when it was opened.
	before headings
}

// maxOpen bounds how deep an article is nested; what is deeper loses its
// elements and keeps its text.
const maxOpen = 32

var (
	blocks = func() map[string]bool {
		all := set(blockElements...)
		for _, inTable := range []string{"caption", "tbody", "td", "tfoot", "th", "thead", "tr"} {
			delete(all, inTable)
		}
		return all
	}()
	cells   = set("td", "th")
	groups  = []string{"caption", "thead", "tbody", "tfoot"}
	inTable = set("table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th")

	// parents are the elements that have a place in another only. Without it
	// they lose themselves and keep what is inside.
	parents = map[string][]string{
		"li": {"ul", "ol"}, "dt": {"dl"}, "dd": {"dl"}, "figcaption": {"figure"},
		"caption": {"table"}, "thead": {"table"}, "tbody": {"table"}, "tfoot": {"table"}, "tr": {"table"},
		"td": {"tr"}, "th": {"tr"},
	}
)

// isBlock reports whether an element begins on a line of its own.
func isBlock(name string) bool { return blocks[name] || inTable[name] }

// enterCell opens a row and a cell for what stands in a table outside of any; a
// browser would show it before the table.
func (w *writer) enterCell() {
	if len(w.open) == 0 {
		return
	}
	switch w.open[len(w.open)-1].name {
	case "table", "thead", "tbody", "tfoot":
		w.push("tr", nil, false, w.headings)
		w.push("td", nil, false, w.headings)
	case "tr":
		w.push("td", nil, false, w.headings)
	}
}

// hasParent reports whether an element may stand where the output is.
func (w *writer) hasParent(name string) bool {
	wanted := parents[name]
	if wanted == nil {
		return true
	}
	for i := len(w.open) - 1; i >= 0; i-- {
		open := w.open[i].name
		if slices.Contains(wanted, open) {
			return true
		}
		if open == "table" || cells[open] && !inTable[name] {
			return false
		}
	}
	return false
}

// makeRoom closes what a browser would close for an element that begins (HTML,
// section 13.1.2.4, optional tags), so that it reads the output as it was
// written: its elements are nested as they stand.
func (w *writer) makeRoom(name string) {
	switch {
	case name == "a":
		w.closeWithin("a", "")
	case name == "li":
		w.closeWithin("li", "ul ol")
	case name == "dt" || name == "dd":
		w.closeWithin("dt", "dl")
		w.closeWithin("dd", "dl")
	case cells[name]:
		w.closeWithin("td", "table tr")
		w.closeWithin("th", "table tr")
	case name == "tr":
		w.closeWithin("tr", "table")
		w.closeWithin("caption", "table")
	case slices.Contains(groups, name):
		w.closeWithin("tr", "table")
		for _, group := range groups {
			w.closeWithin(group, "table")
		}
	}
	if !blocks[name] {
		return
	}
	w.closeWithin("p", "td th li dd figcaption caption")
	if headingLevel(name) > 0 {
		for level := '2'; level <= '6'; level++ {
			w.closeWithin("h"+string(level), "")
		}
	}
}

// closeWithin closes the innermost open element of a name and all inside it,
// unless one of the boundaries, names between spaces, stands before it.
func (w *writer) closeWithin(name, boundaries string) {
	for i := len(w.open) - 1; i >= 0; i-- {
		if w.open[i].name == name {
			w.closeFrom(i)
			return
		}
		if slices.Contains(strings.Fields(boundaries), w.open[i].name) {
			return
		}
	}
}

// closeFrom closes the open elements from the i-th on. One in which there is
// nothing to see, such as a figure whose picture was a pixel, is taken back;
// cells and rows stay, because a table needs them.
func (w *writer) closeFrom(i int) {
	for len(w.open) > i {
		last := len(w.open) - 1
		closing := w.open[last]
		w.open = w.open[:last]
		if closing.hasContent || parentsOfCells[closing.name] {
			w.html.WriteString("</" + closing.name + ">")
			if last > 0 && closing.hasContent {
				w.open[last-1].hasContent = true
			}
		} else {
			w.html.Truncate(closing.at)
			w.headings = closing.before
		}
		if isBlock(closing.name) {
			w.space()
		}
	}
}

var parentsOfCells = set("td", "th", "tr")

// headings gives an article's headings levels that follow each other below the
// page's h1: the outermost is h2, and one inside another is one level deeper,
// whichever levels the feed used. They fit into h2 to h6.
type headings struct {
	// open are the feed's levels from the outermost to the last heading.
	open  [6]int
	depth int
}

const (
	firstLevel = 2
	lastLevel  = 6
)

// place is the level at which a heading of the feed's level stands.
func (h *headings) place(level int) int {
	for h.depth > 0 && h.open[h.depth-1] >= level {
		h.depth--
	}
	h.open[h.depth] = level // the open levels rise, so there are at most six
	h.depth++
	return min(firstLevel+h.depth-1, lastLevel)
}

// headingLevel is 1 to 6 for h1 to h6, and 0 for other elements.
func headingLevel(name string) int {
	if len(name) == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6' {
		return int(name[1] - '0')
	}
	return 0
}

// embed writes what another site would show in a frame, such as a video, as a link to it:
// nothing of that site is loaded before the reader goes there.
func (w *writer) embed(token html.Token) {
	if isPixel(attribute(token, "width")) || isPixel(attribute(token, "height")) {
		return
	}
	to := embedded(strings.TrimSpace(attribute(token, "src")))
	if to == nil || len(w.open) >= maxOpen {
		return
	}
	name := strings.TrimPrefix(to.Hostname(), "www.")
	if title := plain(attribute(token, "title"), maxName); title != "" {
		name = title + " (" + name + ")"
	}
	w.space()
	w.makeRoom("a")
	w.enterCell()
	w.push("a", []html.Attribute{{Key: "href", Val: to.String()}, {Key: "rel", Val: linkRel}}, true, w.headings)
	w.writeText(name)
	w.end("a")
	w.space()
}

// embedded is where the content of a frame stands by itself; nil for a frame of no site of
// its own. Medium's frames are those of an embedding service that names it.
func embedded(address string) *url.URL {
	if len(address) > maxAddressBytes {
		return nil
	}
	at, err := url.Parse(address)
	if err == nil && at.Hostname() == "cdn.embedly.com" {
		at, err = url.Parse(at.Query().Get("url"))
	}
	if err != nil || at.Scheme != "https" || at.Host == "" || at.User != nil || countsVisitors(at) {
		return nil
	}
	return at
}
