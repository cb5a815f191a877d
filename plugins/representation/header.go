package representation

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

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

// vary says that the answer differs by Accept-Encoding.
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

// SetRetryAfter says after what time to try again, unless nothing is known of it.
func SetRetryAfter(w http.ResponseWriter, wait time.Duration) {
	if wait > 0 {
		w.Header().Set("Retry-After", strconv.FormatInt(WholeSeconds(wait), 10))
	}
}

// WholeSeconds rounds up: trying a moment too early fails again.
func WholeSeconds(d time.Duration) int64 {
	return int64((max(d, 0) + time.Second - 1) / time.Second)
}
