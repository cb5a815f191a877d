package release

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"
)

// Bounds of an edition's style sheet: its size in bytes, of which its tokens take
// a multiple while it is read, and how deep its blocks stand in each other.
const (
	maxStyle        = 1 << 20
	maxStyleNesting = 32
)

// CheckStyles refuses a style sheet of an edition that reaches past what is its
// own (docs/edition-contract.md, "Styles"): the header, the footer and what other
// editions show stand in the same page. The sheets of host and shell are the
// page's.
func CheckStyles(r *Folder) error {
	if edition := r.Manifest.Edition; edition == Shell || edition == Host {
		return nil
	}
	for _, file := range r.Manifest.Files {
		if !strings.HasSuffix(file.Path, ".css") {
			continue
		}
		if file.Size > maxStyle {
			return fmt.Errorf("%s: it has more than %d bytes", file.Path, maxStyle)
		}
		sheet, err := r.ReadFile(file.Path)
		if err != nil {
			return err
		}
		if err := checkStyle(r.Manifest.Edition, sheet); err != nil {
			return fmt.Errorf("%s: %w", file.Path, err)
		}
	}
	return nil
}

// checkStyle takes less than browsers do: what is not closed, badly written or
// unknown here is refused, so that no browser finds another meaning in it.
func checkStyle(edition string, sheet []byte) error {
	// A byte order mark would overrule the encoding that the gateway declares.
	if !utf8.Valid(sheet) || bytes.HasPrefix(sheet, []byte("\uFEFF")) || bytes.IndexByte(sheet, 0) >= 0 {
		return fmt.Errorf("it is not UTF-8 without a byte order mark")
	}
	reader := &styleReader{
		prefix: edition + "-",
		look:   regexp.MustCompile(`^\[data-(floor|look)=("` + edition + `"|'` + edition + `'|` + edition + `)\]$`),
	}
	for lexer := css.NewLexer(parse.NewInputBytes(bytes.Clone(sheet))); ; {
		kind, text := lexer.Next()
		switch kind {
		case css.ErrorToken:
			if err := lexer.Err(); err != io.EOF {
				return fmt.Errorf("reading it: %w", err)
			}
			return reader.rules(false, 0)
		case css.CommentToken:
		case css.BadStringToken, css.BadURLToken, css.CDOToken, css.CDCToken:
			return fmt.Errorf("%.80q: it cannot be read as one thing alone", text)
		default:
			// With an escape its name may be `url`, which is read otherwise.
			if kind == css.FunctionToken && bytes.IndexByte(text, '\\') >= 0 {
				return fmt.Errorf("%.80q: a function is written without escapes", text)
			}
			reader.tokens = append(reader.tokens, styleToken{kind, string(text)})
		}
	}
}

type styleToken struct {
	kind css.TokenType
	text string
}

// styleReader reads the tokens of a style sheet, without its comments.
type styleReader struct {
	prefix string
	// look is a selector of the edition's look.
	look   *regexp.Regexp
	tokens []styleToken
	at     int
}

func (r *styleReader) edition() string { return strings.TrimSuffix(r.prefix, "-") }

// opens are the tokens that a closing one belongs to.
var opens = map[css.TokenType]css.TokenType{
	css.LeftBraceToken:       css.RightBraceToken,
	css.LeftBracketToken:     css.RightBracketToken,
	css.LeftParenthesisToken: css.RightParenthesisToken,
	css.FunctionToken:        css.RightParenthesisToken,
}

// until reads to the first token of these kinds that stands in no brackets, which
// it leaves; nil with the rest of the sheet when there is none.
func (r *styleReader) until(kinds ...css.TokenType) (read []styleToken, found css.TokenType, err error) {
	start := r.at
	var closing []css.TokenType
	for ; r.at < len(r.tokens); r.at++ {
		kind := r.tokens[r.at].kind
		if len(closing) == 0 && slices.Contains(kinds, kind) {
			return r.tokens[start:r.at], kind, nil
		}
		switch kind {
		case css.LeftBraceToken, css.LeftBracketToken, css.LeftParenthesisToken, css.FunctionToken:
			if closing = append(closing, opens[kind]); len(closing) > maxStyleNesting {
				return nil, 0, fmt.Errorf("it nests more than %d deep", maxStyleNesting)
			}
		case css.RightBraceToken, css.RightBracketToken, css.RightParenthesisToken:
			if len(closing) == 0 || closing[len(closing)-1] != kind {
				return nil, 0, fmt.Errorf("a %q that closes nothing", r.tokens[r.at].text)
			}
			closing = closing[:len(closing)-1]
		}
	}
	if len(closing) > 0 {
		return nil, 0, fmt.Errorf("a bracket is not closed")
	}
	return r.tokens[start:], css.ErrorToken, nil
}

