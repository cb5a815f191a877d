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
	"strings"
	"time"

	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/representation"

	"github.com/dunglas/httpsfv"
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

// cacheName is what this cache calls itself in Cache-Status.
const cacheName = httpsfv.Token("fieldhouse")

// statusLine writes a Cache-Status of this cache alone (RFC 9211, section 2).
func statusLine(parameters ...any) string {
	item := httpsfv.NewItem(cacheName)
	for i := 0; i < len(parameters); i += 2 {
		item.Params.Add(parameters[i].(string), parameters[i+1])
	}
	line, err := httpsfv.Marshal(httpsfv.List{item})
	if err != nil {
		panic(err) // a constant that cannot be written
	}
	return line
}

// ttlLine is a Cache-Status around its ttl.
type ttlLine struct{ before, after string }

func newTTLLine(parameters ...any) ttlLine {
	line := statusLine(parameters...)
	before, after, _ := strings.Cut(line, "ttl=0")
	return ttlLine{before + "ttl=", after}
}

func (l ttlLine) with(ttl int64) string {
	return l.before + strconv.FormatInt(ttl, 10) + l.after
}

// A stale answer that is given while a refresh runs is a hit whose ttl is
// negative (RFC 9211, section 2.4): fwd would say that the request waited for
// the origin. That the last refresh failed is detail.
var (
	hitLine        = newTTLLine("hit", true, "ttl", 0)
	staleErrorLine = newTTLLine("hit", true, "ttl", 0, "detail", httpsfv.Token("refresh-failed"))
	rememberedLine = newTTLLine("hit", true, "ttl", 0, "detail", httpsfv.Token("remembered-failure"))

	missLine      = statusLine("fwd", httpsfv.Token("miss"), "stored", true)
	uncachedLine  = statusLine("fwd", httpsfv.Token("miss"))
	coalescedLine = statusLine("fwd", httpsfv.Token("miss"), "collapsed", true)
	failedLine    = statusLine("fwd", httpsfv.Token("miss"), "detail", httpsfv.Token("failed"))
	tooOldLine    = statusLine("fwd", httpsfv.Token("miss"), "detail", httpsfv.Token("too-old"))
	budgetLine    = statusLine("detail", httpsfv.Token("budget"))
	busyLine      = statusLine("detail", httpsfv.Token("busy"))
)

// minTTL to maxTTL are the lifetimes that remain in almost all answers.
const minTTL, maxTTL = -60, 60

var hitLines = func() (lines [maxTTL - minTTL + 1]string) {
	for i := range lines {
		lines[i] = hitLine.with(int64(i + minTTL))
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
		return staleErrorLine.with(ttl)
	case ttl >= minTTL && ttl <= maxTTL:
		return hitLines[ttl-minTTL]
	}
	return hitLine.with(ttl)
}
