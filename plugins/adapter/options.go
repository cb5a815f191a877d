package adapter

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"fieldhouse/plugins/edgecache"

	"github.com/caddyserver/caddy/v2"
)

// Options are the settings that every cache has, and the plugin's part in its living
// cache. An app embeds them: it has Complete and JoinCache called in Provision, and
// its Start and Cleanup are the cache's unless it has its own.
type Options struct {
	// How much memory the cached answers may take, in bytes; at least 1 MiB. A quarter
	// more is taken for the most requested ones. Another size empties the cache
	// at the reload. Default: 67108864 (64 MiB).
	CacheSize int64 `json:"cache_size,omitempty"`

	// How many fetches one client may cause each second, of what is not cached and
	// to refresh what is its own; 0 is no bound. A client is an IPv4 address, an IPv6
	// /64 and /56; an IPv4 /24 and an IPv6 /48 may sixteen times as many, an IPv6 /32
	// 256 times. What is fresh, and what all share, costs nothing. Default: 20.
	Misses *float64 `json:"misses,omitempty"`

	// How many such fetches one client may cause at once. Default: three times
	// `misses`.
	MissBurst int `json:"miss_burst,omitempty"`

	// How long a fetch that failed is answered with its error, without another
	// fetch, when nothing is cached. Default: `1s`.
	Remember caddy.Duration `json:"remember,omitempty"`

	// How long one fetch may take with all its tries. Default: `10s`.
	FetchTimeout caddy.Duration `json:"fetch_timeout,omitempty"`

	// How long answers live, by class.
	Lifetimes map[string]Lifetime `json:"lifetimes,omitempty"`

	classes []edgecache.ClassConfig
	cache   *State[*engine]
}

// The defaults of Options.
const (
	DefaultCacheSize    = 64 * mebibyte
	DefaultRemember     = time.Second
	DefaultFetchTimeout = 10 * time.Second

	mebibyte = 1 << 20
)

// Complete fills in what is not set, from the plugin's own defaults and then
// from the general ones, and refuses what cannot work.
func (o *Options) Complete(defaults Options, classes Classes) (err error) {
	o.CacheSize = cmp.Or(o.CacheSize, defaults.CacheSize, DefaultCacheSize)
	o.Remember = cmp.Or(o.Remember, defaults.Remember, caddy.Duration(DefaultRemember))
	o.FetchTimeout = cmp.Or(o.FetchTimeout, defaults.FetchTimeout, caddy.Duration(DefaultFetchTimeout))
	if o.Misses == nil {
		misses := edgecache.DefaultBudget.Misses
		o.Misses = cmp.Or(defaults.Misses, &misses)
		o.MissBurst = cmp.Or(o.MissBurst, defaults.MissBurst)
	}
	switch {
	case o.CacheSize < mebibyte:
		return fmt.Errorf("cache_size %d must be at least %d (1MiB)", o.CacheSize, mebibyte)
	case *o.Misses < 0 || o.MissBurst < 0:
		return errors.New("misses and miss_burst must be 0, for no bound, or more")
	case o.Remember < 0 || o.FetchTimeout < 0:
		return errors.New("remember and fetch_timeout must be more than nothing")
	}
	o.classes, err = classes.configs(o)
	return err
}

// Subdirectives read the options in a plugin's block:
//
//	cache_size    <size>
//	misses        <per second> [<burst>]
//	remember      <duration>
//	fetch_timeout <duration>
//	lifetime      <class> <soft> [<hard>]
//
// `misses 0` bounds nothing. With a single class its name is left out.
func (o *Options) Subdirectives(classes Classes) Subdirectives {
	return Subdirectives{
		"cache_size":    Arguments(Size(&o.CacheSize)),
		"misses":        RateOrNone(&o.Misses, &o.MissBurst),
		"remember":      Arguments(Duration(&o.Remember, "2s")),
		"fetch_timeout": Arguments(Duration(&o.FetchTimeout, "2s")),
		"lifetime":      classes.subdirective(&o.Lifetimes),
	}
}

// JoinCache answers the living cache of a plugin ("rows", "feed", "assets",
// "chain") with the options, or makes one. A cache outlasts reloads while key and
// the sizes stay the same; key holds what else cannot change in a living cache,
// and is empty as a rule. Lifetimes and budgets can change: see Start. Prepare
// and Now are those of the first configuration, so they must not hold on to it.
// The cache's metrics join the configuration's registry.
func (o *Options) JoinCache(ctx caddy.Context, name, key string, config edgecache.Config) (*edgecache.Engine, error) {
	config.Budget, config.Classes = o.budget(), o.classes
	config.Fetched = observe(name, config.Fetched)
	config.Together = fetches.of(name, key)
	var err error
	whole := cacheKey(name, key, config)
	o.cache, err = caches.Join(whole, func() (*engine, error) {
		made, err := edgecache.New(config)
		return &engine{made, name, whole}, err
	})
	if err != nil {
		return nil, fmt.Errorf("the cache of %s: %w", name, err)
	}
	if err := Register(ctx.GetMetricsRegistry(), fetchSeconds, collected); err != nil {
		return nil, fmt.Errorf("the cache of %s: %w", name, err)
	}
	return o.cache.Value.Engine, nil
}

func (o *Options) budget() *edgecache.Budget {
	return &edgecache.Budget{Misses: *o.Misses, Burst: o.MissBurst}
}

// Start lets the configuration's lifetimes and budgets hold.
func (o *Options) Start() error {
	if err := o.cache.Start(func() error { return o.cache.Value.Update(o.classes, o.budget()) }); err != nil {
		return fmt.Errorf("the cache of %s: %w", o.cache.Value.name, err)
	}
	return nil
}

// Stop implements caddy.App.
func (*Options) Stop() error { return nil }

// Cleanup lets go of the cache. It also runs after a Provision that failed.
func (o *Options) Cleanup() error { return o.cache.Leave() }

var caches = NewStates(func(e *engine) { e.Close() })

// engine is a cache under its plugin's name.
type engine struct {
	*edgecache.Engine
	name string
	key  string // of cacheKey
}

// cacheKey has everything that cannot change in a running cache.
func cacheKey(name, key string, config edgecache.Config) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q %q %d", name, key, config.MaxFetches)
	for _, class := range config.Classes {
		fmt.Fprintf(&b, " %q %d %d", class.Name, class.Size, class.HotEntries)
	}
	return b.String()
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
