package rows

import (
	"fmt"
	"strings"
	"time"

	"fieldhouse/plugins/edgecache"
	"fieldhouse/plugins/rows/serve"
	"fieldhouse/plugins/rows/table"

	"github.com/caddyserver/caddy/v2"
)

// engines holds the caches over reloads: the new configuration is provisioned,
// and joins its cache, before the old one lets go of it.
var engines = caddy.NewUsagePool()

// sharedEngine lives as long as a configuration that fits it.
type sharedEngine struct{ *edgecache.Engine }

// Destruct implements caddy.Destructor.
func (e sharedEngine) Destruct() error {
	e.Close()
	return nil
}

// join takes the cache that the settings ask for. Its key holds what cannot
// change while a cache lives; the soft lifetimes can.
func (a *App) join() error {
	var key strings.Builder
	fmt.Fprintf(&key, "%d %d", a.CacheSize, a.FetchTimeout)
	config := edgecache.Config{Prepare: serve.Prepare}
	for _, t := range table.All {
		lifetime := a.Lifetimes[string(t)]
		fmt.Fprintf(&key, " %d", lifetime.Hard)
		config.Classes = append(config.Classes, edgecache.ClassConfig{
			Name:    edgecache.Class(t),
			Soft:    time.Duration(lifetime.Soft),
			Hard:    time.Duration(lifetime.Hard),
			Timeout: time.Duration(a.FetchTimeout),
			Size:    max(a.CacheSize*shares[t]/sixteenths/mebibyte, 1) * mebibyte,
		})
	}
	shared, _, err := engines.LoadOrNew(key.String(), func() (caddy.Destructor, error) {
		engine, err := edgecache.New(config)
		if err != nil {
			return nil, err
		}
		return sharedEngine{engine}, nil
	})
	if err != nil {
		return fmt.Errorf("rows: %w", err)
	}
	a.key = key.String()
	a.engine = shared.(sharedEngine).Engine
	return nil
}

// Cleanup lets go of the cache. It also runs after a Provision that failed.
func (a *App) Cleanup() error {
	if a.key == "" {
		return nil
	}
	_, err := engines.Delete(a.key)
	return err
}
