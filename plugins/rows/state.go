package rows

import (
	"time"

	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/rows/serve"
	"fieldhouse/plugins/rows/table"
)

// shares divides the cache among the tables, in sixteenths.
var shares = map[table.Table]int64{
	table.Datapoints: 1, table.Accounts: 3, table.Drops: 4, table.Partners: 4, table.Claims: 4,
}

const (
	sixteenths = 16
	// minCacheSize gives the smallest share 1 MiB, which the engine needs.
	minCacheSize = sixteenths << 20
)

// cacheConfig describes the cache that the settings ask for: a class for each
// table.
func (a *App) cacheConfig() edgecache.Config {
	config := edgecache.Config{Prepare: serve.Prepare}
	for _, t := range table.All {
		lifetime := a.Lifetimes[string(t)]
		config.Classes = append(config.Classes, edgecache.ClassConfig{
			Name: edgecache.Class(t),
			Soft: time.Duration(lifetime.Soft),
			Hard: time.Duration(lifetime.Hard),
			Size: a.Part(shares[t], sixteenths),
		})
	}
	a.Apply(&config)
	return config
}

// Start lets lifetimes and budgets hold.
func (a *App) Start() error { return a.cache.Start() }

// Cleanup lets go of the cache. It also runs after a Provision that failed.
func (a *App) Cleanup() error { return a.cache.Leave() }
