package assets

import (
	"errors"
	"strings"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/assets/index"
)

// clients hold what is known of the indexes over reloads: a reload must not ask
// an index that wants to be left alone.
var clients = adapter.NewStates((*index.Client).Close)

// indexSettings are what can change in a living client.
func (a *App) indexSettings() index.Settings {
	return index.Settings{
		Rate:         a.Rate,
		Burst:        a.Burst,
		Timeout:      time.Duration(a.Timeout),
		Deadline:     time.Duration(a.FetchTimeout),
		MaxPageBytes: a.MaxPageSize,
		Logger:       a.logger,
		Observe:      observe,
	}
}

// joinClient takes the client that the settings ask for.
func (a *App) joinClient() (*adapter.State[*index.Client], error) {
	return clients.Join(strings.Join(a.Endpoints, " "), func() (*index.Client, error) {
		return index.New(index.Config{Endpoints: a.Endpoints, Share: func() float64 { return adapter.Peers.Part("assets") }, Settings: a.indexSettings()})
	})
}

// Start lets the settings hold.
func (a *App) Start() error {
	if err := a.Options.Start(); err != nil {
		return err
	}
	return a.client.Start(func() error { return a.client.Value.Update(a.indexSettings()) })
}

// Cleanup lets go of the cache and the client. It also runs after a Provision
// that failed.
func (a *App) Cleanup() error { return errors.Join(a.Options.Cleanup(), a.client.Leave()) }
