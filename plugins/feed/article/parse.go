// Package article reads feeds from outside: RSS and Atom in, articles out that
// are safe to put into a page. It bounds what a feed may cost, repairs what feeds
// get wrong, and lets through only HTML of a short list.
package article

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mmcdole/gofeed"
	"golang.org/x/net/html"
)

// Source is a feed as it was fetched.
type Source struct {
	// Address is where it is; the addresses in it may be relative to it.
	Address string
	// ContentType is the header of the answer.
	ContentType string
	Body        []byte
}

// The bounds of the texts of a post, in characters and numbers.
const (
	maxTitle      = 300
	maxName       = 120
	maxGUID       = 500
	maxCategories = 20
	maxSummary    = 1000
)

// pubDate is the date's form of the feed-to-JSON shape, in UTC.
const pubDate = "2006-01-02 15:04:05"

// ErrNoFeed: what was fetched is neither RSS nor Atom.
var ErrNoFeed = errors.New("it is neither RSS nor Atom")

// Parse reads a feed and sanitises its newest posts, at most limit of them. It
// ends with ctx.
func Parse(ctx context.Context, source Source, limit int) (Document, error) {
	document, err := parse(ctx, source, limit)
	if err != nil {
		return Document{}, fmt.Errorf("reading the feed %s: %w", source.Address, err)
	}
	return document, nil
}

func parse(ctx context.Context, source Source, limit int) (Document, error) {
	at, err := url.Parse(source.Address)
	if err != nil {
		return Document{}, err
	}
	body, err := toUTF8(source.Body, source.ContentType)
	if err != nil {
		return Document{}, err
	}
	// A feed of JSON is none of ours.
	if body = bytes.TrimSpace(body); !bytes.HasPrefix(body, []byte("<")) {
		return Document{}, ErrNoFeed
	}
	body, named, err := withoutBase(body)
	if err != nil {
		return Document{}, err
	}
	parser := gofeed.NewParser()
	// The first picture is found here, where pixels are known.
	parser.RSSTranslator = &gofeed.DefaultRSSTranslator{DisableContentImageScan: true}
	feed, err := parser.Parse(bytes.NewReader(body))
	if errors.Is(err, gofeed.ErrFeedTypeNotDetected) {
		return Document{}, ErrNoFeed
	}
	if err != nil {
		return Document{}, err
	}
	from := base{at: at}
	if at.Scheme == "http" {
		from.plain = "http://" + at.Host
	}
	if named != nil {
		from.at = named
	}
	document := Document{Status: "ok", Feed: channel(feed, source.Address, from), Items: []Post{}}
	for _, item := range newest(feed.Items, limit) {
		if err := ctx.Err(); err != nil {
			return Document{}, err
		}
		document.Items = append(document.Items, post(item, from))
	}
	NameSlugs(document.Items)
	return document, nil
}

func channel(feed *gofeed.Feed, address string, from base) Channel {
	result := Channel{
		URL:         address,
		Title:       plain(feed.Title, maxTitle),
		Link:        from.page(feed.Link),
		Description: plain(feed.Description, maxSummary),
	}
	if feed.Author != nil { // its name; an address for mail is nobody's business
		result.Author = plain(feed.Author.Name, maxName)
	}
	if feed.Image != nil {
		result.Image = from.image(feed.Image.URL)
	}
	return result
}

// newest puts the items in order, newest first and those without a date last,
// and takes out what is there twice. Of two with the same guid the newer stays.
func newest(items []*gofeed.Item, limit int) []*gofeed.Item {
	sorted := slices.Clone(items)
	slices.SortStableFunc(sorted, func(a, b *gofeed.Item) int { return date(b).Compare(date(a)) })
	seen := make(map[string]bool)
	return slices.DeleteFunc(sorted, func(item *gofeed.Item) bool {
		id := cmp.Or(strings.TrimSpace(item.GUID), strings.TrimSpace(item.Link))
		if id != "" && seen[id] || len(seen) >= limit {
			return true
		}
		if id == "" {
			id = "\x00" + strconv.Itoa(len(seen)) // nothing to tell it by: it is its own
		}
		seen[id] = true
		return false
	})
}

