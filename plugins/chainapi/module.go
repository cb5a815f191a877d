// Package chainapi is the Caddy app and handler that pass /v1/chain/ on to the
// chain's nodes for the wallets' own calls: reads out of a cache, pushes once.
package chainapi

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/antelope"
	"fieldhouse/plugins/chainapi/call"
	"fieldhouse/plugins/chainapi/lookup/claims"
	"fieldhouse/plugins/chainapi/push"
	"fieldhouse/plugins/chainapi/serve"
	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/paths"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"go.uber.org/zap"
)

func init() { adapter.RegisterServer[App]("a process has one chain API", adapter.Usual) }

// App is the Caddy app `chain_api`: what is kept of the nodes' answers and for
// how long, and what became of the transactions that were pushed. Both outlast
// a reload; only another cache_size empties the cache.
//
// The classes of `lifetimes` are `info` (get_info), `accounts` (get_account), `rows`
// (get_table_rows, get_table_by_scope, get_currency_balance, get_currency_stats),
// `blocks` (get_block, get_block_info) and `abis` (get_abi, get_raw_abi,
// get_raw_code_and_abi, get_code_hash). Default: `500ms` and `3s` for info, `1s` and
// `5s` for accounts and rows, `5s` and `30s` for blocks, `1m` and `10m` for abis.
// get_required_keys is never kept, and a node's refusal is fresh for at most a
// second.
type App struct {
	adapter.Options

	// How many transactions one client may push each second, and places in line
	// ask for: an IPv4 address, an IPv6 /64 and /56; an IPv4 /24 and an IPv6 /48
	// sixteen times as many, an IPv6 /32 256 times. What a client pushes takes turns
	// with what others push, so that this bounds little but the work of checking
	// signatures. Default: 20.
	PushRate float64 `json:"push_rate,omitempty"`

	// How many transactions one client may push at once: a thousand buyers can
	// be behind one address when a sale opens. Default: fifty times
	// `push_rate`, at least 1.
	PushBurst int `json:"push_burst,omitempty"`

	// How long a client waits for what became of its transaction. What was not
	// sent by then is not sent at all, unless its status can be read. After it
	// the client is told so, or that the outcome is not known yet, and may ask
	// again. Default: `20s`.
	PushDeadline caddy.Duration `json:"push_deadline,omitempty"`

	// The largest request of a read, in bytes. Default: 65536 (64 KiB).
	MaxRead int64 `json:"max_read,omitempty"`

	// The largest request of a push, in bytes. Default: 524288 (512 KiB).
	MaxPush int64 `json:"max_push,omitempty"`

	chain    chain
	chainID  antelope.Checksum256
	contract antelope.Name
	rows     rows // nil without them
	ctx      caddy.Context
	state    *adapter.State[*state]
	server   *serve.Server
	logger   *zap.Logger
}

// chain is the pool of nodes.
type chain interface {
	push.Chain
	serve.Chain
	claims.Reader
}

// The defaults of App.
const (
	defaultCacheSize   = 32 << 20
	defaultPushRate    = 20
	burstOfRate        = 50
	maxPushRate        = 10_000
	largestRequest     = 16 << 20
	defaultMaxRead     = 64 << 10
	defaultMaxPush     = 512 << 10
	defaultUnkeptRate  = 10
	defaultUnkeptBurst = 40
)

// Hard lifetimes are short, unlike those of the data API: a wallet signs on
// what it reads here, and an old head or balance would make it fail.
var classes = adapter.Classes{
	Unknown: "there is no such class",
	All: []adapter.Class{
		{Name: edgecache.Class(call.Info), Share: 1, Soft: 500 * time.Millisecond, Hard: 3 * time.Second},
		{Name: edgecache.Class(call.Accounts), Share: 3, Soft: time.Second, Hard: 5 * time.Second},
		{Name: edgecache.Class(call.Rows), Share: 4, Soft: time.Second, Hard: 5 * time.Second},
		{Name: edgecache.Class(call.Blocks), Share: 4, Soft: 5 * time.Second, Hard: 30 * time.Second},
		{Name: edgecache.Class(call.ABIs), Share: 4, Soft: time.Minute, Hard: 10 * time.Minute},
	},
}

// CaddyModule returns the Caddy module information.
func (App) CaddyModule() caddy.ModuleInfo { return adapter.ModuleInfo[App]("chain_api") }

