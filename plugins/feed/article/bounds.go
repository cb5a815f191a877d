package article

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"net/url"
	"regexp"
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

// baseTag is a start tag with an attribute xml:base: its place in the document,
// and the attribute's value.
type baseTag struct {
	begin, end int64
	value      string
}

// baseName is how the attribute's name is written in its tag.
var baseName = regexp.MustCompile(`:base\s*=`)

// withoutBase takes xml:base out of a document that passes checkSize, and gives
// the address that its first one names, the feed's own as a rule; nil for none.
// The feed parser would build the whole tree of each HTML text for it, and that
// of broken markup can be a thousand times its text. Addresses are made absolute
// here instead.
func withoutBase(document []byte) ([]byte, *url.URL, error) {
	bases, err := checkSize(document)
	if err != nil || len(bases) == 0 {
		return document, nil, err
	}
	document = bytes.Clone(document)
	for _, tag := range bases {
		written := document[tag.begin:tag.end]
		for _, name := range baseName.FindAllIndex(written, -1) {
			copy(written[name[0]:], ":bare") // an attribute that nobody knows
		}
	}
	left, err := checkSize(document)
	if err != nil {
		return nil, nil, err
	}
	if len(left) > 0 {
		return nil, nil, fmt.Errorf("%w: its xml:base at byte %d cannot be read", ErrTooLarge, left[0].begin)
	}
	named, err := url.Parse(bases[0].value)
	if err != nil || !named.IsAbs() || named.Host == "" {
		named = nil
	}
	return document, named, nil
}
