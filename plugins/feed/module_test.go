package feed

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"fieldhouse/plugins/plugintest/caddytest"
	"fieldhouse/plugins/plugintest/golden"
	"fieldhouse/plugins/plugintest/must"
	_ "fieldhouse/plugins/site"

	"github.com/caddyserver/caddy/v2"
	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp/fileserver"
	_ "github.com/caddyserver/caddy/v2/modules/caddyhttp/reverseproxy"
)

type object = caddytest.Object

// process is Caddy with our module, and a blog before it.
type process struct {
	*caddytest.Process
	blog  *httptest.Server
	host  string // of the blog
	asked atomic.Int64
	gone  atomic.Bool
	later atomic.Bool
}

func newProcess(t testing.TB) *process {
	t.Helper()
	p := new(process)
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
	t.Cleanup(p.blog.Close)
	p.Process = caddytest.New(t, "feed", func(feed object) object { return object{"feed": feed} })
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

const (
	hit  = "fieldhouse;hit"
	miss = "fieldhouse;fwd=miss"
)

func TestTheHandlerAnswersItsPathAndLeavesTheOthers(t *testing.T) {
	p := newProcess(t)
	p.Load(p.feeds(nil, "football", "basketball"))
	p.Want(p.ask("football"), 200, `"title":"/feed/football"`, miss)
	p.Want(p.ask("football"), 200, `"title":"/feed/football"`, hit)
	p.Want(p.ask("basketball"), 200, `"title":"/feed/basketball"`, miss)
	p.Want(p.ask("other"), 403, `{"status":"error","message":"the feed `, "")
	p.Want("/api/v1/feed", 400, `{"status":"error"`, "")
	p.Want("/api/v1/feed/x", 404, `{"status":"error"`, "")
	p.Want("/api/v1/feedandmore", 200, "next", "")
	p.Want("/", 200, "next", "")
}

func TestWithoutABlockThereAreNoPosts(t *testing.T) {
	p := newProcess(t)
	p.Load(object{})
	p.Want(p.ask("football"), 403, "once one is configured", "")
	app := must.Get(caddy.ActiveContext().App("feed"))(t)
	if got, err := app.(*App).Need(context.Background(), "PostsMedium"); err != nil || !strings.Contains(string(got.Body), `"items":[]`) {
		t.Errorf("%s, %v", got.Body, err)
	}
}

func TestAReloadKeepsWhatWasReadAndTakesTheNewSettings(t *testing.T) {
	p := newProcess(t)
	p.Load(p.feeds(nil, "football"))
	p.Want(p.ask("football"), 200, "football", miss)
	p.gone.Store(true)
	p.Load(p.feeds(object{"lifetimes": object{"posts": object{"soft": "1h"}}, "fetch_timeout": "3s"}, "basketball", "football"))
	p.Want(p.ask("football"), 200, "football", hit)
	if p.asked.Load() != 1 {
		t.Errorf("the blog was asked %d times", p.asked.Load())
	}
	// One whose answers differ is another answer, asked for whole.
	p.gone.Store(false)
	p.Load(p.feeds(object{"posts": 1}, "football"))
	p.Want(p.ask("football"), 200, `"items":[{"title":"One"`, miss)
	// What is not configured any more is not answered any more.
	p.Load(p.feeds(nil, "basketball"))
	p.Want(p.ask("football"), 403, "not one of this site", "")
}

func TestABlogThatWantsToBeLeftAloneIsLeftAloneAcrossReloads(t *testing.T) {
	p := newProcess(t)
	p.later.Store(true)
	settings := object{"remember": "1ns"}
	p.Load(p.feeds(settings, "football"))
	p.Want(p.ask("football"), 502, "error", "")
	for range 3 {
		p.Load(p.feeds(settings, "football"))
		p.Want(p.ask("football"), 503, "left alone", "")
	}
	if p.asked.Load() != 1 {
		t.Errorf("the blog was asked %d times", p.asked.Load())
	}
}

func TestAConfigurationThatIsRefusedLeavesTheOldOneServing(t *testing.T) {
	p := newProcess(t)
	p.Load(p.feeds(nil, "football"))
	p.Want(p.ask("football"), 200, "football", miss)
	p.Refuse(caddytest.Refused{
		"cache too small":  {p.feeds(object{"cache_size": 1 << 10}, "football"), "cache_size"},
		"negative posts":   {p.feeds(object{"posts": -1}, "football"), "posts"},
		"negative bytes":   {p.feeds(object{"max_bytes": -1}, "football"), "max_bytes"},
		"hard before soft": {p.feeds(object{"lifetimes": object{"posts": object{"soft": "2s", "hard": "1s"}}}, "football"), "lifetime"},
		"negative soft":    {p.feeds(object{"lifetimes": object{"posts": object{"soft": "-2s"}}}, "football"), "lifetime"},
		"without https":    {p.feeds(object{"private_addresses": []string{}}, "football"), "private_addresses"},
		"no port":          {p.feeds(object{"private_addresses": []string{"127.0.0.1"}}, "football"), "127.0.0.1:8081"},
		"twice":            {p.feeds(object{"feeds": []string{"https://x.example/feed", "https://X.example:443/feed"}}, "football"), "twice"},
		"no address":       {p.feeds(object{"feeds": []string{"x.example/feed"}}, "football"), "https"},
	}, p.ask("football"), "football", hit)
}

func TestPagesHavePostsThatTheFeedDoesNotNameAnyMoreAfterARestartToo(t *testing.T) {
	state := t.TempDir()
	keeping := func(apps object) { apps["site"] = object{"state": state} }
	p := newProcess(t)
	posts := func() string {
		t.Helper()
		app := must.Get(caddy.ActiveContext().App("feed"))(t)
		got, err := app.(*App).Need(context.Background(), "PostsMedium")
		if err != nil || got.Version == "" {
			t.Fatalf("%s, %q, %v", got.Body, got.Version, err)
		}
		return string(got.Body)
	}
	p.Load(p.feeds(nil, "football"), keeping)
	before := posts()
	// A reload leads to a feed of one post; the process ends after it, and the blog is gone.
	p.Load(p.feeds(object{"posts": 1}, "football"), keeping)
	if got := posts(); got != before {
		t.Errorf("of a shorter feed pages have %s", got)
	}
	must.Do(t, caddy.Stop())
	if len(archives.All()) != 0 {
		t.Fatal("something of the process is left")
	}
	p.gone.Store(true)
	p.Load(p.feeds(nil, "football"), keeping)
	if got := posts(); got != before {
		t.Errorf("after a restart without the blog pages have %s, want %s", got, before)
	}
}

func TestTheMetricsNameTheFeedsHostAndHowTheFetchEnded(t *testing.T) {
	p := newProcess(t)
	p.Load(p.feeds(nil, "football"))
	p.Want(p.ask("football"), 200, "football", miss)
	p.Load(p.feeds(object{"posts": 7}, "football")) // with a registry of its own
	if got := caddytest.Metrics(t)["fieldhouse_feed_fetch_seconds "+p.host+" changed"]; got != 1 {
		t.Errorf("%g fetches of %s changed it", got, p.host)
	}
}

func TestUnderReloadsEveryAnswerIsAWarmHitAndNothingLeaks(t *testing.T) {
	load := func(t *testing.T) {
		p := newProcess(t)
		p.Load(p.feeds(nil, "football"))
	}
	caddytest.LeavesNothing(t, load, func(t *testing.T) {
		p := newProcess(t)
		p.Load(p.feeds(nil, "football"))
		p.Want(p.ask("football"), 200, "football", miss)
		p.Reload(func(i int) object {
			return p.feeds(object{"misses": i%2 + 1}, "football")
		}, p.ask("football"), 200, "football", hit)
		if p.asked.Load() != 1 {
			t.Errorf("the blog was asked %d times", p.asked.Load())
		}
	})
	if left := len(memories.All()); left != 0 {
		t.Errorf("%d memories are left", left)
	}
}

func TestCaddyfilesAdaptToTheirJSON(t *testing.T) { golden.Adapt(t, "testdata") }

func TestOptions(t *testing.T) {
	golden.Options(t, "feed", map[string]string{
		`cache_size lots`: `cache_size "lots": write a size such as 64MiB, at Caddyfile:3`,
		`feed`:            `wrong argument count or unexpected line ending after 'feed', at Caddyfile:3`,
		`feed https://a.example/ https://a.example/`: `feed: https://a.example/ stands twice, at Caddyfile:3`,
		`fetch_timeout 0s`:                           `fetch_timeout "0s": write a duration such as 2s, at Caddyfile:3`,
		`lifetime`:                                   `wrong argument count or unexpected line ending after 'lifetime', at Caddyfile:3`,
		`lifetime 1m`:                                `{"lifetimes":{"posts":{"soft":60000000000}}}`,
		`lifetime 1m 2m 3m`:                          `wrong argument count or unexpected line ending after '3m', at Caddyfile:3`,
		`lifetime 5m forever`:                        `lifetime "forever": write a duration such as 2s, at Caddyfile:3`,
		`max_bytes lots`:                             `max_bytes "lots": write a size such as 64MiB, at Caddyfile:3`,
		`misses 0`:                                   `{"misses":0}`,
		`misses many`:                                `misses "many": write a number per second such as 20, or 0 for no bound, at Caddyfile:3`,
		`posts`:                                      `wrong argument count or unexpected line ending after 'posts', at Caddyfile:3`,
		`posts 0`:                                    `posts "0": write a number from 1 on, at Caddyfile:3`,
		`private_addresses`:                          `wrong argument count or unexpected line ending after 'private_addresses', at Caddyfile:3`,
		`private_addresses 127.0.0.1:8081 blog.internal:80`: `{"private_addresses":["127.0.0.1:8081","blog.internal:80"]}`,
		`remember soon`:                                       `remember "soon": write a duration such as 2s, at Caddyfile:3`,
		`url https://medium.com/feed/fieldhouse`:              `unrecognized subdirective: url, at Caddyfile:3`,
		":8080 {\nfeed https://medium.com/feed/fieldhouse\n}": `wrong argument count or unexpected line ending after 'https://medium.com/feed/fieldhouse', at Caddyfile:2`,
		":8080 {\nfeed {\nposts 3\n}\n}":                      `unrecognized subdirective: posts; the settings stand in the global option feed, at Caddyfile:3`,
		"{\nfeed\nfeed\n}":                                    `the feed block stands twice: a process has one cache of feeds, at Caddyfile:3`,
		"{\nfeed\n}":                                          `{}`,
		"{\nfeed https://medium.com/feed/fieldhouse\n}":       `wrong argument count or unexpected line ending after 'https://medium.com/feed/fieldhouse', at Caddyfile:2`,
	})
}
