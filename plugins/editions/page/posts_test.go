package page

import (
	"fmt"
	"testing"

	"fieldhouse/plugins/editions/release"
)

// feedOf is a feed's answer with these posts.
func feedOf(items ...map[string]any) []byte {
	return mustScriptJSON(map[string]any{"status": "ok", "feed": map[string]any{}, "items": items})
}

func TestTheFirstOfTheEarlierPostsOfAMonthSaysIt(t *testing.T) {
	var many []map[string]any
	for n := 199; n >= 0; n-- {
		slug := fmt.Sprint("post-", n)
		many = append(many, map[string]any{"slug": slug, "title": slug, "pubDate": at.AddDate(0, 0, n-199).Format(postDate)})
	}
	rows, err := newFeed(feedOf(many...), "1")
	if err != nil {
		t.Fatal(err)
	}
	items := rows.feed.earlier(release.Spanish)
	if len(items) != 200-newestPosts || items[0].fields["slug"] != "post-179" || items[0].variants[0] != "post-month" {
		t.Fatalf("the earlier ones are %d, the first %v", len(items), items[0])
	}
	for index, item := range items[1:] {
		of, before := item.fields["month"]+item.fields["year"], items[index].fields["month"]+items[index].fields["year"]
		if (item.variants[0] == "post-month") != (of != before) {
			t.Errorf("%s after %s has the variants %v", of, before, item.variants)
		}
	}
	undated, _ := newFeed(feedOf(append(many[:newestPosts:newestPosts], map[string]any{"slug": "undated", "title": "Undated", "pubDate": ""})...), "2")
	if items := undated.feed.earlier(release.English); len(items) != 1 || items[0].variants[0] != "post" {
		t.Errorf("one without a date is %v", items)
	}
}
