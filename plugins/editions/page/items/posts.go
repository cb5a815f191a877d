package items

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
)

// postFields are the fields of an item of the list posts, and of a post's own page.
var postFields = []string{
	"slug", "title", "excerpt", "author", "category", "publishedAt", "publishedText", "day", "month", "year", "minutes", "link", "picture", "index",
}

// postDate is the date's form in the feed-to-JSON shape, in UTC.
const postDate = "2006-01-02 15:04:05"

// How many posts the lists have: the newest, as far as others stand in the list of the
// earlier ones or not, and those of a front page.
const (
	newestPosts = 20
	maxPosts    = 50
	latestPosts = 3
)

// feed is the blog's posts, newest first.
type feed struct {
	// head is the answer up to its items, as it stands in a script.
	head   []byte
	posts  []post
	bySlug map[string]int
}

type post struct {
	Slug        string   `json:"slug"`
	Title       string   `json:"title"`
	PubDate     string   `json:"pubDate"`
	Link        string   `json:"link"`
	Author      string   `json:"author"`
	Thumbnail   string   `json:"thumbnail"`
	Content     string   `json:"content"`
	Excerpt     string   `json:"excerpt"`
	Categories  []string `json:"categories"`
	ReadingTime int      `json:"readingTime"`
	publishedAt time.Time
	// whole is the post in a script, and brief without its texts: what a page
	// carries of posts that it is not about.
	whole, brief []byte
}

// readFeed reads an answer of the feed. A post without a slug or a title has no
// page, and is left out.
func readFeed(body []byte) (*feed, error) {
	var answer map[string]json.RawMessage
	var items []json.RawMessage
	if err := json.Unmarshal(body, &answer); err != nil || json.Unmarshal(answer["items"], &items) != nil {
		return nil, fmt.Errorf("the answer is no feed: it has no items")
	}
	// A post whose own address is none on the web leads to the blog.
	var blog struct {
		Link string `json:"link"`
	}
	_ = json.Unmarshal(answer["feed"], &blog)
	read := &feed{bySlug: map[string]int{}}
	for _, written := range items {
		var next post
		if json.Unmarshal(written, &next) != nil || next.Slug == "" || next.Title == "" {
			continue
		}
		if _, twice := read.bySlug[next.Slug]; twice {
			continue
		}
		next.Link = cmp.Or(webAddress(next.Link), webAddress(blog.Link))
		if err := next.prepare(written); err != nil {
			return nil, err
		}
		read.bySlug[next.Slug] = len(read.posts)
		read.posts = append(read.posts, next)
	}
	delete(answer, "items")
	// Marshal escapes for a script. What comes before the items ends with a comma.
	read.head = page.MustScriptJSON(answer)
	read.head = append(read.head[:len(read.head)-1], ","[:min(1, len(answer))]...)
	return read, nil
}

func (p *post) prepare(written json.RawMessage) (err error) {
	if at, err := time.Parse(postDate, p.PubDate); err == nil {
		p.publishedAt = at
	}
	p.Thumbnail = webAddress(p.Thumbnail)
	if p.whole, err = page.ScriptJSON(written); err != nil {
		return err
	}
	var members map[string]json.RawMessage
	if err = json.Unmarshal(p.whole, &members); err != nil {
		return err
	}
	members["description"], members["content"] = json.RawMessage(`""`), json.RawMessage(`""`)
	p.brief = page.MustScriptJSON(members)
	return nil
}

// Script is the feed as a page's snapshot has it: the newest posts without their texts,
// and the post that the page is about with them.
func (f *feed) Script(slug string) json.RawMessage {
	script := append([]byte(nil), f.head...)
	script = append(script, `"items":[`...)
	hasOne := false
	for index := range f.posts {
		post := &f.posts[index]
		if index >= newestPosts && post.Slug != slug {
			continue
		}
		if hasOne {
			script = append(script, ',')
		}
		hasOne = true
		if post.Slug == slug {
			script = append(script, post.whole...)
		} else {
			script = append(script, post.brief...)
		}
	}
	return append(script, "]}"...)
}

