// Package devchain is the Caddy app that runs a chain to develop against: a
// ledger with the game's contract, simulated oracles and buyers, and a node's
// API on loopback.
package devchain

import (
	"cmp"
	"fmt"
	"time"

	"fieldhouse/devchain/chain/faults"
	"fieldhouse/devchain/chain/genesis"
	"fieldhouse/devchain/chain/producer"
	"fieldhouse/devchain/loopback"
	"fieldhouse/plugins/adapter"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"
)

func init() {
	caddy.RegisterModule(App{})
}

// App is the Caddy app `devchain`. The chain outlives a reload of the
// configuration as long as `listen`, `drops`, `fans` and `wallets` stay the
// same; the other settings change in the running chain.
//
// On its address answer a node's API below /v1/chain/, further views of the same
// ledger below /node/2/v1/chain/, /node/3/v1/chain/ and so on, the list of an
// AtomicAssets index at /atomicassets/v1/assets, a blog feed at
// /feed/fieldhouse and an image gateway below /ipfs/. POST /dev/apply runs
// actions without a signature, /dev/undo undoes blocks, /dev/irreversible says how
// many can be, and /dev/faults makes nodes and services fail, for tests. The account binder25.wam has 25 assets, vault.wam 1,200.
type App struct {
	// Host and port to listen on, loopback only. Default: `127.0.0.1:8081`.
	Listen string `json:"listen,omitempty"`

	// How many simulated buyers there are, at most 24; 0 for none. Default: 24.
	Buyers *int `json:"buyers,omitempty"`

	// The mean time between two simulated purchases of an edition, 500 ms to
	// 1 h. Default: 4 s.
	Pace caddy.Duration `json:"pace,omitempty"`

	// How many drops each edition starts with, 0 to 100, in mixed states.
	// Default: four each, one that is soon, live, nearly sold out and ended.
	Drops *int `json:"drops,omitempty"`

	// How many accounts there are for many buyers to sign with, besides those for people:
	// fa111111.wam, fa111112.wam and so on, up to 15625, each with 10,000 WAX. Default: none.
	Fans int `json:"fans,omitempty"`

	// How many views of the ledger there are, each a node that can fail by itself:
	// 1 to 9. Default: 3.
	Nodes int `json:"nodes,omitempty"`

	// How many blocks the last irreversible block trails the head, 0 to 1200; with 0
	// every block is final at once. Default: 330, almost three minutes.
	Irreversible *int `json:"irreversible,omitempty"`

	// The stand-in wallets. Default: none runs.
	Wallets Wallets `json:"wallets,omitzero"`

	chain  *adapter.State[*runningChain]
	logger *zap.Logger
	// folder is that of the median's history; empty for none.
	folder string

	// wanted are the settings that a chain which runs already takes over.
	wanted producer.Settings
}

// Defaults of the fields.
const (
	DefaultListen = "127.0.0.1:8081"
	DefaultNodes  = 3
)

// seed is that of everything that looks like chance: the same clock gives the same chain.
const seed = 1

// indexLag is how much later than the chain the asset index knows what happened: four
// blocks.
const indexLag = 2 * time.Second

// chainKey is what a running chain cannot change.
type chainKey struct {
	listen  string
	drops   int
	fans    int
	wallets Wallets
}

// chains are the running chains.
var chains = adapter.NewStates(func(c *runningChain) { report(nil, c.close()) })

// CaddyModule returns the Caddy module information.
func (App) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "devchain", New: func() caddy.Module { return new(App) }}
}

// Provision makes the chain, or takes over the one that runs already.
func (a *App) Provision(ctx caddy.Context) error {
	a.logger = ctx.Logger()
	a.Listen, a.Nodes = cmp.Or(a.Listen, DefaultListen), cmp.Or(a.Nodes, DefaultNodes)
	if err := loopback.Address(a.Listen); err != nil {
		return fmt.Errorf("devchain: %w", err)
	}
	if err := a.Wallets.check(); err != nil {
		return fmt.Errorf("devchain: %w", err)
	}
	settings := a.settings()
	if err := settings.Check(); err != nil {
		return fmt.Errorf("devchain: %w", err)
	}
	drops := genesis.DefaultDrops
	if a.Drops != nil {
		drops = *a.Drops
		if drops < 0 || drops > genesis.MaxDrops {
			return fmt.Errorf("devchain: %d drops in each edition: use 0 to %d, or leave it out", drops, genesis.MaxDrops)
		}
	}
	if a.Nodes < 1 || a.Nodes > faults.MaxNodes {
		return fmt.Errorf("devchain: %d nodes: use 1 to %d", a.Nodes, faults.MaxNodes)
	}
	key := chainKey{a.Listen, drops, a.Fans, a.Wallets}
	var err error
	a.chain, err = chains.Join(key, func() (*runningChain, error) {
		return newChain(producer.Options{
			Options: genesis.Options{Drops: drops, Fans: a.Fans, Seed: seed}, Settings: settings,
		}, a.Nodes)
	})
	if err != nil {
		return fmt.Errorf("devchain: %w", err)
	}
	a.wanted = settings
	a.folder, err = historyFolder(ctx)
	return err
}

func (a *App) settings() producer.Settings {
	settings := producer.Defaults()
	settings.Pace = cmp.Or(time.Duration(a.Pace), settings.Pace)
	if a.Buyers != nil {
		settings.Buyers = *a.Buyers
	}
	if a.Irreversible != nil {
		settings.Irreversible = *a.Irreversible
	}
	return settings
}

// Start makes blocks and answers requests, or gives a chain that does so already
// its new settings.
func (a *App) Start() error {
	started, err := a.chain.Value.start(a.Listen, a.Wallets)
	if err != nil {
		return fmt.Errorf("devchain: %w", err)
	}
	if started {
		a.logger.Info("development chain", zap.String("listen", a.Listen), zap.Int("nodes", a.Nodes))
	}
	if err := a.chain.Start(a.apply); err != nil {
		return fmt.Errorf("devchain: %w", err)
	}
	return a.fillHistory()
}

// apply gives the running chain this configuration's settings.
func (a *App) apply() error {
	if err := a.chain.Value.Set(a.wanted); err != nil {
		return err
	}
	a.chain.Value.faults.SetNodes(a.Nodes)
	return nil
}

// Stop does nothing: the chain goes on when a new configuration uses it, and
// ends with Cleanup otherwise.
func (a *App) Stop() error { return nil }

// Cleanup lets go of the chain, which ends when no configuration uses it. After a
// reload that failed the chain has the settings from before again.
func (a *App) Cleanup() error { return a.chain.Leave() }

// Interface guards
var (
	_ caddy.App          = (*App)(nil)
	_ caddy.Provisioner  = (*App)(nil)
	_ caddy.CleanerUpper = (*App)(nil)
)
