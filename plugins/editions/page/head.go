package page

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/site/settings"
)

// knownScript tells style sheets before the first paint what the browser keeps of
// the visitor, so that no page flashes (docs/edition-contract.md, "A page"): the
// theme, light, dark or system, the default (specification, section 3), and whether
// somebody is logged in (section 4, the records of the wallets). Storage can be
// refused to a page: then the system decides, and nobody is. Who reads an English page
// in a browser that wants another Spanish than Spain's, and has chosen no language, is
// asked in one line (asked).
const knownScript = `(()=>{const page=document.documentElement;let theme,user,spanish;` +
	`try{theme=localStorage.getItem('theme');user=['Anchor','Wax','Wombat'].some(wallet=>localStorage.getItem(wallet))}catch{}` +
	`try{spanish=page.lang==='en'&&/^es(?!-es$)/i.test(navigator.language)&&!/(^|; )language=(EN|SP)/.test(document.cookie)}catch{}` +
	`page.dataset.theme=theme==='light'||theme==='dark'?theme:matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';` +
	`page.toggleAttribute('data-user',!!user);page.toggleAttribute('data-spanish',!!spanish)})()`

// startScript lets the page's scripts go once its first contents are painted:
// until then the line and the processor are the document's and its fonts' alone. A
// page in the background is painted later or never, and starts at once; where
// nothing is told of paints it starts a moment after the page is there. The scripts
// stand in a template, which browsers neither run nor look ahead into.
const startScript = `(()=>{const start=()=>document.head.append(document.getElementById('fh-scripts').content);` +
	`if(document.visibilityState!=='visible')return start();` +
	`new PerformanceObserver(seen=>seen.getEntriesByName('first-contentful-paint').length&&start()).observe({type:'paint',buffered:true});` +
	`addEventListener('load',()=>setTimeout(start,500));document.addEventListener('visibilitychange',start)})();`

// pressedScript keeps a press on a named button of the header that does not live yet:
// its name stands in data-pressed, which style sheets answer at once and the host acts
// on once the header lives (docs/edition-contract.md, "A page"). The page's query and
// fragment, a partner's code for one, go along with links to the page in another
// language, however they are opened: a press of another button, or a menu, is no click.
const pressedScript = `for(const type of ['pointerdown','focusin','click'])document.addEventListener(type,({target})=>{` +
	`const link=target.closest('#fh-header a[hreflang],#fh-spanish a');` +
	`if(link){const to=new URL(location.href);to.searchParams.set('lang',link.hreflang);link.href=to}});` +
	`document.addEventListener('click',({target})=>{` +
	`const header=document.getElementById('fh-header'),button=target.closest('#fh-header button[name]');` +
	`if(button&&!('alive' in header.dataset))header.dataset.pressed=button.name})`

// printedScript writes above a page on paper where and when it was printed: the shell's
// styles show it there.
const printedScript = `;addEventListener('beforeprint',()=>{const {dataset}=document.getElementById('fh-header')??{dataset:{}};` +
	`dataset.address=location.host+location.pathname+location.search;` +
	`dataset.printed=new Date().toLocaleDateString(document.documentElement.lang==='es'?'es-ES':'en-GB',{dateStyle:'medium'})})`

// asked is the line above the header that leads to the page in Spanish. It stands on all
// English pages, since a page is composed for everybody alike, and the shell's styles show it
// where knownScript says so.
const asked = `<nav id="fh-spanish" lang="es" aria-label="Idioma"><a href="?lang=es" hreflang="es">¿Prefieres leerlo en español?</a></nav>`

// ogLocales are the languages as the Open Graph protocol writes them.
var ogLocales = map[release.Language]string{release.English: "en_US", release.Spanish: "es_ES"}

// frame is what all pages of one lineup share.
type frame struct {
	host      *Edition
	importMap []byte
	entries   map[string]LineupEntry
	signed    string
	// navigation is the menu; settings holds it too and stands in #fh-settings.
	navigation []settings.NavEntry
	settings   []byte
	// scripts and styles are the sources that its policy allows in every page.
	scripts, styles []string
	// tag is the script of Google's tag; empty for none.
	tag string
}

