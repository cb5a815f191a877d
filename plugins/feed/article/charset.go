package article

import (
	"bytes"
	"fmt"
	"mime"
	"regexp"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
)

var (
	// declaration is what an XML document says of its own encoding.
	declaration = regexp.MustCompile(`^\s*<\?xml[^>]*\?>`)
	encodingOf  = regexp.MustCompile(`encoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']`)

	byteOrderMark = []byte("\xef\xbb\xbf")
)

// escape begins the sequences of ISO-2022, whose text looks like ASCII.
const escape = 0x1b

// toUTF8 brings a feed's bytes to UTF-8 and takes off the declaration that named
// another encoding. Feeds are often labelled wrongly, so the bytes decide first:
// text in another encoding than UTF-8 is next to never valid UTF-8. Then come
// the header's charset and the document's own (RFC 7303, section 3), and at last
// Windows-1252, which has a character for every byte.
func toUTF8(body []byte, contentType string) ([]byte, error) {
	if label := markedAs(body); label != "" {
		return decode(body, label)
	}
	body = bytes.TrimPrefix(body, byteOrderMark)
	if utf8.Valid(body) && bytes.IndexByte(body, escape) < 0 {
		return withoutDeclaration(body), nil
	}
	labels := make([]string, 0, 3)
	if _, parameters, err := mime.ParseMediaType(contentType); err == nil {
		labels = append(labels, parameters["charset"])
	}
	if found := encodingOf.FindSubmatch(declaration.Find(body)); found != nil {
		labels = append(labels, string(found[1]))
	}
	for _, label := range append(labels, "windows-1252") {
		encoding, name := charset.Lookup(label)
		// What says UTF-8 and is none has broken characters somewhere; the
		// decoder replaces those and keeps the others.
		if encoding != nil && name != "replacement" {
			return decode(body, name)
		}
	}
	return nil, fmt.Errorf("reading a feed: there is no decoder for its encoding %q", labels)
}

// markedAs is the encoding that a byte order mark of UTF-16 names.
func markedAs(body []byte) string {
	switch {
	case bytes.HasPrefix(body, []byte{0xff, 0xfe}):
		return "utf-16le"
	case bytes.HasPrefix(body, []byte{0xfe, 0xff}):
		return "utf-16be"
	}
	return ""
}

func decode(body []byte, label string) ([]byte, error) {
	encoding, _ := charset.Lookup(label)
	decoded, err := encoding.NewDecoder().Bytes(body)
	if err != nil {
		return nil, fmt.Errorf("reading a feed as %s: %w", label, err)
	}
	decoded = bytes.TrimPrefix(bytes.ToValidUTF8(decoded, []byte("\uFFFD")), byteOrderMark)
	return withoutDeclaration(decoded), nil
}

// withoutDeclaration also drops the control characters that XML has none of.
func withoutDeclaration(body []byte) []byte {
	return bytes.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' {
			return -1
		}
		return r
	}, body[len(declaration.Find(body)):])
}
