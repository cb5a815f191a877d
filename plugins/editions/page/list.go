package page

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/site/settings"
)

// The lists the gateway knows (docs/edition-contract.md, "Lists the gateway knows").
const (
	navigationList = "navigation"
	contentList    = "navigation.content"
	flatList       = "navigation.flat"
	socialsList    = "socials"
	editionsList   = "editions"
	// The floors of the front page, the painted one of a look, the way to each floor, and how many
	// there are.
	floorsList      = "floors"
	floorList       = "floor"
	liftList        = "floors.lift"
	floorsCountList = "floors.count"
	// contentSlot is filled with an item's text, which is markup.
	contentSlot = "content"
)

// List is what a release may and must ship for a list, and what fills it.
type List struct {
	// Needed variants are what the others fall back to; a release that marks the
	// list ships them all.
	Needed, Optional []string
	Fields           []string
	// Need is the data that the list is made of; empty for none.
	Need string
	// IsSlot says that an element is filled with it, which a release renders too, and not a mark.
	IsSlot bool
	// Fill are its items on a page that holds it, none for a place that stays empty, and when
	// they change next without other data; zero for never. It is nil for a list that a page has
	// of its item alone.
	Fill func(Context) (items []Item, changesAt time.Time)

	// Inside are the lists that the markup of a group of items may hold.
	Inside []string
}

var (
	entryFields  = []string{"name", "text", "link", "index"}
	settingLists = map[string]List{
		navigationList: {
			Needed:   []string{"link", "group"},
			Optional: []string{"external", "current", "within", "group-current"},
			Fields:   slices.Concat(entryFields, []string{"edition"}),
			Inside:   []string{contentList},
		},
		contentList:  {Needed: []string{"link"}, Optional: []string{"external", "current", "within"}, Fields: entryFields},
		flatList:     {Needed: []string{"link"}, Optional: []string{"external", "current", "within"}, Fields: entryFields},
		socialsList:  {Needed: []string{"link"}, Optional: []string{"wide"}, Fields: []string{"name", "link"}},
		editionsList: {Needed: []string{"link"}, Optional: []string{"current"}, Fields: entryFields},
		// Their markup is that of the editions' releases.
		floorsList:      {},
		floorList:       {},
		liftList:        {Needed: []string{"floor"}, Fields: []string{"edition", "name", "number"}},
		floorsCountList: {Needed: floorCounts[:]},
	}
	markedLists = []string{navigationList, flatList, socialsList, editionsList, floorsList, floorList, liftList, floorsCountList}
)

// mainGrammar is which marks can stand in the main of a route of an edition, or in what is of no
// route.
func (c Contents) mainGrammar(edition string, of *release.Route) grammar {
	allowed := grammar{lists: slices.Clone(markedLists)}
	for _, content := range c {
		for _, name := range slices.Sorted(maps.Keys(content.Lists)) {
			switch list := content.Lists[name]; {
			case list.IsSlot && list.Fill != nil:
				allowed.slots = append(allowed.slots, name)
			case list.Fill != nil && of != nil:
				allowed.lists = append(allowed.lists, name)
			}
		}
	}
	if of == nil {
		return allowed
	}
	about := c.about(of.Item)
	for _, name := range about.Lists {
		if c.list(name).IsSlot {
			allowed.slots = append(allowed.slots, name)
		} else {
			allowed.lists = append(allowed.lists, name)
		}
	}
	if about.HasText {
		allowed.slots = append(allowed.slots, contentSlot)
	}
	if allowed.fields = about.Fields; edition == release.Shell && of.Item == "" {
		allowed.fields = houseFields
	}
	return allowed
}

// head is a title or a description without the marks that only a later minor version of the
// contract has. It refuses any other that pages do not fill.
func (g *grammar) head(texts release.Texts) (release.Texts, error) {
	kept := release.Texts{}
	for language, text := range texts {
		var written strings.Builder
		for rest := text; rest != ""; {
			length, known := 1, true
			kind, name, marked, err := readMark(rest)
			if err == nil && marked > 0 {
				length = marked
				known, err = g.knows(kind, name, rest[:length])
			}
			if err != nil {
				return nil, fmt.Errorf("the text %q: %w", text, err)
			}
			if known {
				written.WriteString(rest[:length])
			}
			rest = rest[length:]
		}
		kept[language] = written.String()
	}
	return kept, nil
}

