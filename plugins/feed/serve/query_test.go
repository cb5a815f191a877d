package serve

import (
	"encoding/json"
	"fieldhouse/plugins/paths"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

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

func TestOtherPathsAndMethodsAreRefused(t *testing.T) {
	s := newSetup(t)
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS"} {
		w := s.do(method, s.query)
		wantError(t, method, w, 405, "GET or HEAD")
		if w.Header().Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: Allow %q", method, w.Header().Get("Allow"))
		}
	}
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