func newFrame(shown *Lineup, site *Site, policy Policy) *frame {
	settings, releases := site.with(shown), site.releases(shown)
	made := &frame{
		host: shown.Releases[release.Host], importMap: importMap(releases),
		entries: map[string]LineupEntry{}, signed: shown.Signed,
		navigation: settings.Navigation, settings: MustScriptJSON(settings),
	}
	for _, released := range releases {
		made.entries[released.Manifest.Edition] = released.entry
	}
	styles := styleSources(releases)
	if shown.Preview != nil {
		styles = append(styles, previewSource)
	}
	scripts := []string{sourceHash(made.importMap), sourceHash([]byte(knownScript)), sourceHash([]byte(startScript + pressedScript + printedScript))}
	if policy.Tag.ID != "" {
		made.tag = policy.Tag.script()
		scripts, styles = append(scripts, sourceHash([]byte(made.tag))), append(styles, tagStyleSource)
	}
	made.scripts, made.styles = scripts, styles
	return made
}

// maxFrames bounds the lineups whose shared parts are kept: a lineup that nobody
// gets any more makes room.
const maxFrames = 64

func (c *Composer) frame(shown *Lineup) *frame {
	c.mutex.RLock()
	made := c.frames[shown.ID]
	c.mutex.RUnlock()
	if made != nil {
		return made
	}
	made = newFrame(shown, c.Site, c.Policy)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(c.frames) >= maxFrames {
		clear(c.frames)
	}
	c.frames[shown.ID] = made
	return made
}

func (f *frame) policy(base Policy, at Place, storeys []*style) string {
	styles := slices.Clone(f.styles)
	if sheet := at.sheet(); sheet != nil {
		styles = append(styles, sheet.source)
	}
	for _, sheet := range storeys {
		if sheet.source != "" {
			styles = append(styles, sheet.source)
		}
	}
	return base.header(f.scripts, styles)
}

// otherStyles are the addresses of the style sheets of the editions beside the one
// of a page, host and shell apart, which every page has.
func (f *frame) otherStyles(shown *Edition) []string {
	var found []string
	for _, edition := range slices.Sorted(maps.Keys(f.entries)) {
		if edition != release.Host && edition != release.Shell && edition != shown.Manifest.Edition {
			found = append(found, f.entries[edition].Styles...)
		}
	}
	return found
}

// importMap gives the integrity of every script of the releases (HTML, section
// 8.1.6.2). It is the only one a page can have, so it holds them all.
func importMap(releases []*Edition) []byte {
	imports, integrity := map[string]string{}, map[string]string{}
	for _, released := range releases {
		if released.Manifest.Edition == release.Host {
			imports[release.HostImport] = released.entry.Entry
		}
		for name, path := range released.Manifest.Imports {
			imports[name] = released.Base() + path
		}
		for _, file := range released.Manifest.Files {
			if strings.HasSuffix(file.Path, ".js") || strings.HasSuffix(file.Path, ".mjs") {
				integrity[released.Base()+file.Path] = file.SHA384
			}
		}
	}
	return MustScriptJSON(struct {
		Imports   map[string]string `json:"imports"`
		Integrity map[string]string `json:"integrity"`
	}{imports, integrity})
}

// sourceHash is a script's hash as a Content-Security-Policy writes it (CSP
// Level 3, section 2.3.1).
func sourceHash(script []byte) string {
	digest := sha256.Sum256(script)
	return "'sha256-" + base64.StdEncoding.EncodeToString(digest[:]) + "'"
}

// styleSources are the sources of every style sheet of the releases that a page may
// carry in itself, in a stable order.
func styleSources(releases []*Edition) []string {
	var sources []string
	for _, released := range releases {
		for _, sheet := range released.styles {
			if sheet.source != "" {
				sources = append(sources, sheet.source)
			}
		}
	}
	slices.Sort(sources)
	return sources
}

type writer struct{ page []byte }

func (w *writer) raw(parts ...string) {
	for _, part := range parts {
		w.page = append(w.page, part...)
	}
}

func (w *writer) text(value string) { w.page = appendEscaped(w.page, value) }

// tag appends an empty element from attribute names and values.
func (w *writer) tag(element string, attributes ...string) {
	w.raw("<", element)
	for index := 0; index < len(attributes); index += 2 {
		w.raw(" ", attributes[index])
		if value := attributes[index+1]; value != "" {
			w.raw(`="`)
			w.text(value)
			w.raw(`"`)
		}
	}
	w.raw(">")
}

func (w *writer) jsonScript(id string, json []byte) {
	w.raw(`<script type="application/json" id="`, id, `">`)
	w.page = append(w.page, json...)
	w.raw("</script>")
}

