package serve

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/feed/article"
	"fieldhouse/plugins/feed/reader"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/plugintest/asking"
	"fieldhouse/plugins/plugintest/clock"
	"fieldhouse/plugins/plugintest/must"
	"fieldhouse/plugins/strictjson"

	"go.uber.org/goleak"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	soft = 5 * time.Minute
	hard = 7 * 24 * time.Hour
)

// setup is a server before a blog, with a clock that stands.
type setup struct {
	*Server
	blog  *httptest.Server
	feed  string // its address
	query string
	logs  *observer.ObservedLogs

	clock *clock.Clock

	mu     sync.Mutex
	posts  int
	answer http.HandlerFunc // instead of the feed
	asked  int
	before func() // called before each answer
	last   reader.Outcome
}

func newSetup(t testing.TB, change ...func(*Config)) *setup {
	t.Helper()
	s := &setup{clock: clock.New(time.Date(2023, 11, 27, 14, 0, 0, 0, time.UTC)), posts: 2}
	s.blog = httptest.NewServer(http.HandlerFunc(s.serveBlog))
	t.Cleanup(s.blog.Close)
	engine := must.Get(edgecache.New(edgecache.Config{
		Classes: []edgecache.ClassConfig{{Name: Class, Soft: soft, Hard: hard, Size: 4 << 20, Retry: 30 * time.Second, Remember: 10 * time.Second}},
		Prepare: Prepare,
		Now:     s.clock.Now,
		Random:  func() float64 { return 0 },
	}))(t)
	t.Cleanup(engine.Close)
	core, logs := observer.New(zap.DebugLevel)
	s.logs = logs
	s.feed = s.blog.URL + "/feed/fieldhouse"
	s.query = paths.Feed + "?rss_url=" + url.QueryEscape(s.feed)
	config := Config{
		Engine: engine, Feeds: []string{s.feed}, Private: []string{strings.TrimPrefix(s.blog.URL, "http://")},
		Posts: 50, MaxBytes: 5 << 20, Timeout: 10 * time.Second, Logger: zap.New(core), Now: s.clock.Now,
		Client: func(*http.Request) string { return "" }, Memory: func(string) *reader.Memory { return new(reader.Memory) },
		Observe: func(_ string, outcome reader.Outcome, _ time.Duration) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.last = outcome
		},
	}
	for _, apply := range change {
		apply(&config)
	}
	s.Server = must.Get(New(config))(t)
	return s
}

// set changes what the blog does.
func (s *setup) set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

func (s *setup) serveBlog(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.asked++
	posts, answer, before := s.posts, s.answer, s.before
	s.mu.Unlock()
	if before != nil {
		before()
	}
	if answer != nil {
		answer(w, r)
		return
	}
	etag := fmt.Sprintf(`"%d"`, posts)
	w.Header().Set("ETag", etag)
	if r.Header.Get("If-None-Match") == etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = io.WriteString(w, `<rss><channel><title>Fieldhouse</title>`)
	for i := range posts {
		_, _ = fmt.Fprintf(w, "<item><title>Post %d</title><guid>%d</guid><pubDate>%02d Nov 2023 08:00:00 GMT</pubDate><description>&lt;p onclick=x&gt;Text %d&lt;/p&gt;&lt;script&gt;x&lt;/script&gt;</description></item>", i, i, i+1, i)
	}
	_, _ = io.WriteString(w, `</channel></rss>`)
}

func (s *setup) do(method, target string, header ...string) *httptest.ResponseRecorder {
	return asking.Ask(s, method, target, header...)
}

func (s *setup) get(target string, header ...string) *httptest.ResponseRecorder {
	return s.do(http.MethodGet, target, header...)
}

// titles reads the posts of an answer.
func titles(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	var document article.Document
	if err := json.Unmarshal(w.Body.Bytes(), &document); err != nil || w.Code != 200 {
		t.Fatalf("%d %s: %v", w.Code, w.Body, err)
	}
	var all []string
	for _, post := range document.Items {
		all = append(all, post.Title)
	}
	return strings.Join(all, ",")
}

// wantError compares an answer with the feed-to-JSON form of an error.
func wantError(t *testing.T, what string, w *httptest.ResponseRecorder, code int, naming string) {
	t.Helper()
	var answer struct{ Status, Message string }
	if err := strictjson.Decode(w.Body.Bytes(), &answer); err != nil {
		t.Errorf("%s: %v", what, err)
	}
	if w.Code != code || answer.Status != "error" || !strings.Contains(answer.Message, naming) || w.Header().Get("Content-Type") != "application/json" || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%s: %d %v %s; want %d %s", what, w.Code, w.Header(), w.Body, code, naming)
	}
}
