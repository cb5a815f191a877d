package page

import (
	"maps"
	"net/http"
	"strings"
	"time"

	"fieldhouse/plugins/editions/release"
)

// Options are what pages of a site depend on besides their releases and data.
type Options struct {
	Site   *Site
	Data   *Data
	Policy Policy
	// Origin is where the site is, such as https://fieldhouse.example, for
	// canonical addresses; empty leaves them relative.
	Origin string
	// Dev lets the host load scripts that the import map does not list.
	Dev bool
	// Reports is how many of 1000 documents report their views while no edition has a
	// canary.
	Reports int
	// CacheSize bounds the composed pages that are kept, in bytes.
	CacheSize int64
	// Now is the clock.
	Now func() time.Time
	// Report is told about what went wrong while a page was made, and Warn of what the
	// settings and the chain say differently; nil for nobody.
	Report func(error)
	Warn   func(string)
}

// lead begins every page.
const lead = "<!doctype html>"

// compose joins a page. Its parts are in the order of docs/edition-contract.md,
// "A page".
func (p *Pages) compose(shown *Lineup, at place, language release.Language, rows map[string]*Rows, now time.Time) *Page {
	frame := p.frame(shown)
	shell := shown.Releases[release.Shell]
	var says told
	if item := subjectOf(at, rows); item != nil {
		says = item.tell(telling{rows, language, p.Site, now})
		says.path = p.ownPath(shown, at.route.Item, rows[release.Items[at.route.Item].Need], item)
	}
	info := p.info(shown, frame, shell, at, language, now, says)
	settingLists := p.Site.lists(frame.navigation, language, at, at.header)
	inShell := &filling{site: p.Site, partials: shell.partials[language], lists: settingLists}
	p.sale.check(p.Site.settings.Countdowns.Sale, rows[release.NeedDrops], now, p.Warn)
	if at.route == nil {
		// Its main is the same whatever it stands in.
		settingLists = p.Site.lists(frame.navigation, language, at, release.DefaultLook)
	}
	inMain, changesAt := p.mainFilling(shown, at, language, rows, settingLists, now, says)

	w := &writer{page: make([]byte, 0, 64<<10)}
	w.raw(lead, `<html lang="`, string(language), `" data-floor="`, string(at.header), `">`)
	headFrom, headTo := w.head(frame, shell, at, &info, p.Site, p.Origin, says)
	w.raw(`<body>`)
	if shown.Preview != nil {
		w.previewBadge(p.Site, shown, language)
	}
	if frame.tag != "" {
		w.consent(frame.tag, language)
	}
	w.raw(`<div id="fh-header" data-floor="`, string(at.header), `">`)
	w.page = shell.header[at.header][language].fill(w.page, inShell)
	w.raw(`</div><main id="fh-main" tabindex="-1" data-floor="`, string(at.header), `">`)
	mainFrom := len(w.page)
	w.main(shell, at, language, inMain)
	mainTo := len(w.page)
	w.raw(`</main><div id="fh-footer" data-floor="`, string(at.footer), `">`)
	footerFrom := len(w.page)
	w.page = shell.footer[at.footer][language].fill(w.page, inShell)
	footerTo := len(w.page)
	w.raw(`</div><div id="fh-overlay"></div>`)
	w.jsonScript("fh-settings", frame.settings)
	w.jsonScript("fh-page", mustScriptJSON(info))
	w.jsonScript("fh-snapshot", mustScriptJSON(snapshotJSON(rows, at.item)))
	w.raw("</body></html>")

	made := newPage(w.page, at.status, language, frame.headers)
	made.head, made.main, made.footer = w.page[headFrom:headTo], w.page[mainFrom:mainTo], w.page[footerFrom:footerTo]
	made.rows, made.says, made.composedAt, made.changesAt = rows, says, now, changesAt
	return made
}

func (w *writer) main(shell *Edition, at place, language release.Language, filling *filling) {
	switch at.status {
	case http.StatusOK:
		w.page = at.route.main[language].fill(w.page, filling)
	case http.StatusNotFound:
		w.page = shell.notFound[language].fill(w.page, filling)
	default:
		w.raw(apologies[language].markup)
	}
}

// mainFilling is what the main fragment's marks become, and when what it shows
// changes next without other rows.
func (p *Pages) mainFilling(shown *Lineup, at place, language release.Language, rows map[string]*Rows, settingLists map[string][]item, now time.Time, says told) (*filling, time.Time) {
	filled := &filling{
		site: p.Site, partials: at.edition.partials[language], lists: settingLists,
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
		p.Site.told(filled.lists[dropsList], language)
	}
	if main.holds(openDropsList) {
		filled.lists[openDropsList] = []item{{variants: []string{"unread"}}}
		if rows[release.NeedDrops] != nil {
			filled.lists[openDropsList], changesAt = p.openDrops(shown, rows, language, now)
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
func (p *Pages) info(shown *Lineup, frame *frame, shell *Edition, at place, language release.Language, now time.Time, says told) Info {
	info := Info{
		Path:         at.path,
		Status:       at.status,
		Language:     language,
		Edition:      at.edition.Manifest.Edition,
		Header:       &at.header,
		Footer:       &at.footer,
		Lineup:       frame.entries,
		SignedLineup: frame.signed,
		Time:         now.UnixMilli(),
		Reports:      p.reporting(shown),
		Dev:          p.Dev,
	}
	switch at.status {
	case http.StatusOK:
		info.Route = &at.route.Path
		info.Title = p.Site.text(at.route.Title[language], says.fields)
		info.Description = p.Site.text(at.route.Description[language], says.fields)
		if at.item != "" {
			info.Title = clipped(strings.TrimSpace(info.Title), maxHeadTitle)
			info.Description = clipped(strings.TrimSpace(info.Description), maxHeadDescription)
		}
	case http.StatusNotFound:
		info.Title = p.Site.text(shell.notFoundTitle[language], nil)
	default:
		info.Title = apologies[language].title
	}
	return info
}
