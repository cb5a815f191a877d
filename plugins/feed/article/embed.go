package article

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// sources are the elements that show another document or a recording, with the
// attribute that says where it is. They leave with what is inside, which nobody
// sees where they work, and a link to what they showed takes their place.
var sources = map[string]string{"audio": "src", "embed": "src", "iframe": "src", "object": "data", "portal": "src", "video": "src"}

// embed is a document or recording that an article shows.
type embed struct {
	source string // as it is written
	// link and text are the first link inside, which is there for those who
	// cannot see the embed.
	link, text string
	inLink     bool
}

// embedOf is what an element shows; nil for elements that show nothing, and for
// what is not meant to be seen.
func embedOf(token html.Token) *embed {
	from, shows := sources[token.Data]
	if !shows || isPixel(attribute(token, "width")) || isPixel(attribute(token, "height")) {
		return nil
	}
	return &embed{source: attribute(token, from)}
}

// read looks at a token inside.
func (e *embed) read(token html.Token) {
	switch {
	case token.Type == html.TextToken && e.inLink:
		e.text += token.Data
	case token.Type == html.TextToken && strings.Contains(token.Data, "<"):
		// The inside of an iframe is text to a browser (HTML, section 13.2.6.4.7).
		tokens := html.NewTokenizer(strings.NewReader(token.Data))
		for tokens.Next() != html.ErrorToken {
			if inside := tokens.Token(); inside.Type != html.TextToken || e.inLink {
				e.read(inside)
			}
		}
	case token.Data == "a":
		e.inLink = token.Type == html.StartTagToken && e.link == ""
		if e.inLink {
			e.link = attribute(token, "href")
		}
	case token.Data == "source" && e.source == "":
		e.source = attribute(token, "src")
	}
}

// writeEmbed writes a link to what an embed showed. It is called what the link
// inside was called, or by its host.
func (w *writer) writeEmbed(e *embed) {
	if slices.ContainsFunc(w.open, func(open element) bool { return open.name == "a" }) {
		return // a link to elsewhere stays whole
	}
	address := w.base.embed(e.link)
	if address == nil {
		e.text = ""
		if address = w.base.embed(e.source); address == nil {
			return
		}
	}
	text := clipped(e.text, maxTitle)
	if text == "" || strings.Contains(text, "://") {
		text = strings.TrimPrefix(address.Hostname(), "www.")
	}
	w.start(html.Token{Type: html.StartTagToken, Data: "a", Attr: []html.Attribute{{Key: "href", Val: address.String()}}})
	if last := len(w.open) - 1; last >= 0 && w.open[last].name == "a" {
		w.open[last].muted = true // no article begins with it
		w.writeText(text)
		w.end("a")
	}
}

// embed is the address of another document; nil when it is relative, not of http
// or https, or there to count visitors.
func (b base) embed(address string) *url.URL {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Host == "" || countsVisitors(u) {
		return nil
	}
	if u, err = url.Parse(b.page(address)); err != nil || u.Host == "" {
		return nil
	}
	return u
}
