package page

import (
	"strings"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/paths"
)

var previewWords = map[release.Language]struct{ label, until string }{
	release.English: {"Preview", "until"},
	release.Spanish: {"Vista previa", "hasta el"},
}

var leaveWords = map[release.Language]string{release.English: "Leave the preview", release.Spanish: "Salir de la vista previa"}

// LeavePreview is the form that ends a visitor's preview.
func LeavePreview(language release.Language) string {
	return `<form method="post" action="` + paths.LeavePreview + `"><button>` + leaveWords[language] + `</button></form>`
}

// previewStyle is the badge's. No release hides it: an edition's styles are its own
// elements' alone, and nothing that is for plain elements outdoes these. The page keeps room
// for it from the first paint on, so that it covers neither the footer nor what has the focus.
var previewStyle = important(`#fh-preview,#fh-preview *{all:initial;font:600 14px/1.4 system-ui,sans-serif;color:#111}`+
	`#fh-preview{position:fixed;inset:auto 0 0;z-index:2147483647;box-sizing:border-box;height:4rem;padding:0 16px;overflow:auto;display:flex;`+
	`align-items:safe center;justify-content:center;gap:16px;background:#ffd60a;border-top:2px solid #111}`+
	`#fh-preview code{font:13px/1.4 ui-monospace,monospace;overflow-wrap:anywhere}`+
	`#fh-preview form{flex:none}`+
	`#fh-preview button{padding:6px 12px;border:2px solid #111;border-radius:4px;cursor:pointer}`+
	`#fh-preview button:hover{background:#111;color:#ffd60a}`+
	`#fh-preview button:focus-visible{outline:3px solid #111;outline-offset:2px}`+
	`body{padding-bottom:4rem}html{scroll-padding-bottom:4rem}`) +
	`@media (width<48rem){` + important(`#fh-preview{height:8rem}body{padding-bottom:8rem}html{scroll-padding-bottom:8rem}`) + `}`

// important has each declaration outdo those of releases.
func important(rules string) string {
	return strings.NewReplacer(";", "!important;", "}", "!important}").Replace(rules)
}

var previewSource = sourceHash([]byte(previewStyle))

// previewBadge says which release of which edition a page shows that visitors do not get,
// until when, and leads out of it.
func (w *writer) previewBadge(site *Site, shown *Lineup, language release.Language) {
	preview, words := shown.Preview, previewWords[language]
	name := preview.Edition
	if site.HasEdition(name) {
		name = site.NameOf(name, language)
	}
	w.raw(`<aside id="fh-preview" aria-label="`, words.label, `"><p><strong>`, words.label, `: </strong>`)
	w.text(name + " " + shown.Releases[preview.Edition].Manifest.Version + " ")
	w.raw(`<code>`)
	w.text(preview.Release)
	w.raw(`</code>, `, words.until, ` `, Moment(preview.Until, language), `</p>`, LeavePreview(language), `</aside>`)
}
