package chain

import (
	"fmt"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/chain/pool"

	"github.com/caddyserver/caddy/v2"
)

// pools hold the nodes' connections and what is known of them over reloads, by
// the chain and its nodes.
var pools = adapter.NewStates((*pool.Pool).Close)

// Start implements caddy.App. The pool may be that of the configuration before:
// it takes this one's settings, and its logger, only now that it is in force.
func (a *App) Start() error {
	if err := a.pools.Start(func() error { return a.Update(a.config) }); err != nil {
		return fmt.Errorf("chain: %w", err)
	}
	return nil
}

// Cleanup lets go of the pool.
func (a *App) Cleanup() error { return a.pools.Leave() }

// Interface guard.
var _ caddy.CleanerUpper = (*App)(nil)
