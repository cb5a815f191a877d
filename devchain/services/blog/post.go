// Package blog is the feed of a publication on Medium about the game, in the
// shape that Medium gives its feeds.
package blog

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"
)

//go:embed texts/*.html
var texts embed.FS

// text is a post before it has a date.
type text struct {
	Title, Author string
	Categories    []string
	slug, body    string
}

// written are the posts in the order they appear.
var written = readTexts()

// readTexts reads the files, which start with title, author and categories. A file
// that does not is a mistake in the program.
func readTexts() []text {
	files, err := fs.Glob(texts, "texts/*.html") // sorted by name
	if err != nil {
		panic(err)
	}
	var read []text
	for _, file := range files {
		content, err := texts.ReadFile(file)
		if err != nil {
			panic(err)
		}
		head, body, _ := strings.Cut(string(content), "\n\n")
		lines := strings.Split(head, "\n")
		if len(lines) != 3 {
			panic(fmt.Sprintf("blog: %s does not start with title, author and categories", file))
		}
		value := func(line int, name string) string {
			found, ok := strings.CutPrefix(lines[line], name+": ")
			if !ok {
				panic(fmt.Sprintf("blog: line %d of %s is not its %s", line+1, file, name))
			}
			return found
		}
		_, slug, _ := strings.Cut(strings.TrimSuffix(path.Base(file), ".html"), "-")
		read = append(read, text{
			slug: slug, Title: value(0, "title"), Author: value(1, "author"),
			Categories: strings.Split(value(2, "categories"), ", "), body: strings.TrimSpace(body),
		})
	}
	return read
}

const (
	// Before is how many posts there are when the chain starts, one a day before
	// it.
	Before = 8
	// Every is the time on the chain between two posts from then on.
	Every = 5 * time.Minute
	// Shown is how many posts a feed has at most.
	Shown = 10
	// teaser is which post is for members: the feed has only its beginning.
	teaser = 6
)

// post is a published text. When all were published they come again, from the
// archive.
type post struct {
	text
	number    int // from 0, in the order of publication
	Published time.Time
}

// ID is the post's twelve hexadecimal digits.
func (p post) ID() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "fieldhouse post %d", p.number))
	return hex.EncodeToString(sum[:6])
}

// Members tells whether the feed has only the post's beginning.
func (p post) Members() bool { return p.number == teaser }

// publishedBy are the newest posts at a time, the newest first, of a blog whose
// chain started at the start.
func publishedBy(start, now time.Time) []post {
	last := Before - 1
	if now.After(start) {
		last += int(now.Sub(start) / Every)
	}
	var posts []post
	for number := last; number >= 0 && len(posts) < Shown; number-- {
		of := written[number%len(written)]
		if number >= len(written) {
			of.Title = "From the archive: " + of.Title
		}
		at := start.Add(time.Duration(number-Before+1) * Every)
		if number < Before {
			at = start.Add(-time.Duration(Before-number) * 24 * time.Hour).Truncate(time.Hour).Add(time.Duration(7*number+4) * time.Minute)
		}
		posts = append(posts, post{of, number, at})
	}
	return posts
}
