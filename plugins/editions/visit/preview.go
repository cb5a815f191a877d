package visit

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"fieldhouse/plugins/editions/lineup"
	"fieldhouse/plugins/editions/page"
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