// Provision joins the cache and the pushes of the configuration before, or
// makes them.
func (a *App) Provision(ctx caddy.Context) error {
	a.logger = ctx.Logger()
	err := a.complete()
	if err != nil {
		return fmt.Errorf("chain_api: %w", err)
	}
	if a.chain, err = adapter.Service[chain](ctx, "chain_api", "chain"); err != nil {
		return err
	}
	site, err := adapter.Site(ctx, "chain_api")
	if err != nil {
		return err
	}
	if a.chainID, err = antelope.ParseChecksum256(site.Network.ChainID); err != nil {
		return fmt.Errorf("chain_api: the chain's id: %w", err)
	}
	if a.contract, err = antelope.ParseName(site.Network.GameContract); err != nil {
		return fmt.Errorf("chain_api: the game's contract: %w", err)
	}
	a.ctx = ctx
	// Answers of one chain must not be those of another.
	engine, err := a.JoinCache(ctx, "chain", a.chainID.String(), edgecache.Config{Prepare: serve.Prepare})
	if err != nil {
		return fmt.Errorf("chain_api: %w", err)
	}
	if err := adapter.Register(ctx.GetMetricsRegistry(), pushes, collected); err != nil {
		return fmt.Errorf("chain_api: %w", err)
	}
	if a.state, err = states.Join(a.chainID.String()+" "+site.Network.GameContract, a.newState); err != nil {
		return fmt.Errorf("chain_api: %w", err)
	}
	a.server = serve.New(serve.Config{
		Engine: engine, Chain: a.chain, ChainID: a.chainID, Contracts: []string{site.Network.Token, site.Network.GameContract}, Line: a.state.Value.line, Client: adapter.Client,
		Pushes: a.state.Value.pushes, Reads: a.state.Value.reads, Waits: a.state.Value.waits, MaxRead: a.MaxRead, MaxPush: a.MaxPush,
		ReadTimeout: time.Duration(a.FetchTimeout), Logger: a.logger,
	})
	return nil
}

// complete fills in defaults and refuses what cannot work.
func (a *App) complete() error {
	a.PushRate = cmp.Or(a.PushRate, defaultPushRate)
	a.PushBurst = cmp.Or(a.PushBurst, max(int(burstOfRate*a.PushRate), 1))
	a.PushDeadline = cmp.Or(a.PushDeadline, caddy.Duration(push.DefaultDeadline))
	a.MaxRead = cmp.Or(a.MaxRead, defaultMaxRead)
	a.MaxPush = cmp.Or(a.MaxPush, defaultMaxPush)
	switch {
	case !(a.PushRate > 0 && a.PushRate <= maxPushRate) || a.PushBurst < 0:
		return fmt.Errorf("push_rate %g must be more than nothing and at most %d, and push_burst at least 1", a.PushRate, maxPushRate)
	case a.PushDeadline < 0:
		return errors.New("push_deadline must be more than nothing")
	case a.MaxRead < 0 || a.MaxRead > largestRequest || a.MaxPush < 0 || a.MaxPush > largestRequest:
		return fmt.Errorf("max_read and max_push must be more than nothing and at most %d bytes", largestRequest)
	}
	return a.Options.Complete(adapter.Options{CacheSize: defaultCacheSize}, classes)
}

// Serves implements adapter.Server.
func (a *App) Serves() (path string, server http.Handler) {
	return paths.ChainAPI, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !paths.Under(r.URL.Path, paths.ChainAPI) || r.Header["Prefer"] != nil {
			// Who knows the address of a status can take what waits out of the line: the
			// access log, which has whole addresses and may have an answer's Location, is
			// left out.
			caddyhttp.SetVar(r.Context(), caddyhttp.LogSkipVar, true)
		}
		// Who only asks how the chain stands buys nothing.
		if !strings.HasSuffix(r.URL.Path, "/get_info") {
			a.state.Value.openings.keep()
		}
		a.server.ServeHTTP(w, r)
	})
}

// AlsoServes are further addresses; see adapter.Handler.
func (a *App) AlsoServes() []string { return []string{paths.Pushes, paths.Places} }

// IsPush reports whether a request is a push; see adapter.Handler.
func (a *App) IsPush(r *http.Request) bool {
	c := call.Find(strings.TrimPrefix(r.URL.Path, call.Prefix))
	return c != nil && c.Class == call.Push && r.Method == http.MethodPost
}

// Exit ends what waits in line, and for it; see adapter.Handler.
func (a *App) Exit() { a.state.Value.line.End() }

// Stop implements caddy.App. A process that ends has its line given away before its connections to the
// others are closed, for which Caddy waits here alone.
func (a *App) Stop() error {
	if caddy.Exiting() {
		a.Exit()
	}
	return a.Options.Stop()
}

// Busy reports whether somebody waits in line.
func (a *App) Busy() bool { return a.state.Value.line.Busy() }
