// Package representation is what an HTTP answer is, of pages and data alike
// (RFC 9110, sections 8, 12 and 13): a body in the content coding that the client
// wants most, an entity tag for each of them, and 304 for clients that have it already. It
// knows nothing of Caddy nor of what the bodies hold.
package representation

import (
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	// minCompressed is the size from which a body is compressed, in bytes: a
	// smaller one fits into one packet either way.
	minCompressed = 256
	// maxCompressed is the size up to which a body is compressed, in bytes: that of
	// an account with some thousands of assets. The readers of one moment wait for
	// the one that compresses, some tens of milliseconds at this size.
	maxCompressed = 8 << 20
)

// Forms are the representations of one body. A compressed one is made by the
// first reader that accepts it; the others of that moment wait for it, so that
// all get the same bytes and the work is done once. Together they take at most as
// many bytes as the body; one that would exceed this is not kept, and the body is
// answered as it is.
type Forms struct {
	compressible bool
	// tags are the entity tags by coding; those of the compressed forms are empty
	// when the body is not to be compressed.
	tags   [codings]string
	length string

	made [codings]form // that of Identity is not used

	mu    sync.Mutex
	spare int // how many bytes further forms may take
}

type form struct {
	once   sync.Once
	body   []byte // nil when it could not be made or is not worth it
	length string
}

// NewForms are those of a body with its entity tag in quotes; without a tag no
// answer has one.
func NewForms(body []byte, tag string) *Forms {
	f := &Forms{length: strconv.Itoa(len(body)), spare: len(body)}
	f.tags[Identity] = tag
	if f.compressible = len(body) >= minCompressed && len(body) <= maxCompressed; f.compressible && tag != "" {
		for c := Identity + 1; c < codings; c++ {
			f.tags[c] = c.Tag(tag)
		}
	}
	return f
}

// of is the body in a coding, made now if it was not made before; nil when there
// is no such form.
func (f *Forms) of(c Coding, body []byte) *form {
	if c == Identity || !f.compressible {
		return nil
	}
	made := &f.made[c]
	made.once.Do(func() {
		compressed := compress(c, body)
		if compressed == nil || !f.reserve(len(compressed)) {
			return
		}
		made.body, made.length = compressed, strconv.Itoa(len(compressed))
	})
	if made.body == nil {
		return nil
	}
	return made
}

// reserve takes bytes out of those that forms may take, if there are as many.
func (f *Forms) reserve(bytes int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if bytes >= f.spare {
		return false
	}
	f.spare -= bytes
	return true
}

// Answer is what a request gets of a body.
type Answer struct {
	forms       *Forms
	body        []byte
	code        int
	coding      Coding
	tag         string
	notModified bool
}

// For is the answer to a GET or HEAD request with a body of these forms. there
// are the codings that it may be sent in, in the gateway's own order.
func (f *Forms) For(r *http.Request, code int, body []byte, there []Coding) Answer {
	a := Answer{forms: f, body: body, code: code}
	if f.compressible {
		a.coding = Negotiate(r.Header["Accept-Encoding"], there)
	}
	if conditions := r.Header["If-None-Match"]; len(conditions) > 0 && isConditional(r, code) {
		a.tag, a.notModified = match(conditions, f.tags[:], f.tags[a.coding])
	}
	return a
}

// Fields is how many fields Write sets at most; see NewHeader.
const Fields = 6

// Write writes the answer: 304 when the client has the body already, else the
// code and, but for HEAD, the body. It sets the fields of the body, ETag and
// Vary; Content-Type and others that were set before stay. It answers the status and how
// many bytes of the body were sent.
func (a *Answer) Write(w http.ResponseWriter, r *http.Request, h *Header, contentType string) (status, sent int) {
	if a.notModified {
		// With what a 304 must repeat of the 200 (RFC 9110, section 15.4.5); the
		// client has the rest.
		h.Set("Etag", a.tag)
		h.vary()
		w.WriteHeader(http.StatusNotModified)
		return http.StatusNotModified, 0
	}
	body, length, tag := a.body, a.forms.length, a.forms.tags[Identity]
	if made := a.forms.of(a.coding, a.body); made != nil {
		body, length, tag = made.body, made.length, a.forms.tags[a.coding]
		h.Set("Content-Encoding", names[a.coding])
	}
	if tag != "" {
		h.Set("Etag", tag)
	}
	h.vary()
	h.SetDefault("X-Content-Type-Options", "nosniff")
	h.SetDefault("Content-Type", contentType)
	h.Set("Content-Length", length)
	w.WriteHeader(a.code)
	if r.Method != http.MethodHead {
		sent, _ = w.Write(body) // a client that left is no error of ours
	}
	return a.code, sent
}

// Header sets the fields of one answer, with one allocation for all values. They
// are not shared between requests, because a later handler may change them in
// place.
type Header struct {
	fields http.Header
	values []string
}

// NewHeader sets so many fields of an answer, with those that Answer.Write sets.
func NewHeader(w http.ResponseWriter, own int) Header {
	return Header{w.Header(), make([]string, 0, own+Fields)}
}

// Set sets a field, whose name is in its canonical form, to one value.
func (h *Header) Set(name, value string) {
	h.values = append(h.values, value)
	last := len(h.values)
	h.fields[name] = h.values[last-1 : last : last]
}

// SetDefault sets a field that was not set before.
func (h *Header) SetDefault(name, value string) {
	if len(h.fields[name]) == 0 {
		h.Set(name, value)
	}
}

// vary adds Accept-Encoding to Vary.
func (h *Header) vary() {
	if before := h.fields["Vary"]; len(before) == 0 {
		h.Set("Vary", "Accept-Encoding")
	} else if !variesByEncoding(before) {
		h.fields["Vary"] = append(before[:len(before):len(before)], "Accept-Encoding")
	}
}

func variesByEncoding(lines []string) bool {
	for _, line := range lines {
		for name := range strings.SplitSeq(line, ",") {
			if name = trim(name); name == "*" || strings.EqualFold(name, "Accept-Encoding") {
				return true
			}
		}
	}
	return false
}

// WriteOnce answers with what is of this moment only, and nobody keeps.
func WriteOnce(w http.ResponseWriter, code int, contentType string, body []byte) {
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(code)
	// The server leaves the body out for HEAD; a client that left is no error of ours.
	_, _ = w.Write(body)
}

// SetRetryAfter sets Retry-After, unless the time is 0.
func SetRetryAfter(w http.ResponseWriter, wait time.Duration) {
	if wait > 0 {
		w.Header().Set("Retry-After", strconv.FormatInt(WholeSeconds(wait), 10))
	}
}

// WholeSeconds rounds up: trying a moment too early fails again.
func WholeSeconds(d time.Duration) int64 {
	return int64((max(d, 0) + time.Second - 1) / time.Second)
}
