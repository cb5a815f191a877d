package release

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"fieldhouse/plugins/paths"
)

func (m *Manifest) checkRoutes(listed files) error {
	if len(m.Routes) == 0 && m.unknown == nil || len(m.Routes) > maxRoutes {
		return fmt.Errorf("routes: there are %d, a release has 1 to %d", len(m.Routes), maxRoutes)
	}
	seen := make(map[string]bool, len(m.Routes))
	for _, route := range m.Routes {
		if problem := routeProblem(route.Path, m.Edition); problem != "" {
			return fmt.Errorf("routes: path %q: %s", route.Path, problem)
		}
		if seen[route.Path] {
			return fmt.Errorf("routes: path %q is there twice", route.Path)
		}
		seen[route.Path] = true
		if err := route.check(m, listed); err != nil {
			return fmt.Errorf("routes: %s: %w", route.Path, err)
		}
	}
	return m.checkPatterns()
}

func (r *Route) check(m *Manifest, listed files) error {
	for _, look := range [...]Look{r.Header, r.Footer} {
		if !paths.IsEdition(string(look)) {
			return fmt.Errorf("look %q: it is %s, or named like an edition", look, DefaultLook)
		}
	}
	if err := cmp.Or(r.checkItem(), checkTexts("title", r.Title, maxTitle), checkTexts("description", r.Description, maxDescription), checkFragments(listed, r.Fragment)); err != nil {
		return err
	}
	if r.Sheet != "" && !listed.has(r.Sheet, ".css") {
		return fmt.Errorf("sheet %q is not among the files as .css", r.Sheet)
	}
	isShown := r.Shows == ShowsCard && r.Item == "" || r.Shows == ShowsWall && r.Item == "accounts"
	if r.Shows != "" && (!isShown || m.CardPictures == "") {
		return fmt.Errorf("shows %q: it is %s, of a page of no item, or %s, of one of accounts, and a release with cardPictures", r.Shows, ShowsCard, ShowsWall)
	}
	if err := r.checkPictures(listed); err != nil {
		return err
	}
	if len(r.Scripts) > 0 && r.Scripts[0] != m.Entry {
		return fmt.Errorf("scripts %q: they start with the entry, %s", r.Scripts, m.Entry)
	}
	for index, script := range r.Scripts {
		if !listed.has(script, ".js") || slices.Contains(r.Scripts[:index], script) {
			return fmt.Errorf("script %q is not among the files as .js, or there twice", script)
		}
	}
	for index, need := range r.Data {
		if !slices.Contains(Needs[:], need) || slices.Contains(r.Data[:index], need) {
			return fmt.Errorf("data %q: it is unknown or there twice; there are %s", need, strings.Join(Needs[:], ", "))
		}
	}
	return nil
}

// packKind is a kind of pack: the guaranteed tier and the print.
var packKind = regexp.MustCompile(`^[1-5]-[0-3]$`)

// checkPictures wants a picture in each language, and those of kinds of pack where drops
// are and beside the one for all others.
func (r *Route) checkPictures(listed files) error {
	check := func(field string, picture Texts) error {
		if err := checkTexts(field, picture, maxPath); err != nil {
			return err
		}
		for _, language := range Languages {
			if err := listed.checkPicture(field, picture[language]); err != nil {
				return err
			}
		}
		return nil
	}
	if r.Picture != nil {
		if err := check("picture", r.Picture); err != nil {
			return err
		}
	}
	if r.PackPictures != nil && (r.Picture == nil || r.Item != "drops") {
		return errors.New("packPictures: only a page of drops that has a picture for all of them has these")
	}
	for _, kind := range slices.Sorted(maps.Keys(r.PackPictures)) {
		if !packKind.MatchString(kind) {
			return fmt.Errorf("packPictures: %q is no kind of pack: 1 to 5 for the tier, a hyphen, and 0 to 3 for the print", kind)
		}
		if err := check("packPictures "+kind, r.PackPictures[kind]); err != nil {
			return err
		}
	}
	return nil
}

// checkItem wants a pattern's parameters to be those of its item, and no item
// without a pattern.
func (r *Route) checkItem() error {
	named := r.Pattern().Parameters()
	if r.Item == "" && len(named) == 0 {
		return nil
	}
	item, known := Items[r.Item]
	if !known {
		return fmt.Errorf("item %q: a pattern names the list that has its pages, one of %q", r.Item, slices.Sorted(maps.Keys(Items)))
	}
	if !slices.Contains(named, item.Key) {
		return fmt.Errorf("item %q: its pages are told apart by :%s, which the path does not have", r.Item, item.Key)
	}
	for index, name := range named {
		if !slices.Contains(item.Parameters, name) || slices.Contains(named[:index], name) {
			return fmt.Errorf("item %q: parameter :%s is unknown or there twice; there are %q", r.Item, name, item.Parameters)
		}
	}
	if item.Need != "" && !slices.Contains(r.Data, item.Need) {
		return fmt.Errorf("item %q: its pages need %s, which is not among data", r.Item, item.Need)
	}
	return nil
}

