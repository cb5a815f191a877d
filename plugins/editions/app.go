package editions

import (
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/editions/api"
	"fieldhouse/plugins/editions/journal"
	"fieldhouse/plugins/editions/live"
	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/token"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

func init() {
	adapter.RegisterServer[App]("a process has one store", adapter.Usual)
}

// App is the Caddy app `releases`: the API by which teams and ops ship, at /releases/ of
// the admin endpoint and of a site that has the directive. Such a site must not have
// pages: whatever runs on a page could use the API of its origin.
type App struct {
	// The folder that holds the releases, as in `editions`. Placeholders are replaced.
	// Default: that of the variable FIELDHOUSE_STORE, else /var/lib/fieldhouse/store.
	Store string `json:"store,omitempty"`

	ctx caddy.Context
	// origin is the visitors', of the configuration's pages.
	origin   atomic.Pointer[string]
	releases *adapter.State[*live.Releases]
	server   *api.Server
}

// CaddyModule returns the Caddy module information.
func (*App) CaddyModule() caddy.ModuleInfo { return adapter.ModuleInfo[App]("releases") }

// Provision joins the store.
func (a *App) Provision(ctx caddy.Context) (err error) {
	a.ctx = ctx
	a.origin.Store(new(string))
	if a.releases, err = joinReleases(storeFolder(a.Store)); err != nil {
		return fmt.Errorf("releases: %w", err)
	}
	releases := a.releases.Value
	store := release.NewStore(releases.Folder(), page.Check, release.WithinBudget)
	a.server = api.New(api.Config{
		Store: store, Journal: releases.Journal(), Checks: journal.ChecksOf(store),
		Tokens: token.New(releases.Folder(), time.Now), Origin: func() string { return *a.origin.Load() },
		Prune:  releases.Prune,
		Client: adapter.Client, Logger: logger, Now: time.Now,
	})
	return nil
}

// Start refuses a configuration in which the API has the origin of pages, and finds where
// these are.
func (a *App) Start() error {
	found, err := a.ctx.AppIfConfigured("http")
	if errors.Is(err, caddy.ErrNotConfigured) {
		return nil
	}
	if err != nil {
		return err
	}
	sites := sitesOf(found.(*caddyhttp.App))
	for _, pages := range sites.pages {
		if pages.handler.Origin != "" && pages.handler.releases.Value == a.releases.Value {
			a.origin.Store(&pages.handler.Origin)
		}
	}
	return sites.apart()
}

// Stop implements caddy.App.
func (*App) Stop() error { return nil }

// Cleanup lets go of the store. It also runs after a Provision that failed.
func (a *App) Cleanup() error { return a.releases.Leave() }

// Serves implements adapter.Server.
func (a *App) Serves() (path string, server http.Handler) { return api.Path, a.server }

// UnmarshalCaddyfile sets up the app from the global option. Syntax:
//
//	releases {
//		store <folder>
//	}
//
// The store may be left out, and is as in `editions`.
func (a *App) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	return adapter.ParseBlock(d, adapter.Subdirectives{"store": adapter.Arguments(text(&a.Store))})
}
