package article

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFeedsThatCostMoreThanTheirBytesAreRefused(t *testing.T) {
	declared := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, ` xmlns:n%d="u%d"`, i, i)
		}
		return b.String()
	}
	for name, test := range map[string]struct{ feed, naming string }{
		"nested extensions":          {rss("<item>" + strings.Repeat("<x:a>", 20_000) + strings.Repeat("</x:a>", 20_000) + "</item>"), "levels"},
		"nested without end":         {rss("<item>" + strings.Repeat("<x:a>", 20_000)), "levels"},
		"many items":                 {rss(strings.Repeat("<item/>", maxItems+1)), "items"},
		"many elements":              {rss("<item>" + strings.Repeat("<c/>", maxElements) + "</item>"), "elements"},
		"text in pieces":             {rss("<item><x:a>" + strings.Repeat("y", 1<<20) + strings.Repeat("<!---->z", 100) + "</x:a></item>"), "pieces"},
		"a book as a name":           {rss("<item><dc:creator>" + strings.Repeat("x (@", 2000) + "</dc:creator></item>"), "name"},
		"a thousand namespaces":      {"<rss" + declared(1000) + "><channel/></rss>", "namespace"},
		"a namespace on each":        {rss("<item>" + strings.Repeat(`<x:a xmlns:x="y"/>`, 1000) + "</item>"), "namespace"},
		"behind another declaration": {`<!-- --><?xml version="1.0" encoding="windows-1252"?>` + rss("<item>"+strings.Repeat("<x:a>", 1000)), "levels"},
	} {
		_, err := Parse(context.Background(), Source{Address: address, Body: []byte(test.feed)}, 50)
		if !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), test.naming) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A tree of this HTML has 480 elements for each p: 960,000.
func TestAnXMLBaseDoesNotMakeTheParserBuildTrees(t *testing.T) {
	var bomb strings.Builder
	bomb.WriteString("&lt;p>")
	for i := range 480 {
		fmt.Fprintf(&bomb, "&lt;b id=%d>", i)
	}
	bomb.WriteString(strings.Repeat("&lt;p>x", 2_000))
	for _, attribute := range []string{
		`xml:base="https://blog.example/"`, `xml:base = 'https://blog.example/'`, "xml:base\n=\n'https://blog.example/'", `title=" xml:base=" xml:base="https://blog.example/"`,
		`xmlns:q="http://www.w3.org/XML/1998/namespace" q:base="https://blog.example/"`,
	} {
		feed := `<feed xmlns="http://www.w3.org/2005/Atom" ` + attribute + `><entry><title>t</title><link href="1"/><content type="html">` + bomb.String() + `x</content></entry></feed>`
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		document, err := Parse(context.Background(), Source{Address: address, Body: []byte(feed)}, 50)
		runtime.ReadMemStats(&after)
		if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 100<<20 {
			t.Errorf("%s: %d bytes were allocated for a feed of %d", attribute, allocated, len(feed))
		}
		if err != nil || len(document.Items) != 1 || document.Items[0].Link != "https://blog.example/1" {
			t.Errorf("%s: %v", attribute, err)
		}
	}
	document := read(t, `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="relative/"><entry><link href="1" title=":base="/></entry></feed>`)
	if document.Items[0].Link != "https://medium.com/feed/1" {
		t.Errorf("a base that is relative: %+v", document.Items)
	}
}

