package article

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"fieldhouse/plugins/plugintest/must"
)

var update = flag.Bool("update", false, "write what testdata/medium.xml becomes now into testdata/medium.json")

const address = "https://medium.com/feed/fieldhouse"

func read(t *testing.T, feed string) Document {
	t.Helper()
	return must.Get(Parse(context.Background(), Source{Address: address, Body: []byte(feed)}, 50))(t)
}

// rss is a feed with the given items.
func rss(items ...string) string {
	return `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"><channel>` + strings.Join(items, "") + `</channel></rss>`
}

func TestAMediumFeedBecomesTheFeedToJSONShape(t *testing.T) {
	feed := must.Get(os.ReadFile("testdata/medium.xml"))(t)
	body, left, err := read(t, string(feed)).JSON(1 << 20)
	if err != nil || left != 0 {
		t.Fatal(left, err)
	}
	var indented bytes.Buffer
	must.Do(t, json.Indent(&indented, append(body, '\n'), "", "\t"))
	if *update {
		must.Do(t, os.WriteFile("testdata/medium.json", indented.Bytes(), 0o644))
	}
	want, err := os.ReadFile("testdata/medium.json")
	if err != nil || indented.String() != string(want) {
		t.Errorf("%v: it is now\n%s", err, indented.String())
	}
}

// fixture reads a recorded answer, or skips the test where there are none.
func fixture(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("../../../../shared/fixtures", name))
	if err != nil {
		t.Skip("no recorded answers beside the repository: ", err)
	}
	return content
}

func TestTheRecordedMediumFeedBecomesTheRecordedShape(t *testing.T) {
	feed, recorded := fixture(t, "synthetic_medium_feed.xml"), fixture(t, "synthetic_rss2json.ok.200.json")
	document := must.Get(Parse(context.Background(), Source{Address: "https://medium.com/feed/synthetic-cards", Body: feed}, 50))(t)
	var want Document
	decoder := json.NewDecoder(bytes.NewReader(recorded))
	decoder.DisallowUnknownFields() // all that the shape has, we have
	must.Do(t, decoder.Decode(&want))
	got := document
	// Where we differ on purpose: Medium's `?source=rss` is taken off, and there
	// is a thumbnail and a description of our own.
	want.Feed.Link = strings.TrimSuffix(want.Feed.Link, "?source=rss----abc123def456---4")
	want.Items[0].Link = strings.TrimSuffix(want.Items[0].Link, "?source=rss----abc123def456---4")
	if got.Status != want.Status || got.Feed != want.Feed {
		t.Errorf("%+v, want %+v", got.Feed, want.Feed)
	}
	a, b := got.Items[0], want.Items[0]
	if a.Title != b.Title || a.PubDate != b.PubDate || a.Link != b.Link || a.GUID != b.GUID || a.Author != b.Author || a.Enclosure != b.Enclosure || fmt.Sprint(a.Categories) != fmt.Sprint(b.Categories) {
		t.Errorf("%+v, want %+v", a, b)
	}
	if len(got.Items) != 2 || got.Items[1].Title != "Only a teaser (members-only story)" || got.Items[1].Excerpt != "A snippet" {
		t.Errorf("%+v", got.Items)
	}
	wantOrder(t, recorded, document)
	for _, post := range got.Items {
		wantInert(t, post.Content, "")
		wantInert(t, post.Description, "")
		if strings.Contains(post.Content, "alert") || strings.Contains(post.Content, "/_/stat") {
			t.Errorf("%s", post.Content)
		}
	}
}

// wantOrder holds the order of our members against those of a recorded answer;
// ours may have more behind them.
func wantOrder(t *testing.T, recorded []byte, document Document) {
	t.Helper()
	body, _, err := document.JSON(1 << 20)
	must.Do(t, err)
	for _, path := range [][]string{{}, {"feed"}, {"items"}} {
		want, got := members(t, recorded, path), members(t, body, path)
		if len(got) < len(want) || strings.Join(got[:len(want)], " ") != strings.Join(want, " ") {
			t.Errorf("%v: members %v, want %v", path, got, want)
		}
	}
}

