// Package chain is the Caddy app that the other modules read the chain through.
package chain

import (
	"fmt"
	"strings"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/chain/pool"
	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"
)

func init() { adapter.RegisterApp[App]("a process reads one chain") }

// App is the Caddy app `chain`: the nodes of the site's network. A read goes to
// a node that is of the right chain, up to date and quick, and on to another
// when that one fails; a push goes to one node, once.
//
// How nodes are judged, and every number here, can be changed by a reload
// without forgetting what is known of them; other nodes start anew.
type App struct {
	// The addresses of the nodes, in the order of preference. Default: the
	// nodes of the site's network.
	Nodes []string `json:"nodes,omitempty"`

	// How long one node may take for one answer, be it to a push. Default: `2s`.
	Timeout caddy.Duration `json:"timeout,omitempty"`

	// How long a read may take with all its tries, and a push with its wait for a
	// turn. Default: `5s`.
	Deadline caddy.Duration `json:"deadline,omitempty"`

	// The largest answer of a node that is read, in bytes. Default: 4194304
	// (4 MiB).
	MaxAnswer int64 `json:"max_answer,omitempty"`

	// How far the head of a node may be behind or ahead of the clock, or of the
	// median of the nodes, before the node is degraded: asked only when no good
	// one is there. Default: `10s`, which leaves room for a clock that is a
	// little off and for a producer's missed round of 6 s.
	MaxLag caddy.Duration `json:"max_lag,omitempty"`

	// How far it may be before the node is out, and not asked at all. Default:
	// `60s`, or max_lag when that is more: for about a minute the chain's
	// contracts accept the oracle's price that such a node would quote.
	OutLag caddy.Duration `json:"out_lag,omitempty"`

	// How many requests a second a node gets at most. Default: 15, since public
	// nodes allow about 1000 a minute.
	Rate float64 `json:"rate,omitempty"`

	// How many requests a node gets at once after a pause. Default: 30, or rate
	// when that is more: public nodes allow bursts of about 30 a second.
	Burst int `json:"burst,omitempty"`

	// For how long at most a node rests that says Retry-After. Default: `1m`.
	MaxRetryAfter caddy.Duration `json:"max_retry_after,omitempty"`

	// The time between two checks a node's get_info while the chain is in
	// use, give or take a fifth. A node that has not been seen well for three
	// times as long is not asked. Default: `3s`.
	HealthInterval caddy.Duration `json:"health_interval,omitempty"`

	// How long after the last request the checks go on. Default: `30s`, or
	// health_interval when that is more.
	HealthIdle caddy.Duration `json:"health_idle,omitempty"`

	// How many of a node's last answers, out of twice as many, may be failures
	// before it rests. Default: 3.
	BreakerFaults int `json:"breaker_faults,omitempty"`

	// For how long it rests, give or take a fifth, before one request tries it
	// again. Default: `10s`.
	BreakerRest caddy.Duration `json:"breaker_rest,omitempty"`

	// The largest share of reads for which a second node is asked because the
	// first one takes long: more than 95 of 100 of its last answers took.
	// Negative: none. Default: 0.1.
	HedgeShare float64 `json:"hedge_share,omitempty"`

	// The least time to wait for the first one, whatever it took before.
	// Default: `50ms`.
	HedgeMin caddy.Duration `json:"hedge_min,omitempty"`

	// The longest time to wait for it. Default: `500ms`, or hedge_min when that
	// is more.
	HedgeMax caddy.Duration `json:"hedge_max,omitempty"`

	// Whether requests that are in a trace (the app `traces`) carry the header `traceparent`, for
	// nodes whose operator records traces as well. Default: false, since it tells a node which
	// requests have one cause.
	Traceparent bool `json:"traceparent,omitempty"`

	// Pool answers what the other apps ask of the chain.
	*pool.Pool `json:"-"`

	site   *settings.Settings
	config pool.Config
	pools  *adapter.State[*pool.Pool]
	logger *zap.Logger
}

// CaddyModule returns the Caddy module information.
func (App) CaddyModule() caddy.ModuleInfo { return adapter.ModuleInfo[App]("chain") }

// Provision takes the nodes from the site's network unless they are given, and
// joins the pool of these nodes.
func (a *App) Provision(ctx caddy.Context) error {
	a.logger = ctx.Logger()
	site, err := adapter.Site(ctx, "chain")
	if err != nil {
		return err
	}
	a.site = site
	if len(a.Nodes) == 0 {
		a.Nodes = a.site.Network.Nodes
	}
	if a.config, err = a.settings().Complete(); err != nil {
		return fmt.Errorf("chain: %w", err)
	}
	key := a.config.ChainID + " " + strings.Join(a.config.Nodes, " ")
	if a.pools, err = pools.Join(key, func() (*pool.Pool, error) { return pool.New(a.config) }); err != nil {
		return fmt.Errorf("chain: %w", err)
	}
	a.Pool = a.pools.Value
	return adapter.Register(ctx.GetMetricsRegistry(), collectors(a.Pool)...)
}

// settings are what the pool is made of.
func (a *App) settings() pool.Config {
	return pool.Config{
		Nodes:         a.Nodes,
		ChainID:       a.site.Network.ChainID,
		Timeout:       time.Duration(a.Timeout),
		Deadline:      time.Duration(a.Deadline),
		MaxBody:       a.MaxAnswer,
		MaxLag:        time.Duration(a.MaxLag),
		OutLag:        time.Duration(a.OutLag),
		Rate:          a.Rate,
		Burst:         a.Burst,
		Share:         func() float64 { return adapter.Peers.Part(adapter.LineWeight) },
		MaxRetryAfter: time.Duration(a.MaxRetryAfter),
		CheckEvery:    time.Duration(a.HealthInterval),
		Idle:          time.Duration(a.HealthIdle),
		BreakerFaults: a.BreakerFaults,
		BreakerRest:   time.Duration(a.BreakerRest),
		HedgeShare:    a.HedgeShare,
		HedgeMin:      time.Duration(a.HedgeMin),
		HedgeMax:      time.Duration(a.HedgeMax),
		Traceparent:   a.Traceparent,
		Logger:        a.logger,
		Observe:       observe,
	}
}

// Stop implements caddy.App.
func (*App) Stop() error { return nil }