func TestEntitiesThatADocumentDeclaresAreNeverExpandedOrLoaded(t *testing.T) {
	for name, feed := range map[string]string{
		"billion laughs": `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>` + rss("<item><title>&c;</title><description>&c;</description></item>"),
		"a file":         `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>` + rss("<item><title>&x;</title><description>&x;</description></item>"),
		"an address":     `<?xml version="1.0"?><!DOCTYPE rss SYSTEM "http://127.0.0.1:1/x.dtd" [<!ENTITY % x SYSTEM "http://127.0.0.1:1/y"> %x;]>` + rss("<item><title>t</title></item>"),
	} {
		document, err := Parse(context.Background(), Source{Address: address, Body: []byte(feed)}, 50)
		if err != nil {
			continue // refused is as good
		}
		for _, post := range document.Items {
			if strings.Contains(post.Title+post.Description, "haha") || strings.Contains(post.Title+post.Description, "root:") || len(post.Title) > 10 {
				t.Errorf("%s: %+v", name, post)
			}
		}
	}
}

func TestAFeedIsReadInItsOwnEncodingWhateverItsLabelsSay(t *testing.T) {
	const declared = `<?xml version="1.0" encoding="%s"?>`
	feed := func(title string) string { return "<rss><channel><title>" + title + "</title></channel></rss>" }
	utf16 := func(text string, big bool) string {
		out := []byte{0xff, 0xfe}
		if big {
			out = []byte{0xfe, 0xff}
		}
		for _, r := range text {
			if big {
				out = append(out, byte(r>>8), byte(r))
			} else {
				out = append(out, byte(r), byte(r>>8))
			}
		}
		return string(out)
	}
	for name, test := range map[string]struct{ contentType, body, title string }{
		"UTF-8":                    {"", feed("España"), "España"},
		"UTF-8 with a mark":        {"", "\xef\xbb\xbf" + fmt.Sprintf(declared, "utf-8") + feed("España"), "España"},
		"UTF-8 said to be Latin-1": {"text/xml; charset=iso-8859-1", fmt.Sprintf(declared, "iso-8859-1") + feed("España"), "España"},
		"Latin-1 by declaration":   {"text/xml", fmt.Sprintf(declared, "ISO-8859-1") + feed("Espa\xf1a"), "España"},
		"Latin-1 by header":        {"text/xml; charset=ISO-8859-1", feed("Espa\xf1a"), "España"},
		"Latin-2 by header":        {"text/xml; charset=iso-8859-2", fmt.Sprintf(declared, "iso-8859-1") + feed("\xa9koda"), "Škoda"},
		"Latin-1 without a word":   {"", feed("Espa\xf1a \x80"), "España €"},
		"said to be nothing":       {"text/xml; charset=nonsense", fmt.Sprintf(declared, "nonsense") + feed("Espa\xf1a"), "España"},
		"broken UTF-8":             {"text/xml; charset=utf-8", feed("Espa\xf1a ñ"), "Espa\uFFFDa ñ"},
		"UTF-16 LE":                {"", utf16(fmt.Sprintf(declared, "utf-16")+feed("España"), false), "España"},
		"UTF-16 BE":                {"", utf16(fmt.Sprintf(declared, "utf-16")+feed("España"), true), "España"},
		"Shift JIS":                {"", fmt.Sprintf(declared, "shift_jis") + feed("\x83J\x81[\x83h"), "カード"},
		"ISO-2022-JP":              {"text/xml; charset=iso-2022-jp", feed("\x1b$B%+!<%I\x1b(B"), "カード"},
		"control characters":       {"", feed("a\x01b\x0bc"), "abc"},
	} {
		document, err := Parse(context.Background(), Source{Address: address, ContentType: test.contentType, Body: []byte(test.body)}, 50)
		if err != nil || document.Feed.Title != test.title {
			t.Errorf("%s: %q, %v, want %q", name, document.Feed.Title, err, test.title)
		}
	}
}

