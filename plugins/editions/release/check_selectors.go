package release

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"
)

// selectors refuses a list of which one is of more than the edition's own, and reports whether one
// is of its look, wherever that is shown.
func (r *styleReader) selectors(list []styleToken, nested bool) (ofLook bool, err error) {
	for _, selector := range split(list) {
		if !nested && r.look.MatchString(strings.Trim(written(selector), " \t\r\n\f")) {
			ofLook = true
			continue
		}
		relative := nested && !slices.Contains(selector, styleToken{css.DelimToken, "&"})
		if !relative && !r.isOwn(selector, nested) {
			return false, fmt.Errorf("selector %.80q is of more than the edition's own: it needs a class of a CSS module, or is [data-floor=%q] or [data-look=%[2]q] alone, in no other rule", strings.TrimSpace(written(selector)), r.edition())
		}
	}
	return ofLook, nil
}

// isOwn reports whether all that a selector selects is inside of an element of
// the edition: one of its compounds has an own class, and what comes after it is
// below or beside that element. `&` is what the rules around it select.
func (r *styleReader) isOwn(selector []styleToken, nested bool) bool {
	reader := &styleReader{prefix: r.prefix, tokens: selector}
	for ; reader.at < len(selector); reader.at++ {
		token := selector[reader.at]
		var before styleToken
		if reader.at > 0 {
			before = selector[reader.at-1]
		}
		switch {
		case token.kind == css.IdentToken && before.kind == css.DelimToken && before.text == ".":
			if strings.HasPrefix(token.text, r.prefix) {
				return true
			}
		case token.kind == css.DelimToken && token.text == "&":
			if nested {
				return true
			}
		case token.kind == css.FunctionToken, token.kind == css.LeftBracketToken:
			reader.at++
			inside, _, err := reader.until(opens[token.kind])
			if err != nil {
				return false
			}
			name := strings.ToLower(token.text)
			if before.kind == css.ColonToken && (name == "is(" || name == "where(") && !slices.ContainsFunc(split(inside), func(one []styleToken) bool { return !r.isOwn(one, nested) }) {
				return true
			}
		}
	}
	return false
}

// colours reads the block of such a rule up to its end. A look stands around what is not the
// edition's own, so nothing is set there but what that goes by.
func (r *styleReader) colours() error {
	for {
		declaration, end, err := r.until(css.SemicolonToken, css.RightBraceToken)
		if err != nil {
			return err
		}
		if end == css.ErrorToken {
			return fmt.Errorf("a block is not closed")
		}
		r.at++
		set := slices.DeleteFunc(slices.Clone(declaration), func(token styleToken) bool { return token.kind == css.WhitespaceToken })
		if len(set) > 0 && (len(set) < 2 || !customProperty.MatchString(set[0].text) || set[1].kind != css.ColonToken) {
			return fmt.Errorf("%.80q in a rule of [data-floor=%q] or [data-look=%[2]q]: it has custom properties (--name) alone, all else needs a class of a CSS module", strings.TrimSpace(written(declaration)), r.edition())
		}
		if end == css.RightBraceToken {
			return nil
		}
	}
}

var customProperty = regexp.MustCompile(`^--[A-Za-z0-9_-]+$`)

// split divides a list at the commas that stand in no brackets.
func split(list []styleToken) (parts [][]styleToken) {
	reader := &styleReader{tokens: list}
	for {
		part, end, err := reader.until(css.CommaToken)
		if err != nil {
			return [][]styleToken{nil}
		}
		parts = append(parts, part)
		if end != css.CommaToken {
			return parts
		}
		reader.at++
	}
}

func written(tokens []styleToken) string {
	var text strings.Builder
	for _, token := range tokens {
		text.WriteString(token.text)
	}
	return text.String()
}
