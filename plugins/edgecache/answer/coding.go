package answer

import "strings"

// coding is a content coding (RFC 9110, section 8.4.1).
type coding uint8

// The codings in the order of the gateway's own preference, the body as it is
// aside. For rows of 2 to 512 KiB zstd is as small as br at the levels used here,
// and takes a quarter of the time.
const (
	identity coding = iota
	zstdCoding
	brotliCoding
	gzipCoding
	codings
)

var (
	codingName = [codings]string{"identity", "zstd", "br", "gzip"}
	// tagSuffix tells the entity tags of one body's encodings apart: they are
	// strong, and so must differ (RFC 9110, section 8.8.3.3).
	tagSuffix = [codings]string{"", "-zst", "-br", "-gz"}
)

// unlisted is the weight of a coding that Accept-Encoding does not name.
const unlisted = -1

// negotiate picks the coding that a client wants most out of those that there
// are (RFC 9110, section 12.5.3). Of those that it wants equally the gateway's
// own order decides. Without any that it accepts it gets the body as it is,
// which is of more use to it than a 406.
func negotiate(lines []string) coding {
	switch len(lines) {
	case 0:
		return identity
	case 1:
		if c, known := usual[lines[0]]; known {
			return c
		}
	}
	return parse(lines)
}

// usual is what browsers and the usual clients send, read once.
var usual = func() map[string]coding {
	read := make(map[string]coding)
	for _, line := range []string{"gzip, deflate, br, zstd", "gzip, deflate, br", "gzip, deflate", "gzip", "br, gzip, deflate", "br", "zstd", "identity", ""} {
		read[line] = parse([]string{line})
	}
	return read
}()

func parse(lines []string) coding {
	weights := [codings]int{unlisted, unlisted, unlisted, unlisted}
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
				weights[gzipCoding] = weight(parameters)
			case strings.EqualFold(name, "br"):
				weights[brotliCoding] = weight(parameters)
			case strings.EqualFold(name, "zstd"):
				weights[zstdCoding] = weight(parameters)
			case strings.EqualFold(name, "identity"):
				weights[identity] = weight(parameters)
			}
		}
	}
	best, most := identity, weights[identity]
	if most == unlisted {
		// Acceptable unless "*" says otherwise, and wanted less than what is
		// named.
		most = max(others, 0)
	}
	for c := identity + 1; c < codings; c++ {
		w := weights[c]
		if w == unlisted {
			w = others
		}
		if w > 0 && (w > most || (w == most && best == identity)) {
			best, most = c, w
		}
	}
	return best
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
	if value == "" || value[0] != '0' && value[0] != '1' || len(value) > len("0.000") || len(value) > 1 && value[1] != '.' {
		return 0
	}
	thousandths, unit := int(value[0]-'0')*certain, certain
	for i := 2; i < len(value); i++ {
		digit := value[i]
		if digit < '0' || digit > '9' {
			return 0
		}
		unit /= 10
		thousandths += int(digit-'0') * unit
	}
	if thousandths > certain {
		return 0
	}
	return thousandths
}
