// Package editions is the Caddy handler that answers a path with the page of the
// edition it belongs to, and serves the files of its releases.
package editions

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"go.uber.org/zap"
	"golang.org/x/time/rate"
)

func init() {
	caddy.RegisterModule(Handler{})
}

// Defaults of the handler's settings.
const (
	defaultCacheSize    = 64 << 20
	defaultSnapshotWait = 150 * time.Millisecond
)

// Handler composes pages from releases. It answers every path that no other
// edition of the site or plugin of the gateway has, so it stands last.
type Handler struct {
	// The folder that holds the releases and the lineup. Placeholders are
	// replaced. Default: that of the variable FIELDHOUSE_STORE, else
	// /var/lib/fieldhouse/store.
	Store string `json:"store,omitempty"`

	// Origins that pages may load images from, besides the site itself, such as
	// `https://images.example` (CSP `img-src`).
	Images []string `json:"images,omitempty"`

	// Origins that scripts may connect to, besides the site itself and what its
	// wallets need (CSP `connect-src`).
	Connect []string `json:"connect,omitempty"`

	// Origins that pages may show in a frame, besides the wallets' `esr:` (CSP
	// `frame-src`). Default: none.
	Frames []string `json:"frames,omitempty"`

	// Where visitors find the site, such as `https://fieldhouse.example`, for the
	// canonical address, alternates and the social card. Default: those addresses
	// are relative.
	Origin string `json:"origin,omitempty"`

	// How many bytes of composed pages are kept. Default: 67108864 (64 MiB).
	CacheSize int64 `json:"cache_size,omitempty"`

	// How long a page waits for its data before it is composed without. Default: 150ms.
	SnapshotWait caddy.Duration `json:"snapshot_wait,omitempty"`

	// For the development server only: pages may load scripts that the import map
	// does not list, and `/_dev/events` tells them of new releases. Default: false.
	Dev bool `json:"dev,omitempty"`

	store   *adapter.State[*shelf]
	shelf   *shelf
	pages   *page.Pages
	reports *rate.Limiter
	logger  *zap.Logger
	// ended is over when this configuration is.
	ended context.Context
	end   context.CancelFunc
}

// CaddyModule returns the Caddy module information.
func (Handler) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{
		ID:  "http.handlers.editions",
		New: func() caddy.Module { return new(Handler) },
	}
}

// Provision opens the store and finds the site's settings and data.
func (h *Handler) Provision(ctx caddy.Context) error {
	h.logger = ctx.Logger()
	h.ended, h.end = context.WithCancel(context.Background())
	if h.CacheSize == 0 {
		h.CacheSize = defaultCacheSize
	}
	if h.SnapshotWait == 0 {
		h.SnapshotWait = caddy.Duration(defaultSnapshotWait)
	}
	if err := h.check(); err != nil {
		return fmt.Errorf("editions: %w", err)
	}
	site, err := siteSettings(ctx)
	if err != nil {
		return fmt.Errorf("editions: %w", err)
	}
	source, err := h.dataSource(ctx)
	if err != nil {
		return fmt.Errorf("editions: %w", err)
	}
	if h.store, err = joinShelf(storeFolder(h.Store)); err != nil {
		return fmt.Errorf("editions: %w", err)
	}
	h.shelf = h.store.Value
	if len(h.shelf.board.Choose(nil).Names) == 0 {
		h.logger.Error("no release is live: every page is answered 503 until one is taken, with: fieldhouse take --store "+h.shelf.store.Folder()+" --live FOLDER...",
			zap.String("store", h.shelf.store.Folder()))
	}
	report := func(err error) { h.logger.Error("pages", zap.Error(err)) }
	h.pages = page.NewPages(page.Options{
		Site:      page.NewSite(site),
		Data:      page.NewData(source, time.Duration(h.SnapshotWait), time.Now, report),
		Policy:    h.policy().WithWallets(site.Wallets, h.Origin),
		Origin:    h.Origin,
		Dev:       h.Dev,
		CacheSize: h.CacheSize,
		Now:       time.Now,
		Report:    report,
	})
	h.reports = rate.NewLimiter(reportsPerSecond, reportsAtOnce)
	return nil
}

func (h *Handler) policy() page.Policy {
	return page.Policy{Images: h.Images, Connect: h.Connect, Frames: h.Frames}
}

func (h *Handler) check() error {
	if err := h.policy().Validate(); err != nil {
		return err
	}
	if h.Origin != "" && !page.IsOrigin(h.Origin) {
		return fmt.Errorf("origin %q: write scheme and host, such as https://example.com", h.Origin)
	}
	if h.CacheSize < 0 {
		return fmt.Errorf("cache_size %d: it is a number of bytes above 0", h.CacheSize)
	}
	if h.SnapshotWait < 0 || time.Duration(h.SnapshotWait) > time.Minute {
		return fmt.Errorf("snapshot_wait %s: it is above 0 and at most 1m", time.Duration(h.SnapshotWait))
	}
	return nil
}

// siteSettings asks the site app, which every configuration has, if only with
// its defaults.
func siteSettings(ctx caddy.Context) (*settings.Settings, error) {
	app, err := ctx.App("site")
	if err != nil {
		return nil, err
	}
	site, ok := app.(interface{ Settings() *settings.Settings })
	if !ok {
		return nil, fmt.Errorf("the app site is a %T, which has no settings", app)
	}
	return site.Settings(), nil
}

// dataSource is the rows app, or nil in a configuration without: pages then have
// no snapshot.
func (h *Handler) dataSource(ctx caddy.Context) (page.Source, error) {
	app, err := ctx.AppIfConfigured("rows")
	if isNotConfigured(err) {
		h.logger.Warn("no rows app is configured: pages carry no data")
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	source, ok := app.(page.Source)
	if !ok {
		return nil, fmt.Errorf("the app rows is a %T, which answers no needs", app)
	}
	return source, nil
}

// defaultStore is the store of the shipped Caddyfile: what is taken in without
// naming a store is what the site serves.
const defaultStore = "/var/lib/fieldhouse/store"

// storeFolder is where a store is that was named like this, or not at all.
func storeFolder(named string) string {
	if named == "" {
		return cmp.Or(os.Getenv("FIELDHOUSE_STORE"), defaultStore)
	}
	return caddy.NewReplacer().ReplaceAll(named, "")
}

// Interface guards.
var (
	_ caddy.Provisioner           = (*Handler)(nil)
	_ caddy.CleanerUpper          = (*Handler)(nil)
	_ caddyhttp.MiddlewareHandler = (*Handler)(nil)
)
