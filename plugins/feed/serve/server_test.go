package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"fieldhouse/plugins/feed/archive"
	"fieldhouse/plugins/feed/reader"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/plugintest"
	"fieldhouse/plugins/plugintest/datatest"
)

func TestAConfiguredFeedIsAnsweredAsSanitisedJSON(t *testing.T) {
	s := newSetup(t)
	w := s.get(s.query)
	want := fmt.Sprintf(`{"status":"ok","feed":{"url":%q,"title":"Fieldhouse","link":"","author":"","description":"","image":""},"items":[`+
		`{"title":"Post 1","pubDate":"2023-11-02 08:00:00","link":"","guid":"1","author":"","thumbnail":"","description":"<p>Text 1</p>","content":"<p>Text 1</p>","enclosure":{},"categories":[],"slug":"post-1-6b86b273","excerpt":"Text 1","readingTime":1},`+
		`{"title":"Post 0","pubDate":"2023-11-01 08:00:00","link":"","guid":"0","author":"","thumbnail":"","description":"<p>Text 0</p>","content":"<p>Text 0</p>","enclosure":{},"categories":[],"slug":"post-0-5feceb66","excerpt":"Text 0","readingTime":1}]}`, s.feed)
	h := w.Header()
	if w.Code != 200 || w.Body.String() != want || h.Get("Content-Type") != "application/json" {
		t.Errorf("%d %v %s\nwant %s", w.Code, h, w.Body, want)
	}
	for _, again := range []*httptest.ResponseRecorder{
		s.get(paths.Feed + "?rss_url=" + s.feed), s.get(paths.Feed + "?rss_url=" + strings.ToUpper(s.feed[:4]) + s.feed[4:]), s.get(s.query, "Accept-Encoding", "identity"),
	} {
		if again.Body.String() != want || !strings.HasPrefix(again.Header().Get("Cache-Status"), "fieldhouse;hit") {
			t.Errorf("%v %s", again.Header(), again.Body)
		}
	}
	if w := s.get(s.query, "Accept-Encoding", "gzip"); w.Header().Get("Content-Encoding") != "gzip" {
		t.Errorf("compressed: %v", w.Header())
	}
	if s.asked != 1 {
		t.Errorf("the blog was asked %d times", s.asked)
	}
}

func TestNewPostsAppearAfterTheSoftLifetimeWithoutAWait(t *testing.T) {
	s := newSetup(t)
	if got := titles(t, s.get(s.query)); got != "Post 1,Post 0" {
		t.Fatal(got)
	}
	s.set(func() { s.posts = 3 })
	s.clock.Move(soft - time.Second)
	if got := titles(t, s.get(s.query)); got != "Post 1,Post 0" || s.asked != 1 {
		t.Errorf("fresh: %s", got)
	}
	s.clock.Move(time.Second)
	if got := titles(t, s.get(s.query)); got != "Post 1,Post 0" {
		t.Errorf("past its soft deadline: %s", got)
	}
	plugintest.Eventually(t, "the new post is there", func() bool { return titles(t, s.get(s.query)) == "Post 2,Post 1,Post 0" })
	if s.asked != 2 {
		t.Errorf("the blog was asked %d times", s.asked)
	}
}

func TestAFeedThatDidNotChangeIsConfirmedByA304(t *testing.T) {
	s := newSetup(t)
	etag := s.get(s.query).Header().Get("ETag")
	s.clock.Move(soft)
	s.get(s.query)
	plugintest.Eventually(t, "it was confirmed", func() bool {
		w := s.get(s.query)
		return w.Header().Get("Age") == "0" && w.Header().Get("ETag") == etag
	})
	if s.set(func() {}); s.asked != 2 || s.last != reader.Unchanged {
		t.Errorf("the blog was asked %d times, at last %s", s.asked, s.last)
	}
}

