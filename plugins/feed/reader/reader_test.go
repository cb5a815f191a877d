package reader

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldhouse/plugins/feed/article"
	"fieldhouse/plugins/plugintest/clock"
	"fieldhouse/plugins/plugintest/must"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// source is a server of a feed, and what its readers did.
type source struct {
	*httptest.Server
	host string

	clock *clock.Clock

	mu       sync.Mutex
	requests []*http.Request
	outcomes []Outcome
	parsed   int
}

func newSource(t *testing.T, serve http.HandlerFunc) *source {
	t.Helper()
	s := &source{clock: clock.New(time.Date(2023, 11, 27, 14, 0, 0, 0, time.UTC))}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.requests = append(s.requests, r)
		s.mu.Unlock()
		serve(w, r)
	}))
	t.Cleanup(s.Close)
	s.host = strings.TrimPrefix(s.URL, "http://")
	return s
}

func (s *source) reader(t *testing.T, change ...func(*Config)) *Reader {
	t.Helper()
	config := Config{
		Address: s.URL + "/feed/fieldhouse",
		Private: []string{s.host},
		Timeout: 10 * time.Second, MaxBytes: 5 << 20, Memory: new(Memory),
		Parse: func(ctx context.Context, from article.Source) ([]byte, error) {
			s.mu.Lock()
			s.parsed++
			s.mu.Unlock()
			return keep(ctx, from)
		},
		Observe: func(outcome Outcome, _ time.Duration) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.outcomes = append(s.outcomes, outcome)
		},
		Now: s.clock.Now,
	}
	for _, apply := range change {
		apply(&config)
	}
	return must.Get(New(config))(t)
}

func (s *source) want(t *testing.T, outcomes ...Outcome) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Equal(s.outcomes, outcomes) {
		t.Errorf("outcomes %v, want %v", s.outcomes, outcomes)
	}
}

var errNoFeed = errors.New("no feed")

// keep is a Parse that keeps the feed as it came.
func keep(_ context.Context, from article.Source) ([]byte, error) {
	if !strings.HasPrefix(string(from.Body), "<rss") {
		return nil, errNoFeed
	}
	return from.Body, nil
}

// feed is one with so many posts.
func feed(posts int) string {
	return "<rss><channel>" + strings.Repeat("<item/>", posts) + "</channel></rss>"
}

func (s *source) read(t *testing.T, r *Reader, want string) []byte {
	t.Helper()
	body, err := r.Read(context.Background())
	if err != nil || string(body) != want {
		t.Fatalf("%q, %v, want %q", body, err, want)
	}
	return body
}

func TestAFeedIsAskedAsTheProductItIs(t *testing.T) {
	s := newSource(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, feed(1)) })
	s.read(t, s.reader(t), feed(1))
	got := s.requests[0]
	if got.Method != http.MethodGet || got.URL.String() != "/feed/fieldhouse" || got.Header.Get("User-Agent") != UserAgent || !strings.HasPrefix(got.Header.Get("Accept"), "application/rss+xml") ||
		got.Header.Get("If-None-Match") != "" || got.Header.Get("If-Modified-Since") != "" || got.Header.Get("Cookie") != "" {
		t.Errorf("%s %s %v", got.Method, got.URL, got.Header)
	}
	s.want(t, Changed)
}

func TestAFeedThatDidNotChangeIsNeitherSentNorParsedAgain(t *testing.T) {
	posts, modified := 1, "Mon, 27 Nov 2023 12:06:47 GMT"
	s := newSource(t, func(w http.ResponseWriter, r *http.Request) {
		etag := fmt.Sprintf(`"%d"`, posts)
		w.Header().Set("ETag", etag)
		w.Header().Set("Last-Modified", modified)
		if r.Header.Get("If-None-Match") == etag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = io.WriteString(w, feed(posts))
	})
	r := s.reader(t)
	first := s.read(t, r, feed(1))
	second := s.read(t, r, feed(1))
	if &first[0] != &second[0] {
		t.Error("an unchanged feed is another body")
	}
	if last := s.requests[1].Header; last.Get("If-None-Match") != `"1"` || last.Get("If-Modified-Since") != modified {
		t.Errorf("the second request had %v", last)
	}
	posts = 2 // a post was added
	s.read(t, r, feed(2))
	s.read(t, r, feed(2))
	if s.parsed != 2 {
		t.Errorf("parsed %d times, want 2", s.parsed)
	}
	s.want(t, Changed, Unchanged, Changed, Unchanged)
}

