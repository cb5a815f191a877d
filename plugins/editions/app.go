package editions

import (
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/editions/api"
	"fieldhouse/plugins/editions/board"
	"fieldhouse/plugins/editions/journal"
	"fieldhouse/plugins/editions/live"
	"fieldhouse/plugins/editions/page"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/reports"
	"fieldhouse/plugins/editions/token"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

func init() {
	adapter.RegisterServer[App]("a process has one store", adapter.Usual)
}

// App is the Caddy app `releases`: the API by which teams and ops ship, at /releases/ of
// the admin endpoint and of a site that has the directive, with the lineup page at the
// site alone: Caddy lets no browser load a page of the admin endpoint. Such a site must not
// have the visitors' pages: whatever runs on one could use the API of its origin.
type App struct {
	// The folder that holds the releases, as in `editions`. Placeholders are replaced.
	// Default: that of the variable FIELDHOUSE_STORE, else /var/lib/fieldhouse/store.
	Store string `json:"store,omitempty"`

	ctx caddy.Context
	// pages are the visitors', of the configuration; never nil.
	pages    atomic.Pointer[Handler]
	releases *adapter.State[*live.Releases]
	server   *api.Server
	board    *board.Server
}

// CaddyModule returns the Caddy module information.
func (*App) CaddyModule() caddy.ModuleInfo { return adapter.ModuleInfo[App]("releases") }

// Provision joins the store.
func (a *App) Provision(ctx caddy.Context) (err error) {
	a.ctx = ctx
	a.pages.Store(new(Handler))
	if a.releases, err = joinReleases(storeFolder(a.Store)); err != nil {
		return fmt.Errorf("releases: %w", err)
	}
	releases := a.releases.Value
	store := release.NewStore(releases.Folder(), page.Check, release.WithinBudget)
	tokens := token.New(releases.Folder(), time.Now)
	a.server = api.New(api.Config{
		Store: store, Journal: releases.Journal(), Checks: journal.ChecksOf(store),
		Tokens: tokens, Origin: func() string { return a.pages.Load().Origin },
		Prune: releases.Prune, LinkPreview: releases.LinkPreview,
		Client: adapter.Client, Logger: logger, Now: time.Now,
	})
	a.board = board.New(board.Config{
		Store: store, Journal: releases.Journal(), Tokens: tokens, API: a.server, Sessions: sessions,
		Editions: func() []settings.Edition { return a.pages.Load().Editions },
		Reports:  func(string) (reports.Reading, bool) { return reports.Reading{}, false },
		Secure:   isSecure, Logger: logger, Now: time.Now,
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
		if pages.handler.releases.Value == a.releases.Value && (pages.handler.Origin != "" || a.pages.Load().Origin == "") {
			a.pages.Store(pages.handler)
		}
	}
	return sites.apart()
}

// Stop implements caddy.App.
func (*App) Stop() error { return nil }

// Cleanup lets go of the store. It also runs after a Provision that failed.
func (a *App) Cleanup() error { return a.releases.Leave() }

// Serves implements adapter.Server.
func (a *App) Serves() (path string, server http.Handler) { return api.Path, a.board }

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
