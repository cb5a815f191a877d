// Package blog is the feed of a publication on Medium about the game, in the
// shape that Medium gives its feeds.
package blog

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"
	"text/template"
	"time"

	"fieldhouse/devchain/chain/deck"
	"fieldhouse/plugins/representation"
)

// Path is where the feed is.
const Path = "/feed/fieldhouse"

// home is the publication's address on Medium, and source what Medium adds to
// every link of a feed.
const (
	home   = "https://medium.com/fieldhouse"
	source = "?source=rss----f1e1d400c0de---4"
	// publication is its name, which its badge shows.
	publication = "Fieldhouse"
)

// Feed answers the feed. It is safe for use by many goroutines.
type Feed struct {
	// Start is when the chain started, and Now its time.
	Start time.Time
	Now   func() time.Time
}

// ServeHTTP answers the feed, and 304 when the reader has it.
func (f *Feed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		header.Set("Allow", "GET, HEAD")
		http.Error(w, "the feed can only be read", http.StatusMethodNotAllowed)
		return
	}
	posts := publishedBy(f.Start, f.Now())
	body, err := render(posts, "http://"+r.Host)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	header.Set("ETag", representation.Tag(body))
	header.Set("Cache-Control", "no-cache")
	header.Set("Content-Type", "text/xml; charset=UTF-8")
	http.ServeContent(w, r, "", posts[0].Published, bytes.NewReader(body))
}

//go:embed rss.xml
var rssSource string

var rss = template.Must(template.New("rss").Funcs(template.FuncMap{
	// None of the texts holds the end of a quote.
	"cdata":   func(text string) string { return "<![CDATA[" + text + "]]>" },
	"rssTime": func(at time.Time) string { return at.UTC().Format("Mon, 02 Jan 2006 15:04:05 GMT") },
}).Parse(rssSource))

// render writes RSS 2.0 as Medium does. Images come from the gateway at base.
func render(posts []post, base string) ([]byte, error) {
	var out bytes.Buffer
	err := rss.Execute(&out, struct {
		Home, Base, Badge string
		Posts             []post
	}{home + source, base, base + PicturePrefix + picture(publication), posts})
	return out.Bytes(), err
}

// Address is the post's on Medium.
func (p post) Address() string { return fmt.Sprintf("%s/%s-%s%s", home, p.slug, p.ID(), source) }

// Teaser is the beginning of a post for members.
func (p post) Teaser() string {
	first := ""
	if found := paragraph.FindStringSubmatch(p.body); found != nil {
		first = found[1]
	}
	return fmt.Sprintf(`<div class="medium-feed-item"><p class="medium-feed-snippet">%s</p>`+
		`<p class="medium-feed-link"><a href="%s">Continue reading on Fieldhouse »</a></p></div>`, first, p.Address())
}

var (
	marks     = regexp.MustCompile(`\{\{(image|photo) ([^}]+)\}\}`)
	paragraph = regexp.MustCompile(`<p>(.*?)</p>`)
	breaks    = regexp.MustCompile(`>\n<`)
)

// Content is the post's HTML in one line, with its pictures and Medium's pixel.
func (p post) Content(base string) string {
	body := marks.ReplaceAllStringFunc(p.body, func(mark string) string {
		found := marks.FindStringSubmatch(mark)
		address := base + PicturePrefix + picture(found[2])
		if found[1] == "photo" { // one as Medium has them
			address = "https://cdn-images-1.medium.com/max/1024/1*" + p.ID() + ".png"
		}
		return fmt.Sprintf(`<figure><img alt="" src="%s" /><figcaption>%s</figcaption></figure>`, address, html.EscapeString(found[2]))
	})
	return breaks.ReplaceAllString(body, "><") +
		`<img src="https://medium.com/_/stat?event=post.clientViewed&referrerSource=full_rss&postId=` + p.ID() + `" width="1" height="1" alt="">`
}

// PicturePrefix is where an IPFS gateway has its files.
const PicturePrefix = "/ipfs/"

// picture is the hash of a picture by what stands on it.
func picture(name string) string { return deck.Picture("photo", deck.Football, 0, name) }

// board is what every picture is: a chalkboard with a play, of shapes alone, as a picture has no fonts of its page. What stands
// on it decides on the play.
const board = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 675"><rect width="1200" height="675" fill="#12251a"/>` +
	`<path d="M150 0V675M300 0V675M450 0V675M600 0V675M750 0V675M900 0V675M1050 0V675" stroke="#f4f3ec" stroke-opacity=".3" stroke-width="4"/>` +
	`<path d="M0 225H1200M0 450H1200" stroke="#f4f3ec" stroke-opacity=".3" stroke-width="22" stroke-dasharray="4 26"/>` +
	`<g fill="none" stroke="#f4f3ec" stroke-width="10">%s</g></svg>`

// play draws five who run, each to a place of their own, and who stands in their way.
func play(name string) string {
	sum := sha256.Sum256([]byte(name))
	var drawn strings.Builder
	for i, chance := range sum[:5] {
		y := 95 + 120*i
		x, turn, to := 260+int(chance%3)*50, 520+int(chance/3%4)*70, y+(int(chance/12%3)-1)*45
		end := turn + 220
		fmt.Fprintf(&drawn, `<circle cx="%d" cy="%d" r="26"/><path d="M%d %dH%dL%d %dM%d %dl-34 -16m34 16l-26 28"/>`,
			x, y, x+34, y, turn, end, to, end, to)
		fmt.Fprintf(&drawn, `<path d="M%d %dl44 44m0 -44l-44 44" stroke="#e9c66b"/>`, end+int(chance/36)*12+50, to-22)
	}
	return drawn.String()
}

// Pictures is a gateway of the posts' pictures. What a hash names never changes.
func Pictures() http.Handler {
	boards := map[string]string{}
	add := func(name string) { boards[picture(name)] = fmt.Sprintf(board, play(name)) }
	add(publication)
	for _, text := range written {
		for _, found := range marks.FindAllStringSubmatch(text.body, -1) {
			if found[1] == "image" {
				add(found[2])
			}
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Access-Control-Allow-Origin", "*")
		header.Set("X-Content-Type-Options", "nosniff")
		hash := strings.TrimPrefix(r.URL.Path, PicturePrefix)
		drawn, known := boards[hash]
		if !known {
			http.Error(w, "no picture has this hash", http.StatusNotFound)
			return
		}
		header.Set("ETag", `"`+hash+`"`)
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
		header.Set("Content-Type", "image/svg+xml")
		http.ServeContent(w, r, "", time.Time{}, strings.NewReader(drawn))
	})
}

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

// file is what a file has: title, author and categories stand before the post.
var file = regexp.MustCompile(`(?s)^title: (.+?)\nauthor: (.+?)\ncategories: (.+?)\n\n(.*)$`)

// readTexts reads the files. One without these is a mistake in the program.
func readTexts() []text {
	files, err := fs.Glob(texts, "texts/*.html") // sorted by name
	if err != nil {
		panic(err)
	}
	var read []text
	for _, name := range files {
		content, err := texts.ReadFile(name)
		if err != nil {
			panic(err)
		}
		found := file.FindStringSubmatch(string(content))
		if found == nil {
			panic(fmt.Sprintf("blog: %s does not start with title, author and categories", name))
		}
		_, slug, _ := strings.Cut(strings.TrimSuffix(path.Base(name), ".html"), "-")
		read = append(read, text{
			slug: slug, Title: found[1], Author: found[2], Categories: strings.Split(found[3], ", "), body: strings.TrimSpace(found[4]),
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
