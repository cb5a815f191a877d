package editions

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/editions/health"
	"fieldhouse/plugins/editions/lineup/journal"
	"fieldhouse/plugins/editions/page/items"
	"fieldhouse/plugins/editions/picture"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/ship/api"
	"fieldhouse/plugins/editions/ship/lineuppage"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

func init() {
	adapter.RegisterServer[App]("a process has one store", adapter.Usual)
	adapter.RegisterAdmin("releases", adminRoute(func() (*App, error) { return adapter.Running[*App]("releases") }))
}

// App is the Caddy app `releases`: the API by which teams and ops ship, at /releases/ of
// the admin endpoint and of a site that has the directive, with the lineup page at the
// site alone: Caddy lets no browser load a page of the admin endpoint. Such a site must not
// have the visitors' pages: whatever runs on one could use the API of its origin.
type App struct {
	// The folder that holds the releases, as in `editions`. Placeholders are replaced.
	// Default: that of the variable FIELDHOUSE_STORE, else /var/lib/fieldhouse/store.
	Store string `json:"store,omitempty"`

	// How many bytes the store may have of one edition, of what is shipped over the API.
	// Default: 4294967296 (4 GiB).
	Quota int64 `json:"quota,omitempty"`

	// What becomes of canaries.
	Canary health.Rule `json:"canary,omitzero"`

	ctx caddy.Context
	// pages are the visitors', of the configuration; never nil.
	pages    atomic.Pointer[Handler]
	releases *adapter.State[*openStore]
	// sharing is the part of the configuration's cluster; nil before the servers are made.
	sharing *adapter.State[*openStore]
	// open makes the servers, once: with the first request, or from Start, which its error ends.
	open       func() error
	server     *api.Server
	lineupPage *lineuppage.Server
}

// CaddyModule returns the Caddy module information.
func (*App) CaddyModule() caddy.ModuleInfo { return adapter.ModuleInfo[App]("releases") }

// Provision joins the store.
func (a *App) Provision(ctx caddy.Context) (err error) {
	a.ctx = ctx
	a.pages.Store(new(Handler))
	a.open = sync.OnceValue(a.serve)
	if err := a.Canary.Complete(); err != nil {
		return fmt.Errorf("releases: %w", err)
	}
	if a.releases, err = joinStore(adapter.StoreFolder(a.Store)); err != nil {
		return fmt.Errorf("releases: %w", err)
	}
	if a.Quota < 0 {
		return fmt.Errorf("releases: quota %d: it is a number of bytes above 0", a.Quota)
	}
	return nil
}

// serve opens the store and makes the servers. Other apps may listen before this one starts: what
// comes then is the cluster's already.
func (a *App) serve() (err error) {
	releases := a.releases.Value
	releases.Start()
	opened := store.NewStore(releases.Folder(), items.Check, picture.Check, release.WithinBudget)
	editions := func() []settings.Edition { return a.pages.Load().Editions }
	a.server = api.New(api.Config{
		Store: opened, Journal: releases.Journal(), Checks: journal.ChecksOf(opened),
		Tokens: releases.tokens, Origin: func() string { return a.pages.Load().Origin },
		Usage: releases.usage, Quota: cmp.Or(a.Quota, api.DefaultQuota), Prune: releases.Prune, LinkPreview: releases.LinkPreview, Reports: releases.Reports().Read,
		Editions: editions, Client: adapter.Client, Logger: logger, Audit: adapter.Audit, Now: time.Now,
	})
	a.lineupPage = lineuppage.New(lineuppage.Config{
		Store: opened, Journal: releases.Journal(), Tokens: releases.tokens, API: a.server, Sessions: sessions,
		Editions: editions, Reports: releases.Reports().Read,
		Secure: adapter.IsSecure, Logger: logger, Now: time.Now,
	})
	a.sharing, err = startSharing(a.ctx, releases)
	return err
}

