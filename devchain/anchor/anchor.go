// Package anchor is a stand-in for the Anchor wallet, for people and for tests:
// a page on an origin of its own where signing requests are read, signed or
// refused, with the keys of the development chain's accounts. It speaks Anchor's
// protocol (signing requests, callbacks, linked sessions over a link service)
// and can be told to answer by itself and to break its rules.
//
// People paste a request's link into the page, or open /?request=esr:... . Tests
// use the JSON API; bodies are sent with Content-Type: application/json.
//
//	GET  /api/state                              all that follows, and what became of it
//	POST /api/requests  {"request": "esr:..."}   hands a request over: 202 {"id"}
//	GET  /api/requests/{id}                      one request and its answer
//	POST /api/requests/{id} {"answer": "sign|refuse", "account", "permission", "reason"}
//	POST /api/policy    {"answer": "ask|sign|refuse|ignore", "account", "permission", "meta"};
//	                    what is left out is the default
//	POST /api/break     {"as": "...", "times", "seconds"}   see Breaks; "" ends it
//	POST /api/sealed    {"payload": "..."}       a sealed message as a trigger address carries it
//	POST /api/reset                              forgets requests, sessions, policy and break
//	DELETE /api/sessions/{id}                    ends a linked session
//
// Pages of other loopback origins may call the API; all others are refused.
// Nothing is kept over a restart.
package anchor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"fieldhouse/devchain/standin"
	"fieldhouse/plugins/antelope"
)

// Config is what a stand-in wallet is made of.
type Config struct {
	// Chain is what the wallet reads and broadcasts to.
	Chain standin.Chain
	// ChainID is the only chain that the wallet signs for.
	ChainID antelope.Checksum256
	// Accounts are offered on the page, the first one first. At least one.
	Accounts []antelope.Name
	// Key is the key of an account's permissions, false for an account that the
	// wallet does not hold.
	Key func(account antelope.Name) (antelope.PrivateKey, bool)
	// Link is the address of the link service on which the wallet makes its
	// channels, such as http://127.0.0.1:8080/link. Empty: the service that the
	// app's own callback is on.
	Link string
	// Device is what linked sessions call this wallet. Default: "Stand-in Anchor".
	Device string
	// HTTP makes the calls to callbacks. Default: a client of its own.
	HTTP *http.Client
	// Now is the wallet's clock. Default: time.Now.
	Now func() time.Time
}

// Wallet is a stand-in wallet, for a server behind loopback.Guard.
type Wallet struct {
	Config
	routes http.Handler
	// pauses stand before each try to deliver an answer.
	pauses []time.Duration
	// after is time.After.
	after func(time.Duration) <-chan time.Time

	ctx    context.Context
	stop   context.CancelFunc
	ending sync.WaitGroup

	mutex    sync.Mutex
	policy   Policy
	breaking Break
	requests []*request
	sessions []*session
	numbered int
	watchers map[chan struct{}]struct{}
}

// defaultDevice is the name of a wallet whose Config has none.
const defaultDevice = "Stand-in Anchor"

// New makes a wallet. Close ends it.
func New(config Config) (*Wallet, error) {
	if len(config.Accounts) == 0 || config.Key == nil || config.Chain == nil {
		return nil, errors.New("making a stand-in Anchor: it needs a chain, at least one account and the accounts' keys")
	}
	if parsed, err := url.Parse(config.Link); config.Link != "" && (err != nil || parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Host == "") {
		return nil, fmt.Errorf("making a stand-in Anchor: the link service %q is no http or https address", config.Link)
	}
	config.Device = cmp.Or(config.Device, defaultDevice)
	if config.HTTP == nil {
		config.HTTP = &http.Client{}
	}
	if config.Now == nil {
		config.Now = time.Now
	}
	config.Link = strings.TrimSuffix(config.Link, "/")
	w := &Wallet{
		Config: config,
		pauses: []time.Duration{0, time.Second, 3 * time.Second}, after: time.After,
		watchers: map[chan struct{}]struct{}{},
	}
	w.policy = w.startPolicy()
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
