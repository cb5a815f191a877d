package release

import (
	"fmt"
	"strings"

	"github.com/tdewolff/parse/v2/css"
)

// selectors refuses a list of which one is of more than the edition's own.
func (r *styleReader) selectors(list []styleToken, nested bool) error {
	for _, selector := range split(list) {
		relative := nested && !mentions(selector, "&")
		if !relative && !r.isOwn(selector, nested) {
			return fmt.Errorf("selector %.80q is of more than the edition's own: it needs a class of a CSS module", strings.TrimSpace(written(selector)))
		}
	}
	return nil
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
			if before.kind == css.ColonToken && (name == "is(" || name == "where(") && r.areOwn(inside, nested) {
				return true
			}
		}
	}
	return false
}

func (r *styleReader) areOwn(list []styleToken, nested bool) bool {
	for _, selector := range split(list) {
		if !r.isOwn(selector, nested) {
			return false
		}
	}
	return true
}

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

// mentions reports whether a delimiter stands anywhere in the tokens.
func mentions(tokens []styleToken, delimiter string) bool {
	for _, token := range tokens {
		if token.kind == css.DelimToken && token.text == delimiter {
			return true
		}
	}
	return false
}

func written(tokens []styleToken) string {
	var text strings.Builder
	for _, token := range tokens {
		text.WriteString(token.text)
	}
	return text.String()
}
