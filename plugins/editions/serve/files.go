package serve

import (
	"io"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/representation"
)

// contentTypes are what releases hold, by ending. Anything else is a download.
var contentTypes = map[string]string{
	".js":          "text/javascript; charset=utf-8",
	".mjs":         "text/javascript; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".json":        "application/json",
	".map":         "application/json",
	".webmanifest": "application/manifest+json",
	".txt":         "text/plain; charset=utf-8",
	".svg":         "image/svg+xml",
	".png":         "image/png",
	".jpg":         "image/jpeg",
	".jpeg":        "image/jpeg",
	".webp":        "image/webp",
	".avif":        "image/avif",
	".gif":         "image/gif",
	".ico":         "image/x-icon",
	".woff2":       "font/woff2",
	".woff":        "font/woff",
	".wasm":        "application/wasm",
}

// serveFile answers /_r/<edition>/<release>/<path> with a listed file, in the
// compressed form that the visitor prefers. Its name says its content, so it is
// kept for ever (RFC 8246).
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request) error {
	edition, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, paths.Files+"/"), "/")
	name, filePath, _ := strings.Cut(rest, "/")
	// No listed path needs an escape: one with an escape is a try. Fragments are
	// no pages, and compressed forms are chosen, not named.
	if r.URL.RawPath != "" || strings.HasSuffix(filePath, ".html") || release.IsEncoded(filePath) {
		plain(w, http.StatusNotFound, "no such file\n")
		return nil
	}
	opened, err := s.config.Releases.Serving(edition, name)
	if err != nil {
		plain(w, http.StatusNotFound, "no such release\n")
		return nil
	}
	original, listed := opened.File(filePath)
	if !listed {
		plain(w, http.StatusNotFound, "no such file\n")
		return nil
	}
	file, coding := chooseForm(opened, original, r.Header["Accept-Encoding"])

	header := w.Header()
	contentType := contentTypes[path.Ext(filePath)]
	if contentType == "" {
		contentType = "application/octet-stream"
	}
	header.Set("Content-Type", contentType)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	header.Set("Vary", "Accept-Encoding")
	// An image that is opened by itself runs nothing.
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	if coding != representation.Identity {
		header.Set("Content-Encoding", coding.String())
	}
	etag := `"` + strings.TrimPrefix(file.SHA384, "sha384-") + `"`
	header.Set("Etag", etag)
	if representation.Matches(r.Header["If-None-Match"], etag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	content, err := s.config.Releases.OpenFile(opened, file.Path)
	if err != nil {
		clear(header)
		return err
	}
	defer content.Close()
	header.Set("Content-Length", strconv.FormatInt(file.Size, 10))
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		// An error is the visitor gone; there is nobody to tell.
		_, _ = io.CopyN(w, content, file.Size)
	}
	return nil
}

// chooseForm is the form of a file to send, in the content coding that the
// visitor prefers of those that the release has.
func chooseForm(opened *release.Folder, original release.File, accept []string) (release.File, representation.Coding) {
	there := slices.DeleteFunc(slices.Clone(release.Codings), func(coding representation.Coding) bool {
		_, listed := opened.File(release.Encoded(original.Path, coding))
		return !listed
	})
	coding := representation.Negotiate(accept, there)
	file, _ := opened.File(release.Encoded(original.Path, coding))
	return file, coding
}