func TestAFeedThatWasNeverReadIs502And503And504WithoutItsAddress(t *testing.T) {
	for name, test := range map[string]struct {
		answer  http.HandlerFunc
		timeout time.Duration
		code    int
		naming  string
	}{
		"refused":  {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404) }, 10 * time.Second, 502, "could not be read"},
		"no feed":  {func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>") }, 10 * time.Second, 502, "could not be read"},
		"stalling": {func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, 50 * time.Millisecond, 504, "in time"},
	} {
		s := newSetup(t, func(c *Config) { c.Timeout = test.timeout })
		s.answer = test.answer
		for range 2 { // the second one is remembered
			w := s.get(s.query)
			wantError(t, name, w, test.code, test.naming)
			if strings.Contains(w.Body.String(), "127.0.0.1") {
				t.Errorf("%s: the answer names the address: %s", name, w.Body)
			}
		}
		if s.logs.FilterMessage("the blog feed could not be read").Len() != 1 {
			t.Errorf("%s: logged %v", name, s.logs.All())
		}
		if s.set(func() {}); s.asked > 1 {
			t.Errorf("%s: the blog was asked %d times", name, s.asked)
		}
	}
}

func TestABlogThatAsksToBeLeftAloneIs503WithRetryAfter(t *testing.T) {
	s := newSetup(t)
	s.answer = func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(429)
	}
	wantError(t, "at first", s.get(s.query), 502, "could not be read")
	s.clock.Move(time.Minute)
	w := s.get(s.query)
	wantError(t, "a minute later", w, 503, "left alone")
	if s.set(func() {}); s.asked != 1 || w.Header().Get("Retry-After") != "3540" {
		t.Errorf("asked %d times, Retry-After %q", s.asked, w.Header().Get("Retry-After"))
	}
	s.set(func() { s.answer = nil })
	s.clock.Move(time.Hour)
	if got := titles(t, s.get(s.query)); got != "Post 1,Post 0" {
		t.Errorf("an hour later: %s", got)
	}
}

func TestAnAnswerIsNeverLargerThanWhatIsKept(t *testing.T) {
	s := newSetup(t)
	s.answer = func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "<rss><channel>")
		for i := range 20 {
			_, _ = fmt.Fprintf(w, "<item><title>%d</title><description>%s</description></item>", i, strings.Repeat("word ", 4000))
		}
		_, _ = io.WriteString(w, "</channel></rss>")
	}
	w := s.get(s.query)
	if limit := s.config.Engine.BodyLimit(Class); w.Code != 200 || w.Body.Len() > limit || w.Body.Len() < limit/2 {
		t.Errorf("%d: %d bytes of %d", w.Code, w.Body.Len(), limit)
	}
	if again := s.get(s.query); !strings.HasPrefix(again.Header().Get("Cache-Status"), "fieldhouse;hit") || s.logs.FilterMessageSnippet("posts are missing").Len() != 1 {
		t.Errorf("%v, %v", again.Header(), s.logs.All())
	}
}

func TestThePageGetsTheFirstFeed(t *testing.T) {
	s := newSetup(t)
	got, err := s.Need(context.Background(), "PostsMedium")
	if err != nil || got.Version == "" || strings.Contains(got.Version, `"`) || string(got.Body) != s.get(s.query).Body.String() {
		t.Errorf("%s, %q, %v", got.Body, got.Version, err)
	}
	if _, err := s.Need(context.Background(), "rowDrops"); err == nil || !strings.Contains(err.Error(), "rowDrops") {
		t.Errorf("a need of another: %v", err)
	}
	s.clock.Move(hard)
	s.set(func() { s.answer = func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() } })
	ctx, leave := context.WithCancel(context.Background())
	leave()
	if _, err := s.Need(ctx, "PostsMedium"); err == nil {
		t.Error("a need outlasted its context")
	}
}

func TestASiteWithoutAFeedHasNoPosts(t *testing.T) {
	s := newSetup(t, func(c *Config) { c.Feeds = nil })
	got, err := s.Need(context.Background(), "PostsMedium")
	if err != nil || got.Version != "none" || !strings.HasSuffix(string(got.Body), `"items":[]}`) {
		t.Errorf("%s %q %v", got.Body, got.Version, err)
	}
	wantError(t, "a feed", s.get(s.query), 403, "feed { feed <url> }")
	wantError(t, "no feed", s.get(paths.Feed), 400, "feed { feed <url> }")
}

func TestABlogThatHasNoPostsYetIsReadAllTheSame(t *testing.T) {
	s := newSetup(t, func(c *Config) {
		c.Archive = func(address string) *archive.Archive { return archive.Open("", address, archive.Config{}) }
	})
	s.set(func() { s.posts = 0 })
	got, err := s.Need(context.Background(), "PostsMedium")
	if err != nil || got.Version == "" || !strings.HasSuffix(string(got.Body), `"items":[]}`) {
		t.Errorf("%s %q %v", got.Body, got.Version, err)
	}
}

