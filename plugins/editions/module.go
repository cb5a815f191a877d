// Package editions is the Caddy handler that answers a path with the page of the
// edition it belongs to, and serves the files of its releases.
package editions

import (
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/ship/webhook"
	"fieldhouse/plugins/editions/visit"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"go.uber.org/zap"
)

func init() {
	caddy.RegisterModule(Handler{})
}

// Defaults of the handler's settings.
const (
	defaultCacheSize    = 64 << 20
	defaultSnapshotWait = 150 * time.Millisecond
	// previewCacheSize bounds the composed pages of previews.
	previewCacheSize = 4 << 20
	defaultReports   = 100
)

// Handler composes pages from releases. It answers every path that no other
// edition of the site or plugin of the gateway has, so it stands last.
type Handler struct {
	// The folder that holds the releases and the lineup. Placeholders are
	// replaced. Default: that of the variable FIELDHOUSE_STORE, else
	// /var/lib/fieldhouse/store.
	Store string `json:"store,omitempty"`

	// The editions of the site besides the shell, in their order: the menu's and the
	// header's. What is not among them is shown to nobody, whatever is live. Default:
	// none.
	Editions []settings.Edition `json:"editions,omitempty"`

	// Origins that pages may load images from, besides the site itself, such as
	// `https://images.example` (CSP `img-src`).
	Images []string `json:"images,omitempty"`

	// Origins that scripts may connect to, besides the site itself and what its
	// wallets need (CSP `connect-src`).
	Connect []string `json:"connect,omitempty"`

	// Origins that pages may show in a frame, besides the wallets' `esr:` (CSP
	// `frame-src`). Default: none.
	Frames []string `json:"frames,omitempty"`

	// Google's tag, for visitors who agree to it: asked for on each page, with Google's
	// hosts in the policy, or those of a tagging server of the site's own. Default: none.
	Tag page.Tag `json:"google_tag,omitzero"`

	// Where visitors find the site, such as `https://fieldhouse.example`, for the
	// canonical address, alternates and the social card. Default: those addresses
	// are relative.
	Origin string `json:"origin,omitempty"`

	// How many bytes of composed pages are kept. Default: 67108864 (64 MiB).
	CacheSize int64 `json:"cache_size,omitempty"`

	// How long a page waits for its data before it is composed without. Default: 150ms.
	SnapshotWait caddy.Duration `json:"snapshot_wait,omitempty"`

	// How many of 1000 documents report how their views went, while no edition has a canary;
	// with one all do. Default: 100.
	Reports int `json:"reports,omitempty"`

	// Who is told of each change to what visitors of an edition get. Of two handlers with
	// the same store those of the last one are. Placeholders in a secret are replaced, such
	// as {env.HOOK_SECRET}. Default: nobody.
	Webhooks []webhook.Target `json:"webhooks,omitempty"`

	// For the development server only: pages may load scripts that the import map
	// does not list, and `/_dev/events` tells them of new releases. Default: false.
	Dev bool `json:"dev,omitempty"`

	releases *adapter.State[*openStore]
	// open makes the server, once: with the first request, or from start.
	open   func()
	server *visit.Server
	logger *zap.Logger
}

// CaddyModule returns the Caddy module information.
func (Handler) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{
		ID:  "http.handlers.editions",
		New: func() caddy.Module { return new(Handler) },
	}
}

// Provision finds the store and the site's settings and data.
func (h *Handler) Provision(ctx caddy.Context) error {
	h.logger = ctx.Logger()
	if h.CacheSize == 0 {
		h.CacheSize = defaultCacheSize
	}
	if h.Reports == 0 {
		h.Reports = defaultReports
	}
	if h.SnapshotWait == 0 {
		h.SnapshotWait = caddy.Duration(defaultSnapshotWait)
	}
	for index := range h.Webhooks {
		h.Webhooks[index].Secret = caddy.NewReplacer().ReplaceAll(h.Webhooks[index].Secret, "")
	}
	if err := h.check(); err != nil {
		return fmt.Errorf("editions: %w", err)
	}
	site, err := adapter.Site(ctx, "editions")
	if err != nil {
		return err
	}
	source, err := h.dataSource(ctx)
	if err != nil {
		return fmt.Errorf("editions: %w", err)
	}
	if h.releases, err = joinStore(adapter.StoreFolder(h.Store)); err != nil {
		return fmt.Errorf("editions: %w", err)
	}
	if err := h.sharesStore(ctx); err != nil {
		return fmt.Errorf("editions: %w", err)
	}
	if err := adapter.Register(ctx.GetMetricsRegistry(), metrics.Answered, metrics.Reported, metrics.Fallbacks); err != nil {
		return fmt.Errorf("editions: %w", err)
	}
	starting, err := adapter.Service[*starter](ctx, "editions", "editions_starter")
	if err != nil {
		return err
	}
	starting.handlers = append(starting.handlers, h)
	h.open = sync.OnceFunc(func() { h.serve(site, source) })
	return nil
}

// sharesStore refuses a configuration whose `releases` has another store: no visitor would
// ever see what teams ship.
func (h *Handler) sharesStore(ctx caddy.Context) error {
	found, err := ctx.AppIfConfigured("releases")
	if errors.Is(err, caddy.ErrNotConfigured) {
		return nil
	}
	if err != nil {
		return err
	}
	if shipped := found.(*App).releases.Value; shipped != h.releases.Value {
		return fmt.Errorf("pages are of the store %s, and `releases` ships into %s: give both the same `store`, or neither", h.releases.Value.Folder(), shipped.Folder())
	}
	return nil
}

