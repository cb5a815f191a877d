// Package anchor is a stand-in for the Anchor wallet, for people and for tests:
// a page on an origin of its own where signing requests are read, signed or
// refused, with the keys of the development chain's accounts. It speaks Anchor's
// protocol (signing requests, callbacks, linked sessions over a link service)
// and can be told to answer by itself.
//
// People paste a request's link into the page, or open /?request=esr:... . Tests
// use the JSON API; bodies are sent with Content-Type: application/json.
//
//	GET  /api/state                              the requests, the newest first
//	POST /api/requests  {"request": "esr:..."}   hands a request over: 202 {"id"}
//	POST /api/requests/{id} {"answer": "sign|refuse", "account"}
//	     /api/policy                             how it answers; see standin.Switch
//	POST /api/break     {"as": "unreachable-channel", "times": 1}
//	                    logs so many apps in with a channel that takes no message, all
//	                    of them with 0; "" ends it
//
// Pages of other loopback origins may call the API; all others are refused.
// Nothing is kept over a restart.
package anchor

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"fieldhouse/devchain/wallets/standin"
	"fieldhouse/plugins/antelope"
)

// Ignore is the answer that takes a request and never answers it, as a wallet that
// nobody looks at.
const Ignore = "ignore"

// device is what linked sessions call this wallet.
const device = "Stand-in Anchor"

// Config is what a stand-in wallet is made of.
type Config struct {
	// Chain is what the wallet reads.
	Chain standin.Chain
	// ChainID is the only chain that the wallet signs for.
	ChainID antelope.Checksum256
	// Accounts are offered on the page, the first one first. At least one.
	Accounts []string
	// Key is the key of an account's permissions.
	Key func(account string) antelope.PrivateKey
	// HTTP makes the calls to callbacks.
	HTTP *http.Client
	// Now is the wallet's clock. Default: time.Now.
	Now func() time.Time
}

// Wallet is a stand-in wallet, for a server behind loopback.Guard.
type Wallet struct {
	Config
	policy *standin.Switch
	routes http.Handler
	// pauses stand before each try to deliver an answer.
	pauses []time.Duration

	ctx    context.Context
	stop   context.CancelFunc
	ending sync.WaitGroup

	mutex    sync.Mutex
	breaking breaking
	requests []*request
	sessions []*session
	numbered int
	watchers map[chan struct{}]struct{}
}

// New makes a wallet. Close ends it.
func New(config Config) (*Wallet, error) {
	if len(config.Accounts) == 0 || config.Key == nil || config.Chain == nil {
		return nil, errors.New("making a stand-in Anchor: it needs a chain, at least one account and the accounts' keys")
	}
	if config.Now == nil {
		config.Now = time.Now
	}
	w := &Wallet{
		Config: config, policy: standin.NewSwitch(config.Accounts, Ignore),
		pauses: []time.Duration{0, time.Second, 3 * time.Second}, watchers: map[chan struct{}]struct{}{},
	}
	w.ctx, w.stop = context.WithCancel(context.Background())
	w.routes = w.handler()
	return w, nil
}

// ServeHTTP answers the page and the API.
func (w *Wallet) ServeHTTP(answer http.ResponseWriter, r *http.Request) {
	w.routes.ServeHTTP(answer, r)
}

// Close ends the sessions' connections and what is under way, and waits for it.
func (w *Wallet) Close() error {
	w.stop()
	w.ending.Wait()
	return nil
}

// holds tells whether the wallet has the key of an account.
func (w *Wallet) holds(account antelope.Name) bool {
	return slices.Contains(w.Accounts, account.String())
}

// watch gives a channel that is told of changes, until it is given back. There
// is none when too many are given out.
func (w *Wallet) watch() (changes chan struct{}, ok bool) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if len(w.watchers) >= maxWatchers {
		return nil, false
	}
	changes = make(chan struct{}, 1)
	w.watchers[changes] = struct{}{}
	return changes, true
}

func (w *Wallet) unwatch(changes chan struct{}) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	delete(w.watchers, changes)
}

// changed tells the open pages. The mutex must be held.
func (w *Wallet) changed() {
	for watcher := range w.watchers {
		select {
		case watcher <- struct{}{}:
		default: // it has one to read already
		}
	}
}

// Bounds of what a wallet keeps.
const (
	maxRequests = 100
	maxSessions = 50
	maxWatchers = 32
)
