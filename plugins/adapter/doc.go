// Package adapter is the Caddy side of the caches that the data plugins have:
// rows, feed, assets and the chain API. It holds them over reloads, shows
// them to ops, counts them for Prometheus, and reads the options that they
// share.
//
// A plugin embeds Options in its app and joins its cache in Provision:
//
//	type App struct {
//		adapter.Options
//		...
//		cache *adapter.Cache
//	}
//
//	func (a *App) Provision(ctx caddy.Context) error {
//		if err := a.Options.Complete(adapter.Options{CacheSize: 16 << 20}); err != nil { // the plugin's own defaults
//			return fmt.Errorf("feed: %w", err)
//		}
//		config := edgecache.Config{Classes: []edgecache.ClassConfig{{Name: "feed", Soft: ..., Hard: ..., Size: a.Part(1, 1)}}, Prepare: ...}
//		a.Options.Apply(&config) // Timeout, Remember and Budget
//		cache, err := adapter.JoinCache(ctx, "feed", "", config)
//		a.cache = cache
//		return err
//	}
//
//	func (a *App) Start() error   { return a.cache.Start() } // lets changed lifetimes and budgets hold
//	func (a *App) Cleanup() error { return a.cache.Leave() }  // may be called on nil
//
// and in UnmarshalCaddyfile:
//
//	for nesting := d.Nesting(); d.NextBlock(nesting); {
//		option := d.Val()
//		if handled, err := a.ParseOption(d, option); err != nil {
//			return err
//		} else if handled {
//			continue
//		}
//		switch option { ... }
//	}
//
// ParseSize, ParseDuration and ParseRate read the plugin's own options in the same
// form. States holds whatever else outlasts a reload; in each plugin state.go has
// it, with Start and Cleanup.
// Every lookup for a visitor names its client: edgecache.Lookup{..., Client:
// adapter.Client(r)}.
//
// Ops see all caches under /caches/ of Caddy's admin API (see Admin) and as the
// metrics fieldhouse_cache_*{cache,class}.
package adapter
