package feed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/goleak"
)

func init() { caddy.RegisterModule(nextHandler{}) }

// nextHandler is what stands behind feed in the tests' routes.
type nextHandler struct{}

func (nextHandler) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "http.handlers.feed_test_next", New: func() caddy.Module { return new(nextHandler) }}
}

func (nextHandler) ServeHTTP(w http.ResponseWriter, _ *http.Request, _ caddyhttp.Handler) error {
	_, err := io.WriteString(w, "next")
	return err
}

// object is a piece of Caddy's configuration.
type object = map[string]any

// process is Caddy with our module on a loopback port, and a blog before it.
type process struct {
	t      testing.TB
	blog   *httptest.Server
	host   string // of the blog
	port   int
	client *http.Client
	asked  atomic.Int64
	gone   atomic.Bool
	later  atomic.Bool
}

func newProcess(t testing.TB) *process {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	p := &process{t: t, port: listener.Addr().(*net.TCPAddr).Port, client: &http.Client{Transport: new(http.Transport), Timeout: 10 * time.Second}}
	p.blog = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.asked.Add(1)
		switch {
		case p.later.Load():
			w.Header().Set("Retry-After", "3600")
			w.WriteHeader(http.StatusTooManyRequests)
		case p.gone.Load():
			w.WriteHeader(http.StatusBadGateway)
		case r.Header.Get("If-None-Match") != "":
			w.WriteHeader(http.StatusNotModified)
		default:
			w.Header().Set("ETag", `"1"`)
			_, _ = fmt.Fprintf(w, "<rss><channel><title>%s</title><item><title>One</title></item><item><title>Two</title></item></channel></rss>", r.URL.Path)
		}
	}))
	p.host = strings.TrimPrefix(p.blog.URL, "http://")
	t.Cleanup(func() {
		if err := caddy.Stop(); err != nil {
			t.Error(err)
		}
		p.client.CloseIdleConnections()
		p.blog.Close()
	})
	return p
}

// ask is the path that asks for a feed of the blog.
func (p *process) ask(name string) string {
	return "/api/v1/feed?rss_url=" + url.QueryEscape(p.blog.URL+"/feed/"+name)
}

// feeds are the settings with feeds of the blog.
func (p *process) feeds(settings object, names ...string) object {
	all := object{"private_addresses": []string{p.host}}
	var addresses []string
	for _, name := range names {
		addresses = append(addresses, p.blog.URL+"/feed/"+name)
	}
	all["feeds"] = addresses
	for key, value := range settings {
		all[key] = value
	}
	return all
}