// members lists the names in an object in their order; in an array, its first.
func members(t *testing.T, body []byte, path []string) []string {
	t.Helper()
	for _, name := range path {
		var object map[string]json.RawMessage
		must.Do(t, json.Unmarshal(body, &object))
		body = object[name]
		var array []json.RawMessage
		if json.Unmarshal(body, &array) == nil {
			body = array[0]
		}
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	must.Get(decoder.Token())(t)
	var names []string
	for decoder.More() {
		name := must.Get(decoder.Token())(t)
		names = append(names, name.(string))
		var skipped json.RawMessage
		must.Do(t, decoder.Decode(&skipped))
	}
	return names
}

func TestABareAmpersandAndAnEncodedWithoutNamespaceAreRead(t *testing.T) {
	if document := read(t, string(fixture(t, "rss_gofeed.bare_ampersand.xml"))); document.Feed.Title != "Fish & Chips & more <3" || document.Items == nil {
		t.Errorf("%+v", document)
	}
	document := read(t, string(fixture(t, "rss_gofeed.encoded_no_namespace.xml")))
	if len(document.Items) != 1 || document.Items[0].Title != "First" || document.Items[0].Content != "hello" {
		t.Errorf("%+v", document)
	}
}

// A title may be missing where there is a description (RSS 2.0, elements of <item>).
func TestAPostWithoutATitleIsNamedByItsBeginning(t *testing.T) {
	document := read(t, rss("<item><description>&lt;p>Season &lt;b>three&lt;/b> begins.&lt;/p></description></item>",
		"<item><content:encoded>&lt;p>"+strings.Repeat("word ", 60)+"&lt;/p></content:encoded></item>"))
	if got := document.Items[0]; got.Title != "Season three begins." || !strings.HasPrefix(got.Slug, "season-three-begins-") {
		t.Errorf("%+v", got)
	}
	if got := document.Items[1].Title; utf8.RuneCountInString(got) > maxName || !strings.HasPrefix(got, "word word") || !strings.HasSuffix(got, "…") {
		t.Errorf("%q", got)
	}
}

func TestPostsAreNewestFirstAndThoseWithoutADateLast(t *testing.T) {
	item := func(title, date string) string {
		if date != "" {
			date = "<pubDate>" + date + "</pubDate>"
		}
		return "<item><title>" + title + "</title>" + date + "</item>"
	}
	document := read(t, rss(
		item("undated", ""), item("old", "Sun, 26 Nov 2023 08:00:00 GMT"), item("unreadable", "some day"),
		item("new", "Mon, 27 Nov 2023 08:00:00 GMT"), item("west", "Sun, 26 Nov 2023 08:00:00 -0500"), item("again", "Sun, 26 Nov 2023 08:00:00 GMT")))
	var got []string
	for _, post := range document.Items {
		got = append(got, strings.TrimSpace(post.Title+" "+post.PubDate))
	}
	want := "new 2023-11-27 08:00:00|west 2023-11-26 13:00:00|old 2023-11-26 08:00:00|again 2023-11-26 08:00:00|undated|unreadable"
	if strings.Join(got, "|") != want {
		t.Errorf("%v, want %s", got, want)
	}
}

func TestOfTwoPostsWithOneGUIDTheNewerStays(t *testing.T) {
	item := func(title, guid string, day int) string {
		return fmt.Sprintf("<item><title>%s</title><guid>%s</guid><pubDate>%d Nov 2023 08:00:00 GMT</pubDate></item>", title, guid, day)
	}
	document := read(t, rss(item("first", "a", 20), item("other", "b", 21), item("edited", "a", 22),
		"<item><title>none</title></item>", "<item><title>none either</title></item>",
		"<item><title>by link</title><link>https://x.example/1</link></item>", "<item><title>by link again</title><link>https://x.example/1</link></item>"))
	var got []string
	for _, post := range document.Items {
		got = append(got, post.Title)
	}
	if strings.Join(got, ",") != "edited,other,none,none either,by link" {
		t.Errorf("%v", got)
	}
	if document.Items[4].GUID != "https://x.example/1" {
		t.Errorf("a post without a guid has %q", document.Items[4].GUID)
	}
}

func TestAnAnswerHasTheNewestPostsUpToItsBound(t *testing.T) {
	var items []string
	for i := range 120 {
		items = append(items, fmt.Sprintf("<item><title>%d</title><guid>%d</guid><pubDate>%s</pubDate></item>", i, i, "Sun, 26 Nov 2023 08:"+fmt.Sprintf("%02d:%02d", i/60, i%60)+" GMT"))
	}
	document, err := Parse(context.Background(), Source{Address: address, Body: []byte(rss(items...))}, 50)
	if err != nil || len(document.Items) != 50 || document.Items[0].Title != "119" || document.Items[49].Title != "70" {
		t.Errorf("%d posts, %v", len(document.Items), err)
	}
}

func TestTheThumbnailIsTheOneThatIsNamedThenTheFirstThatIsNoPixel(t *testing.T) {
	img := `<content:encoded><![CDATA[<img src="https://x.example/pixel.gif" width=1 height=1><img src="https://stats.wordpress.com/b.gif"><img src="http://x.example/plain.png"><p><img src="/first.png"></p><img src="https://x.example/second.png">]]></content:encoded><link>https://x.example/post</link>`
	for name, test := range map[string]struct{ item, want string }{
		"first image":      {img, "https://x.example/first.png"},
		"media thumbnail":  {img + `<media:thumbnail url="https://x.example/thumb.png"/><media:content url="https://x.example/content.png" medium="image"/>`, "https://x.example/thumb.png"},
		"media group":      {img + `<media:group><media:thumbnail url="https://x.example/grouped.png"/></media:group>`, "https://x.example/grouped.png"},
		"media content":    {img + `<media:content url="https://x.example/content.png" medium="image"/>`, "https://x.example/content.png"},
		"pixel thumbnail":  {img + `<media:thumbnail url="https://x.example/thumb.png" width="1" height="1"/>`, "https://x.example/first.png"},
		"unsafe thumbnail": {img + `<media:thumbnail url="javascript:alert(1)"/>`, "https://x.example/first.png"},
		"image enclosure":  {img + `<enclosure url="https://x.example/enclosed.png" type="image/png"/>`, "https://x.example/enclosed.png"},
		"audio enclosure":  {`<enclosure url="https://x.example/a.mp3" type="audio/mpeg"/>`, ""},
		"in a description": {`<description>&lt;img src="https://x.example/d.png"&gt;</description>`, "https://x.example/d.png"},
		"none":             {`<description>text</description>`, ""},
	} {
		if got := read(t, rss("<item>"+test.item+"</item>")).Items[0].Thumbnail; got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

func TestAtomIsReadAsWell(t *testing.T) {
	document := read(t, `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://blog.example/"><title>Blog</title><author><name>The Team</name></author><link href="https://blog.example/"/>
		<entry><title type="html">Packs &amp;amp; prices</title><link href="posts/1"/><id>urn:1</id><updated>2023-11-26T08:01:19Z</updated><author><name>Ana</name></author>
		<content type="html">&lt;p onclick="alert(1)"&gt;Hello &lt;a href="2"&gt;two&lt;/a&gt;&lt;/p&gt;</content></entry></feed>`)
	post := document.Items[0]
	if document.Feed.Author != "The Team" || post.Title != "Packs & prices" || post.Link != "https://blog.example/posts/1" || post.PubDate != "2023-11-26 08:01:19" || post.Author != "Ana" ||
		post.Content != `<p>Hello <a href="https://blog.example/posts/2" rel="noopener nofollow ugc">two</a></p>` {
		t.Errorf("%+v", document)
	}
}

func TestWhatIsNoFeedIsRefused(t *testing.T) {
	for _, body := range []string{"", " ", "<html><body>Just a moment...</body></html>", `{"version":"https://jsonfeed.org/version/1","items":[]}`, "<opml></opml>", "not a feed", "\x1f\x8b\x08"} {
		if _, err := Parse(context.Background(), Source{Address: address, Body: []byte(body)}, 50); !errors.Is(err, ErrNoFeed) || !strings.Contains(err.Error(), address) {
			t.Errorf("%q: %v", body, err)
		}
	}
	for _, body := range []string{"<rss><channel><item>", "<rss><channel></rss>", "<rss>"} {
		if document, err := Parse(context.Background(), Source{Address: address, Body: []byte(body)}, 50); err == nil && len(document.Items) > 0 {
			t.Errorf("%q: %+v", body, document)
		}
	}
}

func TestParsingEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Parse(ctx, Source{Address: address, Body: []byte(rss("<item/>"))}, 50); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
