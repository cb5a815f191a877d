package visit

import (
	"net/http"
	"strings"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
)

// looksCookie is what the shell's header leaves at the address of an unknown path:
// "<header>.<footer>", the looks that it stands in.
const looksCookie = "looks"

// looksBefore are the looks that an unknown path stood in when navigation in the page
// led to it, zero where it was not: the previous ones stay (specification, section 2),
// and a reload keeps them.
func looksBefore(r *http.Request) page.Looks {
	for _, cookies := range r.Header["Cookie"] {
		if header, footer, found := strings.Cut(cookieValue(cookies, looksCookie), "."); found {
			return page.Looks{Header: release.Look(header), Footer: release.Look(footer)}
		}
	}
	return page.Looks{}
}
