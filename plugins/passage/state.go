package passage

import (
	"slices"
	"sync"
	"time"

	"fieldhouse/plugins/clients"
	"fieldhouse/plugins/passage/broadcast"

	"github.com/caddyserver/caddy/v2"
)

// state is what must outlast a reload: were a push forgotten, it could be sent
// twice, and a budget that began anew would be none.
type state struct {
	broadcaster   *broadcast.Broadcaster
	pushes, reads *clients.Limits

	mu sync.Mutex
	// started are the apps that have started and not yet ended, the newest
	// last. Two while a reload is under way, of which the newer may yet fail.
	started []*App
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
func (s *state) start(a *App) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.started = append(s.started, a)
	s.settle(a)
}

func (s *state) settle(a *App) {
	s.broadcaster.Settle(a.pushSettings())
	s.pushes.Settle(a.PushRate, a.PushBurst)
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
	a.state.end(a)
	_, err := states.Delete(a.key)
	return err
}
