// Package page joins what releases ship, what ops set and what the chain says
// into HTML (docs/edition-contract.md, "A page").
package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"fieldhouse/plugins/editions/release"
)

// appendEscaped appends a value as text or as the inside of a double-quoted
// attribute, with the same references that React writes, so that both sides give
// the same bytes. It is the only way a value enters HTML.
func appendEscaped(page []byte, value string) []byte {
	start := 0
	for index := range len(value) {
		reference := ""
		switch value[index] {
		case '&':
			reference = "&amp;"
		case '<':
			reference = "&lt;"
		case '>':
			reference = "&gt;"
		case '"':
			reference = "&quot;"
		case '\'':
			reference = "&#x27;"
		case 0:
			// HTML has no way to write it (HTML, section 13.5).
			reference = "\uFFFD"
		default:
			continue
		}
		page = append(page, value[start:index]...)
		page = append(page, reference...)
		start = index + 1
	}
	return append(page, value[start:]...)
}

// ScriptJSON makes JSON that can stand inside a script element: no <, > or & and
// no U+2028 or U+2029, each as its \u escape. What is no JSON is an error, so
// nothing else ever enters a script. The result is a copy, without white space.
func ScriptJSON(source []byte) ([]byte, error) {
	var compact, escaped bytes.Buffer
	if err := json.Compact(&compact, source); err != nil {
		return nil, fmt.Errorf("putting data into the page: it is no JSON: %w", err)
	}
	json.HTMLEscape(&escaped, compact.Bytes())
	return bytes.ToValidUTF8(escaped.Bytes(), []byte("\uFFFD")), nil
}

// MustScriptJSON is ScriptJSON of a value of ours, which always is JSON.
func MustScriptJSON(value any) []byte {
	// Marshal escapes in the same way (encoding/json, "HTMLEscape").
	content, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("page: %T does not become JSON: %v", value, err))
	}
	return content
}

// The browser prints the same values (docs/edition-contract.md, "Lists the
// gateway knows"), so the forms are written out and not taken from a locale's data.

// Months are their short names.
var Months = map[release.Language][12]string{
	release.English: {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"},
	release.Spanish: {"ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"},
}

// Moment is a time of the chain for people: 27 Nov 2026, 14:00 UTC.
func Moment(at time.Time, language release.Language) string {
	at = at.UTC()
	return fmt.Sprintf("%d %s %d, %02d:%02d UTC", at.Day(), Months[language][at.Month()-1], at.Year(), at.Hour(), at.Minute())
}
