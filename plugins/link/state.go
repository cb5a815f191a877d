package link

import (
	"slices"
	"sync"

	"fieldhouse/plugins/caches"
	"fieldhouse/plugins/link/channel"
	"fieldhouse/plugins/link/serve"

	"github.com/caddyserver/caddy/v2"
)

// state is what outlasts a reload: the messages, and the WebSockets, which are no
// part of the HTTP server that answered their handshake.
type state struct {
	hub    *channel.Hub
	server *serve.Server

	mu sync.Mutex
	// started are the apps that have started and not yet ended, the newest
	// last. Two while a reload is under way, of which the newer may yet fail.
	started []*App
}

// states holds the state over reloads. A process has one link service.
var states = caddy.NewUsagePool()

const stateKey = "link"

// Destruct tells all listeners and senders that the service ends.
func (s *state) Destruct() error {
	s.server.Close()
	return nil
}

// join takes over the state of the configuration before, or makes one.
func (a *App) join() error {
	shared, _, err := states.LoadOrNew(stateKey, func() (caddy.Destructor, error) {
		hub := channel.New(a.settings())
		return &state{hub: hub, server: serve.New(hub, caches.Client, a.protocol())}, nil
	})
	if err != nil {
		return err
	}
	a.state = shared.(*state)
	return nil
}

// start lets a configuration hold.
func (s *state) start(a *App) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.started = append(s.started, a)
	s.settle(a)
}

func (s *state) settle(a *App) {
	s.hub.Settle(a.settings())
	s.server.Settle(a.protocol())
}

// end lets the configuration before hold again, when a reload failed after its
// apps had started.
func (s *state) end(a *App) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.Index(s.started, a)
	if i < 0 {
		return
	}
	newest := i == len(s.started)-1
	s.started = slices.Delete(s.started, i, i+1)
	if newest && i > 0 {
		s.settle(s.started[i-1])
	}
}

// leave lets go of the state.
func (a *App) leave() error {
	if a.state == nil {
		return nil
	}
	a.state.end(a)
	_, err := states.Delete(stateKey)
	return err
}

// living is the state of the running configuration; nil for none.
func living() *state {
	var found *state
	states.Range(func(_, value any) bool {
		found, _ = value.(*state)
		return found == nil
	})
	return found
}

// Interface guards.
var (
	_ caddy.Destructor = (*state)(nil)
)
