package items

import (
	"fmt"
	"testing"

	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/plugintest/must"
)

// answerOf is a feed's answer with these posts.
func answerOf(items ...map[string]any) []byte {
	return page.MustScriptJSON(map[string]any{"status": "ok", "feed": map[string]any{}, "items": items})
}

func TestTheFirstOfTheEarlierPostsOfAMonthSaysIt(t *testing.T) {
	var many []map[string]any
	for n := 199; n >= 0; n-- {
		slug := fmt.Sprint("post-", n)
		many = append(many, map[string]any{"slug": slug, "title": slug, "pubDate": at.AddDate(0, 0, n-199).Format(postDate)})
	}
	read := must.Get(readFeed(answerOf(many...)))(t)
	items := read.earlier(release.Spanish)
	if len(items) != 200-newestPosts || items[0].Fields["slug"] != "post-179" || items[0].Variants[0] != "post-month" {
		t.Fatalf("the earlier ones are %d, the first %v", len(items), items[0])
	}
	for index, item := range items[1:] {
		of, before := item.Fields["month"]+item.Fields["year"], items[index].Fields["month"]+items[index].Fields["year"]
		if (item.Variants[0] == "post-month") != (of != before) {
			t.Errorf("%s after %s has the variants %v", of, before, item.Variants)
		}
	}
	undated, _ := readFeed(answerOf(append(many[:newestPosts:newestPosts], map[string]any{"slug": "undated", "title": "Undated", "pubDate": ""})...))
	if items := undated.earlier(release.English); len(items) != 1 || items[0].Variants[0] != "post" {
		t.Errorf("one without a date is %v", items)
	}
}

func TestAPostIsAboutTheOneDropThatItNames(t *testing.T) {
	drops := []drop{{ID: 1, Edition: "football", Name: "Opening Drive"}, {ID: 2, Edition: "football", Name: "First Snap"}, {ID: 12, Edition: "football", Name: "Drive"}}
	for name, test := range map[string]struct {
		post post
		want string
	}{
		"named in the text":         {post{Content: "<p>What is in <b>First Snap</b>?</p>"}, "First Snap"},
		"with letters around":       {post{Content: "First Snapshots, HotFirst Snap"}, ""},
		"in other letters":          {post{Content: "the first snap"}, ""},
		"several in the text":       {post{Content: "First Snap and Opening Drive"}, ""},
		"the title's, of several":   {post{Title: "First Snap: what is in it", Content: "Unlike Opening Drive"}, "First Snap"},
		"a category's":              {post{Categories: []string{"Packs", "First Snap"}, Content: "Unlike Opening Drive"}, "First Snap"},
		"linked to, of several":     {post{Title: "First Snap", Content: `<a href="/football/drops/12?ref=post">See it</a>`}, "Drive"},
		"another edition's address": {post{Content: `<a href="/basketball/drops/1">See it</a>`}, ""},
		"none":                      {post{Content: "Nothing"}, ""},
	} {
		got := ""
		if about := test.post.about(drops); about != nil {
			got = about.Name
		}
		if got != test.want {
			t.Errorf("%s: it is about %q, want %q", name, got, test.want)
		}
	}
}
