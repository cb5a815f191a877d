package page

import (
	"fieldhouse/plugins/editions/release"
)

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
