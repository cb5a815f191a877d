package editions

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/representation"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

// Bounds of what /_page is asked with, in bytes.
const (
	maxAskedPath   = 2048
	maxAskedLineup = 1024
)

// ServeHTTP answers with a page, a file of a release or one of the gateway's own
// answers. A path that is reserved for another plugin goes on to it.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request, next caddyhttp.Handler) error {
	path := r.URL.Path
	switch {
	case path == paths.Report:
		h.serveReport(w, r)
		return nil
	case paths.IsService(path):
		if err := next.ServeHTTP(w, r); err != nil {
			return err
		}
		if unhandled, _ := caddyhttp.GetVar(r.Context(), "unhandled").(bool); unhandled {
			plain(w, http.StatusNotFound, "nothing is here\n")
		}
		return nil
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		plain(w, http.StatusMethodNotAllowed, "this address takes GET and HEAD\n")
		return nil
	case paths.Under(path, paths.Files):
		return h.serveFile(w, r)
	case path == paths.Page:
		return h.serveInfo(w, r)
	case path == paths.Events && h.Dev:
		return h.serveEvents(w, r)
	case path == paths.Health:
		plain(w, http.StatusOK, "ok")
		return nil
	case path == paths.Ready:
		h.serveReady(w, r)
		return nil
	case paths.ReservedFor(path) != "":
		plain(w, http.StatusNotFound, "nothing is here\n")
		return nil
	}
	h.servePage(w, r)
	return nil
}

func (h *Handler) servePage(w http.ResponseWriter, r *http.Request) {
	shown := h.shelf.board.Choose(r)
	path := r.URL.Path
	// Only an address that has a page is redirected to, so that none leads off the site.
	if trimmed := strings.TrimSuffix(path, "/"); len(path) > 1 && len(trimmed) < len(path) && page.HasRoute(shown, trimmed) {
		target := url.URL{Path: trimmed, RawQuery: r.URL.RawQuery}
		http.Redirect(w, r, target.String(), http.StatusPermanentRedirect)
		return
	}
	language, chosen := page.ChooseLanguage(r)
	secure := isSecure(r)
	cookie := ""
	if chosen {
		cookie = page.LanguageCookie(language, secure)
	}
	h.pages.Get(shown, path, language).Write(w, r, secure, cookie)
}

// serveInfo answers /_page (docs/edition-contract.md, "A page").
func (h *Handler) serveInfo(w http.ResponseWriter, r *http.Request) error {
	asked, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		plain(w, http.StatusBadRequest, "the query cannot be read\n")
		return nil
	}
	path := asked.Get("path")
	if !strings.HasPrefix(path, "/") || len(path) > maxAskedPath || !utf8.ValidString(path) {
		plain(w, http.StatusBadRequest, "path: write an absolute path of at most 2048 bytes\n")
		return nil
	}
	language, _ := page.ChooseLanguage(r)
	shown := h.shelf.board.Choose(r)
	isCurrent, ok := hasLineup(shown, asked.Get("lineup"))
	if !ok {
		plain(w, http.StatusBadRequest, "lineup: write <edition>:<release>, separated by commas\n")
		return nil
	}
	if !isCurrent {
		plain(w, http.StatusConflict, "the lineup is another one now: load the address in full\n")
		return nil
	}
	if trimmed := strings.TrimSuffix(path, "/"); page.HasRoute(shown, trimmed) {
		path = trimmed
	}
	info, found := h.pages.Info(shown, path, language)
	if !found {
		plain(w, http.StatusServiceUnavailable, "there is no release to show\n")
		return nil
	}
	body, err := json.Marshal(info)
	if err != nil {
		return caddyhttp.Error(http.StatusInternalServerError, err)
	}
	w.Header().Set("Vary", "Accept-Language, Cookie")
	w.Header().Set("Content-Language", string(language))
	representation.WriteOnce(w, http.StatusOK, "application/json", body)
	return nil
}

// hasLineup reports whether the lineup still has every release that a page was
// made with; ok is false where the text names none.
func hasLineup(shown *page.Lineup, asked string) (isCurrent, ok bool) {
	if asked == "" {
		return true, true
	}
	if len(asked) > maxAskedLineup {
		return false, false
	}
	isCurrent = true
	for pair := range strings.SplitSeq(asked, ",") {
		edition, name, found := strings.Cut(pair, ":")
		if !found || !release.IsEdition(edition) || !release.IsName(name) {
			return false, false
		}
		if shown.Names[edition] != name {
			isCurrent = false
		}
	}
	return isCurrent, true
}

// serveReady says whether pages can be shown: without a shell there is none, and
// soon none when the process is about to end.
func (h *Handler) serveReady(w http.ResponseWriter, r *http.Request) {
	if caddy.Exiting() {
		plain(w, http.StatusServiceUnavailable, "the process is ending\n")
		return
	}
	if h.shelf.board.Choose(r).Releases[release.Shell] == nil {
		plain(w, http.StatusServiceUnavailable, "there is no usable release of the shell: take one with --live\n")
		return
	}
	plain(w, http.StatusOK, "ok")
}

// isSecure reports whether the visitor's connection is TLS, here or at a proxy
// that the server trusts.
func isSecure(r *http.Request) bool {
	if r.TLS != nil {
		return true
	}
	if r.Header.Get("X-Forwarded-Proto") != "https" {
		return false
	}
	trusted, _ := caddyhttp.GetVar(r.Context(), caddyhttp.TrustedProxyVarKey).(bool)
	return trusted
}

// plain answers with a line of text.
func plain(w http.ResponseWriter, status int, text string) {
	representation.WriteOnce(w, status, "text/plain; charset=utf-8", []byte(text))
}
