package page

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"fieldhouse/plugins/editions/release"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// Page is a composed page with its answer prepared: what is asked for again
// costs a few pointers. It never changes but for its compressed forms, each
// made when it is first asked for.
type Page struct {
	status  int
	headers headers
	// language is the Content-Language value.
	language []string
	etag     string
	plain    form
	packed   [codings]struct {
		once sync.Once
		form form
	}

	rows       map[string]*Rows
	composedAt time.Time
	changesAt  time.Time
}

// form is a body in one coding with the headers that depend on it.
type form struct {
	body                   []byte
	length, etag, encoding []string
}

// Levels of compression: a page is packed again when its data changes, so these
// take a millisecond or two, not the tens that a build can spend.
const (
	brotliLevel = 5
	gzipLevel   = 6
)

func newPage(body []byte, status int, language release.Language, headers headers) *Page {
	digest := sha256.Sum256(body)
	page := &Page{status: status, headers: headers, language: []string{string(language)}, etag: hex.EncodeToString(digest[:12])}
	page.plain = page.form(body, "")
	return page
}

func (p *Page) form(body []byte, encoding string) form {
	made := form{body: body, length: []string{strconv.Itoa(len(body))}}
	// Each coding is a representation of its own (RFC 9110, section 8.8.3.3).
	made.etag = []string{`"` + p.etag + `"`}
	if encoding != "" {
		made.etag = []string{`"` + p.etag + "-" + encoding + `"`}
		made.encoding = []string{encoding}
	}
	return made
}

// size is what the page takes in memory, with room for its compressed forms.
func (p *Page) size() int64 { return int64(2*len(p.plain.body)) + 1024 }

// smallestPacked is the body from which a compressed form pays, in bytes.
const smallestPacked = 1024

func (p *Page) formFor(coding Coding) *form {
	if coding == Identity {
		return &p.plain
	}
	packed := &p.packed[coding]
	packed.once.Do(func() {
		encoding := release.Encodings[coding].Name
		packed.form = p.form(pack(p.plain.body, encoding), encoding)
	})
	return &packed.form
}

func pack(body []byte, encoding string) []byte {
	var packed bytes.Buffer
	var writer io.WriteCloser
	switch encoding {
	case "br":
		writer = brotli.NewWriterLevel(&packed, brotliLevel)
	case "zstd":
		// No error: the options are constants that it knows.
		writer, _ = zstd.NewWriter(&packed, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedDefault))
	default:
		writer, _ = gzip.NewWriterLevel(&packed, gzipLevel)
	}
	// No error: a buffer takes everything.
	_, _ = writer.Write(body)
	_ = writer.Close()
	return packed.Bytes()
}

// Write answers a GET or HEAD request with the page. Secure says that the
// visitor's connection is TLS; a cookie is added to this answer and not kept.
func (p *Page) Write(w http.ResponseWriter, r *http.Request, secure bool, cookie string) {
	chosen := Identity
	if len(p.plain.body) >= smallestPacked {
		chosen = Negotiate(r.Header["Accept-Encoding"], func(Coding) bool { return true })
	}
	form := p.formFor(chosen)
	header := w.Header()
	if p.status == http.StatusServiceUnavailable {
		header["Cache-Control"] = headerNoStore
		header["Retry-After"] = headerRetry
	} else {
		header["Cache-Control"] = headerPrivate
		header["Etag"] = form.etag
	}
	header["Vary"] = headerVary
	header["Content-Security-Policy"] = p.headers.policy
	header["Cross-Origin-Opener-Policy"] = headerOpener
	header["X-Content-Type-Options"] = headerNosniff
	header["Referrer-Policy"] = headerReferrer
	header["Permissions-Policy"] = headerPermissions
	if secure {
		header["Strict-Transport-Security"] = headerTransport
	}
	if cookie != "" {
		header["Set-Cookie"] = []string{cookie}
	}
	if p.status == http.StatusOK && MatchesETag(r.Header["If-None-Match"], form.etag[0]) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	header["Content-Type"] = headerHTML
	header["Content-Language"] = p.language
	header["Content-Length"] = form.length
	if form.encoding != nil {
		header["Content-Encoding"] = form.encoding
	}
	w.WriteHeader(p.status)
	if r.Method != http.MethodHead {
		// An error is the visitor gone; there is nobody to tell.
		_, _ = w.Write(form.body)
	}
}

// MatchesETag reports whether If-None-Match names an entity tag, compared weakly
// (RFC 9110, section 13.1.2).
func MatchesETag(conditions []string, etag string) bool {
	for _, line := range conditions {
		for line != "" {
			var tag string
			tag, line, _ = strings.Cut(line, ",")
			tag = strings.TrimSpace(tag)
			if tag == "*" || strings.TrimPrefix(tag, "W/") == etag {
				return true
			}
		}
	}
	return false
}
