package answer

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"fieldhouse/plugins/edgecache"
)

// Write answers a request with an entry: 304 when the client has it already,
// else its status and, but for HEAD, its body in the encoding that the client
// wants most. It sets ETag, Age, Cache-Status, Cache-Control: no-cache, Vary and
// X-Content-Type-Options; Cache-Control, Content-Type and other headers that
// were set before stay. now is the engine's clock.
func Write(w http.ResponseWriter, r *http.Request, entry *edgecache.Entry, ready *Prepared, status edgecache.Status, now time.Time) {
	h := w.Header()
	wanted := identity
	if ready.compressible() {
		wanted = negotiate(r.Header["Accept-Encoding"])
	}
	// One allocation for all values. They are not shared between requests,
	// because a later handler may change them in place.
	values := make(values, 0, 9+len(ready.fields))
	if isConditional(r, entry) {
		if tag, found := ready.matching(r.Header["If-None-Match"], wanted); found {
			// What a 304 must repeat of the 200 (RFC 9110, section 15.4.5), and
			// how old it is; the client has the rest.
			values.set(h, "Etag", tag)
			values.common(h, entry, ready, status, now)
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	body, length, tag := entry.Body, ready.length, ready.tags[identity]
	if made := ready.of(wanted, entry.Body); made != nil {
		body, length, tag = made.body, made.length, ready.tags[wanted]
		values.set(h, "Content-Encoding", codingName[wanted])
	}
	values.set(h, "Etag", tag)
	values.common(h, entry, ready, status, now)
	values.setDefault(h, "X-Content-Type-Options", "nosniff")
	values.setDefault(h, "Content-Type", ready.contentType)
	values.set(h, "Content-Length", length)
	w.WriteHeader(entry.Code)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // a client that left is no error of ours
	}
}

// isConditional reports whether If-None-Match counts: for a request that reads,
// and whose answer is a success without it (RFC 9110, section 13.2.1). The other
// conditions are for an origin or for ranges, not for a cache without
// Last-Modified (RFC 9111, section 4.3.2).
func isConditional(r *http.Request, entry *edgecache.Entry) bool {
	return len(r.Header["If-None-Match"]) > 0 && (r.Method == http.MethodGet || r.Method == http.MethodHead) && entry.Code/100 == 2
}

// values are the header values of one answer.
type values []string

func (v *values) set(h http.Header, name, value string) {
	*v = append(*v, value)
	last := len(*v)
	h[name] = (*v)[last-1 : last : last]
}

// setDefault is set for a header that was not set before.
func (v *values) setDefault(h http.Header, name, value string) {
	if len(h[name]) == 0 {
		v.set(h, name, value)
	}
}

// common sets what a 304 and a 200 both have.
func (v *values) common(h http.Header, entry *edgecache.Entry, ready *Prepared, status edgecache.Status, now time.Time) {
	v.set(h, "Age", seconds(int64(now.Sub(entry.Stored)/time.Second)))
	v.set(h, "Cache-Status", cacheStatus(status, entry, now))
	v.setDefault(h, "Cache-Control", "no-cache")
	for _, field := range ready.fields {
		v.set(h, field.name, field.value)
	}
	if before := h["Vary"]; len(before) == 0 {
		v.set(h, "Vary", "Accept-Encoding")
	} else if !variesByEncoding(before) {
		h["Vary"] = append(before[:len(before):len(before)], "Accept-Encoding")
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

// smallNumbers are the ages of almost all answers, written out once.
var smallNumbers = func() (numbers [600]string) {
	for i := range numbers {
		numbers[i] = strconv.Itoa(i)
	}
	return numbers
}()

func seconds(n int64) string {
	if n < 0 {
		n = 0
	}
	if n < int64(len(smallNumbers)) {
		return smallNumbers[n]
	}
	return strconv.FormatInt(n, 10)
}
