// Package rows is the Caddy app and handler that serve chain tables as a cached
// JSON API.
package rows

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"fieldhouse/plugins/caches"
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
	caches.Options

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
	Lifetimes map[string]Lifetime `json:"lifetimes,omitempty"`

	server *serve.Server
	cache  *caches.Shared
}

// Lifetime is how long an answer lives.
type Lifetime struct {
	// How long an answer is fresh. After that it is still answered, at once,
	// while one refresh runs.
	Soft caddy.Duration `json:"soft,omitempty"`

	// How long an answer that cannot be refreshed is answered.
	Hard caddy.Duration `json:"hard,omitempty"`
}

// The defaults of App.
const (
	defaultMaxPages = 20
	defaultMaxBytes = 512 << 10
)

var defaultLifetimes = map[table.Table]Lifetime{
	table.Datapoints: {caddy.Duration(2 * time.Second), caddy.Duration(10 * time.Minute)},
	table.Accounts:   {caddy.Duration(time.Second), caddy.Duration(10 * time.Minute)},
	table.Drops:      {caddy.Duration(time.Second), caddy.Duration(10 * time.Minute)},
	table.Partners:   {caddy.Duration(30 * time.Second), caddy.Duration(time.Hour)},
	table.Claims:     {caddy.Duration(time.Second), caddy.Duration(10 * time.Minute)},
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
	chain, err := appAs[table.Chain](ctx, "chain")
	if err != nil {
		return err
	}
	site, err := appAs[interface{ Settings() *settings.Settings }](ctx, "site")
	if err != nil {
		return err
	}
	if a.cache, err = caches.Join(ctx, "rows", "", a.cacheConfig()); err != nil {
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
		Client: caches.Client,
	})
	return err
}

// appAs takes another app as the service that it offers.
func appAs[T any](ctx caddy.Context, name string) (T, error) {
	var none T
	app, err := ctx.App(name)
	if err != nil {
		return none, fmt.Errorf("rows: %w", err)
	}
	service, ok := app.(T)
	if !ok {
		return none, fmt.Errorf("rows: the app %s is a %T, which does not offer what rows needs of it", name, app)
	}
	return service, nil
}

// complete fills in defaults and refuses what cannot work.
func (a *App) complete() error {
	if err := a.Options.Complete(caches.Options{}); err != nil {
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
	lifetimes := make(map[string]Lifetime, len(table.All))
	for name := range a.Lifetimes {
		if _, known := defaultLifetimes[table.Table(name)]; !known {
			return fmt.Errorf("lifetime %q: there is no such table", name)
		}
	}
	for _, t := range table.All {
		lifetime := a.Lifetimes[string(t)]
		if lifetime.Soft == 0 {
			lifetime.Soft = defaultLifetimes[t].Soft
		}
		if lifetime.Hard == 0 {
			lifetime.Hard = max(defaultLifetimes[t].Hard, lifetime.Soft)
		}
		if lifetime.Soft < 0 || lifetime.Hard < lifetime.Soft {
			return fmt.Errorf("lifetime %s: soft %s must be more than nothing and at most hard, which is %s",
				t, time.Duration(lifetime.Soft), time.Duration(lifetime.Hard))
		}
		lifetimes[string(t)] = lifetime
	}
	a.Lifetimes = lifetimes
	return nil
}

// Start lets lifetimes and budgets hold.
func (a *App) Start() error { return a.cache.Settle() }

// Stop implements caddy.App.
func (*App) Stop() error { return nil }

// Cleanup lets go of the cache. It also runs after a Provision that failed.
func (a *App) Cleanup() error { return a.cache.Leave() }

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
	app, err := appAs[*App](ctx, "rows")
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
