package representation

import (
	"math"
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
