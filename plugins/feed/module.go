// Package feed is the Caddy app and handler that serve the site's blog feed as
// sanitised JSON.
package feed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/feed/archive"
	"fieldhouse/plugins/feed/reader"
	"fieldhouse/plugins/feed/serve"
	"fieldhouse/plugins/needs"
	"fieldhouse/plugins/paths"

	"github.com/caddyserver/caddy/v2"
)

func init() { adapter.RegisterServer[App]("a process has one cache of feeds", adapter.Usual) }

// App is the Caddy app `feed`: the feeds that can be read, and their cache, which outlasts a
// reload unless cache_size changes with it. Feeds are fetched directly: a proxy that the
// environment names is not used, because it would look up names where what they lead to is not
// checked. The one class of `lifetimes` is `posts`. Default: `5m` and `168h` (7 days).
type App struct {
	adapter.Options

	// The addresses of the feeds that can be read, RSS or Atom, such as
	// `https://medium.com/feed/fieldhouse`; no other is ever fetched. Pages show
	// the first one. They must be https, on a public host, unless
	// private_addresses names theirs. Default: none, and no posts.
	Feeds []string `json:"feeds,omitempty"`

	// Hosts with their ports, such as `127.0.0.1:8081`, whose feeds may be http
	// and on an address that is not public (loopback, private, link-local). No
	// redirect of another host leads to them. Default: none.
	PrivateAddresses []string `json:"private_addresses,omitempty"`

	// How many posts an answer has at most, the newest. Default: 50.
	Posts int `json:"posts,omitempty"`

	// How large a feed may be, in bytes, decompressed. Default: 5242880 (5 MiB).
	MaxBytes int64 `json:"max_bytes,omitempty"`

	memories []*adapter.State[*reader.Memory]
	archives []*adapter.State[*archive.Archive]
	server   *serve.Server
}

// The defaults of App.
const (
	// defaultCacheSize lets an answer have half a MiB, a thirty-second.
	defaultCacheSize = 16 << 20
	defaultRemember  = 10 * time.Second
	defaultPosts     = 50
	defaultMaxBytes  = 5 << 20
)

var classes = adapter.Classes{
	Unknown: "there are posts",
	All:     []adapter.Class{{Name: serve.Class, Share: 1, Soft: 5 * time.Minute, Hard: 7 * 24 * time.Hour, Retry: 30 * time.Second}},
}

// CaddyModule returns the Caddy module information.
func (App) CaddyModule() caddy.ModuleInfo { return adapter.ModuleInfo[App]("feed") }

// Provision joins the cache of the configuration before, or makes one.
func (a *App) Provision(ctx caddy.Context) error {
	if err := a.complete(); err != nil {
		return fmt.Errorf("feed: %w", err)
	}
	engine, err := a.JoinCache(ctx, "feed", "", edgecache.Config{Prepare: serve.Prepare})
	if err != nil {
		return fmt.Errorf("feed: %w", err)
	}
	if err := adapter.Register(ctx.GetMetricsRegistry(), fetchSeconds); err != nil {
		return fmt.Errorf("feed: %w", err)
	}
	folder, err := adapter.StateFolder(ctx, "feed")
	if err != nil {
		return err
	}
	a.server, err = serve.New(serve.Config{
		Memory:   a.memory,
		Archive:  a.archive(folder),
		Engine:   engine,
		Feeds:    a.Feeds,
		Private:  a.PrivateAddresses,
		Posts:    a.Posts,
		MaxBytes: a.MaxBytes,
		Timeout:  time.Duration(a.FetchTimeout),
		Client:   adapter.Client,
		Observe:  observe,
		Logger:   ctx.Logger(),
	})
	if err != nil {
		return fmt.Errorf("feed: %w", err)
	}
	return nil
}

// complete fills in defaults and refuses what cannot work.
func (a *App) complete() error {
	a.Posts = cmp.Or(a.Posts, defaultPosts)
	a.MaxBytes = cmp.Or(a.MaxBytes, defaultMaxBytes)
	if a.Posts < 0 || a.MaxBytes < 0 {
		return errors.New("posts and max_bytes must be more than nothing")
	}
	return a.Options.Complete(adapter.Options{CacheSize: defaultCacheSize, Remember: caddy.Duration(defaultRemember)}, classes)
}

// Need answers a page's need out of the feed: `PostsMedium`; see serve.Server.
func (a *App) Need(ctx context.Context, need string) (needs.Answer, error) {
	return a.server.Need(ctx, need)
}

// Serves implements adapter.Server.
func (a *App) Serves() (path string, server http.Handler) { return paths.Feed, a.server }
