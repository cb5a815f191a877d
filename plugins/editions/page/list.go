package page

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

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
	dropsList      = "drops"
	postsList      = "posts"
	// Short ones, for a front page: the drops of all editions that are on sale or will
	// be next, and the newest posts.
	openDropsList   = "drops.open"
	latestPostsList = "posts.latest"
	// The posts after the newest of the list posts, a line each.
	earlierPostsList = "posts.earlier"
	// What a fixed amount of dollars was in WAX, hour by hour.
	historyList = "median.history"
	// Of a page about one item: the drop, and the posts before and after the post.
	dropList       = "drop"
	neighboursList = "posts.neighbours"
	// contentSlot is filled with a post's text, which is markup.
	contentSlot = "content"
)

// listKind is what a release may and must ship for a list.
type listKind struct {
	// needed variants are what the others fall back to; a release that marks the
	// list ships them all.
	needed, optional []string
	fields           []string
	// inside are the lists that an item's markup may hold.
	inside []string
	// need is the data that the list is made of; empty for none.
	need string
}

var (
	entryFields = []string{"name", "text", "link", "index"}
	lists       = map[string]listKind{
		navigationList: {
			needed:   []string{"link", "group"},
			optional: []string{"external", "current", "within", "group-current"},
			fields:   entryFields,
			inside:   []string{contentList},
		},
		contentList:  {needed: []string{"link"}, optional: []string{"external", "current", "within"}, fields: entryFields},
		flatList:     {needed: []string{"link"}, optional: []string{"external", "current", "within"}, fields: entryFields},
		socialsList:  {needed: []string{"link"}, optional: []string{"wide"}, fields: []string{"name", "link"}},
		editionsList: {needed: []string{"link"}, optional: []string{"current"}, fields: entryFields},
		dropsList: {
			needed:   []string{"live", "soon", "soldout", "ended", "empty"},
			optional: optionalDrops(),
			fields:   dropFields,
			need:     release.NeedDrops,
		},
		openDropsList: {
			needed:   []string{"live", "soon", "empty", "unread"},
			optional: openDropVariants(),
			fields:   slices.Concat(dropFields, []string{"edition", "page"}),
			need:     release.NeedDrops,
		},
		latestPostsList: {needed: []string{"post", "empty", "unread"}, optional: []string{"post-lead"}, fields: postFields, need: release.NeedPosts},
		dropList: {
			needed:   []string{"live", "soon", "soldout", "ended"},
			optional: slices.DeleteFunc(optionalDrops(), func(name string) bool { return strings.HasSuffix(name, "-lead") }),
			fields:   dropFields,
			need:     release.NeedDrops,
		},
		postsList: {
			needed:   []string{"post", "empty", "unread"},
			optional: []string{"post-lead"},
			fields:   postFields,
			need:     release.NeedPosts,
		},
		historyList:      {needed: []string{"chart", "few", "unread"}, fields: historyFields, need: release.NeedHistory},
		earlierPostsList: {needed: []string{"post"}, optional: []string{"post-month"}, fields: postFields, need: release.NeedPosts},
		neighboursList:   {needed: []string{"older", "newer"}, fields: postFields, need: release.NeedPosts},
	}
	markedLists = []string{navigationList, flatList, socialsList, editionsList}
	slotLists   = []string{dropsList}
	// ofItem is what the main of an item's page can hold besides, by the item's list.
	ofItem = map[string]grammar{
		"drops": {slots: []string{dropList}, fields: dropFields},
		"posts": {slots: []string{contentSlot}, lists: []string{neighboursList}, fields: postFields},
	}
)

