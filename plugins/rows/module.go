// Package rows is the Caddy app and handler that serve chain tables as a cached
// JSON API.
package rows

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/median"
	"fieldhouse/plugins/needs"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/rows/pause"
	"fieldhouse/plugins/rows/serve"
	"fieldhouse/plugins/rows/table"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2"
)

func init() { adapter.RegisterServer[App]("a process has one cache of rows", adapter.First) }

// App is the Caddy app `rows`: the cache of the chain's tables. It outlasts a reload, unless
// `cache_size` changes with it, which is divided among the tables and must be at least 16777216
// (16 MiB). The classes of `lifetimes` are the tables: `datapoints`, `accounts`, `drops`,
// `partners`, `claims`, `assets`. Default: `1s` and `10m`, but `2s` and `10m` for datapoints,
// `30s` and `1h` for partners.
type App struct {
	adapter.Options

	// How many requests to a node one answer may take. A table that takes more
	// is answered in part, with `more` true. Default: 20.
	MaxPages int `json:"max_pages,omitempty"`

	// How large one answer may be, in bytes; in effect at most what the cache
	// keeps. A larger table is answered in part, with `more` true. Default:
	// 524288 (512 KiB).
	MaxBytes int64 `json:"max_bytes,omitempty"`

	// What one WAX can cost, in 10^-4 US dollars: a price of the oracle outside of
	// `floor` and `ceiling` is not believed, whatever nodes say. A bound of 0 is
	// none. Default: the network's, which is 10 and 100000 (0.001 and 10 dollars)
	// on mainnet and none elsewhere.
	WAXPrice *settings.PriceBand `json:"wax_price,omitempty"`

	server  *serve.Server
	busy    *atomic.Pointer[func() bool]
	paused  *adapter.State[*pause.File]
	history *adapter.State[*median.History]
	// end ends what Start began; nil before.
	end func()
}

// The defaults of App.
const (
	defaultMaxPages = 20
	defaultMaxBytes = 512 << 10
)

var classes = adapter.Classes{
	Unknown: "there is no such table",
	All: []adapter.Class{
		{Name: edgecache.Class(table.Datapoints), Share: 1, Soft: 2 * time.Second, Hard: 10 * time.Minute},
		{Name: edgecache.Class(table.Accounts), Share: 2, Soft: time.Second, Hard: 10 * time.Minute},
		{Name: edgecache.Class(table.Drops), Share: 4, Soft: time.Second, Hard: 10 * time.Minute},
		{Name: edgecache.Class(table.Partners), Share: 4, Soft: 30 * time.Second, Hard: time.Hour},
		{Name: edgecache.Class(table.Claims), Share: 4, Soft: time.Second, Hard: 10 * time.Minute},
		{Name: edgecache.Class(table.Assets), Share: 1, Soft: time.Second, Hard: 10 * time.Minute},
	},
}

// CaddyModule returns the Caddy module information.
func (App) CaddyModule() caddy.ModuleInfo { return adapter.ModuleInfo[App]("rows") }

// Provision joins the cache of the configuration before, or makes one.
func (a *App) Provision(ctx caddy.Context) error {
	if err := a.complete(); err != nil {
		return fmt.Errorf("rows: %w", err)
	}
	chain, err := adapter.Service[serve.Chain](ctx, "rows", "chain")
	if err != nil {
		return err
	}
	site, err := adapter.Site(ctx, "rows")
	if err != nil {
		return err
	}
	engine, err := a.JoinCache(ctx, "rows", "", edgecache.Config{Prepare: serve.Prepare})
	if err != nil {
		return err
	}
	paused, err := a.joinPaused(ctx)
	if err != nil {
		return err
	}
	network := site.Network
	history, err := a.joinHistory(ctx, network)
	if err != nil {
		return err
	}
	a.busy = new(atomic.Pointer[func() bool])
	a.server, err = serve.New(serve.Config{
		Engine: engine,
		Chain:  chain,
		Site: table.Site{
			ChainID:      network.ChainID,
			GameContract: network.GameContract,
			Oracle:       network.Oracle,
			OraclePair:   network.OraclePair,
			Token:        network.Token,
		},
		Bounds:   table.Bounds{MaxPages: a.MaxPages, MaxBytes: int(a.MaxBytes)},
		WAXPrice: *cmp.Or(a.WAXPrice, &network.WAXPrice),
		Logger:   ctx.Logger(),
		Client:   adapter.Client,
		Busy:     a.isBusy,
		Paused:   paused, History: history,
	})
	return err
}

// complete fills in defaults and refuses what cannot work.
func (a *App) complete() error {
	a.MaxPages = cmp.Or(a.MaxPages, defaultMaxPages)
	a.MaxBytes = cmp.Or(a.MaxBytes, defaultMaxBytes)
	if a.MaxPages < 0 || a.MaxBytes < 0 {
		return errors.New("max_pages and max_bytes must be more than nothing")
	}
	if err := a.checkPrice(); err != nil {
		return err
	}
	return a.Options.Complete(adapter.Options{}, classes)
}

func (a *App) checkPrice() error {
	if band := a.WAXPrice; band != nil && band.Ceiling > 0 && band.Floor > band.Ceiling {
		return errors.New("wax_price: its floor is above its ceiling")
	}
	return nil
}

// UseBusy has balance and claims answered as last read, without a request to a node,
// while busy reports that pushes wait for the nodes.
func (a *App) UseBusy(busy func() bool) { a.busy.Store(&busy) }

func (a *App) isBusy() bool {
	busy := a.busy.Load()
	return busy != nil && (*busy)()
}

// Need answers a page's need out of rows: `rowDrops`, `medianPrice`, `partnersCodes`
// or `medianHistory`; see serve.Server.
func (a *App) Need(ctx context.Context, need string) (needs.Answer, error) {
	return a.server.Need(ctx, need)
}

// Serves implements adapter.Server.
func (a *App) Serves() (path string, server http.Handler) { return paths.Rows, a.server }
