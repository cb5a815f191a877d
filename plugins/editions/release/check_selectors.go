package release

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2/css"
)

// selectors refuses a list of which one is of more than the edition's own.
func (r *styleReader) selectors(list []styleToken, nested bool) error {
	for _, selector := range split(list) {
		relative := nested && !slices.Contains(selector, styleToken{css.DelimToken, "&"})
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
			if before.kind == css.ColonToken && (name == "is(" || name == "where(") && !slices.ContainsFunc(split(inside), func(one []styleToken) bool { return !r.isOwn(one, nested) }) {
				return true
			}
		}
	}
	return false
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

func written(tokens []styleToken) string {
	var text strings.Builder
	for _, token := range tokens {
		text.WriteString(token.text)
	}
	return text.String()
}
