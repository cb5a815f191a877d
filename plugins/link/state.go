package link

import (
	"encoding/json"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/clients"
	"fieldhouse/plugins/handover"
	"fieldhouse/plugins/link/channel"
	"fieldhouse/plugins/link/serve"
)

// state is what outlasts a reload: the messages, and the WebSockets, which are no
// part of the HTTP server that answered their handshake.
type state struct {
	hub    *channel.Hub
	server *serve.Server
}

// states holds the state over reloads, and ends all listeners and senders when
// the service ends. A process has one link service.
var states = adapter.NewStates(func(s *state) { s.server.Close() })

func init() {
	handover.Register(handover.Part{
		Name: "link",
		Give: func(later func(any) error) (any, error) {
			s := living()
			if s == nil {
				return nil, nil
			}
			s.hub.Rest(serve.RestTimeout)
			return s.hub.HandOver(func(kept channel.Kept) error { return later([]channel.Kept{kept}) }), nil
		},
		Take: func(given json.RawMessage) error {
			var kept []channel.Kept
			err := json.Unmarshal(given, &kept)
			if s := living(); s != nil {
				s.hub.Keep(kept)
			}
			return err
		},
	})
	adapter.ShareLimits("link", func() *clients.Limits {
		if s := living(); s != nil {
			return s.server.Limits()
		}
		return nil
	})
}

func (a *App) newState() *state {
	hub := channel.New(a.settings())
	hub.Join(adapter.Peers)
	return &state{hub, serve.New(hub, adapter.Client, a.protocol())}
}

// Start lets the settings hold.
func (a *App) Start() error {
	return a.state.Start(func() error {
		a.state.Value.hub.Update(a.settings())
		a.state.Value.server.Update(a.protocol())
		return nil
	})
}

// Cleanup lets go of the service. Without another configuration that has it,
// it ends, and with it its listeners.
func (a *App) Cleanup() error { return a.state.Leave() }

// living is the state of the running configuration; nil for none.
func living() *state {
	if all := states.All(); len(all) > 0 {
		return all[0]
	}
	return nil
}
