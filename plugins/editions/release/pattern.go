package release

import "strings"

// Pattern is a route's path in its segments. One that begins with a colon is a
// parameter, which matches any one segment that is not empty; the others match
// themselves.
type Pattern []string

// Pattern is the route's path as a pattern.
func (r *Route) Pattern() Pattern { return strings.Split(r.Path, "/")[1:] }

// Parameters are the names of its parameters, in order; none for a fixed path.
func (p Pattern) Parameters() []string {
	var names []string
	for _, segment := range p {
		if name, is := strings.CutPrefix(segment, ":"); is {
			names = append(names, name)
		}
	}
	return names
}

// Match reports whether a path is one of the pattern's, and hands its parameters
// over.
func (p Pattern) Match(path string, parameter func(name, value string)) bool {
	if strings.Count(path, "/") != len(p) {
		return false
	}
	rest := path[1:]
	for _, segment := range p {
		var value string
		value, rest, _ = strings.Cut(rest, "/")
		if name, is := strings.CutPrefix(segment, ":"); is && value != "" {
			parameter(name, value)
		} else if is || value != segment {
			return false
		}
	}
	return true
}

// Fill is the pattern's path with these parameters.
func (p Pattern) Fill(parameter func(name string) string) string {
	var path strings.Builder
	for _, segment := range p {
		path.WriteByte('/')
		if name, is := strings.CutPrefix(segment, ":"); is {
			segment = parameter(name)
		}
		path.WriteString(segment)
	}
	return path.String()
}

// overlap reports whether two patterns match a path that is no more the one's than
// the other's.
func overlap(a, b Pattern) bool {
	narrower, wider, match := compare(a, b)
	return match && narrower == wider
}

// compare says whether two patterns match a common path, and whether in some
// segment the first is narrower or wider than the second.
func compare(a, b Pattern) (narrower, wider, match bool) {
	if len(a) != len(b) {
		return false, false, false
	}
	for index := range a {
		ofA, ofB := strings.HasPrefix(a[index], ":"), strings.HasPrefix(b[index], ":")
		if !ofA && !ofB && a[index] != b[index] {
			return false, false, false
		}
		narrower = narrower || !ofA && ofB
		wider = wider || ofA && !ofB
	}
	return narrower, wider, true
}