func TestTheNextReaderKnowsWhatTheOneBeforeKept(t *testing.T) {
	s := newSource(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Last-Modified", "Mon, 27 Nov 2023 12:06:47 GMT")
		if r.Header.Get("If-Modified-Since") != "" {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = io.WriteString(w, feed(1))
	})
	memory := new(Memory)
	for range 3 {
		s.read(t, s.reader(t, func(c *Config) { c.Memory = memory }), feed(1))
	}
	s.want(t, Changed, Unchanged, Unchanged)
}

func TestAnAnswerThatIsNoFeedChangesNothingOfWhatIsKept(t *testing.T) {
	var answer http.HandlerFunc
	s := newSource(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"1"`)
		answer(w, r)
	})
	answer = func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, feed(1)) }
	r := s.reader(t)
	s.read(t, r, feed(1))
	for name, test := range map[string]struct {
		answer http.HandlerFunc
		is     error
	}{
		"HTML":       {func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>Just a moment") }, errNoFeed},
		"an error":   {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }, nil},
		"not found":  {func(w http.ResponseWriter, _ *http.Request) { http.Error(w, feed(9), 404) }, nil},
		"no content": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }, nil},
		"part of it": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(206) }, nil},
		"cut off": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "999")
			_, _ = io.WriteString(w, feed(2))
		}, io.ErrUnexpectedEOF},
		"no redirect": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(302) }, nil},
		"deflated": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "br")
			_, _ = io.WriteString(w, feed(2))
		}, errCoded},
	} {
		answer = test.answer
		_, err := r.Read(context.Background())
		if err == nil || test.is != nil && !errors.Is(err, test.is) || !strings.Contains(err.Error(), r.Address()) {
			t.Errorf("%s: %v", name, err)
		}
	}
	answer = func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("If-None-Match") != `"1"` {
			t.Errorf("the validator was lost: %v", r.Header)
		}
		w.WriteHeader(http.StatusNotModified)
	}
	s.read(t, r, feed(1))
}

func TestANotModifiedThatNobodyAskedForIsAnError(t *testing.T) {
	s := newSource(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotModified) })
	if _, err := s.reader(t).Read(context.Background()); err == nil || !strings.Contains(err.Error(), "status 304") {
		t.Error(err)
	}
	s.want(t, Refused)
}

func TestAFeedIsReadUpToItsBoundDecompressed(t *testing.T) {
	const bound = 64 << 10
	padded := func(bytes int) string { return feed(0) + strings.Repeat(" ", bytes-len(feed(0))) }
	zipped := false
	size := bound
	s := newSource(t, func(w http.ResponseWriter, r *http.Request) {
		if !zipped {
			_, _ = io.WriteString(w, padded(size))
			return
		}
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			t.Error("gzip is not accepted")
		}
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		_, _ = io.WriteString(z, padded(size))
		_ = z.Close()
	})
	r := s.reader(t, func(c *Config) { c.MaxBytes = bound })
	for _, zipped = range []bool{false, true} {
		size = bound
		s.read(t, r, padded(bound))
		for _, size = range []int{bound + 1, 100 * bound} { // 6 MiB of spaces are 6 KiB
			if _, err := r.Read(context.Background()); !errors.Is(err, errTooLarge) || !strings.Contains(err.Error(), "65536") {
				t.Errorf("%d bytes, zipped %v: %v", size, zipped, err)
			}
		}
	}
	s.want(t, Changed, Unreadable, Unreadable, Changed, Unreadable, Unreadable)
}

func TestAServerThatStallsIsGivenUp(t *testing.T) {
	stalling := make(chan struct{}, 2)
	s := newSource(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "<rss>")
		w.(http.Flusher).Flush()
		stalling <- struct{}{}
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-stalling
		cancel()
	}()
	if _, err := s.reader(t).Read(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	// Wherever it is then: before the server was reached or while it stalls.
	if _, err := s.reader(t, func(c *Config) { c.Timeout = 20 * time.Millisecond }).Read(context.Background()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("past the time-out: %v", err)
	}
	s.want(t, Unreachable, Unreachable)
}

func TestAServerThatAsksToBeLeftAloneIs(t *testing.T) {
	after := ""
	code := 429
	var s *source
	s = newSource(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Date", s.clock.Now().Format(http.TimeFormat))
		if code == 200 {
			_, _ = io.WriteString(w, feed(1))
			return
		}
		w.Header().Set("Retry-After", after)
		w.WriteHeader(code)
	})
	for _, test := range []struct {
		code  int
		after string
		wait  time.Duration
	}{
		{429, "120", 2 * time.Minute},
		{503, s.clock.Now().Add(time.Hour).Format(http.TimeFormat), time.Hour},
		{429, "99999999", maxRetryAfter},
		{503, s.clock.Now().Add(-time.Hour).Format(http.TimeFormat), 0},
		{503, "soon", 0}, {503, "-5", 0}, {503, "", 0}, {503, "0", 0}, {503, "99999999999999999999", 0},
	} {
		r := s.reader(t)
		code, after = test.code, test.after
		if _, err := r.Read(context.Background()); err == nil || !strings.Contains(err.Error(), fmt.Sprint("status ", test.code)) {
			t.Fatalf("%s: %v", test.after, err)
		}
		code = 200
		asked := len(s.requests)
		if test.wait > 0 {
			s.clock.Move(test.wait - time.Second)
			var later *LaterError
			if _, err := r.Read(context.Background()); !errors.As(err, &later) || !later.Until.Equal(s.clock.Now().Add(time.Second)) || len(s.requests) != asked {
				t.Errorf("%s: %v after %d requests", test.after, err, len(s.requests)-asked)
			}
			s.clock.Move(time.Second)
		}
		s.read(t, r, feed(1))
		s.clock.Move(-test.wait)
	}
}

func TestOnlyAddressesThatCanBeReadSafelyAreTaken(t *testing.T) {
	for address, naming := range map[string]string{
		"":                                       "https",
		"medium.com/feed/x":                      "https",
		"/feed":                                  "https",
		"ftp://medium.com/feed":                  "https",
		"file:///etc/passwd":                     "https",
		"https://":                               "https",
		"https://user:pw@medium.com/":            "password",
		"http://medium.com/feed/x":               "private_addresses",
		"http://127.0.0.1:8082/feed":             "private_addresses",
		"http://[::1/":                           "no address",
		"https://x/" + strings.Repeat("a", 2000): "1024",
	} {
		if _, err := New(Config{Address: address, Private: []string{"127.0.0.1:8081"}, Parse: keep}); err == nil || !strings.Contains(err.Error(), naming) {
			t.Errorf("%.40s: %v", address, err)
		}
	}
	for _, named := range []string{"127.0.0.1", "127.0.0.1:", ":8081", "http://127.0.0.1:8081", ""} {
		if _, err := New(Config{Address: "https://medium.com/feed", Private: []string{named}, Parse: keep}); err == nil || !strings.Contains(err.Error(), "127.0.0.1:8081") {
			t.Errorf("private address %q: %v", named, err)
		}
	}
	for address, named := range map[string]string{"http://127.0.0.1:8081/feed": "127.0.0.1:8081", "http://Blog.Internal/feed": "blog.internal:80", "http://[::1]:8081/": "[::1]:8081", "https://medium.com/feed": "127.0.0.1:1"} {
		if _, err := New(Config{Address: address, Private: []string{named}, Parse: keep}); err != nil {
			t.Errorf("%s with %s: %v", address, named, err)
		}
	}
}

func TestTwoWaysOfWritingAnAddressAreOne(t *testing.T) {
	for written, want := range map[string]string{
		"HTTPS://Medium.COM/feed/Field":     "https://medium.com/feed/Field",
		"https://medium.com:443/feed":       "https://medium.com/feed",
		"https://medium.com:/feed":          "https://medium.com/feed",
		"http://medium.com:80":              "http://medium.com/",
		"https://medium.com:8443/feed#top":  "https://medium.com:8443/feed",
		"https://medium.com/feed?a=1&b=2":   "https://medium.com/feed?a=1&b=2",
		"http://[::1]:80/feed":              "http://[::1]/feed",
		"https://medium.com/feed/%C3%B1and": "https://medium.com/feed/%C3%B1and",
	} {
		if got, err := Normalise(written); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", written, got, err, want)
		}
	}
}
