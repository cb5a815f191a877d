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

	"golang.org/x/text/unicode/norm"
)

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
