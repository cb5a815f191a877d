package article

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Document is a feed in the feed-to-JSON shape (specification, section 7), with
// its members in that order. Of the texts, `description` and `content` of a post
// are HTML, inert and safe to put into a page; all others are text, in which `<`
// is a character.
type Document struct {
	// Status is `ok`.
	Status string  `json:"status"`
	Feed   Channel `json:"feed"`
	// Items are the posts, newest first; those without a date come last.
	Items []Post `json:"items"`
}

// Channel is what a feed says of itself.
type Channel struct {
	// URL is the address that was asked for.
	URL         string `json:"url"`
	Title       string `json:"title"`
	Link        string `json:"link"`
	Author      string `json:"author"`
	Description string `json:"description"`
	// Image is an address; empty for none.
	Image string `json:"image"`
}

// Post is one item of a feed.
type Post struct {
	// Title is how the post begins where the feed gives none.
	Title string `json:"title"`
	// PubDate is `YYYY-MM-DD HH:MM:SS` in UTC; empty for a post without a date.
	PubDate string `json:"pubDate"`
	Link    string `json:"link"`
	GUID    string `json:"guid"`
	Author  string `json:"author"`
	// Thumbnail is the address of the picture that stands for the post: its
	// media:thumbnail, another picture that it names, or the first one in it;
	// empty for none.
	Thumbnail string `json:"thumbnail"`
	// Description is the feed's, as HTML, or the excerpt when it has none.
	Description string `json:"description"`
	// Content is the post as HTML, or the description when the feed has no more.
	Content    string    `json:"content"`
	Enclosure  Enclosure `json:"enclosure"`
	Categories []string  `json:"categories"`

	// Slug is what the post's address on this site ends with: small letters a to z,
	// digits and hyphens. No other post of the document has it.
	Slug string `json:"slug"`
	// Excerpt is how the post begins, as text of about 200 characters.
	Excerpt string `json:"excerpt"`
	// ReadingTime is in whole minutes at 238 words a minute, at least 1.
	ReadingTime int `json:"readingTime"`
}

// Enclosure is a file that belongs to a post; all empty for none.
type Enclosure struct {
	Link string `json:"link,omitempty"`
	Type string `json:"type,omitempty"`
	// Length is in bytes; 0 when it is not known.
	Length int64 `json:"length,omitempty"`
}

// JSON writes the document in at most limit bytes. When it is larger, posts are
// left out from the end, the oldest; a single one that is too large loses its
// content and keeps its excerpt. left is how many were left out or emptied.
func (d Document) JSON(limit int) (body []byte, left int, err error) {
	posts := d.Items
	d.Items = []Post{}
	if body, err = encode(d); err != nil {
		return nil, 0, fmt.Errorf("writing the feed %s as JSON: %w", d.Feed.URL, err)
	}
	end := []byte("]}") // of the items and the document, which are last
	body = bytes.TrimSuffix(body, end)
	for i, post := range posts {
		written, err := encode(post)
		if err == nil && i == 0 && len(body)+len(written)+len(end) > limit {
			post.Content, post.Description = "", excerptHTML(post.Excerpt)
			written, err = encode(post)
			left = 1
		}
		if err != nil {
			return nil, left, fmt.Errorf("writing a post of the feed %s as JSON: %w", d.Feed.URL, err)
		}
		if i > 0 {
			written = append([]byte(","), written...)
		}
		if i > 0 && len(body)+len(written)+len(end) > limit {
			left += len(posts) - i
			break
		}
		body = append(body, written...)
	}
	if body = append(body, end...); len(body) > limit {
		return nil, left, fmt.Errorf("writing the feed %s as JSON: %d bytes are more than the %d that an answer may have", d.Feed.URL, len(body), limit)
	}
	return body, left, nil
}

// encode leaves <, > and & as they are: the body is JSON and never a page.
func encode(value any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}
