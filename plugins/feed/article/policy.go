package article

import (
	"regexp"

	"github.com/microcosm-cc/bluemonday"
)

// What an article's HTML may consist of. Everything else is taken out: its
// element, and for the kinds in droppedContent what is inside as well.
var (
	inlineElements = []string{
		"abbr", "b", "br", "cite", "code", "del", "em", "i", "ins", "kbd", "mark", "q",
		"s", "samp", "small", "strong", "sub", "sup", "u", "var", "wbr",
	}
	blockElements = []string{
		"blockquote", "dd", "div", "dl", "dt", "figcaption", "figure",
		"h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "ul",
		"caption", "table", "tbody", "td", "tfoot", "th", "thead", "tr",
	}
)

// linkRel is the rel of every link of an article. Who takes over the blog can
// neither reach the page that was left (noopener) nor lend the site's name to
// what they link to (nofollow ugc).
const linkRel = "noopener nofollow ugc"

// policy is the last gate: what leaves it holds only what is allowed here,
// whatever was done before. Addresses are absolute by then.
var policy = func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements(inlineElements...)
	p.AllowElements(blockElements...)
	p.AllowNoAttrs().OnElements(inlineElements...)
	p.AllowNoAttrs().OnElements(blockElements...)

	p.RequireParseableURLs(true)
	p.AllowRelativeURLs(false)
	p.AllowURLSchemes("http", "https", "mailto")
	p.AllowAttrs("href").OnElements("a")
	exactly := func(value string) *regexp.Regexp { return regexp.MustCompile(`^` + value + `$`) }
	p.AllowAttrs("rel").Matching(exactly(linkRel)).OnElements("a")

	number := regexp.MustCompile(`^[1-9][0-9]{0,4}$`)
	p.AllowAttrs("src").Matching(regexp.MustCompile(`^https?://`)).OnElements("img")
	p.AllowAttrs("alt").OnElements("img")
	p.AllowAttrs("width", "height").Matching(number).OnElements("img")
	p.AllowAttrs("loading").Matching(exactly("lazy")).OnElements("img")
	p.AllowAttrs("decoding").Matching(exactly("async")).OnElements("img")
	p.AllowAttrs("referrerpolicy").Matching(exactly("no-referrer")).OnElements("img")

	p.AllowAttrs("start").Matching(number).OnElements("ol")
	p.AllowAttrs("colspan", "rowspan").Matching(number).OnElements("td", "th")
	return p
}()

// isAllowed has the elements of the policy.
var isAllowed = func() map[string]bool {
	allowed := map[string]bool{"a": true, "img": true}
	for _, name := range append(inlineElements, blockElements...) {
		allowed[name] = true
	}
	return allowed
}()

// droppedContent are the elements that leave with all that is inside: code,
// other documents, media, drawings, controls of forms, what is not shown.
var droppedContent = set(
	"applet", "audio", "button", "canvas", "datalist", "dialog", "frameset", "head", "iframe", "map", "math",
	"meter", "noembed", "noframes", "noscript", "object", "optgroup", "option", "plaintext", "portal",
	"progress", "script", "select", "style", "svg", "template", "textarea", "title", "video", "xmp",
)

// voidElements have no end tag (HTML, section 13.1.2).
var voidElements = set("area", "base", "br", "col", "embed", "frame", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr")

func set(names ...string) map[string]bool {
	members := make(map[string]bool, len(names))
	for _, name := range names {
		members[name] = true
	}
	return members
}
