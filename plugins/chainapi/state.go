package chainapi

import (
	"errors"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/chainapi/broadcast"
	"fieldhouse/plugins/clients"
)

// state is what must outlast a reload: were a push forgotten, it could be sent
// twice, and a budget that began anew would be none.
type state struct {
	broadcaster   *broadcast.Broadcaster
	pushes, reads *clients.Limits
}

// states holds the state of each chain over reloads.
var states = adapter.NewStates(func(s *state) { s.broadcaster.Close() })

func (a *App) newState() (*state, error) {
	return &state{
		broadcaster: broadcast.New(a.pushSettings()),
		pushes:      clients.NewLimits(a.PushRate, a.PushBurst),
		reads:       clients.NewLimits(defaultUnkeptRate, defaultUnkeptBurst),
	}, nil
}

// Start lets lifetimes, budgets and the chain hold.
func (a *App) Start() error {
	if err := a.Options.Start(); err != nil {
		return err
	}
	return a.startPushes()
}

func (a *App) startPushes() error {
	return a.state.Start(func() error {
		a.state.Value.broadcaster.Update(a.pushSettings())
		a.state.Value.pushes.Update(a.PushRate, a.PushBurst)
		return nil
	})
}

// Cleanup lets go of the cache and the pushes. It also runs after a Provision
// that failed.
func (a *App) Cleanup() error { return errors.Join(a.Options.Cleanup(), a.state.Leave()) }

func (a *App) pushSettings() broadcast.Settings {
	return broadcast.Settings{
		Chain: a.chain, Deadline: time.Duration(a.PushDeadline), Logger: a.logger,
		Count: func(outcome broadcast.Outcome) { pushes.WithLabelValues(string(outcome)).Inc() },
	}
}