// checkPatterns refuses two patterns of which neither is the more specific where
// both match: which of them has the page would be nobody's decision.
func (m *Manifest) checkPatterns() error {
	patterns := make([]Pattern, len(m.Routes))
	for index, route := range m.Routes {
		patterns[index] = route.Pattern()
		for other, pattern := range patterns[:index] {
			if overlap(pattern, patterns[index]) {
				return fmt.Errorf("routes: the patterns %s and %s match the same paths, and neither is more specific", m.Routes[other].Path, route.Path)
			}
		}
	}
	return nil
}

func (m *Manifest) checkFrame(listed files) error {
	if m.Edition != Shell {
		if m.Frame != nil {
			return fmt.Errorf("frame: only the shell ships one")
		}
		return nil
	}
	if m.Frame == nil {
		return fmt.Errorf("frame: the shell ships headers, footers and the not-found page")
	}
	for _, part := range []struct {
		name   string
		byLook map[Look]Texts
	}{{"header", m.Frame.Header}, {"footer", m.Frame.Footer}} {
		looks := slices.Sorted(maps.Keys(part.byLook))
		if !slices.Contains(looks, DefaultLook) || !slices.Equal(looks, slices.Sorted(maps.Keys(m.Frame.Header))) || len(looks) > maxLooks {
			return fmt.Errorf("frame: %s has the looks %q, want %s and at most %d, the same as the header", part.name, looks, DefaultLook, maxLooks)
		}
		for _, look := range looks {
			if !paths.IsEdition(string(look)) {
				return fmt.Errorf("frame: %s: look %q: it is %s, or named like an edition", part.name, look, DefaultLook)
			}
			if err := checkFragments(listed, part.byLook[look]); err != nil {
				return fmt.Errorf("frame: %s %s: %w", part.name, look, err)
			}
		}
	}
	if err := checkFragments(listed, m.Frame.NotFound); err != nil {
		return fmt.Errorf("frame: notFound: %w", err)
	}
	if err := checkTexts("notFoundTitle", m.Frame.NotFoundTitle, maxTitle); err != nil {
		return fmt.Errorf("frame: %w", err)
	}
	return nil
}

func (m *Manifest) checkStorey(listed files) error {
	storey := m.Storey
	if storey == nil {
		return nil
	}
	if m.Edition == Shell {
		return fmt.Errorf("storey: only an edition has one, the shell shows those of all")
	}
	for field, sheet := range map[string]string{"sheet": storey.Sheet, "floorSheet": storey.FloorSheet} {
		if !listed.has(sheet, ".css") {
			return fmt.Errorf("storey: %s %q is not among the files as .css", field, sheet)
		}
	}
	for field, fragment := range map[string]Texts{"floor": storey.Floor, "painted": storey.Painted} {
		if err := checkFragments(listed, fragment); err != nil {
			return fmt.Errorf("storey: %s: %w", field, err)
		}
	}
	if err := cmp.Or(checkTexts("sport", storey.Sport, maxSport), checkTexts("ground", storey.Ground, maxGround)); err != nil {
		return fmt.Errorf("storey: %w", err)
	}
	return nil
}

func (m *Manifest) checkPartials(files) error {
	if len(m.Partials) > maxLists {
		return fmt.Errorf("partials: %d lists, at most %d", len(m.Partials), maxLists)
	}
	for list, variants := range m.Partials {
		if len(variants) > maxVariants {
			return fmt.Errorf("partials: list %q: %d variants, at most %d", list, len(variants), maxVariants)
		}
		for variant, texts := range variants {
			for _, language := range Languages {
				markup, written := texts[language]
				if !written || len(texts) != len(Languages) || len(markup) > maxPartial {
					return fmt.Errorf("partials: list %q, variant %q: want markup of at most %d bytes in en and es", list, variant, maxPartial)
				}
			}
		}
	}
	return nil
}

func checkTexts(field string, texts Texts, longest int) error {
	if len(texts) != len(Languages) {
		return fmt.Errorf("%s: there are %d languages, want en and es", field, len(texts))
	}
	for _, language := range Languages {
		text := texts[language]
		if text == "" || utf8.RuneCountInString(text) > longest {
			return fmt.Errorf("%s: the text for %s has %d characters, want 1 to %d", field, language, utf8.RuneCountInString(text), longest)
		}
	}
	return nil
}

func checkFragments(listed files, paths Texts) error {
	if err := checkTexts("fragment", paths, maxPath); err != nil {
		return err
	}
	for _, language := range Languages {
		path := paths[language]
		if !listed.has(path, ".html") {
			return fmt.Errorf("fragment: %q is not among the files as .html", path)
		}
		if size := listed[path].Size; size > maxFragment {
			return fmt.Errorf("fragment: %s has %d bytes, at most %d", path, size, maxFragment)
		}
	}
	return nil
}
