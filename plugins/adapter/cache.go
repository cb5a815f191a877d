package adapter

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"fieldhouse/plugins/edgecache"

	"github.com/caddyserver/caddy/v2"
)

var caches = NewStates(func(e *engine) { e.Close() })

// engine is a cache under its plugin's name.
type engine struct {
	*edgecache.Engine
	name string
}

// Cache is a configuration's part in a living cache.
type Cache struct {
	*State[*engine]
	settings edgecache.Settings
}

// JoinCache answers the living cache of a plugin ("rows", "feed", "assets",
// "chain"), or makes one. A cache outlasts reloads while key and the sizes
// in config stay the same; key holds what else cannot change in a living cache,
// and is empty as a rule. Lifetimes and budgets can change: see Start. Prepare
// and Now are those of the first configuration, so they must not hold on to it.
// The cache's metrics join the configuration's registry.
func JoinCache(ctx caddy.Context, name, key string, config edgecache.Config) (*Cache, error) {
	settings := config.Settings()
	config.Fetched = observe(name, config.Fetched)
	state, err := caches.Join(cacheKey(name, key, config), func() (*engine, error) {
		made, err := edgecache.New(config)
		return &engine{made, name}, err
	})
	if err != nil {
		return nil, fmt.Errorf("the cache of %s: %w", name, err)
	}
	if err := Register(ctx.GetMetricsRegistry(), fetchSeconds, collected); err != nil {
		_ = state.Leave()
		return nil, fmt.Errorf("the cache of %s: %w", name, err)
	}
	return &Cache{state, settings}, nil
}

// cacheKey holds everything that is settled when a cache is made.
func cacheKey(name, key string, config edgecache.Config) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q %q %d", name, key, config.MaxFetches)
	for _, class := range config.Classes {
		fmt.Fprintf(&b, " %q %d %d %d", class.Name, class.Size, class.HotEntries, class.HotSize)
	}
	return b.String()
}

// Engine is the cache.
func (c *Cache) Engine() *edgecache.Engine { return c.Value.Engine }

// Start lets the configuration's lifetimes and budgets hold, from its Start.
func (c *Cache) Start() error {
	if err := c.State.Start(func() error { return c.Value.Update(c.settings) }); err != nil {
		return fmt.Errorf("the cache of %s: %w", c.Value.name, err)
	}
	return nil
}

// Leave lets go of the cache; see State. The Cache may be nil.
func (c *Cache) Leave() error {
	if c == nil {
		return nil
	}
	return c.State.Leave()
}

// running are the caches by name. Of several configurations of one name, as they
// are during a reload, the last one counts.
func running() map[string]*engine {
	byName := make(map[string]*engine)
	for _, e := range caches.All() {
		byName[e.name] = e
	}
	return byName
}

// listed are the running caches in the order of their names.
func listed() []*engine {
	return slices.SortedFunc(maps.Values(running()), func(a, b *engine) int { return strings.Compare(a.name, b.name) })
}
