package chainapi

import (
	"errors"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/chainapi/broadcast"
	"fieldhouse/plugins/clients"

	"github.com/caddyserver/caddy/v2"
)

// state is what must outlast a reload: were a push forgotten, it could be sent
// twice, and a budget that began anew would be none.
type state struct {
	broadcaster   *broadcast.Broadcaster
	pushes, reads *clients.Limits
	started       adapter.Started
}

// Destruct implements caddy.Destructor.
func (s *state) Destruct() error {
	s.broadcaster.Close()
	return nil
}

// states holds the state of each chain over reloads.
var states = caddy.NewUsagePool()

// join takes over the state of the configuration before, or makes one.
func (a *App) join(chainID string) error {
	shared, _, err := states.LoadOrNew(chainID, func() (caddy.Destructor, error) {
		return &state{
			broadcaster: broadcast.New(a.pushSettings()),
			pushes:      clients.NewLimits(a.PushRate, a.PushBurst),
			reads:       clients.NewLimits(defaultUnkeptRate, defaultUnkeptBurst),
		}, nil
	})
	if err != nil {
		return err
	}
	a.state, a.key = shared.(*state), chainID
	return nil
}

// start lets a configuration hold.
func (s *state) start(a *App) error {
	return s.started.Start(a, func() error {
		s.broadcaster.Update(a.pushSettings())
		s.pushes.Update(a.PushRate, a.PushBurst)
		return nil
	})
}

func (a *App) pushSettings() broadcast.Settings {
	return broadcast.Settings{
		Chain: a.chain, Deadline: time.Duration(a.PushDeadline), Logger: a.logger,
		Count: func(outcome broadcast.Outcome) { pushes.WithLabelValues(string(outcome)).Inc() },
	}
}

// leave lets go of the state.
func (a *App) leave() error {
	if a.state == nil {
		return nil
	}
	ended := a.state.started.End(a)
	_, deleted := states.Delete(a.key)
	return errors.Join(ended, deleted)
}
