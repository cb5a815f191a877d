// Package paths has the addresses of the site that the gateway answers itself.
// It knows nothing of Caddy.
package paths

import (
	"regexp"
	"strings"
)

// What the plugins serve, each with all that lies below it (specification,
// section 7). A slash at the end says that only what lies below is.
const (
	Rows   = "/api/v1/rows"
	Feed   = "/api/v1/feed"
	Assets = "/api/v1/assets"
	// Sales are what the market has and had of one template of the assets.
	Sales = Assets + "/sales"
	// Burned are the assets that one account burned last.
	Burned   = Assets + "/burned"
	ChainAPI = "/v1/chain/"
	// Pushes are the statuses of what was pushed, Places those of places in line, each
	// below by its token.
	Pushes = "/api/v1/pushes"
	Places = "/api/v1/places"
	Link   = "/link/"
)

// What serving the editions takes (docs/architecture.md, "A release").
const (
	Files = "/_r"
	Page  = "/_page"
	// Data is what open pages follow.
	Data   = "/_page/data"
	Report = "/_report"
	Events = "/_dev/events"
	// What leads to previews, each below it, and out of them.
	Preview      = "/_preview/"
	LeavePreview = "/_preview/leave"
	// Pictures are what shared links show of cards and walls.
	Pictures = "/_picture"
	Health   = "/healthz"
	Ready    = "/readyz"
	// Staging is the line of Ready's answer that a site has which is there to try things out.
	Staging = "staging"
	// The web app manifest, which stands below what is reserved.
	WebManifest = "/_page/site.webmanifest"
	// What search engines ask for.
	Sitemap = "/sitemap.xml"
	Robots  = "/robots.txt"
	// Worker is the service worker, at the top of what it serves.
	Worker = "/_worker.js"
)

// Reserved are the paths that no edition may take; each covers what lies below
// it. The host has the same list, to leave them to the browser.
var Reserved = [...]string{
	"/_r", "/_page", "/_report", "/_releases", "/_lineup", "/_preview", "/_picture", "/_dev", "/_worker.js",
	"/api/v1", "/v1/chain", "/link", "/healthz", "/readyz", "/sitemap.xml", "/robots.txt",
}

// Picture is the address of what a shared link shows of an edition's card, which its asset
// names, or of an account's wall: kind is `card` or `wall`.
func Picture(edition, kind, name, language string) string {
	return Pictures + "/" + edition + "/" + kind + "/" + name + "." + language + ".png"
}

// services are those of the reserved that other plugins than editions answer.
var services = [...]string{"/api/v1", "/v1/chain", "/link"}

// Under reports whether path is prefix or lies below it on segment boundaries:
// /cardsmith is not under /cards, and nor is /cards under /cards/.
func Under(path, prefix string) bool {
	return strings.HasPrefix(path, prefix) && (len(path) == len(prefix) || prefix[len(prefix)-1] == '/' || path[len(prefix)] == '/')
}

// IsEdition reports whether name can be that of an edition, which is the first
// segment of its pages' paths and begins the classes of its styles: 2 to 32 lower
// case letters and digits, a letter first. Classes of all begin with `fh`.
func IsEdition(name string) bool {
	return editionName.MatchString(name) && name != "fh" && ReservedFor("/"+name) == ""
}

var editionName = regexp.MustCompile(`^[a-z][a-z0-9]{1,31}$`)

// ReservedFor is the reserved path that covers a path; empty for none.
func ReservedFor(path string) string { return cover(Reserved[:], path) }

// IsService reports whether another plugin than editions has the path.
func IsService(path string) bool { return cover(services[:], path) != "" }

func cover(all []string, path string) string {
	for _, prefix := range all {
		if Under(path, prefix) {
			return prefix
		}
	}
	return ""
}
