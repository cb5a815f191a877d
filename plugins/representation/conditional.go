package representation

import "strings"

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
