// Package answer writes an entry of the cache as an HTTP answer: with the headers
// that say how old it is and where it came from. It knows nothing of Caddy nor of
// what the entries hold.
//
// A plugin gives its engine a Config.Prepare that makes a Prepared of each
// entry, and answers with Write, or with Fail when Engine.Get failed.
package answer

import (
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
