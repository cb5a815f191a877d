package page

import (
	"strconv"
	"strings"

	"fieldhouse/plugins/editions/release"
)

// Coding is the form a body is sent in: an index into release.Encodings, or
// Identity.
type Coding int

// Identity is the body as it is.
const Identity Coding = -1

// codings is how many forms a body has besides itself.
const codings = len(release.Encodings)

// Negotiate chooses the form to send for Accept-Encoding (RFC 9110, section
// 12.5.3): the one with the highest weight among those that there are, and the
// smaller one where weights are equal. Identity is chosen also where a client
// refuses it and takes nothing else, as the RFC allows.
func Negotiate(accept []string, available func(Coding) bool) Coding {
	var weights [codings]int
	wildcard, identity := 0, 0
	for _, line := range accept {
		for line != "" {
			var offer string
			offer, line, _ = strings.Cut(line, ",")
			name, parameters, _ := strings.Cut(offer, ";")
			name = strings.TrimSpace(name)
			weight := parseWeight(parameters)
			if name == "*" {
				wildcard = weight
				continue
			}
			if strings.EqualFold(name, "identity") {
				identity = weight
				continue
			}
			for index, encoding := range release.Encodings {
				if strings.EqualFold(name, encoding.Name) {
					// Refused by name stays refused under a wildcard.
					weights[index] = weight
					if weight == 0 {
						weights[index] = refused
					}
				}
			}
		}
	}
	// Unless it is weighed, identity comes after every other form.
	best, bestWeight := Identity, 0
	for index := range release.Encodings {
		weight := weights[index]
		if weight == 0 {
			weight = wildcard
		}
		if weight > bestWeight && available(Coding(index)) {
			best, bestWeight = Coding(index), weight
		}
	}
	if identity > bestWeight {
		return Identity
	}
	return best
}

const refused = -1

// parseWeight is a q parameter in thousandths; without one it is 1, and one that
// is none refuses.
func parseWeight(parameters string) int {
	for parameters != "" {
		var parameter string
		parameter, parameters, _ = strings.Cut(parameters, ";")
		name, value, found := strings.Cut(strings.TrimSpace(parameter), "=")
		if !found || !strings.EqualFold(name, "q") {
			continue
		}
		weight, err := strconv.ParseFloat(value, 64)
		if err != nil || !(weight > 0 && weight <= 1) {
			return 0
		}
		return max(1, int(weight*1000))
	}
	return 1000
}
