// Package answer writes an entry of the cache as an HTTP answer: with the headers
// that say how old it is and where it came from. It knows nothing of Caddy nor of
// what the entries hold.
//
// A plugin gives its engine a Config.Prepare that makes a Prepared of each
// entry, and answers with Write, or with Refuse and Failure when Engine.Get failed.
package answer

import (
	"math"
	"net/http"
	"strconv"
	"time"

	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/representation"
)

// codings are those that an entry is sent in. For rows of 2 to 512 KiB zstd is as
// small as br at the levels used, and takes a quarter of the time.
var codings = []representation.Coding{representation.Zstd, representation.Brotli, representation.Gzip}

// Write answers a request with an entry: 304 when the client has it already,
// else its status and, but for HEAD, its body in the encoding that the client
// wants most. It sets ETag, Age, Cache-Status, Cache-Control: no-cache, Vary and
// X-Content-Type-Options; Cache-Control, Content-Type and other headers that
// were set before stay. now is the engine's clock.
func Write(w http.ResponseWriter, r *http.Request, entry *edgecache.Entry, ready *Prepared, status edgecache.Status, now time.Time) {
	answer := ready.For(r, entry.Code, entry.Body, codings)
	h := representation.NewHeader(w, 3+len(ready.fields))
	h.Set("Age", seconds(int64(now.Sub(entry.Stored)/time.Second)))
	h.Set("Cache-Status", cacheStatus(status, entry, now))
	h.SetDefault("Cache-Control", "no-cache")
	for _, field := range ready.fields {
		h.Set(field.name, field.value)
	}
	answer.Write(w, r, &h, ready.contentType)
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

// Prepared is what all answers of one entry share: its content type and its
// compressed forms. With them an entry takes at most twice what the engine counts
// for it.
type Prepared struct {
	contentType string
	fields      []field
	*forms
}

// forms are those of a body, which entries with the same one share.
type forms struct{ *representation.Forms }

// shared lets Prepare find the forms in what embeds a *Prepared.
func (f *forms) shared() *forms { return f }

// field is a header field with one value.
type field struct{ name, value string }

// Prepare makes an entry ready to be answered with the content type; for an
// engine's Config.Prepare. What it returns is the entry's Prepared, or embedded
// in it as a pointer. previous is the engine's: the forms of an unchanged body
// are taken over from it.
func Prepare(entry, previous *edgecache.Entry, contentType string) *Prepared {
	ready := &Prepared{contentType: contentType}
	if previous != nil {
		if before, ok := previous.Prepared.(interface{ shared() *forms }); ok {
			ready.forms = before.shared()
		}
	}
	if ready.forms == nil {
		ready.forms = &forms{representation.NewForms(entry.Body, entry.ETag)}
	}
	return ready
}

// With adds a header field to every answer of the entry, 304 as well. name must
// be in its canonical form. It belongs into Config.Prepare: once the entry can
// be found by others, nothing may be added.
func (p *Prepared) With(name, value string) *Prepared {
	p.fields = append(p.fields, field{name, value})
	return p
}

// The Cache-Status of this cache alone (RFC 9211, section 2).
//
// A stale answer that is given while a refresh runs is a hit whose ttl is
// negative (RFC 9211, section 2.4): fwd would say that the request waited for
// the origin. That the last refresh failed is detail.
const (
	staleErrorDetail = ";detail=refresh-failed"
	rememberedDetail = ";detail=remembered-failure"

	missLine      = "fieldhouse;fwd=miss;stored"
	uncachedLine  = "fieldhouse;fwd=miss"
	coalescedLine = "fieldhouse;fwd=miss;collapsed"
	failedLine    = "fieldhouse;fwd=miss;detail=failed"
	tooOldLine    = "fieldhouse;fwd=miss;detail=too-old"
	budgetLine    = "fieldhouse;detail=budget"
	busyLine      = "fieldhouse;detail=busy"
)

// hitLine is that of a hit with a ttl in seconds and its detail, if it has one.
func hitLine(ttl int64, detail string) string {
	return "fieldhouse;hit;ttl=" + strconv.FormatInt(ttl, 10) + detail
}

// minTTL to maxTTL are the lifetimes that remain in almost all answers.
const minTTL, maxTTL = -60, 60

var hitLines = func() (lines [maxTTL - minTTL + 1]string) {
	for i := range lines {
		lines[i] = hitLine(int64(i+minTTL), "")
	}
	return lines
}()

// cacheStatus is the Cache-Status of an answer.
func cacheStatus(status edgecache.Status, entry *edgecache.Entry, now time.Time) string {
	switch status {
	case edgecache.Miss:
		if !entry.Cacheable {
			return uncachedLine
		}
		return missLine
	case edgecache.Coalesced:
		return coalescedLine
	}
	ttl := int64(math.Floor(entry.Soft.Sub(now).Seconds()))
	switch {
	case status == edgecache.StaleError:
		return hitLine(ttl, staleErrorDetail)
	case ttl >= minTTL && ttl <= maxTTL:
		return hitLines[ttl-minTTL]
	}
	return hitLine(ttl, "")
}
