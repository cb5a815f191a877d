package chainapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/chainapi/lookup/claims"
	"fieldhouse/plugins/chainapi/push"
	"fieldhouse/plugins/chainapi/push/share"
	"fieldhouse/plugins/chainapi/serve"
	"fieldhouse/plugins/clients"
	"fieldhouse/plugins/handover"
)

// state is what must outlast a reload: were a push forgotten, it could be sent
// twice, who waits in line would have waited for nothing, and a budget that began anew
// would be none.
type state struct {
	broadcaster   *push.Broadcaster
	line          *share.Line // over the broadcaster's
	claims        *claims.Finder
	openings      *openings
	pushes, reads *clients.Limits
	waits         *serve.Waits
}

// states holds the state of each chain and game over reloads.
var states = adapter.NewStates(func(s *state) {
	s.line.Close()
	s.broadcaster.Close()
	s.claims.Close()
})

func init() {
	handover.Register(handover.Part{
		Name: "line",
		Give: func(func(any) error) (any, error) {
			if app, err := adapter.Running[*App]("chain_api"); err == nil {
				return app.state.Value.broadcaster.HandOver(math.MaxInt), nil
			}
			return nil, nil
		},
		Take: func(given json.RawMessage) error {
			var line []push.Waiting
			if err := json.Unmarshal(given, &line); err != nil {
				return err
			}
			app, err := adapter.Running[*App]("chain_api")
			if err != nil {
				return errors.Join(err, fmt.Errorf("%d that wait in line are not taken over", len(line)))
			}
			if lost := app.state.Value.broadcaster.TakeOver(line, app.chainID); lost > 0 {
				return fmt.Errorf("%d of %d that wait in line are not taken over", lost, len(line))
			}
			return nil
		},
	})
}

func (a *App) newState() (*state, error) {
	found := claims.New(a.contract.String(), a.chain, a.logger)
	openings := new(openings)
	broadcaster := push.New(a.pushSettings(found, openings))
	return &state{
		broadcaster: broadcaster,
		line:        share.New(broadcaster, adapter.Peers, a.chainID),
		claims:      found,
		openings:    openings,
		pushes:      clients.NewLimits(a.PushRate, a.PushBurst),
		reads:       clients.NewLimits(defaultUnkeptRate, defaultUnkeptBurst),
		waits:       new(serve.Waits),
	}, nil
}

func init() {
	adapter.Peers.Weigh(adapter.LineWeight, weight)
	for name, of := range map[string]func(*state) *clients.Limits{
		"pushes":             func(s *state) *clients.Limits { return s.pushes },
		"reads of the chain": func(s *state) *clients.Limits { return s.reads },
	} {
		adapter.ShareLimits(name, func() *clients.Limits {
			if s := living(); s != nil {
				return of(s)
			}
			return nil
		})
	}
}

// weight is what this process counts for where several share the nodes' rates: the longer its
// line, the more, up to ten times as much as one without a line, which can still read.
func weight() int {
	const most, forEach = 10, 20
	if s := living(); s != nil {
		return min(1+s.broadcaster.Stats().Waiting/forEach, most)
	}
	return 1
}

// living is the state that was joined last; nil for none.
func living() *state {
	if all := states.All(); len(all) > 0 {
		return all[len(all)-1]
	}
	return nil
}

// Start lets lifetimes, budgets and the chain hold.
func (a *App) Start() error {
	if err := a.Options.Start(); err != nil {
		return err
	}
	// All apps are there by now, and rows need not be.
	if found, err := a.ctx.AppIfConfigured("rows"); err == nil {
		if rows, ok := found.(rows); ok {
			a.rows = rows
			rows.UseBusy(a.Busy)
		}
	}
	return a.startPushes()
}

func (a *App) startPushes() error {
	return a.state.Start(func() error {
		a.state.Value.claims.Use(a.chain, a.logger)
		a.state.Value.broadcaster.Update(a.pushSettings(a.state.Value.claims, a.state.Value.openings))
		a.state.Value.openings.use(a.rows)
		a.state.Value.line.Use(time.Duration(a.PushDeadline))
		a.state.Value.pushes.Update(a.PushRate, a.PushBurst)
		return nil
	})
}

// Cleanup lets go of the cache and the pushes. It also runs after a Provision
// that failed.
func (a *App) Cleanup() error { return errors.Join(a.Options.Cleanup(), a.state.Leave()) }

func (a *App) pushSettings(found *claims.Finder, openings *openings) push.Settings {
	return push.Settings{
		Chain: a.chain, Deadline: time.Duration(a.PushDeadline), Logger: a.logger, Contract: a.contract, Openings: openings.of, ReadOpenings: openings.refresh, Claims: found,
		Count: func(outcome push.Outcome) { pushes.WithLabelValues(string(outcome)).Inc() },
	}
}
