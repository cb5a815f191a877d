package article

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/net/html/charset"
)

// What reading a feed may take, open at once and in work, whatever its elements
// are. Real ones stay far below: fifty posts with a thousand elements each, a
// dozen namespaces, ten levels.
const (
	maxDepth = 100
	// maxWork bounds the bytes that the parser allocates, give or take, which is
	// also what takes its time: a second for a gigabyte.
	maxWork = 256 << 20
	// The parser's work for an element, for each namespace that is declared
	// around it, for an item besides, and for each byte that is copied when an
	// element's pieces of text are joined one by one; all in bytes.
	elementWork   = 1 << 10
	namespaceWork = 64
	itemWork      = 10 << 10
	copyWork      = 4
	// maxNameBytes bounds the names of people: the parser looks for an address
	// for mail in each, with regular expressions.
	maxNameBytes = 4 << 10
)

// people are the elements that name someone, in small letters.
var people = set("author", "creator", "managingeditor", "webmaster", "name")

// ErrTooLarge: a feed holds more than is read of one.
var ErrTooLarge = errors.New("the feed holds more than is read of one")

// openElement is one that is not closed yet.
type openElement struct {
	text       int // bytes of it so far
	namespaces int // declared in it and around it
	isName     bool
}

// checkSize refuses, before anything is built of it, a document that would take
// the feed parser far more time or memory than its bytes: deep nesting (the
// parser calls itself for each level), a million empty items, text in a million
// pieces, namespaces that are copied for each element inside theirs. Entities need no check:
// none that the document declares is ever expanded, and nothing is loaded.
//
// It returns where the document has xml:base; see withoutBase.
func checkSize(document []byte) ([]baseTag, error) {
	decoder := xml.NewDecoder(bytes.NewReader(document))
	// As the feed parser reads.
	decoder.Strict = false
	decoder.CharsetReader = charset.NewReaderLabel
	var open []openElement
	var bases []baseTag
	var work struct{ elements, items, namespaces, copies int }
	for {
		begin := decoder.InputOffset()
		token, err := decoder.Token()
		if err != nil {
			return bases, nil // the end, or as far as the parser comes
		}
		name := 0
		switch token := token.(type) {
		case xml.StartElement:
			opened := openElement{isName: people[strings.ToLower(token.Name.Local)]}
			if len(open) > 0 {
				opened.namespaces = open[len(open)-1].namespaces
			}
			for _, attribute := range token.Attr {
				if attribute.Name.Space == "xmlns" || attribute.Name.Local == "xmlns" {
					opened.namespaces++
				}
				if attribute.Name.Local == "base" && attribute.Name.Space != "" {
					bases = append(bases, baseTag{begin, decoder.InputOffset(), attribute.Value})
				}
			}
			open = append(open, opened)
			work.elements += elementWork
			work.namespaces += opened.namespaces * namespaceWork
			if token.Name.Local == "item" || token.Name.Local == "entry" {
				work.items += itemWork
			}
		case xml.EndElement:
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		case xml.CharData:
			if len(open) == 0 {
				continue
			}
			in := &open[len(open)-1]
			work.copies += in.text * copyWork
			in.text += len(token)
			if in.isName {
				name = in.text
			}
		}
		if what := tooMuch(len(open), name, work.elements, work.items, work.namespaces, work.copies); what != "" {
			return nil, fmt.Errorf("%w: too many %s at byte %d", ErrTooLarge, what, decoder.InputOffset())
		}
	}
}

// tooMuch names what there is too much of; nothing for a feed within the bounds.
func tooMuch(levels, name, elements, items, namespaces, copies int) string {
	switch {
	case levels > maxDepth:
		return "levels"
	case name > maxNameBytes:
		return "characters in a name"
	case elements+items+namespaces+copies <= maxWork:
		return ""
	}
	switch max(elements, items, namespaces, copies) {
	case items:
		return "items"
	case namespaces:
		return "namespace declarations around elements"
	case copies:
		return "pieces of text"
	}
	return "elements"
}
