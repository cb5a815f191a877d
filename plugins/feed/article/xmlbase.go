package article

import (
	"bytes"
	"fmt"
	"net/url"
	"regexp"
)

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
