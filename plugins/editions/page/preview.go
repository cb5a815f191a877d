package page

import (
	"errors"
	"net/http"
	"strings"

	"fieldhouse/plugins/editions/lineup"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/paths"
)

// previewWords are what the gateway says of previews.
var previewWords = map[release.Language]struct{ label, until, leave, toSite string }{
	release.English: {"Preview", "until", "Leave the preview", "Go to the site"},
	release.Spanish: {"Vista previa", "hasta el", "Salir de la vista previa", "Ir al sitio"},
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
	if site.hasEdition(name) {
		name = site.nameOf(name, language)
	}
	w.raw(`<aside id="fh-preview" aria-label="`, words.label, `"><p><strong>`, words.label, `: </strong>`)
	w.text(name + " " + shown.Releases[preview.Edition].Manifest.Version + " ")
	w.raw(`<code>`)
	w.text(preview.Release)
	w.raw(`</code>, `, words.until, ` `, moment(preview.Until, language), `</p><form method="post" action="`, paths.LeavePreview, `"><button>`, words.leave, `</button></form></aside>`)
}

// previewProblems are the pages of previews that are not shown.
var previewProblems = []struct {
	of     error
	status int
	words  map[release.Language]struct{ title, text string }
	// mayLeave says that it is still the visitor's preview.
	mayLeave bool
}{
	{of: lineup.ErrNoPreview, status: http.StatusNotFound, words: map[release.Language]struct{ title, text string }{
		release.English: {"This link leads to no preview", "It was cut short or changed on its way. Ask whoever sent it to you for the whole link."},
		release.Spanish: {"Este enlace no lleva a ninguna vista previa", "Llegó cortado o cambiado. Pide el enlace completo a quien te lo envió."},
	}},
	{of: lineup.ErrPreviewOver, status: http.StatusGone, words: map[release.Language]struct{ title, text string }{
		release.English: {"This preview is over", "Its time is up, or it was ended. What it showed may be live by now; whoever sent you the link can make a new one."},
		release.Spanish: {"Esta vista previa ha terminado", "Se le acabó el tiempo o la terminaron. Puede que lo que mostraba ya esté publicado; quien te envió el enlace puede crear otro."},
	}},
	{of: lineup.ErrPreviewUnusable, status: http.StatusServiceUnavailable, mayLeave: true, words: map[release.Language]struct{ title, text string }{
		release.English: {"This preview cannot be shown", "Its release cannot be used with what is live now; the gateway's log says why. The site itself is as ever."},
		release.Spanish: {"Esta vista previa no se puede mostrar", "Su versión no se puede usar con lo que está publicado ahora; el registro del servidor dice por qué. El sitio sigue como siempre."},
	}},
}

// PreviewProblem is the page of a preview that is not shown for a reason of package lineup.
// It leads back to a path of the site.
func PreviewProblem(reason error, language release.Language, back string) *Page {
	found := previewProblems[len(previewProblems)-1]
	for _, problem := range previewProblems {
		if errors.Is(reason, problem.of) {
			found = problem
		}
	}
	said, words := found.words[language], previewWords[language]
	w := new(writer)
	w.raw("<h1>", said.title, "</h1><p>", said.text, "</p>")
	if found.mayLeave {
		w.raw(`<form method="post" action="`, paths.LeavePreview, `"><button>`, words.leave, `</button></form>`)
	} else {
		w.raw("<p><a href=\"")
		w.text(back)
		w.raw(`">`, words.toSite, `</a></p>`)
	}
	page := barePage(language, said.title, string(w.page), found.status)
	page.headers.preview = true
	return page
}
