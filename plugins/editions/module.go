// Package editions is the Caddy handler that answers a path with the page of the
// edition it belongs to, and serves the files of its releases.
package editions

import (
	"cmp"
	"fmt"
	"net/http"
	"sync"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/ship/webhook"
	"fieldhouse/plugins/editions/visit"
	"fieldhouse/plugins/needs"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"go.uber.org/zap"
)

func init() { caddy.RegisterModule(Handler{}) }

// Handler composes pages from releases. It answers every path that no other
// edition of the site or plugin of the gateway has, so it stands last.
type Handler struct {
	// The folder that holds the releases and the lineup. Placeholders are
	// replaced. Default: that of the variable FIELDHOUSE_STORE, else
	// /var/lib/fieldhouse/store.
	Store string `json:"store,omitempty"`

	visit.Settings

	// How long a page waits for its data before it is composed without. Default: 150ms.
	SnapshotWait caddy.Duration `json:"snapshot_wait,omitempty"`

	// The addresses that get each change to what visitors of an edition get. Of two handlers with
	// the same store those of the last one are. Placeholders in a secret are replaced, such
	// as {env.HOOK_SECRET}. Default: nobody.
	Webhooks []webhook.Target `json:"webhooks,omitempty"`

	releases *adapter.State[*openStore]
	// sharing is the part of the configuration's cluster; nil before the start.
	sharing *adapter.State[*openStore]
	// assets answers what cards an account has; nil where no app does.
	assets http.Handler
	// open makes the server, once: with the first request, or from start.
	open   func()
	server *visit.Server
	logger *zap.Logger
}

// CaddyModule returns the Caddy module information.
func (Handler) CaddyModule() caddy.ModuleInfo {
	return adapter.ModuleInfo[Handler]("http.handlers.editions")
}

// Provision finds the store and the site's settings and data.
func (h *Handler) Provision(ctx caddy.Context) error {
	h.logger = ctx.Logger()
	h.SnapshotWait = cmp.Or(h.SnapshotWait, caddy.Duration(150*time.Millisecond))
	if err := h.check(); err != nil {
		return fmt.Errorf("editions: %w", err)
	}
	site, err := adapter.Site(ctx, "editions")
	if err != nil {
		return err
	}
	source, err := h.dataSource(ctx)
	if err != nil {
		return err
	}
	assets, found, err := adapter.Configured[interface{ Serves() (string, http.Handler) }](ctx, "editions", "assets")
	if err != nil {
		return err
	}
	if found {
		_, h.assets = assets.Serves()
	}
	if h.releases, err = joinStore(adapter.StoreFolder(h.Store)); err != nil {
		return fmt.Errorf("editions: %w", err)
	}
	if err := h.sharesStore(ctx); err != nil {
		return err
	}
	if err := adapter.Register(ctx.GetMetricsRegistry(), metrics.Answered, metrics.Reported, metrics.Editions, metrics.Spaces, streamed); err != nil {
		return fmt.Errorf("editions: %w", err)
	}
	h.open = sync.OnceFunc(func() { h.serve(site, source) })
	return adapter.OnStart(ctx, "editions", func() error {
		h.open()
		var err error
		if h.sharing, err = startSharing(ctx, h.releases.Value); err != nil {
			return err
		}
		return h.start()
	})
}

// sharesStore refuses that `releases` ships into another store: no visitor would see it.
func (h *Handler) sharesStore(ctx caddy.Context) error {
	app, found, err := adapter.Configured[*App](ctx, "editions", "releases")
	if err != nil || !found {
		return err
	}
	if shipped := app.releases.Value; shipped != h.releases.Value {
		return fmt.Errorf("editions: pages are of the store %s, and `releases` ships into %s: give both the same `store`, or neither", h.releases.Value.Folder(), shipped.Folder())
	}
	return nil
}

func (h *Handler) serve(site *settings.Settings, source needs.Source) {
	releases := h.releases.Value
	releases.Start()
	if names := releases.Choose(nil).Names; names[release.Host] == "" || names[release.Shell] == "" {
		h.logger.Error("no release of host or shell is live: every page is answered 503 until one is taken, with: fieldhouse take --store "+releases.Folder()+" --live FOLDER...",
			zap.String("store", releases.Folder()))
	}
	h.server = h.NewServer(site, source, time.Duration(h.SnapshotWait), visit.Config{
		Releases: releases.Releases, Streams: releases.streams, Assets: h.assets, Secure: adapter.IsSecure, Exiting: caddy.Exiting, Client: adapter.Client, Logger: h.logger,
	})
}

// start has the webhooks of the configuration used, and what it shows told to open pages.
func (h *Handler) start() error {
	store := h.releases.Value
	return h.releases.StartPart("pages", func() error {
		store.webhooks.SetTargets(h.Webhooks)
		store.streams.Tell(h.server)
		return nil
	}, func() {
		store.webhooks.SetTargets(nil)
		store.streams.Tell(nil)
	})
}

// ServeHTTP leaves the paths of other plugins to them, and answers all others.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request, next caddyhttp.Handler) error {
	if !paths.IsService(r.URL.Path) {
		h.open()
		if traced := adapter.Sampled(r, nil); traced != nil {
			return traced.Serve(w, r, h.routeOf(r.URL.Path), h.answer)
		}
		return h.answer(w, r)
	}
	if err := next.ServeHTTP(w, r); err != nil {
		return err
	}
	if unhandled, _ := caddyhttp.GetVar(r.Context(), "unhandled").(bool); unhandled {
		visit.NotFound(w)
	}
	return nil
}

func (h *Handler) answer(w http.ResponseWriter, r *http.Request) error {
	if err := h.server.ServeHTTP(w, r); err != nil {
		return caddyhttp.Error(http.StatusInternalServerError, err)
	}
	return nil
}

// routeOf is what traces say of a path: a page's own may name an account, and a preview's has a
// signature.
func (h *Handler) routeOf(path string) string {
	if path == paths.Data {
		return path
	}
	if reserved := paths.ReservedFor(path); reserved != "" {
		return reserved
	}
	for _, edition := range h.Editions {
		if pages := "/" + edition.Name; paths.Under(path, pages) {
			return pages + "/*"
		}
	}
	return "/*"
}

func (h *Handler) check() error {
	if err := h.Complete(); err != nil {
		return err
	}
	for index := range h.Webhooks {
		target := &h.Webhooks[index]
		target.Secret = caddy.NewReplacer().ReplaceAll(target.Secret, "")
		if err := target.Validate(); err != nil {
			return err
		}
	}
	if h.SnapshotWait < 0 || time.Duration(h.SnapshotWait) > time.Minute {
		return fmt.Errorf("snapshot_wait %s: it is above 0 and at most 1m", time.Duration(h.SnapshotWait))
	}
	return nil
}

// dataSource is the apps that have what pages need: rows, and the feed for posts.
// A page of a configuration without rows has none in its snapshot.
func (h *Handler) dataSource(ctx caddy.Context) (needs.Source, error) {
	all := needs.Sources{release.NeedPosts: visit.NoPosts{}}
	for app, names := range map[string][]string{
		"rows": {release.NeedDrops, release.NeedMedian, release.NeedPartners, release.NeedHistory},
		"feed": {release.NeedPosts},
	} {
		source, found, err := adapter.Configured[needs.Source](ctx, "editions", app)
		if err != nil {
			return nil, err
		}
		if !found {
			h.logger.Warn("pages carry no " + app + ": the configuration has no app of this name")
			continue
		}
		for _, need := range names {
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
	_ caddyfile.Unmarshaler       = (*Handler)(nil)
)
