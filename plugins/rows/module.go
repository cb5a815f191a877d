// Package rows is the Caddy app and handler that serve chain tables as a cached
// JSON API.
package rows

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/rows/serve"
	"fieldhouse/plugins/rows/table"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

func init() {
	caddy.RegisterModule(App{})
	caddy.RegisterModule(Handler{})
}

// App is the Caddy app `rows`: what is kept of the chain's tables, and for how
// long. What is kept outlasts a reload, unless `cache_size` changes with it,
// which is divided among the tables and must be at least 16777216 (16 MiB).
type App struct {
	adapter.Options

	// How many requests to a node one answer may take. A table that takes more
	// is answered in part, with `more` true. Default: 20.
	MaxPages int `json:"max_pages,omitempty"`

	// How large one answer may be, in bytes; in effect at most what the cache
	// keeps. A larger table is answered in part, with `more` true. Default:
	// 524288 (512 KiB).
	MaxBytes int64 `json:"max_bytes,omitempty"`

	// How long answers live, by table: `datapoints`, `accounts`, `drops`,
	// `partners`, `claims`. Default: `1s` and `10m`, but `2s` and `10m` for
	// datapoints, `30s` and `1h` for partners.
	Lifetimes map[string]adapter.Lifetime `json:"lifetimes,omitempty"`

	server *serve.Server
	cache  *adapter.Cache
}

// The defaults of App.
const (
	defaultMaxPages = 20
	defaultMaxBytes = 512 << 10
)

var classes = adapter.Classes{
	Unknown: "there is no such table",
	Defaults: map[string]adapter.Lifetime{
		string(table.Datapoints): adapter.Lives(2*time.Second, 10*time.Minute),
		string(table.Accounts):   adapter.Lives(time.Second, 10*time.Minute),
		string(table.Drops):      adapter.Lives(time.Second, 10*time.Minute),
		string(table.Partners):   adapter.Lives(30*time.Second, time.Hour),
		string(table.Claims):     adapter.Lives(time.Second, 10*time.Minute),
	},
}

// CaddyModule returns the Caddy module information.
func (App) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{
		ID:  "rows",
		New: func() caddy.Module { return new(App) },
	}
}

// Provision joins the cache of the configuration before, or makes one.
func (a *App) Provision(ctx caddy.Context) error {
	if err := a.complete(); err != nil {
		return fmt.Errorf("rows: %w", err)
	}
	chain, err := adapter.Service[table.Chain](ctx, "rows", "chain")
	if err != nil {
		return err
	}
	site, err := adapter.Service[interface{ Settings() *settings.Settings }](ctx, "rows", "site")
	if err != nil {
		return err
	}
	if a.cache, err = adapter.JoinCache(ctx, "rows", "", a.cacheConfig()); err != nil {
		return err
	}
	network := site.Settings().Network
	a.server, err = serve.New(serve.Config{
		Engine: a.cache.Engine(),
		Chain:  chain,
		Site: table.Site{
			ChainID:      network.ChainID,
			GameContract: network.GameContract,
			Oracle:       network.Oracle,
			OraclePair:   network.OraclePair,
			Token:        network.Token,
		},
		Bounds: table.Bounds{MaxPages: a.MaxPages, MaxBytes: int(a.MaxBytes)},
		Logger: ctx.Logger(),
		Client: adapter.Client,
	})
	return err
}

// complete fills in defaults and refuses what cannot work.
func (a *App) complete() error {
	if err := a.Options.Complete(adapter.Options{}); err != nil {
		return err
	}
	if a.MaxPages == 0 {
		a.MaxPages = defaultMaxPages
	}
	if a.MaxBytes == 0 {
		a.MaxBytes = defaultMaxBytes
	}
	switch {
	case a.CacheSize < minCacheSize:
		return fmt.Errorf("cache_size %d must be at least %d (16MiB)", a.CacheSize, minCacheSize)
	case a.MaxPages < 0 || a.MaxBytes < 0:
		return errors.New("max_pages and max_bytes must be more than nothing")
	}
	var err error
	a.Lifetimes, err = classes.Complete(a.Lifetimes)
	return err
}

// Stop implements caddy.App.
func (*App) Stop() error { return nil }

// Need answers a page's need out of rows: `rowDrops`, `medianPrice` or
// `partnersCodes`; see serve.Server.
func (a *App) Need(ctx context.Context, need string) (body []byte, version string, err error) {
	return a.server.Need(ctx, need)
}

// Handler serves /api/v1/rows/datapoints, accounts, drops, partners and claims,
// and leaves other paths to the next handler.
type Handler struct {
	server *serve.Server
}

// CaddyModule returns the Caddy module information.
func (Handler) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{
		ID:  "http.handlers.rows",
		New: func() caddy.Module { return new(Handler) },
	}
}

// Provision finds the app.
func (h *Handler) Provision(ctx caddy.Context) error {
	app, err := adapter.Service[*App](ctx, "rows", "rows")
	if err != nil {
		return err
	}
	h.server = app.server
	return nil
}

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request, next caddyhttp.Handler) error {
	if !serve.Serves(r.URL.Path) {
		return next.ServeHTTP(w, r)
	}
	h.server.ServeHTTP(w, r)
	return nil
}

// Interface guards.
var (
	_ caddy.App                   = (*App)(nil)
	_ caddy.Provisioner           = (*App)(nil)
	_ caddy.CleanerUpper          = (*App)(nil)
	_ caddy.Provisioner           = (*Handler)(nil)
	_ caddyhttp.MiddlewareHandler = (*Handler)(nil)
)
