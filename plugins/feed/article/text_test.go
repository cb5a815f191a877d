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

func TestAPostsSlugIsTheEndOfItsAddress(t *testing.T) {
	for link, want := range map[string]string{
		"https://medium.com/fieldhouse/we-counted-the-draw-3f2a1b9c": "we-counted-the-draw-3f2a1b9c",
		"https://blog.example/2026/11/As%C3%AD%20jug%C3%B3/":         "asi-jugo",
		"https://blog.example/post.html":                             "post",
		"https://blog.example/a%2Fb%22%3E%3Cscript%3E":               "b-script",
		"https://blog.example/" + strings.Repeat("x", 300):           strings.Repeat("x", maxSlug),
	} {
		posts := []Post{{Title: "Other", Link: link, GUID: link}}
		if NameSlugs(posts); posts[0].Slug != want {
			t.Errorf("%s has the slug %q, want %q", link, posts[0].Slug, want)
		}
	}
}

func TestAPostWhoseAddressSaysNothingIsNamedByItsTitle(t *testing.T) {
	for _, link := range []string{"", "https://blog.example/", "https://blog.example/index.php?p=12", "https://blog.example/статья"} {
		posts := []Post{{Title: "¿Así?  It’s on!", Link: link, GUID: "12"}}
		NameSlugs(posts)
		if name, mark, _ := strings.Cut(posts[0].Slug, "-on-"); name != "asi-it-s" || len(mark) != 8 {
			t.Errorf("%q has the slug %q", link, posts[0].Slug)
		}
	}
	posts := []Post{{Title: "静か", GUID: "13"}}
	if NameSlugs(posts); len(posts[0].Slug) != 8 {
		t.Errorf("a title of no such letters has the slug %q", posts[0].Slug)
	}
}

func TestAPostKeepsItsSlugWhenAnotherOneComesWithTheSame(t *testing.T) {
	older := Post{Title: "Night", Link: "https://blog.example/night", GUID: "1"}
	alone := []Post{older}
	NameSlugs(alone)
	both := []Post{{Title: "Night", Link: "https://blog.example/2/night", GUID: "2"}, older}
	NameSlugs(both)
	if alone[0].Slug != "night" || both[1].Slug != "night" || !strings.HasPrefix(both[0].Slug, "night-") {
		t.Errorf("alone %q, then %q and %q", alone[0].Slug, both[1].Slug, both[0].Slug)
	}
	same := []Post{{Title: "Night"}, {Title: "Night"}, {Title: "Night"}}
	NameSlugs(same)
	if same[0].Slug == same[1].Slug || same[1].Slug == same[2].Slug || same[0].Slug == same[2].Slug {
		t.Errorf("posts that nothing tells apart have the slugs %q", []string{same[0].Slug, same[1].Slug, same[2].Slug})
	}
}
