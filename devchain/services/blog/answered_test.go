package blog_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"fieldhouse/devchain/services/blog"
	"fieldhouse/plugins/feed/article"
	"fieldhouse/plugins/feed/reader"
	"fieldhouse/plugins/plugintest/clock"
	"fieldhouse/plugins/plugintest/must"
)

// read asks the blog as the gateway's feed does.
func read(t *testing.T, address string, now func() time.Time) article.Document {
	t.Helper()
	feed, err := reader.New(reader.Config{
		Address: address + blog.Path,
		Private: []string{strings.TrimPrefix(address, "http://")},
		Now:     now,
		Timeout: 10 * time.Second, MaxBytes: 4 << 20,
		Memory:  new(reader.Memory),
		Observe: func(reader.Outcome, time.Duration) {},
		Parse: func(ctx context.Context, source article.Source) ([]byte, error) {
			document, err := article.Parse(ctx, source, 50)
			if err != nil {
				return nil, err
			}
			body, _, err := document.JSON(4 << 20)
			return body, err
		},
	})
	must.Do(t, err)
	body := must.Get(feed.Read(t.Context()))(t)
	var document article.Document
	if err := json.Unmarshal(body, &document); err != nil || len(document.Items) == 0 {
		t.Fatalf("%s: %v", body, err)
	}
	return document
}

func TestTheDevelopmentChainsBlogIsAnsweredCleanAndGrows(t *testing.T) {
	start := time.Date(2023, 11, 27, 14, 0, 0, 0, time.UTC)
	now := clock.New(start)
	server := httptest.NewServer(&blog.Feed{Start: start, Now: now.Now})
	defer server.Close()
	first := read(t, server.URL, now.Now)
	if first.Feed.Title != "Fieldhouse - Medium" || first.Feed.Author != "" || !strings.HasPrefix(first.Feed.Image, server.URL+"/ipfs/") {
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
		pictures += strings.Count(post.Content, `<img src="`+server.URL+`/ipfs/`)
	}
	if pictures == 0 {
		t.Error("the pictures of its own host were taken out")
	}
	now.Move(24 * time.Hour)
	if newest := read(t, server.URL, now.Now).Items[0]; newest.GUID == first.Items[0].GUID {
		t.Errorf("a day later the newest post is still %q", newest.Title)
	}
}
