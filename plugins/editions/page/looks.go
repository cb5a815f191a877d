package page

import (
	"net/http"
	"slices"
	"strings"

	"fieldhouse/plugins/editions/release"
)

// looksCookie is what the shell's header leaves at the address of an unknown path:
// "<header>.<footer>", the looks that it stands in.
const looksCookie = "looks"

// Looks are those of a page's header and footer.
type Looks struct{ header, footer release.Look }

// LooksBefore are the looks that an unknown path stood in when navigation in the page
// led to it, zero where it was not: the previous ones stay (specification, section 2),
// and a reload keeps them.
func LooksBefore(r *http.Request) Looks {
	for _, cookies := range r.Header["Cookie"] {
		if header, footer, found := strings.Cut(cookieValue(cookies, looksCookie), "."); found {
			return Looks{release.Look(header), release.Look(footer)}
		}
	}
	return Looks{}
}

// hasPageIn reports whether a page of the lineup stands in these looks: only then can
// somebody have come from it, so no address is composed in more of them.
func hasPageIn(shown *Lineup, looks Looks) bool {
	if looks == (Looks{}) {
		return false
	}
	shell := shown.Releases[release.Shell]
	is := func(at *route) bool { return looks == Looks{shell.look(at.Header), shell.look(at.Footer)} }
	for _, edition := range shown.Releases {
		for _, at := range edition.routes {
			if is(at) {
				return true
			}
		}
		if slices.ContainsFunc(edition.patterns, is) {
			return true
		}
	}
	return false
}
