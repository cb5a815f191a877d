// Package answer writes an entry of the cache as an HTTP answer: with the headers
// that say how old it is and where it came from. It knows nothing of Caddy nor of
// what the entries hold.
//
// A plugin gives its engine a Config.Prepare that makes a Prepared of each
// entry, and answers with Write, or with Fail when Engine.Get failed.
package answer

import (
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/representation"
)

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