func (f *feed) items(language release.Language) []page.Item {
	if len(f.posts) == 0 {
		return []page.Item{{Variants: []string{"empty"}}}
	}
	items := make([]page.Item, len(f.posts))
	for index := range f.posts {
		items[index] = page.Item{Variants: []string{"post"}, Fields: f.posts[index].fields(language, index)}
	}
	items[0].Variants = []string{"post-lead", "post"}
	if f.posts[0].Thumbnail != "" {
		items[0].Variants = []string{"post-lead-picture", "post-lead", "post"}
	}
	return items
}

// earlier are the posts after the newest as items of their list, the first of each month
// with its name.
func (f *feed) earlier(language release.Language) []page.Item {
	var items []page.Item
	month := ""
	for index := newestPosts; index < len(f.posts); index++ {
		made := page.Item{Variants: []string{"post"}, Fields: f.posts[index].fields(language, index)}
		if of := made.Fields["month"] + made.Fields["year"]; of != "" && of != month {
			month, made.Variants = of, []string{"post-month", "post"}
		}
		items = append(items, made)
	}
	return items
}

func (p *post) fields(language release.Language, index int) map[string]string {
	fields := map[string]string{
		"slug": p.Slug, "title": p.Title, "excerpt": p.Excerpt, "author": p.Author, "link": p.Link, "picture": p.Thumbnail,
		"index": strconv.Itoa(index), "category": "", "minutes": "",
		"publishedAt": "", "publishedText": "", "day": "", "month": "", "year": "",
	}
	if len(p.Categories) > 0 {
		fields["category"] = p.Categories[0]
	}
	if p.ReadingTime > 0 {
		fields["minutes"] = strconv.Itoa(p.ReadingTime)
	}
	if !p.publishedAt.IsZero() {
		fields["publishedAt"] = p.publishedAt.Format(time.RFC3339)
		fields["day"], fields["month"] = strconv.Itoa(p.publishedAt.Day()), page.Months[language][p.publishedAt.Month()-1]
		fields["year"] = strconv.Itoa(p.publishedAt.Year())
		fields["publishedText"] = fields["day"] + " " + fields["month"] + " " + fields["year"]
	}
	return fields
}

// postAt is a post among its neighbours.
type postAt struct {
	feed  *feed
	index int
}

func (p *postAt) post() *post { return &p.feed.posts[p.index] }

// Parameter is the slug, or the year of the post.
func (p *postAt) Parameter(name string) string {
	if name == "slug" {
		return p.post().Slug
	}
	return p.post().fields(release.English, 0)[name]
}

// Published is when the post was, as the feed says.
func (p *postAt) Published() time.Time { return p.post().publishedAt }

// Describe is what a page says of the post.
func (p *postAt) Describe(t page.Context) page.Description {
	shown := p.post()
	fields := shown.fields(t.Language, p.index)
	described := page.Description{Fields: fields, Content: shown.article(), Picture: shown.Thumbnail, OpenGraph: [][2]string{{"og:type", "article"}}}
	var neighbours []page.Item
	for _, neighbour := range []struct {
		variant string
		index   int
	}{{"older", p.index + 1}, {"newer", p.index - 1}} {
		if neighbour.index >= 0 && neighbour.index < len(p.feed.posts) {
			of := p.feed.posts[neighbour.index].fields(t.Language, neighbour.index)
			neighbours = append(neighbours, page.Item{Variants: []string{neighbour.variant}, Fields: of})
		}
	}
	pack, next := shown.pack(t)
	described.Lists, described.ChangesAt = map[string][]page.Item{neighboursList: neighbours, packList: pack}, next
	described.Structured = map[string]any{
		"@type": "BlogPosting", "headline": page.Clipped(shown.Title, page.MaxHeadTitle), "description": shown.Excerpt,
		"publisher": map[string]string{"@type": "Organization", "name": t.Site.Settings().Product},
	}
	if at := fields["publishedAt"]; at != "" {
		described.Structured["datePublished"] = at
		described.OpenGraph = append(described.OpenGraph, [2]string{"article:published_time", at})
	}
	if shown.Author != "" {
		described.Structured["author"] = map[string]string{"@type": "Person", "name": shown.Author}
	}
	if shown.Link != "" {
		described.Structured["sameAs"] = shown.Link
	}
	if len(shown.Categories) > 0 {
		described.Structured["keywords"] = shown.Categories
	}
	return described
}