func TestAnAnswerStaysWithinItsBytesByLeavingOutTheOldest(t *testing.T) {
	var items []string
	for day := range 10 {
		items = append(items, fmt.Sprintf("<item><title>%d</title><pubDate>%02d Nov 2023 08:00:00 GMT</pubDate><description>The beginning.</description><content:encoded>%s</content:encoded></item>", day, day+1, strings.Repeat("word ", 400)))
	}
	document := read(t, rss(items...))
	whole, left, err := document.JSON(1 << 20)
	if err != nil || left != 0 {
		t.Fatal(left, err)
	}
	for _, limit := range []int{len(whole), len(whole) - 1, len(whole) / 2, len(whole) / 9, 1500} {
		body, left, err := document.JSON(limit)
		if err != nil || len(body) > limit || (left == 0) != (limit == len(whole)) || !strings.Contains(string(body), `"title":"9"`) {
			t.Errorf("%d bytes: %d bytes, %d left out, %v", limit, len(body), left, err)
		}
	}
	body, _, err := document.JSON(900)
	if err != nil || !strings.Contains(string(body), `"content":""`) || !strings.Contains(string(body), "The beginning.") {
		t.Errorf("%s, %v", body, err)
	}
	if _, _, err := document.JSON(50); err == nil || !strings.Contains(err.Error(), "50") {
		t.Errorf("an answer of 50 bytes: %v", err)
	}
	if len(document.Items) != 10 || document.Items[0].Content == "" {
		t.Error("writing it changed the document")
	}
}

func TestLongTextsOfAFeedAreBounded(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	document := read(t, rss("<title>"+long+"</title><description>"+long+"</description><link>https://x.example/"+long+"</link><item><title>"+long+"</title><guid>"+long+"</guid><dc:creator>"+long[:4000]+"</dc:creator>"+strings.Repeat("<category>"+long+"</category>", 2)+
		func() (b string) {
			for i := range 100 {
				b += fmt.Sprintf("<category>%d</category>", i)
			}
			return b
		}()+"<link>https://x.example/"+long+`</link><enclosure url="https://x.example/`+long+`" type="`+long+`" length="-5"/></item>`))
	document.Items[0].Content, document.Items[0].Description = "", ""
	body, _, err := document.JSON(8 << 10)
	if err != nil || len(document.Items[0].Categories) != maxCategories {
		t.Errorf("%d bytes, %d categories, %v", len(body), len(document.Items[0].Categories), err)
	}
}

func FuzzFeed(f *testing.F) {
	for _, attack := range attacks {
		f.Add([]byte(rss("<item><content:encoded><![CDATA["+strings.ReplaceAll(attack, "]]>", "]]&gt;")+"]]></content:encoded></item>")), "")
	}
	f.Add([]byte(`<feed xmlns="http://www.w3.org/2005/Atom"><entry><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><svg onload="x"/></div></content></entry></feed>`), "text/xml; charset=utf-16")
	f.Add([]byte(rss("<item><pubDate>x</pubDate><media:thumbnail url='javascript:x'/><enclosure url='data:,x'/></item>")), "text/xml; charset=iso-2022-jp")
	f.Fuzz(func(t *testing.T, feed []byte, contentType string) {
		if len(feed) > 64<<10 {
			return
		}
		document, err := Parse(context.Background(), Source{Address: address, ContentType: contentType, Body: feed}, 10)
		if err != nil {
			return
		}
		if len(document.Items) > 10 {
			t.Errorf("%d posts", len(document.Items))
		}
		for _, post := range document.Items {
			wantInert(t, post.Content, "")
			wantInert(t, post.Description, "")
			for _, link := range []string{post.Link, post.Enclosure.Link} {
				if link != "" {
					wantScheme(t, link, "http", "https")
				}
			}
			if post.Thumbnail != "" {
				wantScheme(t, post.Thumbnail, "https")
			}
		}
		if body, _, err := document.JSON(1 << 20); err == nil && !utf8.Valid(body) {
			t.Errorf("not UTF-8: %q", body)
		}
	})
}

func FuzzSanitise(f *testing.F) {
	for _, attack := range attacks {
		f.Add(attack)
	}
	f.Fuzz(func(t *testing.T, source string) {
		if len(source) > 16<<10 {
			return
		}
		wantInert(t, clean(t, source).HTML, "")
	})
}