// Start refuses a configuration in which the API has the origin of pages, and finds where
// these are.
func (a *App) Start() error {
	if err := a.open(); err != nil {
		return err
	}
	reported := a.releases.Value.Reports()
	err := a.releases.StartPart("rule", func() error {
		reported.SetRule(a.Canary)
		return nil
	}, func() { reported.SetRule(health.Rule{HoldAt: health.DefaultHoldAt}) })
	if err != nil {
		return err
	}
	sites, found, err := adapter.Configured[*caddyhttp.App](a.ctx, "releases", "http")
	if err != nil || !found {
		return err
	}
	return a.findPages(adapter.SiteHandlers(sites))
}

// findPages finds the pages of the store, and refuses those at one origin with the API: scripts
// of every edition run there.
func (a *App) findPages(sites []adapter.SiteHandler) error {
	for _, pages := range sites {
		handler, is := pages.Handler.(*Handler)
		if !is {
			continue
		}
		if handler.releases.Value == a.releases.Value && (handler.Origin != "" || a.pages.Load().Origin == "") {
			a.pages.Store(handler)
		}
		for _, api := range sites {
			if _, is := api.Handler.(*adapter.Handler[App, *App]); is && api.Meets(pages) {
				return fmt.Errorf("the sites %s and %s of server %s have the directives `releases` and `editions`, and one origin: every edition's script could ship there; give releases a host or a port of its own", api.Host, pages.Host, api.Server)
			}
		}
	}
	return nil
}

// Stop implements caddy.App.
func (*App) Stop() error { return nil }

// Cleanup lets go of the store. It also runs after a Provision that failed.
func (a *App) Cleanup() error {
	return errors.Join(a.sharing.Leave(), a.releases.Leave())
}

// Serves implements adapter.Server.
func (a *App) Serves() (path string, server http.Handler) {
	return api.Path, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = a.open()
		a.lineupPage.ServeHTTP(w, r)
	})
}

// adminRoute adds the API of the running app to Caddy's admin API; see api.Server. The
// first token is made there.
func adminRoute(running func() (*App, error)) caddy.AdminRoute {
	return caddy.AdminRoute{Pattern: api.Path + "/", Handler: caddy.AdminHandlerFunc(func(w http.ResponseWriter, r *http.Request) error {
		app, err := running()
		if err != nil {
			return err
		}
		app.server.ServeAdmin(w, r)
		return nil
	})}
}

// UnmarshalCaddyfile sets up the app from the global option. Syntax:
//
//	releases {
//		store <folder>
//		quota <size>
//		canary {
//			hold_at    <views>
//			promote_at <views>
//		}
//	}
//
// All may be left out; the store is as in `editions`, and may have 4GiB of each edition by
// default: what is shipped beyond is refused. A canary holds after so many views of
// it, by default 5000, and somebody promotes it; after promote_at it goes live by itself if
// somebody has confirmed it.
func (a *App) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	hasCanary := false
	return adapter.ParseBlock(d, adapter.Subdirectives{
		"store": adapter.Arguments(adapter.Text(&a.Store)),
		"quota": adapter.Arguments(adapter.Size(&a.Quota)),
		"canary": func(d *caddyfile.Dispenser, _ string) error {
			if d.NextArg() || hasCanary {
				return d.ArgErr()
			}
			hasCanary = true
			for nesting := d.Nesting(); d.NextBlock(nesting); {
				if err := parseRule(d, &a.Canary); err != nil {
					return err
				}
			}
			return nil
		},
	})
}

// parseRule reads an option of `canary`.
func parseRule(d *caddyfile.Dispenser, rule *health.Rule) error {
	option, views := d.Val(), ""
	switch {
	case option != "hold_at" && option != "promote_at":
		return d.Errf("canary has no option %q: it is hold_at or promote_at", option)
	case rule.HoldAt != 0:
		return d.Err("canary: take one of hold_at and promote_at")
	case !d.Args(&views) || d.NextArg():
		return d.ArgErr()
	}
	count, err := strconv.Atoi(views)
	if err != nil || count < health.MinHoldAt || count > health.MaxHoldAt {
		return d.Errf("%s %q: it is a number of views from %d to %d", option, views, health.MinHoldAt, health.MaxHoldAt)
	}
	rule.HoldAt, rule.Promote = count, option == "promote_at"
	return nil
}
