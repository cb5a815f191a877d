package representation

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
)

// Tag is the strong entity tag of a body, with its quotes: the same bytes have the same
// one on every machine (RFC 9110, section 8.8.3). 18 bytes of SHA-256 are 24 characters
// without padding.
func Tag(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:18]) + `"`
}

// Tag is the entity tag in this coding of a body with a strong one: they must differ
// (RFC 9110, section 8.8.3.3).
func (c Coding) Tag(tag string) string {
	if c == Identity {
		return tag
	}
	return strings.TrimSuffix(tag, `"`) + "-" + names[c] + `"`
}

// NotModified sets the entity tag of an answer of this code, and answers 304 in its place
// to who has it already.
func NotModified(w http.ResponseWriter, r *http.Request, code int, tag string) bool {
	w.Header().Set("ETag", tag)
	if !isConditional(r, code) || !Matches(r.Header["If-None-Match"], tag) {
		return false
	}
	w.WriteHeader(http.StatusNotModified)
	return true
}

// isConditional reports whether If-None-Match counts: for a request that reads,
// and whose answer is a success without it (RFC 9110, section 13.2.1). The other
// conditions are for an origin or for ranges, not for what has no Last-Modified
// (RFC 9111, section 4.3.2).
func isConditional(r *http.Request, code int) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && code/100 == 2
}

// Matches reports whether If-None-Match names an entity tag.
func Matches(lines []string, tag string) bool {
	_, found := match(lines, []string{tag}, tag)
	return found
}

// match finds the representation that If-None-Match names (RFC 9110, section
// 13.1.2), by the weak comparison: the client has the body in some coding, and
// need not be sent it in another. preferred is the tag of what would be sent; it
// is the first to be looked for. The 304 carries the tag that was found, because
// only by it the client can tell which of its stored answers is meant (RFC 9111,
// section 4.3.4).
func match(lines, tags []string, preferred string) (tag string, found bool) {
	if len(lines) == 1 && lines[0] == preferred && preferred != "" {
		return preferred, true
	}
	for _, line := range lines {
		if trim(line) == "*" {
			return preferred, true
		}
		for {
			var opaque string
			if opaque, line = nextTag(line); opaque == "" {
				break
			}
			for _, own := range tags {
				if own != opaque {
					continue
				}
				if own == preferred {
					return own, true
				}
				if !found {
					tag, found = own, true
				}
			}
		}
	}
	return tag, found
}

// nextTag takes the first entity tag off a list, without its W/ and with its
// quotes. It is empty at the end of the list, and at what is no entity tag:
// behind that, nothing is known to be one.
func nextTag(list string) (tag, rest string) {
	list = strings.TrimLeft(list, " \t,")
	list = strings.TrimPrefix(list, "W/")
	if list == "" || list[0] != '"' {
		return "", ""
	}
	end := strings.IndexByte(list[1:], '"')
	if end < 0 {
		return "", ""
	}
	end += 2
	rest = strings.TrimLeft(list[end:], " \t")
	if rest != "" && rest[0] != ',' {
		return "", ""
	}
	return list[:end], rest
}