// config is the process's configuration with the app feed as given.
func (p *process) config(feed object) []byte {
	config, err := json.Marshal(object{
		"admin":   object{"disabled": true, "config": object{"persist": false}},
		"logging": object{"logs": object{"default": object{"level": "PANIC"}}},
		"apps": object{
			"feed": feed,
			// Nothing of a test is written to the user's folder.
			"tls": object{"disable_storage_check": true, "disable_storage_clean": true},
			"http": object{"servers": object{"srv0": object{
				"listen":          []string{fmt.Sprintf("127.0.0.1:%d", p.port)},
				"automatic_https": object{"disable": true},
				"routes":          []object{{"handle": []object{{"handler": "feed"}, {"handler": "feed_test_next"}}}},
			}}},
		},
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return config
}

func (p *process) load(feed object) {
	p.t.Helper()
	if err := caddy.Load(p.config(feed), true); err != nil {
		p.t.Fatal(err)
	}
	p.client.CloseIdleConnections() // they may still be with the old server
}

func (p *process) get(path string) (*http.Response, string, error) {
	response, err := p.client.Get(fmt.Sprintf("http://127.0.0.1:%d%s", p.port, path))
	if err != nil {
		return nil, "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return response, string(body), err
}

// want gets a path and compares status, body and Cache-Status as far as given.
//
// A connection that falls into the moment in which a reload closes the old
// configuration's socket is closed before a request was read: it is made again.
func (p *process) want(path string, code int, body, cacheStatus string) {
	p.t.Helper()
	response, got, err := p.get(path)
	for tries := 0; (errors.Is(err, syscall.ECONNRESET) || errors.Is(err, io.EOF)) && tries < 5; tries++ {
		response, got, err = p.get(path)
	}
	if err != nil {
		p.t.Fatal(err)
	}
	if response.StatusCode != code || !strings.Contains(got, body) || !strings.HasPrefix(response.Header.Get("Cache-Status"), cacheStatus) {
		p.t.Fatalf("%s: %d %s %s; want %d %s %s", path, response.StatusCode, response.Header.Get("Cache-Status"), got, code, cacheStatus, body)
	}
}

const (
	hit  = "fieldhouse;hit"
	miss = "fieldhouse;fwd=miss"
)

func TestTheHandlerAnswersItsPathAndLeavesTheOthers(t *testing.T) {
	p := newProcess(t)
	p.load(p.feeds(nil, "football", "basketball"))
	p.want(p.ask("football"), 200, `"title":"/feed/football"`, miss)
	p.want(p.ask("football"), 200, `"title":"/feed/football"`, hit)
	p.want(p.ask("basketball"), 200, `"title":"/feed/basketball"`, miss)
	p.want(p.ask("other"), 403, `{"status":"error","message":"the feed `, "")
	p.want("/api/v1/feed", 400, `{"status":"error"`, "")
	p.want("/api/v1/feed/x", 404, `{"status":"error"`, "")
	p.want("/api/v1/feedandmore", 200, "next", "")
	p.want("/", 200, "next", "")
}

func TestWithoutABlockThereAreNoPosts(t *testing.T) {
	p := newProcess(t)
	p.load(object{})
	p.want(p.ask("football"), 403, "once one is configured", "")
	app, err := caddy.ActiveContext().App("feed")
	if err != nil {
		t.Fatal(err)
	}
	if body, _, err := app.(*App).Need(context.Background(), "PostsMedium"); err != nil || !strings.Contains(string(body), `"items":[]`) {
		t.Errorf("%s, %v", body, err)
	}
}

func TestAReloadKeepsWhatWasReadAndTakesTheNewSettings(t *testing.T) {
	p := newProcess(t)
	p.load(p.feeds(nil, "football"))
	p.want(p.ask("football"), 200, "football", miss)
	p.gone.Store(true)
	p.load(p.feeds(object{"soft": "1h", "fetch_timeout": "3s"}, "basketball", "football"))
	p.want(p.ask("football"), 200, "football", hit)
	if p.asked.Load() != 1 {
		t.Errorf("the blog was asked %d times", p.asked.Load())
	}
	// One whose answers differ is another answer, asked for whole.
	p.gone.Store(false)
	p.load(p.feeds(object{"posts": 1}, "football"))
	p.want(p.ask("football"), 200, `"items":[{"title":"One"`, miss)
	// What is not configured any more is not answered any more.
	p.load(p.feeds(nil, "basketball"))
	p.want(p.ask("football"), 403, "not one of this site", "")
}

func TestABlogThatWantsToBeLeftAloneIsLeftAloneAcrossReloads(t *testing.T) {
	p := newProcess(t)
	p.later.Store(true)
	settings := object{"remember": "1ns"}
	p.load(p.feeds(settings, "football"))
	p.want(p.ask("football"), 502, "error", "")
	for range 3 {
		p.load(p.feeds(settings, "football"))
		p.want(p.ask("football"), 503, "left alone", "")
	}
	if p.asked.Load() != 1 {
		t.Errorf("the blog was asked %d times", p.asked.Load())
	}
}

func TestAConfigurationThatIsRefusedLeavesTheOldOneServing(t *testing.T) {
	p := newProcess(t)
	p.load(p.feeds(nil, "football"))
	p.want(p.ask("football"), 200, "football", miss)
	for name, test := range map[string]struct {
		settings object
		naming   string
	}{
		"cache too small":  {object{"cache_size": 1 << 10}, "cache_size"},
		"negative posts":   {object{"posts": -1}, "posts"},
		"negative bytes":   {object{"max_bytes": -1}, "max_bytes"},
		"hard before soft": {object{"soft": "2s", "hard": "1s"}, "lifetime"},
		"negative soft":    {object{"soft": "-2s"}, "lifetime"},
		"without https":    {object{"private_addresses": []string{}}, "private_addresses"},
		"no port":          {object{"private_addresses": []string{"127.0.0.1"}}, "127.0.0.1:8081"},
		"twice":            {object{"feeds": []string{"https://x.example/feed", "https://X.example:443/feed"}}, "twice"},
		"no address":       {object{"feeds": []string{"x.example/feed"}}, "https"},
	} {
		if err := caddy.Load(p.config(p.feeds(test.settings, "football")), true); err == nil || !strings.Contains(err.Error(), test.naming) {
			t.Errorf("%s: %v", name, err)
		}
		p.want(p.ask("football"), 200, "football", hit)
	}
}

func TestTheMetricsNameTheFeedsHostAndHowTheFetchEnded(t *testing.T) {
	p := newProcess(t)
	p.load(p.feeds(nil, "football"))
	p.want(p.ask("football"), 200, "football", miss)
	registry := prometheus.NewRegistry()
	for range 2 { // a registry may know it already
		if err := register(registry); err != nil {
			t.Fatal(err)
		}
	}
	families, err := registry.Gather()
	if err != nil || len(families) != 1 || families[0].GetName() != "fieldhouse_feed_fetch_seconds" {
		t.Fatalf("%v, %v", families, err)
	}
	for _, metric := range families[0].GetMetric() {
		labels := make(map[string]string)
		for _, label := range metric.GetLabel() {
			labels[label.GetName()] = label.GetValue()
		}
		if labels["feed"] == p.host && labels["outcome"] == "changed" && metric.GetHistogram().GetSampleCount() == 1 {
			return
		}
	}
	t.Errorf("no fetch of %s in %v", p.host, families)
}

func TestUnderReloadsEveryAnswerIsAWarmHitAndNothingLeaks(t *testing.T) {
	// Caddy keeps a few goroutines of its own once it ran.
	warm := newProcess(t)
	warm.load(warm.feeds(nil, "football"))
	if err := caddy.Stop(); err != nil {
		t.Fatal(err)
	}
	before := goleak.IgnoreCurrent()
	t.Run("reloads", func(t *testing.T) {
		p := newProcess(t)
		p.load(p.feeds(nil, "football"))
		p.want(p.ask("football"), 200, "football", miss)
		var stop atomic.Bool
		var requests atomic.Int64
		var clients sync.WaitGroup
		for range 4 {
			clients.Go(func() {
				for !stop.Load() {
					response, body, err := p.get(p.ask("football"))
					if err != nil {
						continue // its socket was the old configuration's
					}
					if response.StatusCode != 200 || !strings.Contains(body, "football") || !strings.HasPrefix(response.Header.Get("Cache-Status"), hit) {
						t.Errorf("%v %q %v", response, body, err)
						return
					}
					requests.Add(1)
				}
			})
		}
		for i := range 30 {
			p.load(p.feeds(object{"misses": i%2 + 1}, "football"))
		}
		stop.Store(true)
		clients.Wait()
		if requests.Load() == 0 || p.asked.Load() != 1 {
			t.Errorf("%d requests, the blog was asked %d times", requests.Load(), p.asked.Load())
		}
	})
	goleak.VerifyNone(t, before)
	if left := len(memoriesLeft()); left != 0 {
		t.Errorf("%d memories are left", left)
	}
}

// memoriesLeft lists what no configuration has let go of.
func memoriesLeft() (keys []any) {
	living.Range(func(key, _ any) bool {
		keys = append(keys, key)
		return true
	})
	return keys
}
