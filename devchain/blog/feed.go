package blog

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"fieldhouse/devchain/deck"
	"fieldhouse/devchain/picture"
)

// Path is where the feed is.
const Path = "/feed/fieldhouse"

// home is the publication's address on Medium, and source what Medium adds to
// every link of a feed.
const (
	home   = "https://medium.com/fieldhouse"
	source = "?source=rss----f1e1d400c0de---4"
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
	body := render(posts, "http://"+r.Host)
	sum := sha256.Sum256([]byte(body))
	tag := `"` + hex.EncodeToString(sum[:12]) + `"`
	modified := posts[0].published.Truncate(time.Second)
	header.Set("ETag", tag)
	header.Set("Last-Modified", modified.UTC().Format(http.TimeFormat))
	header.Set("Cache-Control", "no-cache")
	if unchanged(r, tag, modified) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	header.Set("Content-Type", "text/xml; charset=UTF-8")
	header.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method == http.MethodGet {
		_, _ = w.Write([]byte(body)) // a client that went away needs no answer
	}
}

// unchanged judges a conditional request: the time counts only without a tag (RFC
// 9110, section 13.2.2).
func unchanged(r *http.Request, tag string, modified time.Time) bool {
	if match := r.Header.Get("If-None-Match"); match != "" {
		return match == "*" || strings.Contains(match, tag)
	}
	since, err := http.ParseTime(r.Header.Get("If-Modified-Since"))
	return err == nil && !modified.After(since)
}

// render writes RSS 2.0 as Medium does. Images come from the gateway at base.
func render(posts []post, base string) string {
	var out strings.Builder
	out.WriteString(`<?xml version="1.0" encoding="UTF-8"?><rss xmlns:dc="http://purl.org/dc/elements/1.1/" ` +
		`xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom" version="2.0" ` +
		`xmlns:cc="http://cyber.law.harvard.edu/rss/creativeCommonsRssModule.html">` + "\n    <channel>\n")
	fmt.Fprintf(&out, "        <title>%s</title>\n        <description>%s</description>\n        <link>%s</link>\n",
		cdata("Fieldhouse - Medium"), cdata("News from a game of cards that two sports share. - Medium"), home+source)
	fmt.Fprintf(&out, "        <image>\n            <url>%s</url>\n            <title>Fieldhouse - Medium</title>\n            <link>%s</link>\n        </image>\n",
		base+picture.Prefix+photo("Fieldhouse").Hash(), home+source)
	fmt.Fprintf(&out, "        <generator>Medium</generator>\n        <lastBuildDate>%s</lastBuildDate>\n", rssTime(posts[0].published))
	fmt.Fprintf(&out, "        <atom:link href=\"%s\" rel=\"self\" type=\"application/rss+xml\"/>\n        <webMaster>%s</webMaster>\n"+
		"        <atom:link href=\"http://medium.superfeedr.com\" rel=\"hub\"/>\n",
		"https://medium.com/feed/fieldhouse", cdata("yourfriends@medium.com"))
	for _, post := range posts {
		post.render(&out, base)
	}
	out.WriteString("    </channel>\n</rss>")
	return out.String()
}

func (p post) render(out *strings.Builder, base string) {
	address := fmt.Sprintf("%s/%s-%s%s", home, p.slug, p.id(), source)
	fmt.Fprintf(out, "        <item>\n            <title>%s</title>\n", cdata(p.title))
	if p.members() {
		fmt.Fprintf(out, "            <description>%s</description>\n", cdata(fmt.Sprintf(
			`<div class="medium-feed-item"><p class="medium-feed-snippet">%s</p><p class="medium-feed-link"><a href="%s">Continue reading on Fieldhouse »</a></p></div>`,
			firstParagraph(p.body), address)))
	}
	fmt.Fprintf(out, "            <link>%s</link>\n            <guid isPermaLink=\"false\">https://medium.com/p/%s</guid>\n", address, p.id())
	for _, category := range p.categories {
		fmt.Fprintf(out, "            <category>%s</category>\n", cdata(category))
	}
	fmt.Fprintf(out, "            <dc:creator>%s</dc:creator>\n            <pubDate>%s</pubDate>\n            <atom:updated>%s</atom:updated>\n",
		cdata(p.author), rssTime(p.published), p.published.UTC().Format("2006-01-02T15:04:05.000Z"))
	if !p.members() {
		fmt.Fprintf(out, "            <content:encoded>%s</content:encoded>\n", cdata(p.content(base)))
	}
	out.WriteString("        </item>\n")
}

var (
	marks     = regexp.MustCompile(`\{\{(image|photo) ([^}]+)\}\}`)
	paragraph = regexp.MustCompile(`<p>(.*?)</p>`)
	breaks    = regexp.MustCompile(`>\n<`)
)

// content is the post's HTML in one line, with its pictures and Medium's pixel.
func (p post) content(base string) string {
	body := marks.ReplaceAllStringFunc(p.body, func(mark string) string {
		found := marks.FindStringSubmatch(mark)
		address := base + picture.Prefix + photo(found[2]).Hash()
		if found[1] == "photo" { // one as Medium has them
			address = "https://cdn-images-1.medium.com/max/1024/1*" + p.id() + ".png"
		}
		return fmt.Sprintf(`<figure><img alt="" src="%s" /><figcaption>%s</figcaption></figure>`, address, html.EscapeString(found[2]))
	})
	return breaks.ReplaceAllString(body, "><") +
		`<img src="https://medium.com/_/stat?event=post.clientViewed&referrerSource=full_rss&postId=` + p.id() + `" width="1" height="1" alt="">`
}

func firstParagraph(body string) string {
	found := paragraph.FindStringSubmatch(body)
	if found == nil {
		return ""
	}
	return found[1]
}

// photo is the picture of a name.
func photo(name string) picture.Subject {
	return picture.Subject{Kind: picture.KindPhoto, Sport: deck.Football, Name: name}
}

// Pictures are the pictures of all posts.
func Pictures() []picture.Subject {
	subjects := []picture.Subject{photo("Fieldhouse")}
	for _, text := range written {
		for _, found := range marks.FindAllStringSubmatch(text.body, -1) {
			if found[1] == "image" {
				subjects = append(subjects, photo(found[2]))
			}
		}
	}
	return subjects
}

// cdata quotes a text. None of the texts holds the end of a quote.
func cdata(text string) string { return "<![CDATA[" + text + "]]>" }

func rssTime(at time.Time) string { return at.UTC().Format("Mon, 02 Jan 2006 15:04:05 GMT") }
