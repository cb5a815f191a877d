package link

import (
	"errors"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/link/channel"
	"fieldhouse/plugins/link/serve"

	"github.com/caddyserver/caddy/v2"
)

// state is what outlasts a reload: the messages, and the WebSockets, which are no
// part of the HTTP server that answered their handshake.
type state struct {
	hub     *channel.Hub
	server  *serve.Server
	started adapter.Started
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
		return &state{hub: hub, server: serve.New(hub, adapter.Client, a.protocol())}, nil
	})
	if err != nil {
		return err
	}
	a.state = shared.(*state)
	return nil
}

// start lets a configuration hold.
func (s *state) start(a *App) error {
	return s.started.Start(a, func() error {
		s.hub.Update(a.settings())
		s.server.Update(a.protocol())
		return nil
	})
}

// leave lets go of the state.
func (a *App) leave() error {
	if a.state == nil {
		return nil
	}
	ended := a.state.started.End(a)
	_, deleted := states.Delete(stateKey)
	return errors.Join(ended, deleted)
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
