package article

import (
	"bytes"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// maxFieldBytes bounds the HTML of one field of a feed. What is longer is cut;
// the article ends there.
const maxFieldBytes = 256 << 10

// sanitised is a piece of a feed's HTML that a page can show.
type sanitised struct {
	// HTML is inert: nothing in it runs, loads a document, submits or styles.
	HTML string
	// Text is all that it says; Prose is that without headings and captions.
	Text, Prose string
	// Image is its first picture; empty for none.
	Image string
}

// sanitise rewrites HTML from outside. It goes through the tokens once, with
// bounded depth, instead of building a tree: broken markup makes the tree of the
// HTML standard grow with the square of its input. What comes out is well
// formed, and passes the policy as the last step.
func sanitise(source string, base base) sanitised {
	if len(source) > maxFieldBytes {
		source = strings.ToValidUTF8(source[:maxFieldBytes], "")
		if tag := strings.LastIndexByte(source, '<'); tag > strings.LastIndexByte(source, '>') {
			source = source[:tag] // half a tag
		}
	}
	w := writer{base: base}
	w.rewrite(source)
	result := sanitised{Text: collapse(w.text.String()), Prose: collapse(w.prose.String()), Image: w.image}
	if w.hasContent {
		result.HTML = strings.TrimSpace(policy.Sanitize(w.html.String()))
	}
	return result
}

// writer writes an article from tokens.
type writer struct {
	base        base
	html        bytes.Buffer
	text, prose strings.Builder
	image       string
	open        []element
	headings    headings
	hasContent  bool
}

func (w *writer) rewrite(source string) {
	dropped, depth := "", 0 // the element that is left out with its content, and how often it is open
	tokens := html.NewTokenizer(strings.NewReader(source))
	for {
		kind := tokens.Next()
		if kind == html.ErrorToken {
			w.closeFrom(0)
			return
		}
		token := tokens.Token()
		if dropped != "" {
			if token.Data == dropped {
				switch kind {
				case html.StartTagToken:
					depth++
				case html.EndTagToken:
					depth--
				}
			}
			if depth == 0 {
				dropped = ""
			}
			continue
		}
		switch kind {
		case html.TextToken:
			w.writeText(token.Data)
		case html.StartTagToken, html.SelfClosingTagToken:
			if droppedContent[token.Data] {
				if token.Data == "iframe" {
					w.embed(token)
				}
				// A slash closes nothing in HTML but drawings and formulas.
				if kind == html.StartTagToken || token.Data != "svg" && token.Data != "math" {
					dropped, depth = token.Data, 1
				}
				continue
			}
			w.start(token)
		case html.EndTagToken:
			w.end(token.Data)
		}
	}
}

func (w *writer) writeText(text string) {
	isSeen := strings.TrimSpace(text) != ""
	if isSeen {
		w.enterCell()
	}
	w.html.WriteString(html.EscapeString(text))
	w.text.WriteString(text)
	if !w.isMuted() {
		w.prose.WriteString(text)
	}
	if isSeen {
		w.seen()
	}
}

// seen notes that there is something to see where the output is.
func (w *writer) seen() {
	w.hasContent = true
	if len(w.open) > 0 {
		w.open[len(w.open)-1].hasContent = true
	}
}

func (w *writer) isMuted() bool { return len(w.open) > 0 && w.open[len(w.open)-1].muted }

// space keeps the texts of two blocks apart.
func (w *writer) space() {
	w.text.WriteByte(' ')
	w.prose.WriteByte(' ')
}

// start writes an element's start tag, or all of it when it has no end tag.
func (w *writer) start(token html.Token) {
	name, level := token.Data, headingLevel(token.Data)
	if level > 0 {
		// The name only says that it is a heading until its level is known.
		name = "h2"
	}
	if !isAllowed[name] {
		return
	}
	if isBlock(name) || name == "br" {
		w.space()
	}
	if !voidElements[name] && len(w.open) >= maxOpen || !w.hasParent(name) {
		return
	}
	w.makeRoom(name)
	if !inTable[name] || name == "table" {
		w.enterCell()
	}
	before := w.headings
	var attributes []html.Attribute
	switch {
	case level > 0:
		name = "h" + strconv.Itoa(w.headings.place(level))
	case name == "a":
		href := w.base.link(attribute(token, "href"))
		if href == "" {
			return // its text stays
		}
		attributes = []html.Attribute{{Key: "href", Val: href}, {Key: "rel", Val: linkRel}}
	case name == "img":
		if attributes = w.picture(token); attributes == nil {
			return
		}
	default:
		attributes = numbers(token)
	}
	if voidElements[name] {
		w.html.WriteString(html.Token{Type: html.StartTagToken, Data: name, Attr: attributes}.String())
		if name == "img" || name == "hr" {
			w.seen()
		}
		return
	}
	muted := level > 0 || name == "figcaption" || strings.Contains(attribute(token, "class"), "medium-feed-link")
	w.push(name, attributes, muted, before)
}

// push writes a start tag whose end tag will follow.
func (w *writer) push(name string, attributes []html.Attribute, muted bool, before headings) {
	w.open = append(w.open, element{name: name, at: w.html.Len(), before: before, muted: muted || w.isMuted()})
	w.html.WriteString(html.Token{Type: html.StartTagToken, Data: name, Attr: attributes}.String())
}

// end closes the innermost open element of a name; an end tag of none is left
// out. It does not reach out of its block or cell.
func (w *writer) end(name string) {
	level := headingLevel(name)
	for i := len(w.open) - 1; i >= 0; i-- {
		open := w.open[i].name
		if open == name || level > 0 && headingLevel(open) > 0 {
			w.closeFrom(i)
			return
		}
		if isBlock(open) && !isBlock(name) && level == 0 || cells[open] && !inTable[name] {
			return
		}
	}
}

// picture gives a picture's attributes; nil for one that is left out.
func (w *writer) picture(token html.Token) []html.Attribute {
	width, height := attribute(token, "width"), attribute(token, "height")
	if isPixel(width) || isPixel(height) {
		return nil
	}
	src := w.base.image(attribute(token, "src"))
	if src == "" {
		return nil
	}
	if w.image == "" {
		w.image = src
	}
	// A picture without alt would be read out by its address.
	attributes := []html.Attribute{{Key: "src", Val: src}, {Key: "alt", Val: attribute(token, "alt")}}
	if isNumber(width) && isNumber(height) {
		attributes = append(attributes, html.Attribute{Key: "width", Val: width}, html.Attribute{Key: "height", Val: height})
	}
	return append(attributes,
		html.Attribute{Key: "loading", Val: "lazy"},
		html.Attribute{Key: "decoding", Val: "async"},
		html.Attribute{Key: "referrerpolicy", Val: "no-referrer"})
}

// isPixel reports whether a width or height is one of a picture that is not
// meant to be seen.
func isPixel(size string) bool {
	n, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(size), "px"), 64)
	return err == nil && n <= 2
}

// isNumber reports whether an attribute is a whole number from 1 to 99999.
func isNumber(value string) bool {
	n, err := strconv.ParseUint(value, 10, 32)
	return err == nil && n >= 1 && n <= 99_999 && value[0] != '0' && value[0] != '+'
}

// numbers gives what is kept of the attributes of lists and tables.
func numbers(token html.Token) []html.Attribute {
	var kept []html.Attribute
	for _, key := range map[string][]string{"ol": {"start"}, "td": {"colspan", "rowspan"}, "th": {"colspan", "rowspan"}}[token.Data] {
		if value := attribute(token, key); isNumber(value) {
			kept = append(kept, html.Attribute{Key: key, Val: value})
		}
	}
	return kept
}

// attribute is the value of an element's first attribute of a name, as browsers
// read it; empty for none.
func attribute(token html.Token, name string) string {
	for _, a := range token.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}
