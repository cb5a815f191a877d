package answer

import "strings"

// matching finds the representation that If-None-Match names (RFC 9110, section
// 13.1.2), by the weak comparison: the client has the body in some encoding, and
// need not be sent it in another. preferred is the encoding that would be sent;
// its tag is the first to be looked for. The 304 carries the tag that was found,
// because only by it the client can tell which of its stored answers is meant
// (RFC 9111, section 4.3.4).
func (f *forms) matching(lines []string, preferred coding) (tag string, found bool) {
	if len(lines) == 1 && lines[0] == f.tags[preferred] && lines[0] != "" {
		return lines[0], true
	}
	for _, line := range lines {
		if trim(line) == "*" {
			return f.tags[preferred], true
		}
		for {
			var opaque string
			if opaque, line = nextTag(line); opaque == "" {
				break
			}
			for _, own := range f.tags {
				if own != opaque {
					continue
				}
				if own == f.tags[preferred] {
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
