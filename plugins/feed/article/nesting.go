package article

import (
	"slices"
	"strings"
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