// serve opens the store and makes the server.
func (h *Handler) serve(site *settings.Settings, source visit.Source) {
	releases := h.releases.Value
	releases.Start()
	if names := releases.Choose(nil).Names; names[release.Host] == "" || names[release.Shell] == "" {
		h.logger.Error("no release of host or shell is live: every page is answered 503 until one is taken, with: fieldhouse take --store "+releases.Folder()+" --live FOLDER...",
			zap.String("store", releases.Folder()))
	}
	report := func(err error) { h.logger.Error("pages", zap.Error(err)) }
	options := visit.Options{
		Options: page.Options{
			Site:    page.NewSite(site, h.Editions...),
			Policy:  visit.WithWallets(h.policy(), site.Wallets, h.Origin),
			Origin:  h.Origin,
			Dev:     h.Dev,
			Reports: h.Reports,
			Warn:    func(difference string) { h.logger.Warn(difference) },
		},
		Data:      visit.NewData(source, time.Duration(h.SnapshotWait), time.Now, report),
		CacheSize: h.CacheSize,
		Now:       time.Now,
		Report:    report,
	}
	pages := visit.NewPages(options)
	options.CacheSize, options.Warn = min(previewCacheSize, h.CacheSize), nil
	h.server = visit.New(visit.Config{
		Releases: releases.Releases, Pages: pages, Previews: visit.NewPages(options), Dev: h.Dev, Secure: isSecure, Exiting: caddy.Exiting, Client: adapter.Client, Logger: h.logger,
	})
}

// start has the configuration's webhooks be told.
func (h *Handler) start() error {
	h.open()
	webhooks := h.releases.Value.webhooks
	return h.releases.StartPart("webhooks", func() error {
		webhooks.SetTargets(h.Webhooks)
		return nil
	}, func() { webhooks.SetTargets(nil) })
}

// ServeHTTP leaves the paths of other plugins to them, and answers all others.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request, next caddyhttp.Handler) error {
	if !paths.IsService(r.URL.Path) {
		h.open()
		if err := h.server.ServeHTTP(w, r); err != nil {
			return caddyhttp.Error(http.StatusInternalServerError, err)
		}
		return nil
	}
	if err := next.ServeHTTP(w, r); err != nil {
		return err
	}
	if unhandled, _ := caddyhttp.GetVar(r.Context(), "unhandled").(bool); unhandled {
		visit.NotFound(w)
	}
	return nil
}

// isSecure reports whether the visitor's connection is TLS, here or at a proxy
// that the server trusts.
func isSecure(r *http.Request) bool {
	if r.TLS != nil {
		return true
	}
	if r.Header.Get("X-Forwarded-Proto") != "https" {
		return false
	}
	trusted, _ := caddyhttp.GetVar(r.Context(), caddyhttp.TrustedProxyVarKey).(bool)
	return trusted
}

func (h *Handler) policy() page.Policy {
	return page.Policy{Images: h.Images, Connect: h.Connect, Frames: h.Frames, Tag: h.Tag}
}

func (h *Handler) check() error {
	if err := h.policy().Validate(); err != nil {
		return err
	}
	if err := settings.ValidateEditions(h.Editions); err != nil {
		return err
	}
	if h.Origin != "" && !page.IsOrigin(h.Origin) {
		return fmt.Errorf("origin %q: write scheme and host, such as https://example.com", h.Origin)
	}
	for _, target := range h.Webhooks {
		if err := target.Validate(); err != nil {
			return err
		}
	}
	if h.CacheSize < 0 {
		return fmt.Errorf("cache_size %d: it is a number of bytes above 0", h.CacheSize)
	}
	if h.Reports < 0 || h.Reports > journal.MaxShare {
		return fmt.Errorf("reports %d: it is a share of %d documents", h.Reports, journal.MaxShare)
	}
	if h.SnapshotWait < 0 || time.Duration(h.SnapshotWait) > time.Minute {
		return fmt.Errorf("snapshot_wait %s: it is above 0 and at most 1m", time.Duration(h.SnapshotWait))
	}
	return nil
}

// dataSource is the apps that have what pages need: rows, and the feed for posts.
// A page of a configuration without rows has none in its snapshot.
func (h *Handler) dataSource(ctx caddy.Context) (visit.Source, error) {
	all := visit.Sources{release.NeedPosts: visit.NoPosts{}}
	for app, needs := range map[string][]string{
		"rows": {release.NeedDrops, release.NeedMedian, release.NeedPartners, release.NeedHistory},
		"feed": {release.NeedPosts},
	} {
		found, err := ctx.AppIfConfigured(app)
		if errors.Is(err, caddy.ErrNotConfigured) {
			h.logger.Warn("pages carry no " + app + ": the configuration has no app of this name")
			continue
		}
		if err != nil {
			return nil, err
		}
		source, ok := found.(visit.Source)
		if !ok {
			return nil, fmt.Errorf("the app %s is a %T, which answers no needs", app, found)
		}
		for _, need := range needs {
			all[need] = source
		}
	}
	return all, nil
}

// Interface guards.
var (
	_ caddy.Provisioner           = (*Handler)(nil)
	_ caddy.CleanerUpper          = (*Handler)(nil)
	_ caddyhttp.MiddlewareHandler = (*Handler)(nil)
)
