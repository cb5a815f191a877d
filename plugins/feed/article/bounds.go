package article

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/net/html/charset"
)

// What a feed may hold. Real ones stay far below: fifty posts with a thousand
// elements each, a dozen namespaces, ten levels.
const (
	maxDepth        = 100
	maxElements     = 100_000
	maxItems        = 2_000
	maxDeclarations = 500
	// maxNameBytes bounds the names of people: the parser looks for an address
	// for mail in each, with regular expressions.
	maxNameBytes = 4 << 10
	// maxCopied bounds the bytes that are copied when the parser joins an
	// element's pieces of text one by one.
	maxCopied = 64 << 20
)

// people are the elements that name someone, in small letters.
var people = set("author", "creator", "managingeditor", "webmaster", "name")

// ErrTooLarge: a feed holds more than is read of one.
var ErrTooLarge = errors.New("the feed holds more than is read of one")

// openElement is one that is not closed yet.
type openElement struct {
	text   int // bytes of it so far
	isName bool
}

// checkSize refuses, before anything is built of it, a document that would take
// the feed parser far more time or memory than its bytes: deep nesting (the
// parser calls itself for each level), a million empty items, text in a million
// pieces, namespaces that are copied for each element. Entities need no check:
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
	elements, items, declarations, copied, name := 0, 0, 0, 0, 0
	for {
		begin := decoder.InputOffset()
		token, err := decoder.Token()
		if err != nil {
			return bases, nil // the end, or as far as the parser comes
		}
		switch token := token.(type) {
		case xml.StartElement:
			open = append(open, openElement{isName: people[strings.ToLower(token.Name.Local)]})
			elements++
			if token.Name.Local == "item" || token.Name.Local == "entry" {
				items++
			}
			for _, attribute := range token.Attr {
				if attribute.Name.Space == "xmlns" || attribute.Name.Local == "xmlns" {
					declarations++
				}
				if attribute.Name.Local == "base" && attribute.Name.Space != "" {
					bases = append(bases, baseTag{begin, decoder.InputOffset(), attribute.Value})
				}
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
			copied += in.text
			in.text += len(token)
			if in.isName {
				name = max(name, in.text)
			}
		}
		for _, bound := range []struct {
			what       string
			count, max int
		}{
			{"levels", len(open), maxDepth},
			{"elements", elements, maxElements},
			{"items", items, maxItems},
			{"namespace declarations", declarations, maxDeclarations},
			{"pieces of text", copied, maxCopied},
			{"characters in a name", name, maxNameBytes},
		} {
			if bound.count > bound.max {
				return nil, fmt.Errorf("%w: too many %s at byte %d", ErrTooLarge, bound.what, decoder.InputOffset())
			}
		}
	}
}