// article is the post's text with its picture above, unless that stands in it. The
// feed has sanitised the text.
func (p *post) article() string {
	if p.Thumbnail == "" {
		return p.Content
	}
	picture := page.Escaped(p.Thumbnail)
	// The feed escapes an address less than it is escaped here.
	if strings.Contains(p.Content, strings.ReplaceAll(p.Thumbnail, "&", "&amp;")) || strings.Contains(p.Content, picture) {
		return p.Content
	}
	return `<figure><img src="` + picture + `" alt="" decoding="async" referrerpolicy="no-referrer"></figure>` + p.Content
}

func webAddress(address string) string {
	if at, err := url.Parse(address); err != nil || at.Host == "" || (at.Scheme != "https" && at.Scheme != "http") {
		return ""
	}
	return address
}

func feedOf(rows map[string]*page.Rows) *feed {
	if held := rows[release.NeedPosts]; held != nil {
		read, _ := held.Data.(*feed)
		return read
	}
	return nil
}

// Subject is the post with this slug, of whatever edition: nil for none.
func (f *feed) Subject(slug, _ string) page.Subject {
	if index, known := f.bySlug[slug]; known {
		return &postAt{f, index}
	}
	return nil
}

// Subjects are all posts, the newest first.
func (f *feed) Subjects(string) (all []page.Subject) {
	for index := range f.posts {
		all = append(all, &postAt{f, index})
	}
	return all
}

// pack is the drop of the page's edition that the post is about, while that is on sale or
// will be, and the moment when one of those changes its state next; none for none.
func (p *post) pack(t page.Context) ([]page.Item, time.Time) {
	of := tableOf(t.Rows, release.NeedDrops)
	if of == nil {
		return nil, time.Time{}
	}
	now := uint64(max(t.Now.Unix(), 0))
	drops, next := sortedDrops(of.rows, func(read *drop) bool { return read.Edition == t.Edition }, now)
	drops = slices.DeleteFunc(drops, func(read drop) bool { return read.state(now) > dropSoon })
	about := p.about(drops)
	if about == nil {
		return nil, next
	}
	price := dropPrice(about.Price, about.Settled, median(t.Rows), t.Language)
	shown := about.item(price, of.paused, t.Language, now, 1)
	shown.Fields["index"] = "0"
	return inLanguage([]page.Item{shown}, t.Site.Settings().DropTexts, t.Language), next
}

// about is the one drop that the post links to; else the one that its title or a category
// names; else the one that its text names. Of several it is about none.
func (p *post) about(drops []drop) *drop {
	text := html.UnescapeString(p.Content)
	for _, isMeant := range []func(*drop) bool{
		func(read *drop) bool { return names(text, "/"+read.Edition+"/drops/"+read.id()) },
		func(read *drop) bool { return names(p.Title, read.Name) || slices.Contains(p.Categories, read.Name) },
		func(read *drop) bool { return names(text, read.Name) },
	} {
		var meant []*drop
		for index := range drops {
			if drops[index].Name != "" && isMeant(&drops[index]) {
				meant = append(meant, &drops[index])
			}
		}
		if len(meant) == 1 {
			return meant[0]
		}
	}
	return nil
}

// names reports whether a name stands in a text as it is written, and not as a part of
// longer words.
func names(text, name string) bool {
	for at := 0; ; {
		found := strings.Index(text[at:], name)
		if found < 0 {
			return false
		}
		begin := at + found
		end := begin + len(name)
		before, _ := utf8.DecodeLastRuneInString(text[:begin])
		after, _ := utf8.DecodeRuneInString(text[end:])
		isWhole := !unicode.IsLetter(before) || strings.HasPrefix(name, "/")
		if isWhole && !unicode.IsLetter(after) && !unicode.IsDigit(after) {
			return true
		}
		at = end
	}
}
