package serve

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/devchain/blog"
	"fieldhouse/plugins/feed/article"
)

func TestTheDevelopmentChainsBlogIsAnsweredCleanAndGrows(t *testing.T) {
	s := newSetup(t)
	published := &blog.Feed{Start: s.now, Now: s.clock}
	s.answer = func(w http.ResponseWriter, r *http.Request) { published.ServeHTTP(w, r) }
	read := func() article.Document {
		var document article.Document
		w := s.get(s.query)
		if err := json.Unmarshal(w.Body.Bytes(), &document); err != nil || w.Code != 200 || len(document.Items) == 0 {
			t.Fatalf("%d %s: %v", w.Code, w.Body, err)
		}
		return document
	}
	first := read()
	if first.Feed.Title != "Fieldhouse - Medium" || first.Feed.Author != "" || !strings.HasPrefix(first.Feed.Image, s.blog.URL+"/ipfs/") {
		t.Errorf("%+v", first.Feed)
	}
	pictures := 0
	for _, post := range first.Items {
		all := post.Content + post.Description + post.Link
		for _, unwanted := range []string{"source=rss", "/_/stat", "<script", "onclick", "<iframe", "<h1"} {
			if strings.Contains(all, unwanted) {
				t.Errorf("%s: %s in %s", post.Title, unwanted, all)
			}
		}
		if post.Title == "" || post.PubDate == "" || post.Author == "" || post.Excerpt == "" || post.ReadingTime < 1 || !strings.HasPrefix(post.Link, "https://medium.com/fieldhouse/") {
			t.Errorf("%+v", post)
		}
		pictures += strings.Count(post.Content, `<img src="`+s.blog.URL+`/ipfs/`)
	}
	if pictures == 0 {
		t.Error("the pictures of its own host were taken out")
	}
	s.move(24 * time.Hour)
	eventually(t, "a newer post is there", func() bool { return read().Items[0].GUID != first.Items[0].GUID })
}
