package article

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestReadingTimeIsWholeMinutesAt238Words(t *testing.T) {
	for words, want := range map[int]int{0: 1, 1: 1, 238: 1, 239: 2, 476: 2, 477: 3, 2380: 10} {
		if got := readingTime(strings.Repeat("word ", words)); got != want {
			t.Errorf("%d words: %d minutes, want %d", words, got, want)
		}
	}
}

func TestAnExcerptIsCutAtAWordWithAnEllipsis(t *testing.T) {
	long := strings.Repeat("word ", 100)
	for name, test := range map[string]struct{ text, want string }{
		"short":       {"  A short\n text ", "A short text"},
		"empty":       {" ", ""},
		"just fits":   {strings.Repeat("x", excerptLength), strings.Repeat("x", excerptLength)},
		"words":       {long, strings.TrimSpace(strings.Repeat("word ", 40)) + "…"},
		"a comma":     {strings.Repeat("x", 190) + ", " + strings.Repeat("y", 50), strings.Repeat("x", 190) + "…"},
		"a sentence":  {strings.Repeat("abcd ", 39) + "abcd. efgh", strings.Repeat("abcd ", 39) + "abcd…"},
		"no space":    {strings.Repeat("字", 300), strings.Repeat("字", excerptLength) + "…"},
		"marks":       {strings.Repeat("x", 199) + "e\u0301\u0302" + strings.Repeat("y", 50), strings.Repeat("x", 199) + "…"},
		"joined":      {strings.Repeat("x", 198) + "👩\u200d🚀" + strings.Repeat("y", 50), strings.Repeat("x", 198) + "…"},
		"only a word": {strings.Repeat("x", 120) + " " + strings.Repeat("y", 200), strings.Repeat("x", 120) + "…"},
	} {
		got := excerpt(test.text)
		if got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
		if utf8.RuneCountInString(got) > excerptLength+1 {
			t.Errorf("%s: %d characters", name, utf8.RuneCountInString(got))
		}
	}
}

func TestAnExcerptBeginsWithTheTextAndNotWithItsHeadings(t *testing.T) {
	for name, test := range map[string]struct{ item, excerpt, description string }{
		"content":       {`<content:encoded><![CDATA[<h3>News</h3><figure><img src="https://x.example/a.png"><figcaption>A pack</figcaption></figure><p>Packs<br>open & <b>sell</b>.</p>]]></content:encoded>`, "Packs open & sell.", "Packs open &amp; sell."},
		"description":   {`<description>&lt;p&gt;The summary&lt;/p&gt;</description><content:encoded>&lt;p&gt;The text&lt;/p&gt;</content:encoded>`, "The summary", "<p>The summary</p>"},
		"only headings": {`<content:encoded>&lt;h2&gt;News&lt;/h2&gt;</content:encoded>`, "News", "News"},
		"a script":      {`<content:encoded><![CDATA[<script>x</script><p>1 &lt; 2</p>]]></content:encoded>`, "1 < 2", "1 &lt; 2"},
		"nothing":       {``, "", ""},
	} {
		post := read(t, rss("<item>"+test.item+"</item>")).Items[0]
		if post.Excerpt != test.excerpt || post.Description != test.description || post.ReadingTime != 1 {
			t.Errorf("%s: %q, %q, %d", name, post.Excerpt, post.Description, post.ReadingTime)
		}
	}
}
