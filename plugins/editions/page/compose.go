package page

import (
	"maps"
	"strings"
	"sync"
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
	// Warn is told of what the settings and the chain say differently; nil for nobody.
	Warn func(string)
}

// Composer joins the pages of a site. It keeps none of them, and reads nothing.
type Composer struct {
	Options
	latest func(need string) *Rows
	sale   saleCheck

	mutex  sync.RWMutex
	frames map[string]*frame
}

// NewComposer is a composer that asks for the latest rows of a need, nil for none, where
// only they tell whether a path has a page.
func NewComposer(options Options, latest func(need string) *Rows) *Composer {
	return &Composer{Options: options, latest: latest, frames: map[string]*frame{}}
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
	// Rows are what it was composed of, at ComposedAt. ChangesAt is when it changes without
	// other rows; zero for never.
	Rows                  map[string]*Rows
	ComposedAt, ChangesAt time.Time

	// says is what the page says of the item that it is about.
	says told
}

// lead begins every page.
const lead = "<!doctype html>"

// HasItem reports whether what the place's page is about is among the rows.
func (p Place) HasItem(rows map[string]*Rows) bool { return p.item == "" || subjectOf(p, rows) != nil }

// Compose joins a page. Its parts are in the order of docs/edition-contract.md,
// "A page".
func (c *Composer) Compose(shown *Lineup, at Place, language release.Language, rows map[string]*Rows, now time.Time) *Page {
	frame := c.frame(shown)
	shell := shown.Releases[release.Shell]
	says := c.tell(shown, at, language, rows, now)
	info := c.info(shown, frame, shell, at, language, now, says)
	settingLists := c.Site.lists(frame.navigation, language, at, at.Header)
	inShell := &filling{site: c.Site, partials: shell.partials[language], lists: settingLists}
	c.sale.check(c.Site.settings.Countdowns.Sale, rows[release.NeedDrops], now, c.Warn)
	if at.route == nil {
		// Its main is the same whatever it stands in.
		settingLists = c.Site.lists(frame.navigation, language, at, release.DefaultLook)
	}
	inMain, changesAt := c.mainFilling(shown, at, language, rows, settingLists, now, says)

	w := &writer{page: make([]byte, 0, 64<<10)}
	w.raw(lead, `<html lang="`, string(language), `" data-floor="`, string(at.Header), `">`)
	headFrom, headTo := w.head(frame, shell, at, &info, c.Site, c.Origin, says, shown.Preview != nil)
	w.raw(`<body>`)
	if shown.Preview != nil {
		w.previewBadge(c.Site, shown, language)
	}
	if frame.tag != "" {
		w.consent(frame.tag, language)
	}
	w.raw(`<div id="fh-header" data-floor="`, string(at.Header), `">`)
	w.page = shell.header[at.Header][language].fill(w.page, inShell)
	w.raw(`</div><main id="fh-main" tabindex="-1" data-floor="`, string(at.Header), `">`)
	mainFrom := len(w.page)
	w.main(shell, at, language, inMain)
	mainTo := len(w.page)
	w.raw(`</main><div id="fh-footer" data-floor="`, string(at.Footer), `">`)
	footerFrom := len(w.page)
	w.page = shell.footer[at.Footer][language].fill(w.page, inShell)
	footerTo := len(w.page)
	w.raw(`</div><div id="fh-overlay"></div>`)
	w.jsonScript("fh-settings", frame.settings)
	w.jsonScript("fh-page", mustScriptJSON(info))
	w.jsonScript("fh-snapshot", mustScriptJSON(snapshotJSON(rows, at.item)))
	w.raw("</body></html>")

	return &Page{
		Status: at.Status, Language: language, Policy: frame.policy, IsPreview: shown.Preview != nil,
		Body: w.page, Head: w.page[headFrom:headTo], Main: w.page[mainFrom:mainTo], Footer: w.page[footerFrom:footerTo],
		Rows: rows, says: says, ComposedAt: now, ChangesAt: changesAt,
	}
}

// tell is what a page says of its item; nothing for a page of none.
func (c *Composer) tell(shown *Lineup, at Place, language release.Language, rows map[string]*Rows, now time.Time) (says told) {
	if item := subjectOf(at, rows); item != nil {
		says = item.tell(telling{rows, language, c.Site, now})
		says.path = c.ownPath(shown, at.route.Item, rows[release.Items[at.route.Item].Need], item)
	}
	return says
}

func (w *writer) main(shell *Edition, at Place, language release.Language, filling *filling) {
	switch at.Status {
	case Found:
		w.page = at.route.main[language].fill(w.page, filling)
	case NotFound:
		w.page = shell.notFound[language].fill(w.page, filling)
	default:
		w.raw(apologies[language].markup)
	}
}

// mainFilling is what the main fragment's marks become, and when what it shows
// changes next without other rows.
func (c *Composer) mainFilling(shown *Lineup, at Place, language release.Language, rows map[string]*Rows, settingLists map[string][]item, now time.Time, says told) (*filling, time.Time) {
	filled := &filling{
		site: c.Site, partials: at.edition.partials[language], lists: settingLists,
		item: item{fields: says.fields}, content: says.content,
	}
	maps.Copy(filled.lists, says.lists)
	changesAt := says.changesAt
	if at.route == nil {
		return filled, changesAt
	}
	main := at.route.main[language]
	// Without its rows the slot stays empty and the skeletons show.
	if drops := rows[release.NeedDrops]; drops != nil && main.holds(dropsList) {
		filled.lists[dropsList], changesAt = editionDrops(drops, median(rows), at.edition.Manifest.Edition, language, now)
		c.Site.told(filled.lists[dropsList], language)
	}
	if main.holds(openDropsList) {
		filled.lists[openDropsList] = []item{{variants: []string{"unread"}}}
		if rows[release.NeedDrops] != nil {
			filled.lists[openDropsList], changesAt = c.openDrops(shown, rows, language, now)
		}
	}
	if main.holds(historyList) {
		filled.lists[historyList] = []item{{variants: []string{"unread"}}}
		if held := rows[release.NeedHistory]; held != nil {
			filled.lists[historyList] = historyItems(held.history, language)
		}
	}
	most := maxPosts
	if main.holds(earlierPostsList) {
		most = newestPosts
		if posts := rows[release.NeedPosts]; posts != nil {
			filled.lists[earlierPostsList] = posts.feed.earlier(language)
		}
	}
	for list, most := range map[string]int{postsList: most, latestPostsList: latestPosts} {
		if !main.holds(list) {
			continue
		}
		filled.lists[list] = []item{{variants: []string{"unread"}}}
		if posts := rows[release.NeedPosts]; posts != nil {
			items := posts.feed.items(language)
			filled.lists[list] = items[:min(most, len(items))]
		}
	}
	return filled, changesAt
}

// info is the page's PageInfo without its snapshot.
func (c *Composer) info(shown *Lineup, frame *frame, shell *Edition, at Place, language release.Language, now time.Time, says told) Info {
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
		info.Title, info.Description = c.headTexts(at, language, says)
	case NotFound:
		info.Title = c.Site.text(shell.notFoundTitle[language], nil)
	default:
		info.Title = apologies[language].title
	}
	return info
}

// headTexts are the title and the description of a route's page.
func (c *Composer) headTexts(at Place, language release.Language, says told) (title, description string) {
	title = c.Site.text(at.route.Title[language], says.fields)
	description = c.Site.text(at.route.Description[language], says.fields)
	if at.item != "" {
		title, description = clipped(strings.TrimSpace(title), maxHeadTitle), clipped(strings.TrimSpace(description), maxHeadDescription)
	}
	return title, description
}
