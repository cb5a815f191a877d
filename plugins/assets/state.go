package assets

import (
	"errors"
	"strings"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/assets/index"
	"fieldhouse/plugins/assets/serve"
	"fieldhouse/plugins/edgecache"

	"github.com/caddyserver/caddy/v2"
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

// join takes the client and the cache that the settings ask for.
func (a *App) join(ctx caddy.Context) error {
	var err error
	a.client, err = clients.Join(strings.Join(a.Endpoints, " "), func() (*index.Client, error) {
		return index.New(index.Config{Endpoints: a.Endpoints, Settings: a.indexSettings()})
	})
	if err != nil {
		return err
	}
	config := edgecache.Config{Prepare: serve.Prepare, MaxFetches: maxFetches}
	for _, class := range serve.Classes {
		lifetime := a.Lifetimes[string(class)]
		config.Classes = append(config.Classes, edgecache.ClassConfig{
			Name: class,
			Soft: time.Duration(lifetime.Soft),
			Hard: time.Duration(lifetime.Hard),
			Size: a.Part(shares[class], thirds),
		})
	}
	a.Apply(&config)
	a.cache, err = adapter.JoinCache(ctx, "assets", "", config)
	return err
}

// Start lets the settings hold.
func (a *App) Start() error {
	if err := a.cache.Start(); err != nil {
		return err
	}
	return a.client.Start(func() error { return a.client.Value.Update(a.indexSettings()) })
}

// Cleanup lets go of the cache and the client. It also runs after a Provision
// that failed.
func (a *App) Cleanup() error { return errors.Join(a.cache.Leave(), a.client.Leave()) }
