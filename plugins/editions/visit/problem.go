package visit

import (
	"errors"
	"net/http"

	"fieldhouse/plugins/editions/lineup"
	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
)

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

// toSite leads from a preview that is not shown to the site.
var toSite = map[release.Language]string{release.English: "Go to the site", release.Spanish: "Ir al sitio"}

// problemPage is the page of a preview that is not shown for a reason of package lineup. It
// leads back to a path of the site.
func problemPage(reason error, language release.Language, back string) *Page {
	found := previewProblems[len(previewProblems)-1]
	for _, problem := range previewProblems {
		if errors.Is(reason, problem.of) {
			found = problem
		}
	}
	said := found.words[language]
	way := `<p><a href="` + page.Escaped(back) + `">` + toSite[language] + `</a></p>`
	if found.mayLeave {
		way = page.LeavePreview(language)
	}
	made := page.Bare(language, said.title, "<h1>"+said.title+"</h1><p>"+said.text+"</p>"+way, found.status)
	made.IsPreview = true
	return newPage(made)
}
