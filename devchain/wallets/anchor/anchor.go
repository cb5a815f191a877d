// Package anchor is a stand-in for the Anchor wallet, for people and for tests:
// a page on an origin of its own where signing requests are read, signed or
// refused, with the keys of the development chain's accounts. It speaks Anchor's
// protocol (signing requests, callbacks, linked sessions over a link service)
// and can be told to answer by itself.
//
// People paste a request's link into the page. Tests use the JSON API; bodies are sent
// with Content-Type: application/json.
//
//	GET  /api/state                              the requests, the newest first, and their version
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
	"net/http"
	"sync"
	"time"

	"fieldhouse/devchain/wallets/standin"
)

// Ignore is the answer that takes a request and never answers it, as a wallet that
// nobody looks at.
const Ignore = "ignore"

// device is what linked sessions call this wallet.
const device = "Stand-in Anchor"

// Config is what a stand-in wallet is made of.
type Config struct {
	*standin.Signer
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
	version  int // counts the changes of requests
}

// New makes a wallet. Close ends it.
func New(config Config) *Wallet {
	if config.Now == nil {
		config.Now = time.Now
	}
	w := &Wallet{
		Config: config, policy: standin.NewSwitch(config.Names, Ignore),
		pauses: []time.Duration{0, time.Second, 3 * time.Second},
	}
	w.ctx, w.stop = context.WithCancel(context.Background())
	w.routes = w.handler()
	return w
}

// ServeHTTP answers the page and the API.
func (w *Wallet) ServeHTTP(answer http.ResponseWriter, r *http.Request) {
	w.routes.ServeHTTP(answer, r)
}

// Close ends the sessions' connections and what is under way, and waits for it.
func (w *Wallet) Close() {
	w.stop()
	w.ending.Wait()
}

// Bounds of what a wallet keeps.
const (
	maxRequests = 100
	maxSessions = 50
)
