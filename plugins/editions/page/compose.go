package page

import (
	"maps"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/editions/release"
)

// Options are what pages of a site depend on besides their releases and data.
type Options struct {
	Site   *Site
	Policy Policy
	// Origin is where the site is, such as https://fieldhouse.example, for
	// canonical addresses; empty leaves them relative.
	Origin string
	// Dev lets the host load scripts that the import map does not list.
	Dev bool
	// Reports is how many of 1000 documents report their views while no edition has a
	// canary.
	Reports int
	// Warn gets differences between the settings and the chain. It may be nil.
	Warn func(string)
}

// Composer joins the pages of a site. It keeps none of them, and reads nothing.
type Composer struct {
	Options
	contents Contents
	latest   func(need string) *Rows
	// said is the difference between the settings and the data that was told last.
	said atomic.Pointer[string]

	mutex  sync.RWMutex
	frames map[string]*frame
}

// NewComposer is a composer of pages with these contents. It asks for the latest rows of a need,
// nil for none, where only they tell whether a path has a page.
func NewComposer(options Options, contents Contents, latest func(need string) *Rows) *Composer {
	return &Composer{Options: options, contents: contents, latest: latest, frames: map[string]*frame{}}
}

// Page is a composed page.
type Page struct {
	Status   int
	Language release.Language
	// Policy is the Content-Security-Policy that it needs.
	Policy string
	// IsPreview says that the page is of no visitor's site: nobody keeps or lists it.
	IsPreview bool
	Body      []byte
	// Main and Footer are the parts of the body that stand there. Head is the part of the head
	// that says what the page is, but for its title.
	Main, Footer, Head []byte
	// Styles are Info.Styles.
	Styles []string
	// Rows are what it was composed of, at ComposedAt. ChangesAt is when it changes without
	// other rows; zero for never.
	Rows                  map[string]*Rows
	ComposedAt, ChangesAt time.Time

	// says is what the page says of the item that it is about.
	described Description
}

const lead = "<!doctype html>"

// HasItem reports whether what the place's page is about is among the rows.
func (p Place) HasItem(rows map[string]*Rows) bool { return p.item == "" || subjectOf(p, rows) != nil }

// Compose joins a page. Its parts are in the order of docs/edition-contract.md,
// "A page".
func (c *Composer) Compose(shown *Lineup, at Place, language release.Language, rows map[string]*Rows, now time.Time) *Page {
	frame := c.frame(shown)
	shell := shown.Releases[release.Shell]
	described := c.describe(shown, at, language, rows, now)
	info := c.info(shown, frame, shell, at, language, now, described)
	lists := c.Site.lists(shown, frame.navigation, language, at, at.Header)
	inHeader := &filling{site: c.Site, partials: shell.partials[language], lists: lists}
	inHeader.item.Fields = map[string]string{"home": homeIn(at.Header)}
	inFooter := &filling{site: c.Site, partials: shell.partials[language], lists: maps.Clone(lists)}
	inFooter.lists[floorList] = c.Site.paintedFloor(shown, language, at.Footer)
	storeys := c.Site.storeySheets(shown, at, language)
	for _, sheet := range storeys {
		info.Styles = append(info.Styles, sheet.address)
	}
	if c.Warn != nil {
		found := c.contents.differs(c.Site.settings, rows, now)
		if before := c.said.Swap(&found); found != "" && (before == nil || *before != found) {
			c.Warn(found)
		}
	}
	if look := at.mainLook(); look != at.Header {
		lists = c.Site.lists(shown, frame.navigation, language, at, look)
	}
	inMain, changesAt := c.mainFilling(at, c.contextOf(shown, at, language, rows, now), lists, described)

	w := &writer{page: make([]byte, 0, 64<<10)}
	w.raw(lead, `<html lang="`, string(language), `" data-floor="`, string(at.Header), `">`)
	headFrom, headTo := w.head(frame, shell, at, storeys, &info, c.Site, c.Origin, described, shown.Preview != nil)
	w.raw(`<body>`)
	if shown.Preview != nil {
		w.previewBadge(c.Site, shown, language)
	}
	if frame.tag != "" {
		w.consent(frame.tag, language)
	}
	if language == release.English {
		w.raw(asked)
	}
	w.raw(`<div id="fh-header" data-floor="`, string(at.Header), `">`)
	w.page = framed(shell.header, at.Header, language).fill(w.page, inHeader)
	w.raw(`</div><main id="fh-main" tabindex="-1" data-floor="`, string(at.Header), `">`)
	mainFrom := len(w.page)
	if main := at.main(shell, language); main != nil {
		w.page = main.fill(w.page, inMain)
	} else {
		w.raw(apologies[language].markup)
	}
	mainTo := len(w.page)
	w.raw(`</main><div id="fh-footer" data-floor="`, string(at.Footer), `">`)
	footerFrom := len(w.page)
	w.page = framed(shell.footer, at.Footer, language).fill(w.page, inFooter)
	footerTo := len(w.page)
	w.raw(`</div><div id="fh-overlay"></div>`)
	w.jsonScript("fh-settings", frame.settings)
	w.jsonScript("fh-page", MustScriptJSON(info))
	w.jsonScript("fh-snapshot", MustScriptJSON(snapshotJSON(rows, at.item)))
	w.raw("</body></html>")

	return &Page{
		Status: at.Status, Language: language, Policy: frame.policy(c.Policy, at, storeys), IsPreview: shown.Preview != nil,
		Body: w.page, Head: w.page[headFrom:headTo], Main: w.page[mainFrom:mainTo], Footer: w.page[footerFrom:footerTo], Styles: info.Styles,
		Rows: rows, described: described, ComposedAt: now, ChangesAt: changesAt,
	}
}

