package article

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
