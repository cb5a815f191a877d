package article

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"
)

// wordsPerMinute is how fast adults read English silently (Brysbaert 2019, a
// review of 190 studies).
const wordsPerMinute = 238

// excerptLength is about how long an excerpt is, in characters.
const excerptLength = 200

// readingTime is how many whole minutes a text takes, rounded up, and at least 1.
func readingTime(text string) int {
	return max(1, (len(strings.Fields(text))+wordsPerMinute-1)/wordsPerMinute)
}

// excerpt is the beginning of a text, cut at a word, with an ellipsis when
// something was cut. A text without spaces is cut between characters.
func excerpt(text string) string {
	runes := []rune(collapse(text))
	if len(runes) <= excerptLength {
		return string(runes)
	}
	cut := excerptLength
	for cut > excerptLength/2 && !unicode.IsSpace(runes[cut]) {
		cut--
	}
	if !unicode.IsSpace(runes[cut]) {
		// A mark or a joiner belongs to the character before it.
		for cut = excerptLength; cut > 1 && (unicode.Is(unicode.M, runes[cut]) || runes[cut] == zeroWidthJoiner || runes[cut-1] == zeroWidthJoiner); {
			cut--
		}
	}
	return strings.TrimRightFunc(string(runes[:cut]), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(".,;:–—-", r)
	}) + "…"
}

const zeroWidthJoiner = '\u200d'

// collapse makes every run of white space one space.
func collapse(text string) string { return strings.Join(strings.Fields(text), " ") }

// clipped is a text of one line and at most limit characters.
func clipped(text string, limit int) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return ' '
		}
		return r
	}, text)
	runes := []rune(collapse(text))
	if len(runes) > limit {
		return strings.TrimSpace(string(runes[:limit-1])) + "…"
	}
	return string(runes)
}

// plain is the text of what may be HTML, such as a title: its tags are left out
// and its character references read. It is text still: `<` in it is a character.
func plain(text string, limit int) string {
	if !strings.ContainsAny(text, "<&") {
		return clipped(text, limit)
	}
	var out strings.Builder
	dropped := ""
	tokens := html.NewTokenizer(strings.NewReader(text))
	for {
		switch kind := tokens.Next(); kind {
		case html.ErrorToken:
			return clipped(out.String(), limit)
		case html.TextToken:
			if dropped == "" {
				out.Write(tokens.Text())
			}
		case html.StartTagToken, html.EndTagToken:
			name, _ := tokens.TagName()
			switch {
			case kind == html.EndTagToken && string(name) == dropped:
				dropped = ""
			case kind == html.StartTagToken && dropped == "" && (string(name) == "script" || string(name) == "style"):
				dropped = string(name)
			}
			if name := string(name); name == "br" || name == "p" || name == "div" {
				out.WriteByte(' ')
			}
		}
	}
}