// describe is what a page says of its item, and one of the shell's of all floors; nothing for any
// other page.
func (c *Composer) describe(shown *Lineup, at Place, language release.Language, rows map[string]*Rows, now time.Time) (described Description) {
	if item := subjectOf(at, rows); item != nil {
		described = item.Describe(c.contextOf(shown, at, language, rows, now))
		if held := rows[release.Items[at.route.Item].Need]; held != nil {
			described.path = c.ownPath(shown, at.route.Item, held, item)
		}
	} else if at.route != nil && at.edition.Manifest.Edition == release.Shell {
		described.Fields = c.Site.house(shown, language)
	}
	return described
}

func (c *Composer) contextOf(shown *Lineup, at Place, language release.Language, rows map[string]*Rows, now time.Time) Context {
	return Context{
		Rows: rows, Language: language, Site: c.Site, Now: now, Edition: at.edition.Manifest.Edition,
		Holds: func(list string) bool { return at.route != nil && at.route.main[language].holds(list) },
		PageOf: func(list, edition, key string) string {
			if pattern := shown.Releases[edition].patternOf(list); pattern != nil {
				return pattern.pattern.Fill(func(string) string { return key })
			}
			return HomeOf(edition)
		},
		OwnPageOf: func(list string, item Subject) string {
			pattern := c.Site.patternFor(shown, at.edition, list)
			if pattern == nil {
				return HomeOf(at.edition.Manifest.Edition)
			}
			path := pattern.pattern.Fill(item.Parameter)
			if strings.Contains(path, "//") {
				// A post without a date has no page in a pattern with its year.
				return pattern.listedAt()
			}
			return path
		},
	}
}

// mainFilling is what the main fragment's marks become, and when what it shows
// changes next without other rows.
func (c *Composer) mainFilling(at Place, page Context, lists map[string][]Item, described Description) (*filling, time.Time) {
	filled := &filling{
		site: c.Site, partials: at.edition.partials[page.Language], lists: lists,
		item: Item{Fields: described.Fields}, content: described.Content,
	}
	maps.Copy(filled.lists, described.Lists)
	changesAt := described.ChangesAt
	for _, content := range c.contents {
		for name, list := range content.Lists {
			if list.Fill == nil || !page.Holds(name) {
				continue
			}
			var next time.Time
			if filled.lists[name], next = list.Fill(page); changesAt.IsZero() || !next.IsZero() && next.Before(changesAt) {
				changesAt = next
			}
		}
	}
	return filled, changesAt
}

// info is the page's PageInfo without its snapshot.
func (c *Composer) info(shown *Lineup, frame *frame, shell *Edition, at Place, language release.Language, now time.Time, described Description) Info {
	info := Info{
		Path:         at.Path,
		Status:       at.Status,
		Language:     language,
		Edition:      at.edition.Manifest.Edition,
		Header:       &at.Header,
		Footer:       &at.Footer,
		Lineup:       frame.entries,
		SignedLineup: frame.signed,
		Time:         now.UnixMilli(),
		Reports:      c.reporting(shown),
		Dev:          c.Dev,
	}
	switch at.Status {
	case Found:
		info.Route = &at.route.Path
		info.Title, info.Description = c.headTexts(at, language, described)
	case NotFound:
		info.Title = c.Site.text(shell.notFoundTitle[language], nil)
	default:
		info.Title = apologies[language].title
	}
	return info
}

func (c *Composer) headTexts(at Place, language release.Language, described Description) (title, description string) {
	// Where nothing fills the mark behind it, a divider says nothing.
	title = strings.TrimRight(c.Site.text(at.route.Title[language], described.Fields), " ·")
	description = c.Site.text(at.route.Description[language], described.Fields)
	if at.item != "" {
		title, description = Clipped(strings.TrimSpace(title), MaxHeadTitle), Clipped(strings.TrimSpace(description), MaxHeadDescription)
	}
	return title, description
}

// apologies stand in <main> where an edition has no usable release, and alone
// where the shell has none.
var apologies = map[release.Language]struct{ title, markup string }{
	release.English: {
		"Back in a moment",
		"<h1>Back in a moment</h1><p>This part of the site cannot be shown right now. We are sorry. Please try again in a minute.</p>",
	},
	release.Spanish: {
		"Volvemos enseguida",
		"<h1>Volvemos enseguida</h1><p>Esta parte del sitio no se puede mostrar ahora mismo. Lo sentimos. Inténtalo de nuevo en un minuto.</p>",
	},
}

// Apology is a whole page that needs no release.
func Apology(language release.Language) *Page {
	return Bare(language, apologies[language].title, apologies[language].markup, Unavailable)
}

// Escaped is a text as it stands in markup.
func Escaped(text string) string { return string(appendEscaped(nil, text)) }

// Bare is a whole page that stands on no release.
func Bare(language release.Language, title, markup string, status int) *Page {
	w := new(writer)
	w.raw(lead, `<html lang="`, string(language), `"><head><meta charset="utf-8"><title>`)
	w.text(title)
	w.raw("</title>")
	w.tag("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
	w.tag("meta", "name", "robots", "content", "noindex")
	w.tag("link", "rel", "icon", "href", "data:,")
	w.raw("</head><body><main>", markup, "</main></body></html>")
	return &Page{Status: status, Language: language, Policy: Policy{}.header(nil, nil), Body: w.page}
}