// mainGrammar is which marks can stand in the main of a route, or in what is of no
// route.
func mainGrammar(of *release.Route) grammar {
	if of == nil {
		return grammar{lists: markedLists, slots: slotLists}
	}
	item := ofItem[of.Item]
	return grammar{
		lists:  slices.Concat(markedLists, []string{postsList, historyList, earlierPostsList, latestPostsList, openDropsList}, item.lists),
		slots:  slices.Concat(slotLists, item.slots),
		fields: item.fields,
	}
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
func (f *fragment) checkNeeds(of *release.Route) error {
	for _, piece := range f.pieces {
		if need := lists[piece.text].need; (piece.kind == listPiece || piece.kind == slotPiece) && need != "" && !slices.Contains(of.Data, need) {
			return fmt.Errorf("it holds the list %q, which is made of %s: that is not among the route's data", piece.text, need)
		}
	}
	return nil
}

// optionalDrops are the variants of drops that fall back to a needed one: by what
// they are priced in, without a limit, and as the first of the list.
func optionalDrops() []string {
	names := []string{"live-lead", "soon-lead", "soldout-lead", "ended-lead"}
	for _, state := range []string{"live-open", "live-paused"} {
		names = append(names, state, state+"-lead")
	}
	for _, state := range []string{"live", "live-open", "live-paused", "soon"} {
		for _, kind := range []priceKind{priceWAX, priceFree, priceOther} {
			name := state + "-" + string(kind)
			names = append(names, name, name+"-lead")
		}
	}
	return names
}

// openDropVariants are those of drops that are on sale or will be.
func openDropVariants() []string {
	return slices.DeleteFunc(optionalDrops(), func(name string) bool {
		return strings.HasPrefix(name, "soldout") || strings.HasPrefix(name, "ended")
	})
}

// partials are the compiled markup of items by list and variant, in one language.
type partials map[string]map[string]*fragment

func compilePartials(opened *release.Folder, language release.Language) (partials, error) {
	compiled := partials{}
	for list, variants := range opened.Manifest.Partials {
		kind, known := lists[list]
		if !known && opened.Unknown.Leave("list %s", list) {
			continue
		}
		if !known {
			return nil, fmt.Errorf("partials: list %q: the gateway does not know it", list)
		}
		compiled[list] = map[string]*fragment{}
		for variant, markup := range variants {
			if !slices.Contains(kind.needed, variant) && !slices.Contains(kind.optional, variant) {
				if opened.Unknown.Leave("variant %s of the list %s", variant, list) {
					continue
				}
				return nil, fmt.Errorf("partials: list %q: variant %q is unknown, there are %q and %q", list, variant, kind.needed, kind.optional)
			}
			allowed := grammar{base: opened.Base(), fields: kind.fields, unknown: opened.Unknown}
			if strings.HasPrefix(variant, "group") {
				allowed.lists = kind.inside
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
			if err := compiled.complete(partial); err != nil {
				return nil, fmt.Errorf("partials: list %q: %w", list, err)
			}
		}
	}
	return compiled, nil
}

// complete makes sure that every list in the markup has the partials it needs.
func (p partials) complete(markup *fragment) error {
	for _, piece := range markup.pieces {
		if piece.kind != listPiece && piece.kind != slotPiece {
			continue
		}
		for _, variant := range lists[piece.text].needed {
			if p[piece.text][variant] == nil {
				return fmt.Errorf("it holds the list %q, and the release has no partial for its variant %q", piece.text, variant)
			}
		}
	}
	return nil
}

// entries are navigation entries as items, on a page of this path; list is where it
// is listed (place.list).
func entries(navigation []settings.NavEntry, language release.Language, path, list string) []item {
	items := make([]item, 0, len(navigation))
	for index, entry := range navigation {
		made := item{fields: map[string]string{
			"name":  entryName(entry, language),
			"text":  entryText(entry, language),
			"link":  entry.Link,
			"index": strconv.Itoa(index),
		}}
		switch {
		case len(entry.Content) > 0:
			made.content = entries(entry.Content, language, path, list)
			made.variants = []string{"group"}
			if slices.ContainsFunc(entry.Content, func(inner settings.NavEntry) bool { return leadsTo(inner, path) || leadsTo(inner, list) }) {
				made.variants = []string{"group-current", "group"}
			}
		case leadsTo(entry, path):
			made.variants = []string{"current", "link"}
		case leadsTo(entry, list):
			made.variants = []string{"within", "link"}
		// External entries open in a new tab (specification, section 2, Header).
		case strings.HasPrefix(entry.Link, "https"):
			made.variants = []string{"external", "link"}
		default:
			made.variants = []string{"link"}
		}
		items = append(items, made)
	}
	return items
}

func entryName(entry settings.NavEntry, language release.Language) string {
	if language == release.Spanish {
		return entry.NameSP
	}
	return entry.NameEN
}

func entryText(entry settings.NavEntry, language release.Language) string {
	if language == release.Spanish {
		return entry.TextSP
	}
	return entry.TextEN
}

func leadsTo(entry settings.NavEntry, path string) bool { return path != "" && entry.Link == path }

func socials(links []settings.Social) []item {
	items := make([]item, 0, len(links))
	for _, social := range links {
		variants := []string{"link"}
		if social.Wide {
			variants = []string{"wide", "link"}
		}
		items = append(items, item{variants: variants, fields: map[string]string{"name": social.Name, "link": social.Link}})
	}
	return items
}
