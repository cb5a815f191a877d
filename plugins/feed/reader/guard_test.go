package reader

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestARedirectStaysOnHTTPSOnUsualPortsAndLeadsToNothingPrivate(t *testing.T) {
	g := guard{private: private{"127.0.0.1:8081": true}}
	for _, test := range []struct {
		from, to string
		follows  bool
	}{
		{"https://medium.com/feed/x", "https://medium.com/feed/y", true},
		{"https://medium.com/feed/x", "https://blog.example/feed", true},
		{"https://medium.com/feed/x", "https://blog.example:443/feed", true},
		{"http://127.0.0.1:8081/feed", "http://127.0.0.1:8081/feed/fieldhouse", true},
		{"http://127.0.0.1:8081/feed", "https://blog.example/feed", true},
		{"http://127.0.0.1:8081/feed", "http://blog.example/feed", true},
		{"https://medium.com:8443/feed/x", "https://medium.com:8443/feed/y", true},

		{"https://medium.com/feed/x", "http://medium.com/feed/x", false},
		{"https://medium.com/feed/x", "http://127.0.0.1:8081/feed", false},
		{"https://medium.com/feed/x", "https://127.0.0.1:8081/feed", false},
		{"http://127.0.0.1:8082/feed", "http://127.0.0.1:8081/feed", false},
		{"https://medium.com/feed/x", "https://blog.example:6379/", false},
		{"https://medium.com/feed/x", "https://user:pass@blog.example/", false},
		{"https://medium.com/feed/x", "file:///etc/passwd", false},
		{"https://medium.com/feed/x", "gopher://blog.example/", false},
		{"https://medium.com/feed/x", "https:///feed", false},
	} {
		from, _ := url.Parse(test.from)
		to, _ := url.Parse(test.to)
		err := g.checkHop(from, to)
		if (err == nil) != test.follows || err != nil && !errors.Is(err, ErrForbidden) {
			t.Errorf("%s to %s: %v", test.from, test.to, err)
		}
		if err != nil && strings.Contains(err.Error(), "pass@") {
			t.Errorf("the error holds a password: %v", err)
		}
	}
}

func TestARedirectToAPrivateHostIsNotFollowed(t *testing.T) {
	var asked atomic.Int64
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		_, _ = w.Write([]byte(feed(1)))
	}))
	defer other.Close()
	s := newSource(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL, http.StatusFound) })
	// Named or not, no redirect leads there.
	for _, named := range [][]string{{s.host}, {s.host, strings.TrimPrefix(other.URL, "http://")}} {
		r := s.reader(t, func(c *Config) { c.Private = named })
		if _, err := r.Read(context.Background()); !errors.Is(err, ErrForbidden) {
			t.Errorf("%v: %v", named, err)
		}
	}
	if asked.Load() != 0 {
		t.Error("the other host was asked")
	}
	s.want(t, Forbidden, Forbidden)
}

func TestUpToFiveRedirectsAreFollowed(t *testing.T) {
	for hops, follows := range map[int]bool{1: true, 5: true, 6: false} {
		s := newSource(t, func(w http.ResponseWriter, r *http.Request) {
			done := strings.Count(r.URL.Path, "x")
			if done < hops {
				http.Redirect(w, r, r.URL.Path+"x", http.StatusMovedPermanently)
				return
			}
			_, _ = w.Write([]byte(feed(1)))
		})
		_, err := s.reader(t).Read(context.Background())
		if (err == nil) != follows || err != nil && !errors.Is(err, ErrForbidden) {
			t.Errorf("%d redirects: %v", hops, err)
		}
	}
}

func TestHTTPSNeverBecomesHTTPByARedirect(t *testing.T) {
	var asked atomic.Int64
	plain := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer plain.Close()
	secure := httptest.NewTLSServer(http.RedirectHandler(plain.URL, http.StatusFound))
	defer secure.Close()
	host := strings.TrimPrefix(secure.URL, "https://")
	r, err := New(Config{
		Address: secure.URL, Private: []string{host}, Parse: keep, Timeout: 10 * time.Second, MaxBytes: 5 << 20, Memory: new(Memory),
		Observe: func(Outcome, time.Duration) {},
	})
	if err != nil {
		t.Fatal(err)
	}
	r.client.Transport.(*http.Transport).TLSClientConfig = secure.Client().Transport.(*http.Transport).TLSClientConfig
	if _, err := r.Read(context.Background()); !errors.Is(err, ErrForbidden) || asked.Load() != 0 {
		t.Errorf("%v, asked %d times", err, asked.Load())
	}
}

func TestNoProxyOfTheEnvironmentIsUsedAndNoConnectionIsKept(t *testing.T) {
	transport := guard{}.client().Transport.(*http.Transport)
	if transport.Proxy != nil || !transport.DisableKeepAlives || transport.MaxResponseHeaderBytes == 0 || guardClientHasJar() {
		t.Errorf("%+v", transport)
	}
}

func guardClientHasJar() bool { return guard{}.client().Jar != nil }
