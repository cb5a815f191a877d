package page

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"strings"
	"unicode/utf8"

	"fieldhouse/plugins/editions/release"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"
)

// maxInlineStyle bounds a style sheet that pages carry in themselves, in bytes.
// A larger one is linked: it would delay the text that it is for.
const maxInlineStyle = 48 << 10

// style is a release's style sheet as pages have it. A page is painted when its
// styles are there, so a sheet of a usual size stands in the page and saves the
// first paint a round trip.
type style struct {
	// address is where the sheet is served.
	address string
	// text is the sheet with its addresses made absolute; empty when it is linked.
	text string
	// source allows the text in a Content-Security-Policy.
	source string
	// integrity is the linked file's.
	integrity string
}

func compileStyles(opened *release.Folder, names ...string) ([]style, error) {
	var styles []style
	for _, name := range names {
		file, _ := opened.File(name)
		made := style{address: opened.Base() + name, integrity: file.SHA384}
		if file.Size <= maxInlineStyle {
			sheet, err := opened.ReadFile(name)
			if err != nil {
				return nil, err
			}
			if made.text, err = inlineStyle(sheet, opened.Base()+path.Dir(name)); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			if made.text != "" {
				made.source = sourceHash([]byte(made.text))
			}
		}
		styles = append(styles, made)
	}
	return styles, nil
}

// compileSheet reads the sheet of a page's own markup; nil for a page without one, or with
// one that cannot stand in it.
func compileSheet(opened *release.Folder, name string) (*style, error) {
	if name == "" {
		return nil, nil
	}
	compiled, err := compileStyles(opened, name)
	if err != nil || compiled[0].text == "" {
		return nil, err
	}
	return &compiled[0], nil
}

// sheet has the styles of the page's own markup; nil for a page that has all from the beginning.
func (p Place) sheet() *style {
	if p.route == nil {
		return nil
	}
	return p.route.sheet
}

// endsStyle is what would end a style element early (HTML, section 13.1.2.2), in
// any case of its letters.
var endsStyle = regexp.MustCompile(`(?i)</style`)

// standsInPage reports whether a browser reads exactly this text in a style
// element: nothing ends it, and nothing is replaced in it (HTML, section 13.2.3.5)
// and would change its hash.
func standsInPage(text string) bool {
	return !endsStyle.MatchString(text) && !strings.ContainsAny(text, "\x00\r") && utf8.ValidString(text)
}

// inlineStyle is a sheet as it can stand in a page: its addresses, which are
// relative to itself (CSS Values, section 4.5.1), become absolute. It is empty
// for a sheet that cannot stand there and has to be linked.
func inlineStyle(sheet []byte, folder string) (string, error) {
	var text strings.Builder
	// around are the brackets that a token stands in, each with its function's name.
	var around []string
	lexer := css.NewLexer(parse.NewInputBytes(bytes.Clone(sheet)))
	for {
		kind, token := lexer.Next()
		switch kind {
		case css.ErrorToken:
			if err := lexer.Err(); !errors.Is(err, io.EOF) {
				return "", fmt.Errorf("reading the style sheet: %w", err)
			}
			if !standsInPage(text.String()) {
				return "", nil
			}
			return text.String(), nil
		case css.AtKeywordToken:
			// An imported sheet would be asked for after this one, as a link would.
			if strings.EqualFold(string(token), "@import") {
				return "", nil
			}
			text.Write(token)
		case css.URLToken, css.BadURLToken:
			if kind == css.BadURLToken || token[len(token)-1] != ')' {
				return "", fmt.Errorf("the address %.80q is not closed", token)
			}
			text.WriteString(absolute(string(token), folder))
		case css.StringToken:
			// It is an address there (CSS Images 4, section 2.4), as minifiers write it.
			if len(around) > 0 && strings.HasSuffix(around[len(around)-1], "image-set(") {
				token = []byte(absolute("url("+string(token)+")", folder))
			}
			text.Write(token)
		case css.FunctionToken, css.LeftParenthesisToken:
			around = append(around, strings.ToLower(string(token)))
			text.Write(token)
		case css.RightParenthesisToken:
			around = around[:max(0, len(around)-1)]
			text.Write(token)
		default:
			text.Write(token)
		}
	}
}

// absolute makes the address of a url() token absolute when it is relative to
// the folder.
func absolute(token, folder string) string {
	address := strings.Trim(token[len("url("):len(token)-1], " \t\r\n\f")
	address = strings.Trim(address, `"'`)
	// What is in quotes may hold others, which would end these.
	if address == "" || strings.ContainsAny(address[:1], "/#") || strings.ContainsAny(address, `:\"'`) {
		return token
	}
	return `url("` + path.Join(folder, address) + `")`
}

// style appends a style sheet, in the page or linked. data-href is how the host
// knows which sheets a page has.
func (w *writer) style(sheet *style) {
	if sheet.text == "" {
		w.tag("link", "rel", "stylesheet", "href", sheet.address, "integrity", sheet.integrity)
		return
	}
	w.tag("style", "data-href", sheet.address)
	w.raw(sheet.text, "</style>")
}
