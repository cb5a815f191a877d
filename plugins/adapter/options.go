package adapter

import (
	"errors"
	"fmt"
	"time"

	"fieldhouse/plugins/edgecache"

	"github.com/caddyserver/caddy/v2"
)

// Options are the settings that every cache has. An app embeds them.
type Options struct {
	// How much memory what is kept may take, in bytes; at least 1 MiB. A quarter
	// more is taken for what is asked for most. Another size empties the cache
	// at the reload. Default: 67108864 (64 MiB).
	CacheSize int64 `json:"cache_size,omitempty"`

	// How many fetches one client may cause each second, of what is not kept and
	// to refresh what is its own; 0 is no bound. IPv6 clients count by /64. What
	// is fresh, and what all share, costs nothing. Default: 20.
	Misses *float64 `json:"misses,omitempty"`

	// How many such fetches one client may cause at once. Default: three times
	// `misses`.
	MissBurst int `json:"miss_burst,omitempty"`

	// How long a fetch that failed is answered with its error, without another
	// fetch, when nothing is kept. Default: `1s`.
	Remember caddy.Duration `json:"remember,omitempty"`

	// How long one fetch may take with all its tries. Default: `10s`.
	FetchTimeout caddy.Duration `json:"fetch_timeout,omitempty"`
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
func (o *Options) Complete(defaults Options) error {
	o.CacheSize = firstOf(o.CacheSize, defaults.CacheSize, DefaultCacheSize)
	o.Remember = firstOf(o.Remember, defaults.Remember, caddy.Duration(DefaultRemember))
	o.FetchTimeout = firstOf(o.FetchTimeout, defaults.FetchTimeout, caddy.Duration(DefaultFetchTimeout))
	if o.Misses == nil {
		o.Misses = defaults.Misses
		o.MissBurst = firstOf(o.MissBurst, defaults.MissBurst)
	}
	if o.Misses == nil {
		misses := edgecache.DefaultBudget.Misses
		o.Misses = &misses
	}
	switch {
	case o.CacheSize < mebibyte:
		return fmt.Errorf("cache_size %d must be at least %d (1MiB)", o.CacheSize, mebibyte)
	case *o.Misses < 0 || o.MissBurst < 0:
		return errors.New("misses and miss_burst must be 0, for no bound, or more")
	case o.Remember < 0 || o.FetchTimeout < 0:
		return errors.New("remember and fetch_timeout must be more than nothing")
	}
	return nil
}

// firstOf is the first value that is not 0.
func firstOf[T ~int | ~int64](values ...T) T {
	for _, value := range values {
		if value != 0 {
			return value
		}
	}
	return 0
}

// Subdirectives read the options in a plugin's block:
//
//	cache_size    <size>
//	misses        <per second> [<burst>]
//	remember      <duration>
//	fetch_timeout <duration>
//
// `misses 0` bounds nothing.
func (o *Options) Subdirectives() Subdirectives {
	return Subdirectives{
		"cache_size":    Arguments(Size(&o.CacheSize)),
		"misses":        RateOrNone(&o.Misses, &o.MissBurst),
		"remember":      Arguments(Duration(&o.Remember, "2s")),
		"fetch_timeout": Arguments(Duration(&o.FetchTimeout, "2s")),
	}
}

// JoinCache answers the plugin's living cache with the options, after Complete:
// the budget, and Timeout and Remember of the classes that have none of their
// own. See adapter.JoinCache.
func (o *Options) JoinCache(ctx caddy.Context, name, key string, config edgecache.Config) (*Cache, error) {
	o.apply(&config)
	return JoinCache(ctx, name, key, config)
}

func (o *Options) apply(config *edgecache.Config) {
	config.Budget = &edgecache.Budget{Misses: *o.Misses, Burst: o.MissBurst}
	for i := range config.Classes {
		class := &config.Classes[i]
		if class.Timeout == 0 {
			class.Timeout = time.Duration(o.FetchTimeout)
		}
		if class.Remember == 0 {
			class.Remember = time.Duration(o.Remember)
		}
	}
}
