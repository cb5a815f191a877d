package visit

import (
	"errors"
	"io"
	"io/fs"
	"net/http"
	"path"
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

// serveFile answers /_r/<edition>/<name> with a file of the edition's releases, in
// the compressed form that the visitor prefers. Its name says its content, so it is
// kept for ever (RFC 8246).
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request) error {
	edition, name, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, paths.Files+"/"), "/")
	// No name needs an escape: one with an escape is a try.
	if r.URL.RawPath != "" {
		plain(w, http.StatusNotFound, "no such file\n")
		return nil
	}
	return s.sendFile(w, r, edition, name, func(header http.Header) {
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
		// An image that is opened by itself runs nothing.
		header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	})
}

// noWorker takes the place of a worker that a browser has from before.
const noWorker = "oninstall = () => skipWaiting()\nonactivate = () => registration.unregister()\n"

// serveWorker answers paths.Worker with the service worker of the live host. Browsers look
// for another one with each page (Service Workers, section 4.4).
func (s *Server) serveWorker(w http.ResponseWriter, r *http.Request) error {
	host := s.config.Releases.Choose(nil).Releases[release.Host]
	if host == nil || host.Manifest.Worker == "" {
		representation.WriteOnce(w, http.StatusOK, contentTypes[".js"], []byte(noWorker))
		return nil
	}
	return s.sendFile(w, r, release.Host, host.Manifest.Worker, func(header http.Header) {
		header.Set("Cache-Control", "no-cache")
		header.Set("Content-Security-Policy", "default-src 'none'; connect-src 'self'")
	})
}

func (s *Server) sendFile(w http.ResponseWriter, r *http.Request, edition, name string, describe func(http.Header)) error {
	served, traffic, err := s.config.Releases.Serve(edition, name, func(there []representation.Coding) representation.Coding {
		return representation.Negotiate(r.Header["Accept-Encoding"], there)
	})
	if errors.Is(err, fs.ErrNotExist) {
		plain(w, http.StatusNotFound, "no such file\n")
		return nil
	}
	if err != nil {
		return err
	}
	defer served.Content.Close()

	header := w.Header()
	contentType := contentTypes[path.Ext(name)]
	if contentType == "" {
		contentType = "application/octet-stream"
	}
	header.Set("Content-Type", contentType)
	if strings.HasPrefix(contentType, "image/") {
		// Where a link to a page is shared its picture is shown.
		header.Set("Cross-Origin-Resource-Policy", "cross-origin")
	}
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Vary", "Accept-Encoding")
	describe(header)
	etag := served.Coding.Tag(`"` + served.Hash + `"`)
	if served.Coding != representation.Identity {
		header.Set("Content-Encoding", served.Coding.String())
	}
	header.Set("Etag", etag)
	status, sent := http.StatusOK, int64(0)
	if representation.Matches(r.Header["If-None-Match"], etag) {
		status = http.StatusNotModified
	} else {
		header.Set("Content-Length", strconv.FormatInt(served.Size, 10))
	}
	w.WriteHeader(status)
	if status == http.StatusOK && r.Method != http.MethodHead {
		// An error is the visitor gone; there is nobody to tell.
		sent, _ = io.CopyN(w, served.Content, served.Size)
	}
	if traffic != nil {
		traffic.Files.Add(status, int(sent))
	}
	return nil
}
