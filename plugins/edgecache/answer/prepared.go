// Package answer writes an entry of the cache as an HTTP answer: conditional
// requests, content encodings, and the headers that say how old it is and where
// it came from. It knows nothing of Caddy nor of what the entries hold.
//
// A plugin gives its engine a Config.Prepare that makes a Prepared of each
// entry, and answers with Write, or with Fail when Engine.Get failed.
package answer

import (
	"strconv"
	"strings"
	"sync"

	"fieldhouse/plugins/edgecache"
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

// Prepared is what all answers of one entry share: its length, its content type
// and its compressed forms. A form is made by the first reader that accepts it;
// the others of that moment wait for it, so that all get the same bytes and the
// work is done once. The forms of an entry together take at most as many bytes
// as its body; one that would exceed this is not kept, and the body is answered
// as it is. So with them an entry takes at most twice what the engine counts
// for it.
type Prepared struct {
	contentType string
	fields      []field
	*forms
}

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
		ready.forms = newForms(entry)
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

// forms are the representations of one body.
type forms struct {
	// tags are the entity tags by coding; those of the compressed forms are
	// empty when the body is not to be compressed.
	tags   [codings]string
	length string

	made [codings]form // that of identity is not used

	mu    sync.Mutex
	spare int // how many bytes further forms may take
}

type form struct {
	once   sync.Once
	body   []byte // nil when it could not be made or is not worth it
	length string
}

func newForms(entry *edgecache.Entry) *forms {
	f := &forms{length: strconv.Itoa(len(entry.Body)), spare: len(entry.Body)}
	f.tags[identity] = entry.ETag
	if len(entry.Body) >= minCompressed && len(entry.Body) <= maxCompressed {
		opaque := strings.TrimSuffix(entry.ETag, `"`)
		for c := identity + 1; c < codings; c++ {
			f.tags[c] = opaque + tagSuffix[c] + `"`
		}
	}
	return f
}

// shared lets Prepare find the forms in what embeds a *Prepared.
func (f *forms) shared() *forms { return f }

func (f *forms) compressible() bool { return f.tags[identity+1] != "" }

// of is the body in a coding, made now if it was not made before; nil when
// there is no such form.
func (f *forms) of(c coding, body []byte) *form {
	if c == identity || !f.compressible() {
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
func (f *forms) reserve(bytes int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if bytes >= f.spare {
		return false
	}
	f.spare -= bytes
	return true
}