func TestFeedsThatCannotBeReadSafelyAreRefusedAtOnce(t *testing.T) {
	for address, naming := range map[string]string{"http://medium.com/feed": "private_addresses", "medium.com/feed": "https", "https://MEDIUM.com/feed/x": "twice"} {
		config := Config{Feeds: []string{"https://medium.com/feed/x", address}, Memory: func(string) *reader.Memory { return new(reader.Memory) }}
		if _, err := New(config); err == nil || !strings.Contains(err.Error(), naming) {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestAFeedThatIsNotConfiguredIsNeverFetched(t *testing.T) {
	s := newSetup(t)
	for _, asked := range []string{
		"https://medium.com/feed/other", s.blog.URL + "/feed/other", s.blog.URL + "/feed/fieldhouse/", s.feed + "?x=1", s.blog.URL, "http://169.254.169.254/latest/meta-data",
		"https://" + strings.TrimPrefix(s.feed, "http://"), "http://127.0.0.1:1/feed/fieldhouse",
	} {
		wantError(t, asked, s.get(paths.Feed+"?rss_url="+url.QueryEscape(asked)), 403, s.query)
	}
	if s.asked != 0 {
		t.Error("the blog was asked")
	}
}

func TestABadQueryIs400AndSaysWhatToWrite(t *testing.T) {
	s := newSetup(t)
	for query, naming := range map[string]string{
		"":          "rss_url",
		"?":         "rss_url",
		"?rss_url=": "rss_url",
		"?rss_url=" + s.feed + "&rss_url=" + s.feed: "given more than once",
		"?rss_url=" + s.feed + "&count=5":           `"count"`,
		"?api_key=x":                                `"api_key"`,
		"?rss_url=javascript:x":                     "javascript:x",
		"?rss_url=/feed":                            "no address",
		"?rss_url=ftp://x/":                         "no address",
		"?rss_url=https://a:b@c/":                   "no address",
		"?%zz":                                      "query",
		"?rss_url=%zz":                              "query",
		"?" + strings.Repeat("x", 1000) + "=1":      "xxx…",
		"?rss_url=" + strings.Repeat("x", 3000):     "more than 1024 bytes",
	} {
		w := s.get(paths.Feed + query)
		wantError(t, query, w, 400, naming)
		wantError(t, query, w, 400, s.query)
		if w.Body.Len() > 1000 {
			t.Errorf("%.40s: an answer of %d bytes", query, w.Body.Len())
		}
	}
	if s.asked != 0 {
		t.Error("the blog was asked")
	}
}

func TestPostsAreServedLikeAllData(t *testing.T) {
	datatest.Test(t, func(t *testing.T) *datatest.Server {
		s := newSetup(t)
		return &datatest.Server{
			Handler: s, Path: s.query, Clock: s.clock, Hard: hard, WantError: wantError,
			Requests: func() (requests int) { s.set(func() { requests = s.asked }); return requests },
			Before:   func(before func()) { s.set(func() { s.before = before }) },
			Fail: func(fail bool) {
				s.set(func() {
					if s.answer = nil; fail {
						s.answer = func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) }
					}
				})
			},
		}
	})
}

func TestOtherPathsAreRefused(t *testing.T) {
	s := newSetup(t)
	for _, path := range []string{paths.Feed + "/", paths.Feed + "/x?rss_url=" + s.feed} {
		wantError(t, path, s.get(path), 404, paths.Feed)
	}
}

func FuzzRequest(f *testing.F) {
	s := newSetup(f)
	s.get(s.query)
	f.Add("", "rss_url="+s.feed)
	f.Add("/x", "rss_url=%00&x=<script>")
	f.Fuzz(func(t *testing.T, path, query string) {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.URL.Path, r.URL.RawQuery = paths.Feed+path, query
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if !json.Valid(w.Body.Bytes()) || w.Code != 200 && w.Code != 400 && w.Code != 403 && w.Code != 404 {
			t.Errorf("%q?%q: %d %q", path, query, w.Code, w.Body)
		}
		if s.set(func() {}); s.asked > 1 {
			t.Errorf("%q?%q had the blog asked", path, query)
		}
	})
}
