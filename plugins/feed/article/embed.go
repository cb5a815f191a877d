package article

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
)

// embed writes what another site would show in a frame, such as a video, as a link to it:
// nothing of that site is loaded before the reader goes there.
func (w *writer) embed(token html.Token) {
	if isPixel(attribute(token, "width")) || isPixel(attribute(token, "height")) {
		return
	}
	to := embedded(strings.TrimSpace(attribute(token, "src")))
	if to == nil || len(w.open) >= maxOpen {
		return
	}
	name := strings.TrimPrefix(to.Hostname(), "www.")
	if title := plain(attribute(token, "title"), maxName); title != "" {
		name = title + " (" + name + ")"
	}
	w.space()
	w.makeRoom("a")
	w.enterCell()
	w.push("a", []html.Attribute{{Key: "href", Val: to.String()}, {Key: "rel", Val: linkRel}}, true, w.headings)
	w.writeText(name)
	w.end("a")
	w.space()
}

// embedded is where the content of a frame stands by itself; nil for a frame of no site of
// its own. Medium's frames are those of an embedding service that names it.
func embedded(address string) *url.URL {
	if len(address) > maxAddressBytes {
		return nil
	}
	at, err := url.Parse(address)
	if err == nil && at.Hostname() == "cdn.embedly.com" {
		at, err = url.Parse(at.Query().Get("url"))
	}
	if err != nil || at.Scheme != "https" || at.Host == "" || at.User != nil || countsVisitors(at) {
		return nil
	}
	return at
}
