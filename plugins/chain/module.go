// Package chain is the Caddy app that the other modules read the chain through.
package chain

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"
)

func init() {
	caddy.RegisterModule(App{})
}

// App is the Caddy app `chain`: the nodes of the site's network, asked one
// after another until one answers. Each node's chain id is checked once before
// it is used.
type App struct {
	// The addresses of the nodes, in the order of preference. Default: the
	// nodes of the site's network.
	Nodes []string `json:"nodes,omitempty"`

	// How long one node may take for one answer. Default: `2s`.
	Timeout caddy.Duration `json:"timeout,omitempty"`

	// How long a read may take with all its tries. Default: `5s`.
	Deadline caddy.Duration `json:"deadline,omitempty"`

	// The largest answer of a node that is read, in bytes. Default: 4194304
	// (4 MiB).
	MaxAnswer int64 `json:"max_answer,omitempty"`

	site   *settings.Settings
	pool   *pool.Pool
	key    string
	logger *zap.Logger
}

// sharedPool lives as long as a configuration with the same nodes: connections
// and what is known of the nodes outlast a reload.
type sharedPool struct{ *pool.Pool }

// Destruct implements caddy.Destructor.
func (p sharedPool) Destruct() error {
	p.Close()
	return nil
}

var pools = caddy.NewUsagePool()

// CaddyModule returns the Caddy module information.
func (App) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{
		ID:  "chain",
		New: func() caddy.Module { return new(App) },
	}
}

// Provision takes the nodes from the site's network unless they are given.
func (a *App) Provision(ctx caddy.Context) error {
	a.logger = ctx.Logger()
	site, err := ctx.App("site")
	if err != nil {
		return fmt.Errorf("chain: %w", err)
	}
	settled, ok := site.(interface{ Settings() *settings.Settings })
	if !ok {
		return fmt.Errorf("chain: the app site is a %T, which has no settings", site)
	}
	a.site = settled.Settings()
	if len(a.Nodes) == 0 {
		a.Nodes = a.site.Network.Nodes
	}
	if a.Timeout == 0 {
		a.Timeout = caddy.Duration(pool.DefaultTimeout)
	}
	if a.Deadline == 0 {
		a.Deadline = caddy.Duration(pool.DefaultDeadline)
	}
	if a.MaxAnswer == 0 {
		a.MaxAnswer = pool.DefaultMaxBody
	}
	config := pool.Config{
		Nodes:    a.Nodes,
		ChainID:  a.site.Network.ChainID,
		Timeout:  time.Duration(a.Timeout),
		Deadline: time.Duration(a.Deadline),
		MaxBody:  a.MaxAnswer,
		Logger:   a.logger,
	}
	key := fmt.Sprintf("%s %s %d %d %d", config.ChainID, strings.Join(config.Nodes, " "), config.Timeout, config.Deadline, config.MaxBody)
	shared, _, err := pools.LoadOrNew(key, func() (caddy.Destructor, error) {
		made, err := pool.New(config)
		if err != nil {
			return nil, err
		}
		return sharedPool{made}, nil
	})
	if err != nil {
		return fmt.Errorf("chain: %w", err)
	}
	a.key = key
	a.pool = shared.(sharedPool).Pool
	return nil
}

// Validate refuses limits that leave no time or room for an answer.
func (a *App) Validate() error {
	switch {
	case a.Timeout < 0:
		return fmt.Errorf("chain: timeout %s must be more than nothing", time.Duration(a.Timeout))
	case a.Deadline < a.Timeout:
		return fmt.Errorf("chain: deadline %s must be at least timeout, which is %s", time.Duration(a.Deadline), time.Duration(a.Timeout))
	case a.MaxAnswer < 0:
		return errors.New("chain: max_answer must be more than nothing")
	}
	return nil
}

// TableRows reads one page of a table; see pool.Pool.
func (a *App) TableRows(ctx context.Context, request pool.Request) (pool.Answer, error) {
	return a.pool.TableRows(ctx, request)
}

// Info asks for the state of the chain; see pool.Pool.
func (a *App) Info(ctx context.Context) (pool.Info, error) {
	return a.pool.Info(ctx)
}

// Start implements caddy.App. The pool may be that of the configuration before,
// whose logger ends with it.
func (a *App) Start() error {
	a.pool.SetLogger(a.logger)
	return nil
}

// Stop implements caddy.App.
func (*App) Stop() error { return nil }

// Cleanup lets go of the pool.
func (a *App) Cleanup() error {
	if a.key == "" {
		return nil
	}
	_, err := pools.Delete(a.key)
	return err
}

// Interface guards.
var (
	_ caddy.App          = (*App)(nil)
	_ caddy.Provisioner  = (*App)(nil)
	_ caddy.Validator    = (*App)(nil)
	_ caddy.CleanerUpper = (*App)(nil)
)
