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
var clients = caddy.NewUsagePool()

// sharedClient lives as long as a configuration with the same endpoints.
type sharedClient struct {
	*index.Client
	started adapter.Started
}

// Destruct implements caddy.Destructor.
func (c *sharedClient) Destruct() error {
	c.Close()
	return nil
}

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
	key := strings.Join(a.Endpoints, " ")
	client, _, err := clients.LoadOrNew(key, func() (caddy.Destructor, error) {
		made, err := index.New(index.Config{Endpoints: a.Endpoints, Settings: a.indexSettings()})
		if err != nil {
			return nil, err
		}
		return &sharedClient{Client: made}, nil
	})
	if err != nil {
		return err
	}
	a.clientKey = key
	a.client = client.(*sharedClient)

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
	a.cache, err = adapter.Join(ctx, "assets", "", config)
	return err
}

// Cleanup lets go of the cache and the client. It also runs after a Provision
// that failed. After a reload that failed, the settings of the configuration
// before hold again.
func (a *App) Cleanup() error {
	err := a.cache.Leave()
	if a.clientKey != "" {
		ended := a.client.started.End(a)
		_, deleted := clients.Delete(a.clientKey)
		err = errors.Join(err, ended, deleted)
	}
	return err
}
