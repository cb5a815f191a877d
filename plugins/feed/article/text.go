package article

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"path"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/text/unicode/norm"
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

// maxSlug bounds a slug, in bytes.
const maxSlug = 96

var slug = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// IsSlug reports whether a text can be a post's slug.
func IsSlug(text string) bool { return len(text) <= 2*maxSlug && slug.MatchString(text) }

// NameSlugs gives each post without one a slug of its own: what its address on this site
// ends with. It is the last segment of the post's own address, which its publisher keeps
// when the title changes. The older of two with the same one has it; posts are
// newest first.
func NameSlugs(posts []Post) {
	taken := make(map[string]bool, len(posts))
	for _, post := range posts {
		taken[post.Slug] = true
	}
	for index := len(posts) - 1; index >= 0; index-- {
		post := &posts[index]
		if post.Slug != "" {
			continue
		}
		digest := sha256.Sum256([]byte(cmp.Or(post.GUID, post.PubDate+post.Title)))
		mark := hex.EncodeToString(digest[:4])
		post.Slug = lastSegment(post.Link)
		if post.Slug == "" || taken[post.Slug] {
			post.Slug = strings.TrimPrefix(cmp.Or(post.Slug, slugOf(post.Title))+"-"+mark, "-")
		}
		for taken[post.Slug] {
			post.Slug += "-" + mark
		}
		taken[post.Slug] = true
	}
}

// lastSegment is the last segment of an address's path as a slug; empty where it
// has none, or one that says nothing, such as that of ?p=12.
func lastSegment(address string) string {
	at, err := url.Parse(address)
	if err != nil || at.RawQuery != "" {
		return ""
	}
	last := path.Base(at.Path)
	return slugOf(strings.TrimSuffix(last, path.Ext(last)))
}

// slugOf is a text in small letters a to z, digits and single hyphens: accents are
// left out, and so are letters of other alphabets.
func slugOf(text string) string {
	var slug strings.Builder
	for _, letter := range norm.NFKD.String(text) {
		letter = unicode.ToLower(letter)
		switch {
		case letter >= 'a' && letter <= 'z', letter >= '0' && letter <= '9':
			slug.WriteRune(letter)
		case !unicode.Is(unicode.Mn, letter) && slug.Len() > 0 && !strings.HasSuffix(slug.String(), "-"):
			slug.WriteByte('-')
		}
		if slug.Len() >= maxSlug {
			break
		}
	}
	return strings.TrimSuffix(slug.String(), "-")
}
