// Package assets is the Caddy app and handler that serve what the asset index
// knows of the site's collection as a cached JSON API.
package assets

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"net/http"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/assets/index"
	"fieldhouse/plugins/assets/serve"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/paths"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"
)

func init() {
	adapter.RegisterServer[App]("a process has one cache of assets", adapter.Usual)
	adapter.RegisterAdmin("assets", adminRoute)
}

// adminRoute shows what is known of each asset index in Caddy's admin API.
var adminRoute = adapter.AppRoute("GET /assets/endpoints", func() (*App, error) { return adapter.Running[*App]("assets") },
	func(_ *http.Request, app *App) any { return app.client.Value.Status() })

// App is the Caddy app `assets`: the asset indexes and the cache of their answers. Its own
// defaults of the shared options are a `cache_size` of 402653184 (384 MiB), a `fetch_timeout`
// of `20s`, and `misses` of 1 with a `miss_burst` of 6. The classes of `lifetimes` are `owners`
// for the assets of one account and what it burned (`2s`, `1h`) and `collections` for those
// of all (`30s`, `1h`). Two thirds of the cache are for the assets of accounts and keep answers
// of up to 8 MiB, some 2,700 assets; a third is for those of all accounts, up to 4 MiB, some
// 1,400 assets. Larger lists are read page by page.
type App struct {
	adapter.Options

	// The base addresses of the asset indexes, the part before /assets, in the
	// order of preference. Default: the asset endpoint of the site's network.
	Endpoints []string `json:"endpoints,omitempty"`

	// How long one index may take for one page. Default: `10s`, or fetch_timeout
	// when that is less.
	Timeout caddy.Duration `json:"timeout,omitempty"`

	// How often one index is asked in the long run, a second. Default: 4, as
	// public indexes allow about 240 requests a minute.
	Rate float64 `json:"rate,omitempty"`

	// How often one index may be asked at once. Default: 8.
	Burst int `json:"burst,omitempty"`

	// The largest page of an index that is read, in bytes. Default: 16777216
	// (16 MiB); a thousand assets have about 3 MB.
	MaxPageSize int64 `json:"max_page_size,omitempty"`

	// How many pages of a thousand an answer of all assets may take. One that
	// takes more ends there and says so, and no page further on is answered.
	// Default: 100.
	MaxPages int `json:"max_pages,omitempty"`

	// How large an answer of all assets may be, in bytes; in effect at most what
	// the cache keeps, a 48th of cache_size for an account's and a 96th for all
	// accounts'. A larger one ends there and says so. Default: 8388608 (8 MiB).
	MaxBytes int64 `json:"max_bytes,omitempty"`

	logger *zap.Logger
	client *adapter.State[*index.Client]
	server *serve.Server
}

// The defaults of App.
const (
	defaultCacheSize    = 384 << 20
	defaultFetchTimeout = 20 * time.Second
	defaultMaxPages     = 100
	defaultMaxBytes     = 8 << 20
	// maxRate is the most requests a second, and at once, that an index is asked.
	maxRate = 1000

	// One index is asked a few times a second for everybody together: the pages
	// of one account, some thousand assets each, may come at once, and a client
	// alone cannot take more than a quarter of what the index allows.
	defaultMisses    = 1
	defaultMissBurst = 6

	// maxFetches bounds the reads that run or wait at once: more than wait for an
	// index, so that a newcomer finds a place. What is being put together in
	// memory is bounded by how often and how much at once an index is asked.
	maxFetches = 128
)

var classes = adapter.Classes{
	Unknown: "there are owners and collections",
	All: []adapter.Class{
		{Name: serve.Owners, Share: 2, Soft: 2 * time.Second, Hard: time.Hour},
		{Name: serve.Collections, Share: 1, Soft: 30 * time.Second, Hard: time.Hour},
	},
}

// CaddyModule returns the Caddy module information.
func (App) CaddyModule() caddy.ModuleInfo { return adapter.ModuleInfo[App]("assets") }

// Provision joins the cache and the client of the configuration before, or
// makes them.
func (a *App) Provision(ctx caddy.Context) error {
	a.logger = ctx.Logger()
	site, err := adapter.Site(ctx, "assets")
	if err != nil {
		return err
	}
	network := site.Network
	if len(a.Endpoints) == 0 {
		a.Endpoints = []string{network.AssetEndpoint}
	}
	if err := a.complete(); err != nil {
		return fmt.Errorf("assets: %w", err)
	}
	if a.client, err = a.joinClient(); err != nil {
		return fmt.Errorf("assets: %w", err)
	}
	if err := adapter.Register(ctx.GetMetricsRegistry(), collectors(a.client.Value)...); err != nil {
		return fmt.Errorf("assets: %w", err)
	}
	engine, err := a.JoinCache(ctx, "assets", "", edgecache.Config{Prepare: serve.Prepare, MaxFetches: maxFetches})
	if err != nil {
		return fmt.Errorf("assets: %w", err)
	}
	a.server = serve.New(serve.Config{
		Engine: engine,
		Index:  a.client.Value,
		Site:   serve.Site{ChainID: network.ChainID, Collection: network.Collection, MaxAssets: a.MaxPages * index.MaxLimit},
		Bounds: index.Bounds{MaxPages: a.MaxPages, MaxBytes: int(a.MaxBytes)},
		Client: adapter.Client,
		Logger: a.logger,
	})
	return nil
}

// complete fills in defaults and refuses what cannot work.
func (a *App) complete() error {
	misses := float64(defaultMisses)
	err := a.Options.Complete(adapter.Options{
		CacheSize: defaultCacheSize, FetchTimeout: caddy.Duration(defaultFetchTimeout), Misses: &misses, MissBurst: defaultMissBurst,
	}, classes)
	if err != nil {
		return err
	}
	a.Timeout = cmp.Or(a.Timeout, min(caddy.Duration(index.DefaultTimeout), a.FetchTimeout))
	a.MaxPages = cmp.Or(a.MaxPages, defaultMaxPages)
	a.MaxBytes = cmp.Or(a.MaxBytes, defaultMaxBytes)
	switch {
	case a.MaxPages < 0 || a.MaxBytes < 0:
		return errors.New("max_pages and max_bytes must be more than nothing")
	case a.Timeout > a.FetchTimeout:
		return fmt.Errorf("timeout %s must be at most fetch_timeout, which is %s", time.Duration(a.Timeout), time.Duration(a.FetchTimeout))
	case math.IsNaN(a.Rate) || a.Rate > maxRate || a.Burst > maxRate:
		return fmt.Errorf("rate %v and its burst %d must be numbers up to %d", a.Rate, a.Burst, maxRate)
	}
	return a.indexSettings().Check()
}

// Serves implements adapter.Server.
func (a *App) Serves() (path string, server http.Handler) { return paths.Assets, a.server }
