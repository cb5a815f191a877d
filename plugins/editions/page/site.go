package page

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/site/settings"
)

// Site is the site's settings, made ready for pages.
type Site struct {
	settings *settings.Settings
	// editions are their names, without the shell.
	editions []string
	// scalars and escaped are every scalar by its path, such as links.playGame.
	scalars map[string]string
	escaped map[string][]byte
}

// settingNames are the names a @setting/ mark can have.
var settingNames = func() []string {
	var names []string
	for name := range scalarsOf(new(settings.Settings)) {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}()

// NewSite prepares settings, which must not change afterwards, and the editions
// that the site has besides the shell, in their order.
func NewSite(given *settings.Settings, editions ...settings.Edition) *Site {
	joined := *given
	joined.Editions = []settings.NavEntry{}
	site := &Site{settings: &joined, scalars: scalarsOf(given), escaped: map[string][]byte{}}
	for _, edition := range editions {
		site.editions = append(site.editions, edition.Name)
		joined.Editions = append(joined.Editions, edition.Entry())
	}
	for name, value := range site.scalars {
		site.escaped[name] = appendEscaped(nil, value)
	}
	return site
}

// scalarsOf are the scalars of the settings by their path in the contract's
// SiteSettings, which is their path in JSON.
func scalarsOf(settings *settings.Settings) map[string]string {
	content, err := json.Marshal(settings)
	if err != nil {
		panic(fmt.Sprintf("page: the settings do not become JSON: %v", err))
	}
	decoder := json.NewDecoder(strings.NewReader(string(content)))
	decoder.UseNumber()
	var tree map[string]any
	if err := decoder.Decode(&tree); err != nil {
		panic(fmt.Sprintf("page: the settings' own JSON: %v", err))
	}
	scalars := map[string]string{}
	var walk func(prefix string, node map[string]any)
	walk = func(prefix string, node map[string]any) {
		for key, value := range node {
			switch value := value.(type) {
			case map[string]any:
				walk(prefix+key+".", value)
			case string:
				scalars[prefix+key] = value
			case json.Number:
				scalars[prefix+key] = value.String()
			}
		}
	}
	walk("", tree)
	return scalars
}

// Settings are the site's. They must not be changed.
func (s *Site) Settings() *settings.Settings { return s.settings }

// text fills the marks of a plain text, such as a title: those of the settings, and
// of an item with these fields. A value is never searched for marks; the result is
// not escaped.
func (s *Site) text(source string, fields map[string]string) string {
	var filled strings.Builder
	for {
		before, marked, found := strings.Cut(source, "@")
		filled.WriteString(before)
		if !found {
			return filled.String()
		}
		kind, rest, _ := strings.Cut(marked, "/")
		name, after, closed := strings.Cut(rest, "@")
		var value string
		var known bool
		switch "@" + kind + "/" {
		case settingMark:
			value, known = s.scalars[name]
		case itemMark:
			value, known = fields[name]
		}
		if !closed || !known {
			filled.WriteByte('@')
			source = marked
			continue
		}
		filled.WriteString(value)
		source = after
	}
}

// with is the settings with what a lineup's pages are: those that are their
// visitor's own, and the menu, which is the settings' own, or else what the
// editions' pages make together.
func (s *Site) with(shown *Lineup) *settings.Settings {
	joined := *s.settings
	joined.Own = []string{}
	isMade := joined.Navigation == nil
	if isMade {
		joined.Navigation = []settings.NavEntry{}
	}
	for _, released := range s.releases(shown) {
		for _, route := range released.Manifest.Routes {
			if route.NoIndex {
				joined.Own = append(joined.Own, route.Path)
			}
		}
		if isMade {
			joined.Navigation = append(joined.Navigation, released.Manifest.Navigation...)
		}
	}
	return &joined
}

// releases are those of a lineup that the site shows, host and shell first. The lineup
// may have an edition that the settings do not name, yet or any more.
func (s *Site) releases(shown *Lineup) []*Edition {
	var found []*Edition
	for _, edition := range append([]string{release.Host, release.Shell}, s.editions...) {
		if released := shown.Releases[edition]; released != nil {
			found = append(found, released)
		}
	}
	return found
}

// HasEdition reports whether the site has an edition besides the shell.
func (s *Site) HasEdition(name string) bool { return slices.Contains(s.editions, name) }

// NameOf is what people call an edition of the site.
func (s *Site) NameOf(edition string, language release.Language) string {
	entry := s.settings.Editions[slices.Index(s.editions, edition)]
	return in(language, entry.NameEN, entry.NameSP)
}

// lists are the lists of the settings and of the floors for what of a page stands in a look
// (docs/edition-contract.md, "Lists the gateway knows").
func (s *Site) lists(shown *Lineup, navigation []settings.NavEntry, language release.Language, at Place, look release.Look) map[string][]Item {
	path, edition := at.Path, at.edition.Manifest.Edition
	if edition == release.Shell {
		// The page of an unknown path stands in its edition's look, or in the one before it.
		edition = string(look)
	}
	navigation = s.navigationOf(edition, navigation)
	grouped := entries(navigation, language, path, at.list())
	if !s.HasEdition(edition) {
		s.nameEditions(grouped, navigation, language)
	}
	lists := map[string][]Item{
		navigationList: grouped,
		flatList:       entries(flatNavigation(navigation), language, path, at.list()),
		socialsList:    socials(s.settings.Socials),
		editionsList:   entries(s.settings.Editions, language, "/"+edition, ""),
		floorList:      s.paintedFloor(shown, language, look),
	}
	s.listFloors(lists, s.floors(shown), language)
	return lists
}

// nameEditions writes whose entries begin there: those of several editions have the same
// names.
func (s *Site) nameEditions(items []Item, navigation []settings.NavEntry, language release.Language) {
	before := release.Shell
	for index, entry := range navigation {
		link := entry.Link
		if len(entry.Content) > 0 {
			link = entry.Content[0].Link
		}
		owner := s.editionOf(link)
		if owner != release.Shell && owner != before {
			items[index].Fields["edition"] = s.NameOf(owner, language)
		}
		before = owner
	}
}

// navigationOf is the navigation of a header: an edition's leads to its own pages and
// to those of no edition; any other one to all but the editions' homes, which stand
// above it. A group that would be empty is left out.
func (s *Site) navigationOf(edition string, navigation []settings.NavEntry) []settings.NavEntry {
	var own []settings.NavEntry
	for _, entry := range navigation {
		if len(entry.Content) > 0 {
			if entry.Content = s.navigationOf(edition, entry.Content); len(entry.Content) == 0 {
				continue
			}
		} else if owner := s.editionOf(entry.Link); owner != release.Shell && owner != edition && (s.HasEdition(edition) || entry.Link == HomeOf(owner)) {
			continue
		}
		own = append(own, entry)
	}
	return own
}

// flatNavigation is what wide screens show: the first group's items, then the
// 2nd and 3rd top entries (specification, section 2, Header). A first entry that
// is no group stands for itself; a later group has no address to show.
func flatNavigation(navigation []settings.NavEntry) []settings.NavEntry {
	var flat []settings.NavEntry
	for index, entry := range navigation[:min(3, len(navigation))] {
		if len(entry.Content) == 0 {
			flat = append(flat, entry)
		} else if index == 0 {
			flat = append(flat, entry.Content...)
		}
	}
	return flat
}