// head appends the head. The map comes first: a module that was asked for before
// it would load unchecked. What says which page it is stands between from and to:
// navigation puts that of another page in its place.
func (w *writer) head(frame *frame, shell *Edition, at Place, storeys []*style, info *Info, site *Site, origin string, described Description, isPreview bool) (from, to int) {
	w.raw(`<head><script type="importmap">`)
	w.page = append(w.page, frame.importMap...)
	w.raw("</script><title>")
	w.text(info.Title)
	w.raw("</title>")
	// A half of a page lies otherwise than the whole: it is painted once main is
	// there (HTML, section 4.6.8.9, "Link type expect").
	w.tag("link", "rel", "expect", "href", "#fh-main", "blocking", "render")
	w.tag("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
	w.tag("meta", "name", "color-scheme", "content", "light dark")
	// Before the style sheets: a script behind one waits for it.
	w.raw("<script>", knownScript, "</script>")
	w.fonts(shell, at.edition)
	from = len(w.page)
	if info.Description != "" {
		w.tag("meta", "name", "description", "content", info.Description)
	}
	if at.route == nil || at.route.NoIndex {
		w.tag("meta", "name", "robots", "content", "noindex")
	}
	if at.route != nil {
		w.address(at, info, site, origin, described)
	}
	to = len(w.page)
	w.icons(shell)
	w.assets(frame, shell, at, storeys)
	if isPreview {
		w.raw("<style>", previewStyle, "</style>")
	}
	if frame.tag != "" {
		w.raw("<style>", tagStyle, "</style>")
	}
	w.raw("</head>")
	return from, to
}

// inLanguage is the address of a page in a language: the bare one is the English page's, and
// that of who has said no language.
func inLanguage(bare string, language release.Language) string {
	if language == release.English {
		return bare
	}
	return bare + "?lang=" + string(language)
}

// address appends where the page is: itself in its language, its alternates, the
// social card, and what machines read of its item. One that is not to be found has the
// card alone.
func (w *writer) address(at Place, info *Info, site *Site, origin string, described Description) {
	bare := origin + cmp.Or(described.path, info.Path)
	in := func(language release.Language) string { return inLanguage(bare, language) }
	own := in(info.Language)
	if at.card != "" {
		// Where a link is shared, this is read again.
		joint := "?"
		if own != bare {
			joint = "&"
		}
		own += joint + release.CardParameter + "=" + at.card
	}
	if !at.route.NoIndex {
		w.tag("link", "rel", "canonical", "href", in(info.Language))
		for _, language := range release.Languages {
			w.tag("link", "rel", "alternate", "hreflang", string(language), "href", in(language))
		}
		w.tag("link", "rel", "alternate", "hreflang", "x-default", "href", bare)
	}
	card := described.OpenGraph
	if card == nil {
		card = [][2]string{{"og:type", "website"}}
	}
	card = append(card[:len(card):len(card)],
		[2]string{"og:site_name", site.settings.Product},
		[2]string{"og:title", info.Title},
		[2]string{"og:description", info.Description},
		[2]string{"og:url", own},
		[2]string{"og:locale", ogLocales[info.Language]},
	)
	picture := picturesOf(at, info, origin, described)
	size := "summary"
	if picture != nil {
		size = "summary_large_image"
		card = append(card, picture...)
	}
	for _, property := range card {
		w.tag("meta", "property", property[0], "content", property[1])
	}
	w.tag("meta", "name", "twitter:card", "content", size)
	if described.Structured == nil {
		return
	}
	whole := maps.Clone(described.Structured)
	whole["@context"], whole["url"], whole["mainEntityOfPage"] = "https://schema.org", in(info.Language), in(info.Language)
	if image := cmp.Or(described.Picture, described.Image); image != "" {
		whole["image"] = image
	} else if picture != nil {
		whole["image"] = picture[0][1]
	}
	// A data block: browsers never run it (HTML, section 4.12.1).
	w.raw(`<script type="application/ld+json">`)
	w.page = append(w.page, MustScriptJSON(whole)...)
	w.raw("</script>")
}

// picturesOf are the properties of the page's picture (Open Graph protocol, "Structured
// Properties"), its address first: its item's own, that of its route, which the release drew
// with the page's title in it or for packs such as its item's, or what its item has besides.
func picturesOf(at Place, info *Info, origin string, described Description) [][2]string {
	if at.card != "" {
		return drawnPicture(origin+paths.Picture(at.owner, at.route.Shows, at.card, string(info.Language)), info)
	}
	if at.route.Shows == release.ShowsWall {
		return drawnPicture(origin+paths.Picture(at.owner, at.route.Shows, at.item, string(info.Language)), info)
	}
	drawn := cmp.Or(at.route.PackPictures[described.Pack][info.Language], at.route.Picture[info.Language])
	if own := described.Picture; own != "" || drawn == "" {
		if own = cmp.Or(own, described.Image); own == "" {
			return nil
		}
		return [][2]string{{"og:image", own}}
	}
	return drawnPicture(origin+at.edition.Base()+drawn, info)
}

// drawnPicture are the properties of one that was drawn for a link.
func drawnPicture(address string, info *Info) [][2]string {
	return [][2]string{
		{"og:image", address},
		{"og:image:width", strconv.Itoa(release.PictureWidth)},
		{"og:image:height", strconv.Itoa(release.PictureHeight)},
		{"og:image:alt", info.Title},
	}
}

// assets appends the style sheets, and the scripts that a first page runs, which
// startScript lets go: the host, and what it is about to ask for. A page with a sheet
// of its own has that; the release's sheets, which its islands will need, come with
// the scripts. Each preload is named exactly once. The other editions' style sheets come last, when a browser
// has nothing else to fetch (HTML, section 4.6.8.17, "Link type prefetch"): the way
// there in the page then waits for its markup alone.
func (w *writer) assets(frame *frame, shell *Edition, at Place, storeys []*style) {
	host := frame.host
	sheet := at.sheet()
	for _, released := range append([]*Edition{host}, releasesOf(shell, at.edition)...) {
		if released == at.edition && sheet != nil {
			w.raw("<style>", sheet.text, "</style>")
		} else {
			for index := range released.styles {
				w.style(&released.styles[index])
			}
		}
		if released == shell {
			for _, sheet := range storeys {
				w.style(sheet)
			}
		}
	}
	w.raw(`<template id="fh-scripts">`)
	if sheet != nil {
		for _, path := range at.edition.Manifest.Styles {
			w.asset(at.edition, path, "rel", "preload", "as", "style", "fetchpriority", "low")
		}
	}
	// What is painted by then goes on before them: fonts, and the rest of the page.
	preload := func(released *Edition, path string) {
		w.asset(released, path, "rel", "modulepreload", "fetchpriority", "low")
	}
	preload(host, host.Manifest.Entry)
	for _, path := range shell.Manifest.Preload {
		preload(shell, path)
	}
	if at.route != nil {
		for _, path := range at.route.Scripts {
			if at.edition != shell || !slices.Contains(shell.Manifest.Preload, path) {
				preload(at.edition, path)
			}
		}
	}
	script, _ := host.File(host.Manifest.Entry)
	w.raw(`<script type="module" src="`, host.entry.Entry, `" integrity="`, script.SHA384, `"></script>`)
	for _, address := range frame.otherStyles(at.edition) {
		w.tag("link", "rel", "prefetch", "as", "style", "href", address)
	}
	w.raw(`</template>`)
	w.raw("<script>", startScript, pressedScript, printedScript, "</script>")
}

// fonts appends what the texts need before the browser would find it. In the head
// a font that is preloaded holds up the first paint a tenth of a second at most, and
// one that came in that time is there in it: later it may not come, since then what
// is read would move (font-display: optional).
func (w *writer) fonts(shell, edition *Edition) {
	for _, released := range releasesOf(shell, edition) {
		for _, path := range released.Manifest.Fonts {
			kind := "font/woff2"
			if strings.HasSuffix(path, ".woff") {
				kind = "font/woff"
			}
			// Fonts are always fetched in CORS mode; without it they would load twice.
			w.tag("link", "rel", "preload", "as", "font", "type", kind, "href", released.Base()+path, "crossorigin", "")
		}
	}
}

// releasesOf are the releases that the markup of a page of the edition is from, the
// shell first.
func releasesOf(shell, edition *Edition) []*Edition {
	if edition == shell {
		return []*Edition{shell}
	}
	return []*Edition{shell, edition}
}

func (w *writer) asset(released *Edition, path string, attributes ...string) {
	file, _ := released.File(path)
	w.tag("link", append(attributes, "href", released.Base()+path, "integrity", file.SHA384)...)
}

// snapshotJSON is the data as #fh-snapshot holds it.
func snapshotJSON(rows map[string]*Rows, item string) map[string]json.RawMessage {
	snapshot := make(map[string]json.RawMessage, len(rows))
	for need, held := range rows {
		if script := held.Data.Script(item); script != nil {
			snapshot[need] = script
		}
	}
	return snapshot
}
