package page

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fieldhouse/plugins/editions/release"
)

// storey is an edition's release.Storey, compiled.
type storey struct {
	floor, painted    map[release.Language]*fragment
	sheet, floorSheet style
}

// floorCounts are how many floors there can be.
var floorCounts = [...]string{"none", "one", "two", "three", "four"}

var (
	// headerFields are those of a header.
	headerFields = []string{"home"}
	// houseFields are those of the shell's pages that are of no item: how many floors there are,
	// what is played on them, where the ground floor begins, and where the posts are listed.
	houseFields = []string{"floors", "sports", "grounds", "home", "blog"}
)

func (e *Edition) compileStorey(contents Contents) error {
	declared := e.Manifest.Storey
	if declared == nil {
		return nil
	}
	styles, err := compileStyles(e.Folder, declared.Sheet, declared.FloorSheet)
	if err != nil {
		return err
	}
	e.storey = &storey{sheet: styles[0], floorSheet: styles[1]}
	if e.storey.floor, err = e.fragments(contents, declared.Floor, grammar{fields: []string{"number"}, guest: true}, nil); err != nil {
		return err
	}
	// An edition may style what stands beside its own: nothing of another does.
	for _, floor := range e.storey.floor {
		floor.pieces = slices.Concat([]piece{{literalPiece, "<div>"}}, floor.pieces, []piece{{literalPiece, "</div>"}})
	}
	e.storey.painted, err = e.fragments(contents, declared.Painted, grammar{guest: true}, nil)
	return err
}

// storeyed is the edition of a look, if it has a storey; nil for none.
func (s *Site) storeyed(shown *Lineup, look release.Look) *Edition {
	if released := shown.Releases[string(look)]; released != nil && released.storey != nil && s.HasEdition(string(look)) {
		return released
	}
	return nil
}

// floors are the editions that have a floor on the front page, from the ground up.
func (s *Site) floors(shown *Lineup) []*Edition {
	all := slices.DeleteFunc(s.releases(shown), func(released *Edition) bool { return released.storey == nil })
	return all[:min(len(all), len(floorCounts)-1)]
}

// paintedIn is the edition whose painted floor stands in a look: the ground floor's in one of no
// edition; nil where there are no floors.
func (s *Site) paintedIn(shown *Lineup, look release.Look) *Edition {
	if own := s.storeyed(shown, look); own != nil {
		return own
	}
	for _, ground := range s.floors(shown) {
		return ground
	}
	return nil
}

// paintedFloor is the list of that floor alone.
func (s *Site) paintedFloor(shown *Lineup, language release.Language, look release.Look) []Item {
	if of := s.paintedIn(shown, look); of != nil {
		return []Item{{markup: of.storey.painted[language]}}
	}
	return nil
}

// listFloors adds the lists of all floors, the upper one first.
func (s *Site) listFloors(lists map[string][]Item, floors []*Edition, language release.Language) {
	for index, of := range slices.Backward(floors) {
		edition, number := of.Manifest.Edition, strconv.Itoa(index+1)
		lists[floorsList] = append(lists[floorsList], Item{markup: of.storey.floor[language], Fields: map[string]string{"number": number}})
		lists[liftList] = append(lists[liftList], Item{
			Variants: []string{"floor"},
			Fields:   map[string]string{"edition": edition, "name": s.NameOf(edition, language), "number": number},
		})
	}
	lists[floorsCountList] = []Item{{Variants: []string{floorCounts[len(floors)]}}}
}

// house is what the shell's pages say of all floors (houseFields).
func (s *Site) house(shown *Lineup, language release.Language) map[string]string {
	floors := s.floors(shown)
	var sports, grounds []string
	for _, of := range floors {
		sports = append(sports, of.Manifest.Storey.Sport[language])
		grounds = append(grounds, of.Manifest.Storey.Ground[language])
	}
	fields := map[string]string{
		"floors": strconv.Itoa(len(floors)), "sports": listed(sports, language), "grounds": listed(grounds, language), "home": "/", "blog": "/",
	}
	if len(floors) > 0 {
		fields["home"] = HomeOf(floors[0].Manifest.Edition)
	}
	if posts := s.patternFor(shown, shown.Releases[release.Shell], "posts"); posts != nil {
		fields["blog"] = posts.listedAt()
	}
	return fields
}

// listed are words as a list in a sentence.
func listed(words []string, language release.Language) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := words[len(words)-1]
	and := " and "
	if language == release.Spanish {
		and = " y "
		if beginsWithI.MatchString(last) && !glides.MatchString(last) {
			and = " e "
		}
	}
	return strings.Join(words[:len(words)-1], ", ") + and + last
}

// Before a Spanish word that begins with the vowel i, "y" is "e"; not so where that glides into
// another one.
var (
	beginsWithI = regexp.MustCompile(`(?i)^h?[ií]`)
	glides      = regexp.MustCompile(`(?i)^hi[aeouáéóú]`)
)

// homeIn is where a page in a look is at home.
func homeIn(look release.Look) string {
	if look == release.DefaultLook {
		return "/"
	}
	return HomeOf(string(look))
}

// patternOf is the edition's pattern of a list's items, of several the one with the fewest
// parameters; nil for none.
func (e *Edition) patternOf(list string) *route {
	if e != nil {
		for _, pattern := range e.patterns {
			if pattern.Item == list {
				return pattern
			}
		}
	}
	return nil
}

// patternFor is the pattern of items that are of all editions, for a page of one: its own, and for
// the shell's that of the first in the settings that has one.
func (s *Site) patternFor(shown *Lineup, edition *Edition, list string) *route {
	own := edition.patternOf(list)
	if own == nil && edition.Manifest.Edition == release.Shell {
		for _, released := range s.releases(shown) {
			if own = released.patternOf(list); own != nil {
				break
			}
		}
	}
	return own
}

// storeySheets are the sheets that a page needs of editions that it is not of.
func (s *Site) storeySheets(shown *Lineup, at Place, language release.Language) (sheets []*style) {
	shell := shown.Releases[release.Shell]
	need := func(sheet *style) {
		if !slices.ContainsFunc(sheets, func(other *style) bool { return other.address == sheet.address }) {
			sheets = append(sheets, sheet)
		}
	}
	needColours := func(of *Edition) {
		if of != nil && of != at.edition {
			need(&of.storey.sheet)
		}
	}
	main := at.main(shell, language)
	if main.holds(floorsList) {
		for _, of := range s.floors(shown) {
			need(&of.storey.sheet)
			need(&of.storey.floorSheet)
		}
	}
	for _, part := range []struct {
		markup *fragment
		look   release.Look
	}{
		{framed(shell.header, at.Header, language), at.Header},
		{main, at.mainLook()},
		{framed(shell.footer, at.Footer, language), at.Footer},
	} {
		needColours(s.storeyed(shown, part.look))
		if part.markup.holds(floorList) {
			needColours(s.paintedIn(shown, part.look))
		}
	}
	return sheets
}
