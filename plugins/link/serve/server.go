// Package serve speaks the wallet link service's HTTP and WebSocket protocol,
// with which wallets and pages send each other messages over a channel that both
// know:
//
//	POST /link/<channel>  sends a message
//	GET  /link/<channel>  waits for one, as a WebSocket or as a long poll
package serve

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"fieldhouse/plugins/clients"
	"fieldhouse/plugins/link/channel"
	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/representation"
	"fieldhouse/plugins/unread"

	"go.uber.org/zap"
)

// Prefix is what the paths of channels begin with.
const Prefix = paths.Link

// The protocol's constants.
const (
	// leastName and mostName bound a channel's name, in characters.
	leastName, mostName = 10, 256
	// maxWait is the longest that a sender may wait for a listener.
	maxWait = 120 * time.Second
	// AckTimeout is how long a listener may take to acknowledge a message.
	AckTimeout = 5 * time.Second
	// RestTimeout is how long what is being delivered may take to be acknowledged when the service
	// ends or is handed over.
	RestTimeout = 500 * time.Millisecond
	// pingInterval is how often a WebSocket is asked whether it is there; one
	// that did not answer until the next time is ended.
	pingInterval = 10 * time.Second
	// closing is how long the end of a connection may take at shutdown.
	closing = time.Second
	// bodyTimeout is how long a message may take to arrive.
	bodyTimeout = 30 * time.Second
)

// Settings are what can change in a running Server.
type Settings struct {
	// MaxMessage is the largest message, in bytes.
	MaxMessage int64
	// Poll is how long a long poll waits for a message.
	Poll time.Duration
	// Rate and Burst bound how many requests a client may make in a second, and
	// at once. A rate of 0 is no bound.
	Rate  float64
	Burst int
	// Logger gets what becomes of messages, and never what is in them.
	Logger *zap.Logger
}

// Server answers the paths below Prefix. It outlasts configurations: its
// WebSockets are no part of any HTTP server any more.
type Server struct {
	hub      *channel.Hub
	client   func(*http.Request) string
	settings atomic.Pointer[Settings]
	limits   *clients.Limits
	refusals refusals
	ended    chan struct{}
	ending   sync.Once

	mu      sync.Mutex
	sockets sync.WaitGroup
}

// refusals counts requests that were refused before the Hub saw them.
type refusals struct{ rate, listeners, size atomic.Uint64 }

// Refusals are how many requests were refused because their client's rate or
// number of listeners, or the size of a message, was too high.
type Refusals struct{ Rate, Listeners, Size uint64 }

// New makes a Server of a Hub. client is the client that a request counts for.
func New(hub *channel.Hub, client func(*http.Request) string, settings Settings) *Server {
	s := &Server{
		hub: hub, client: client, ended: make(chan struct{}),
		limits: clients.NewLimits(settings.Rate, settings.Burst),
	}
	s.Update(settings)
	return s
}

// Update changes the settings from now on.
func (s *Server) Update(settings Settings) {
	s.settings.Store(&settings)
	s.limits.Update(settings.Rate, settings.Burst)
}

// Limits bound the messages and listeners of each client.
func (s *Server) Limits() *clients.Limits { return s.limits }

// Refusals reads how many requests were refused.
func (s *Server) Refusals() Refusals {
	return Refusals{Rate: s.refusals.rate.Load(), Listeners: s.refusals.listeners.Load(), Size: s.refusals.size.Load()}
}

// Close ends the Hub and with it what waits: senders and long polls are asked to
// come again, WebSockets are closed with 1012 (service restart). It returns when
// all are gone, after RestTimeout and AckTimeout at most. It can be called again.
func (s *Server) Close() {
	s.ending.Do(func() {
		s.mu.Lock()
		close(s.ended)
		s.mu.Unlock()
		s.hub.Rest(RestTimeout)
		s.hub.Close()
	})
	s.sockets.Wait()
}

// ServeHTTP answers a request whose path begins with Prefix.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer unread.Begin(w, r)()
	header := w.Header()
	header.Set("Access-Control-Allow-Origin", "*")
	header.Set("Cross-Origin-Resource-Policy", "cross-origin")
	header.Set("Access-Control-Expose-Headers", "X-Buoy-Delivery")
	header.Set("Cache-Control", "no-store")
	// Anybody's bytes come from the site's origin here: they are no page and no
	// script.
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	switch r.Method {
	case http.MethodOptions:
		header.Set("Allow", allowed)
		header.Set("Access-Control-Allow-Methods", allowed)
		// `*` is not understood by all browsers, and the others not by name.
		header.Set("Access-Control-Allow-Headers", "*, Content-Type, X-Buoy-Wait, X-Buoy-Soft-Wait")
		header.Set("Access-Control-Max-Age", "86400")
		w.WriteHeader(http.StatusNoContent)
		return
	case http.MethodGet, http.MethodPost:
	default:
		header.Set("Allow", allowed)
		http.Error(w, "a channel is for "+allowed, http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(r.URL.Path, Prefix)
	if length := utf8.RuneCountInString(name); length < leastName || length > mostName {
		http.Error(w, fmt.Sprintf("a channel's name has %d to %d characters, this one %d", leastName, mostName, length), http.StatusBadRequest)
		return
	}
	name = strings.Clone(name) // it outlives the request's text
	client := s.client(r)
	if ok, wait := s.limits.Allow(client); !ok {
		s.refusals.rate.Add(1)
		retryAfter(w, wait)
		http.Error(w, "too many requests; wait a moment", http.StatusTooManyRequests)
		return
	}
	switch {
	case r.Method == http.MethodPost:
		s.post(w, r, name, client)
	case wantsWebSocket(r):
		s.listen(w, r, name, client)
	default:
		s.poll(w, r, name, client)
	}
}

const allowed = "GET, POST, OPTIONS"

// refuse answers a request that the Hub refused.
func refuse(w http.ResponseWriter, err error) {
	switch {
	case errors.Is(err, channel.ErrUndelivered):
		http.Error(w, err.Error(), http.StatusRequestTimeout)
	case errors.Is(err, channel.ErrReplaced):
		http.Error(w, err.Error(), http.StatusGone)
	case errors.Is(err, channel.ErrChannelFull), errors.Is(err, channel.ErrClientFull), errors.Is(err, channel.ErrClientListens):
		retryAfter(w, pingInterval)
		http.Error(w, err.Error(), http.StatusTooManyRequests)
	default: // ErrFull and ErrClosed
		retryAfter(w, time.Second)
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	}
}

func retryAfter(w http.ResponseWriter, wait time.Duration) {
	representation.SetRetryAfter(w, max(wait, time.Second))
}

func (s *Server) logger() *zap.Logger { return s.settings.Load().Logger }

// fingerprint stands for a channel in logs. Who knows a channel's name can listen
// on it, so the name itself is in none.
func fingerprint(name string) zap.Field {
	sum := sha256.Sum256([]byte(name))
	return zap.String("channel", hex.EncodeToString(sum[:4]))
}