// checkNeeds wants the data of each list that the markup holds among a route's.
func (c Contents) checkNeeds(f *fragment, of *release.Route) error {
	for _, piece := range f.pieces {
		if need := c.list(piece.text).Need; (piece.kind == listPiece || piece.kind == slotPiece) && need != "" && !slices.Contains(of.Data, need) {
			return fmt.Errorf("it holds the list %q, which is made of %s: that is not among the route's data", piece.text, need)
		}
	}
	return nil
}

type partials map[string]map[string]*fragment

func (c Contents) compilePartials(opened *release.Folder, language release.Language) (partials, error) {
	compiled := partials{}
	for list, variants := range opened.Manifest.Partials {
		kind, known := c.lookUp(list)
		if !known && opened.Unknown.Leave("list %s", list) {
			continue
		}
		if !known {
			return nil, fmt.Errorf("partials: list %q: the gateway does not know it", list)
		}
		compiled[list] = map[string]*fragment{}
		for variant, markup := range variants {
			if !slices.Contains(kind.Needed, variant) && !slices.Contains(kind.Optional, variant) {
				if opened.Unknown.Leave("variant %s of the list %s", variant, list) {
					continue
				}
				return nil, fmt.Errorf("partials: list %q: variant %q is unknown, there are %q and %q", list, variant, kind.Needed, kind.Optional)
			}
			allowed := grammar{base: opened.Base(), fields: kind.Fields, unknown: opened.Unknown}
			if strings.HasPrefix(variant, "group") {
				allowed.lists = kind.Inside
			}
			if variant == "empty" || variant == "unread" || variant == "few" {
				allowed.fields = nil
			}
			partial, err := compile(markup[language], allowed)
			if err != nil {
				return nil, fmt.Errorf("partials: list %q, variant %q, %s: %w", list, variant, language, err)
			}
			compiled[list][variant] = partial
		}
	}
	for list, variants := range compiled {
		for _, partial := range variants {
			if err := c.complete(compiled, partial); err != nil {
				return nil, fmt.Errorf("partials: list %q: %w", list, err)
			}
		}
	}
	return compiled, nil
}

// complete makes sure that every list in the markup has the partials it needs.
func (c Contents) complete(p partials, markup *fragment) error {
	for _, piece := range markup.pieces {
		if piece.kind != listPiece && piece.kind != slotPiece {
			continue
		}
		for _, variant := range c.list(piece.text).Needed {
			if p[piece.text][variant] == nil {
				return fmt.Errorf("it holds the list %q, and the release has no partial for its variant %q", piece.text, variant)
			}
		}
	}
	return nil
}

// entries are navigation entries as items, on a page of this path; list is where it
// is listed (place.list).
func entries(navigation []settings.NavEntry, language release.Language, path, list string) []Item {
	items := make([]Item, 0, len(navigation))
	for index, entry := range navigation {
		made := Item{Fields: map[string]string{
			"name":  in(language, entry.NameEN, entry.NameSP),
			"text":  in(language, entry.TextEN, entry.TextSP),
			"link":  entry.Link,
			"index": strconv.Itoa(index),
		}}
		switch {
		case len(entry.Content) > 0:
			made.Content = entries(entry.Content, language, path, list)
			made.Variants = []string{"group"}
			if slices.ContainsFunc(entry.Content, func(inner settings.NavEntry) bool { return leadsTo(inner, path) || leadsTo(inner, list) }) {
				made.Variants = []string{"group-current", "group"}
			}
		case leadsTo(entry, path):
			made.Variants = []string{"current", "link"}
		case leadsTo(entry, list):
			made.Variants = []string{"within", "link"}
		// External entries open in a new tab (specification, section 2, Header).
		case strings.HasPrefix(entry.Link, "https"):
			made.Variants = []string{"external", "link"}
		default:
			made.Variants = []string{"link"}
		}
		items = append(items, made)
	}
	return items
}

// in is the one of two texts that is in a language.
func in(language release.Language, english, spanish string) string {
	if language == release.Spanish {
		return spanish
	}
	return english
}

func leadsTo(entry settings.NavEntry, path string) bool { return path != "" && entry.Link == path }

func socials(links []settings.Social) []Item {
	items := make([]Item, 0, len(links))
	for _, social := range links {
		variants := []string{"link"}
		if social.Wide {
			variants = []string{"wide", "link"}
		}
		items = append(items, Item{Variants: variants, Fields: map[string]string{"name": social.Name, "link": social.Link}})
	}
	return items
}
