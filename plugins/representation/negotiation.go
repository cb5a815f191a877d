package representation

import (
	"crypto/sha256"
	"encoding/base64"
	"math"
	"net/http"
	"strconv"
	"strings"
)

// Coding is a content coding (RFC 9110, section 8.4.1).
type Coding uint8

// The codings that bodies are sent in.
const (
	Identity Coding = iota // the body as it is
	Zstd
	Brotli
	Gzip
	codings
)

var names = [codings]string{"identity", "zstd", "br", "gzip"}

// String is the coding's name in Accept-Encoding.
func (c Coding) String() string { return names[c] }

// unlisted is the weight of a coding that Accept-Encoding does not name.
const unlisted = -1

// weights say how much a client wants each coding, in thousandths.
type weights [codings]int

// Negotiate picks the coding that a client wants most, by its lines of
// Accept-Encoding, out of those that there are (RFC 9110, section 12.5.3), which
// stand in the gateway's own order: that decides between what is wanted equally.
// Without any that it accepts the client gets the body as it is, which is of more
// use to it than a 406.
func Negotiate(lines []string, there []Coding) Coding {
	if len(lines) == 0 {
		return Identity
	}
	wanted, known := usual[lines[0]]
	if !known || len(lines) > 1 {
		wanted = parse(lines)
	}
	best, most := Identity, wanted[Identity]
	for _, c := range there {
		if w := wanted[c]; w > 0 && (w > most || w == most && best == Identity) {
			best, most = c, w
		}
	}
	return best
}

// usual is what browsers and the usual clients send, read once.
var usual = func() map[string]weights {
	read := make(map[string]weights)
	for _, line := range []string{"gzip, deflate, br, zstd", "gzip, deflate, br", "gzip, deflate", "gzip", "br, gzip, deflate", "br", "zstd", "identity", ""} {
		read[line] = parse([]string{line})
	}
	return read
}()

func parse(lines []string) weights {
	all := weights{unlisted, unlisted, unlisted, unlisted}
	others := unlisted
	for _, line := range lines {
		for line != "" {
			var element string
			element, line, _ = strings.Cut(line, ",")
			name, parameters, _ := strings.Cut(element, ";")
			switch name = trim(name); {
			case name == "*":
				others = weight(parameters)
			case strings.EqualFold(name, "gzip"), strings.EqualFold(name, "x-gzip"):
				all[Gzip] = weight(parameters)
			case strings.EqualFold(name, "br"):
				all[Brotli] = weight(parameters)
			case strings.EqualFold(name, "zstd"):
				all[Zstd] = weight(parameters)
			case strings.EqualFold(name, "identity"):
				all[Identity] = weight(parameters)
			}
		}
	}
	for c := range all {
		if all[c] == unlisted {
			// Identity is acceptable unless "*" says otherwise, and wanted less than
			// what is named; the others are not, unless "*" says so.
			all[c] = max(others, 0)
		}
	}
	return all
}

func trim(s string) string { return strings.Trim(s, " \t") }

// certain is the weight 1, in thousandths: a qvalue has at most three digits
// (RFC 9110, section 12.4.2).
const certain = 1000

// weight reads an element's parameters in thousandths. What is no qvalue counts
// as 0: a coding that was not clearly accepted is not used.
func weight(parameters string) int {
	if parameters == "" {
		return certain
	}
	name, value, ok := strings.Cut(parameters, "=")
	if !ok || !strings.EqualFold(trim(name), "q") {
		return 0
	}
	value = trim(value)
	if len(value) > len("0.000") || len(value) > 1 && value[1] != '.' || strings.Trim(value, "0123456789.") != "" {
		return 0
	}
	quality, err := strconv.ParseFloat(value, 64)
	if err != nil || quality > 1 {
		return 0
	}
	return int(math.Round(quality * certain))
}

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
// to a client that has it already.
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