// date is when an item was published, or else changed; the zero time for none.
func date(item *gofeed.Item) time.Time {
	for _, t := range []*time.Time{item.PublishedParsed, item.UpdatedParsed} {
		if t != nil {
			return t.UTC()
		}
	}
	return time.Time{}
}

func post(item *gofeed.Item, from base) Post {
	result := Post{
		Title:      plain(item.Title, maxTitle),
		Link:       from.page(item.Link),
		GUID:       clipped(item.GUID, maxGUID),
		Categories: []string{},
	}
	if t := date(item); !t.IsZero() && t.Year() > 0 && t.Year() <= 9999 {
		result.PubDate = t.Format(pubDate)
	}
	if result.GUID == "" {
		result.GUID = result.Link
	}
	if item.Author != nil {
		result.Author = plain(item.Author.Name, maxName)
	}
	for _, category := range item.Categories {
		category = plain(category, maxName)
		if category != "" && len(result.Categories) < maxCategories && !slices.Contains(result.Categories, category) {
			result.Categories = append(result.Categories, category)
		}
	}
	if at, err := url.Parse(result.Link); err == nil && result.Link != "" {
		from.at = at
	}
	fill(&result, item, from)
	result.Title = cmp.Or(result.Title, clipped(result.Excerpt, maxName))
	result.Enclosure = enclosure(item, from)
	result.Thumbnail = cmp.Or(namedPicture(item, from), result.Thumbnail)
	return result
}

// fill sets what is made of the item's HTML.
func fill(result *Post, item *gofeed.Item, from base) {
	// A feed that forgot the namespace of content:encoded has it as its own.
	content := sanitise(cmp.Or(item.Content, item.Custom["encoded"]), from)
	description := sanitise(item.Description, from)
	if content.HTML == "" {
		content = description
	}
	result.Content = content.HTML
	result.Excerpt = excerpt(cmp.Or(description.Prose, content.Prose, description.Text, content.Text))
	result.Description = cmp.Or(description.HTML, excerptHTML(result.Excerpt))
	result.ReadingTime = readingTime(content.Text)
	result.Thumbnail = cmp.Or(content.Image, description.Image)
}

// excerptHTML is an excerpt as a description, which is HTML.
func excerptHTML(excerpt string) string { return html.EscapeString(excerpt) }

// enclosure is the item's first file whose address is safe.
func enclosure(item *gofeed.Item, from base) Enclosure {
	for _, file := range item.Enclosures {
		if file == nil {
			continue
		}
		if link := from.page(file.URL); link != "" {
			length, err := strconv.ParseInt(strings.TrimSpace(file.Length), 10, 64)
			if err != nil || length < 0 {
				length = 0
			}
			return Enclosure{Link: link, Type: clipped(file.Type, maxName), Length: length}
		}
	}
	return Enclosure{}
}

// namedPicture is the picture that the item itself names: media:thumbnail, also
// in a media:group, then media:content, itunes:image or an enclosure.
func namedPicture(item *gofeed.Item, from base) string {
	media := item.Extensions["media"]
	thumbnails := media["thumbnail"]
	for _, group := range media["group"] {
		thumbnails = append(slices.Clip(thumbnails), group.Children["thumbnail"]...)
	}
	for _, thumbnail := range thumbnails {
		if isPixel(thumbnail.Attrs["width"]) || isPixel(thumbnail.Attrs["height"]) {
			continue
		}
		if picture := from.image(thumbnail.Attrs["url"]); picture != "" {
			return picture
		}
	}
	if item.Image != nil {
		return from.image(item.Image.URL)
	}
	return ""
}