// rules reads rules up to the end of the sheet, or of the block that they stand
// in. Inside of a style rule there are declarations between them.
func (r *styleReader) rules(nested bool, depth int) error {
	if depth > maxStyleNesting {
		return fmt.Errorf("it nests more than %d deep", maxStyleNesting)
	}
	for {
		for r.at < len(r.tokens) && (r.tokens[r.at].kind == css.WhitespaceToken || r.tokens[r.at].kind == css.SemicolonToken) {
			r.at++
		}
		if r.at == len(r.tokens) {
			if depth > 0 {
				return fmt.Errorf("a block is not closed")
			}
			return nil
		}
		first := r.tokens[r.at]
		if first.kind == css.RightBraceToken {
			if depth == 0 {
				return fmt.Errorf("a %q that closes nothing", first.text)
			}
			r.at++
			return nil
		}
		ends := []css.TokenType{css.LeftBraceToken, css.SemicolonToken, css.RightBraceToken}
		if nested && isCustomProperty(r.tokens[r.at:]) {
			// The value of a custom property may hold braces.
			ends = ends[1:]
		}
		prelude, end, err := r.until(ends...)
		if err != nil {
			return err
		}
		if first.kind == css.AtKeywordToken {
			err = r.atRule(strings.ToLower(first.text), prelude[1:], end, nested, depth)
		} else if end == css.LeftBraceToken {
			ofLook := false
			if ofLook, err = r.selectors(prelude, nested); err == nil {
				r.at++
				if ofLook {
					err = r.colours()
				} else {
					err = r.rules(true, depth+1)
				}
			}
		} else if !nested {
			err = fmt.Errorf("%.80q is no rule", written(prelude))
		}
		if err != nil {
			return err
		}
	}
}

// isCustomProperty reports whether tokens begin with `--name:`. Without the colon they are a selector, and so are two dashes
// without a name to Chromium.
func isCustomProperty(tokens []styleToken) bool {
	after := slices.IndexFunc(tokens[1:], func(token styleToken) bool { return token.kind != css.WhitespaceToken })
	return strings.HasPrefix(tokens[0].text, "--") && len(tokens[0].text) > 2 && after >= 0 && tokens[1+after].kind == css.ColonToken
}

func (r *styleReader) atRule(name string, prelude []styleToken, end css.TokenType, nested bool, depth int) error {
	subject := strings.Trim(written(prelude), " \t\r\n\f\"'")
	if name == "@charset" && end == css.SemicolonToken && strings.EqualFold(subject, "utf-8") {
		return nil
	}
	if end != css.LeftBraceToken {
		return fmt.Errorf("%s reaches past the sheet", name)
	}
	r.at++
	switch name {
	case "@media", "@supports", "@container", "@starting-style":
		return r.rules(nested, depth+1)
	case "@keyframes", "@-webkit-keyframes":
		if !strings.HasPrefix(subject, r.prefix) {
			return fmt.Errorf("@keyframes %.80s: its name begins with %s", subject, r.prefix)
		}
	case "@property":
		if !strings.HasPrefix(subject, "--"+r.prefix) {
			return fmt.Errorf("@property %.80s: its name begins with --%s", subject, r.prefix)
		}
	case "@font-face":
		return r.fontFace()
	default:
		return fmt.Errorf("%s reaches past the sheet", name)
	}
	if _, end, err := r.until(css.RightBraceToken); err != nil || end != css.RightBraceToken {
		return fmt.Errorf("%s is not closed", name)
	}
	r.at++
	return nil
}

// fontFace reads the block of a face up to its end. Names of families are the
// same in any case.
func (r *styleReader) fontFace() error {
	named := false
	for {
		declaration, end, err := r.until(css.SemicolonToken, css.RightBraceToken, css.LeftBraceToken)
		if err != nil {
			return err
		}
		if end == css.ErrorToken {
			return fmt.Errorf("@font-face is not closed")
		}
		// A browser reads on behind a block as it does behind a semicolon.
		if end == css.LeftBraceToken {
			return fmt.Errorf("@font-face: %.80q begins a block, it has declarations alone", written(declaration))
		}
		r.at++
		property, value, _ := strings.Cut(written(declaration), ":")
		// What is written with an escape may be it as well.
		if strings.EqualFold(strings.TrimSpace(property), "font-family") || strings.Contains(property, `\`) {
			named = true
			family := strings.ToLower(strings.Trim(value, " \t\r\n\f\"'"))
			if !strings.HasPrefix(family, r.prefix) {
				return fmt.Errorf("@font-face %.80s: its font-family begins with %s", family, r.prefix)
			}
		}
		if end == css.RightBraceToken {
			if !named {
				return fmt.Errorf("@font-face: its font-family begins with %s", r.prefix)
			}
			return nil
		}
	}
}
