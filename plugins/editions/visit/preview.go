package visit

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"fieldhouse/plugins/editions/lineup"
	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/paths"
)

// enterPreview answers a link to a preview: from then on it is what this visitor gets.
func (s *Server) enterPreview(w http.ResponseWriter, r *http.Request) {
	preview, cookie, err := s.config.Releases.Enter(strings.TrimPrefix(r.URL.Path, paths.Preview), s.config.Secure(r))
	if err != nil {
		s.previewProblem(w, r, err, page.HomeOf(preview.Edition))
		return
	}
	w.Header().Add("Set-Cookie", cookie)
	s.seeOther(w, r, page.HomeOf(preview.Edition))
}

// leavePreview ends a visitor's preview and leads to the page that it is left from, as far as
// visitors have it.
func (s *Server) leavePreview(w http.ResponseWriter, r *http.Request) {
	if from := r.Header.Get("Sec-Fetch-Site"); from != "" && from != "same-origin" {
		plain(w, http.StatusForbidden, "a preview is left from this site's pages\n")
		return
	}
	to := "/"
	if from, err := url.Parse(r.Referer()); err == nil && from.Host == r.Host {
		to = s.wayBack(from)
	}
	w.Header().Add("Set-Cookie", lineup.LeavePreview(s.config.Secure(r)))
	s.seeOther(w, r, to)
}

// wayBack is an address as far as visitors have a page there; the front page for any other, which
// could lead off the site.
func (s *Server) wayBack(address *url.URL) string {
	if !s.config.Pages.HasPage(s.config.Releases.Choose(nil), pathOf(address)) {
		return "/"
	}
	return address.RequestURI()
}

// seeOther leads to a page of the site (RFC 9110, section 15.4.4).
func (s *Server) seeOther(w http.ResponseWriter, r *http.Request, path string) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Robots-Tag", "noindex")
	http.Redirect(w, r, path, http.StatusSeeOther)
}

// previewProblem says why a preview is not shown, and ends it unless that may pass.
func (s *Server) previewProblem(w http.ResponseWriter, r *http.Request, reason error, back string) {
	secure := s.config.Secure(r)
	if !errors.Is(reason, lineup.ErrPreviewUnusable) && !paths.Under(r.URL.Path, paths.Preview) {
		w.Header().Add("Set-Cookie", lineup.LeavePreview(secure))
	}
	language, _ := ChooseLanguage(r)
	problemPage(reason, language, back).Write(w, r, secure)
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
