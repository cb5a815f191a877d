// Package adapter is what the plugins' Caddy sides share: their apps and the
// handlers that serve them, what outlasts reloads, the options of a block, and of
// those with a cache its options, metrics and admin API.
//
// A plugin registers its app, which Caddy provisions, with RegisterApp, or with
// RegisterServer when it answers an address of the site; see Handler. Its options
// are read by ParseBlock. What outlasts a reload it joins in Provision, lets hold
// in Start and leaves in Cleanup; see States. All of that is in its state.go.
//
// A plugin with a cache embeds Options, names its Classes, and joins the cache by
// Options.JoinCache. Every lookup for a visitor names its client:
// edgecache.Lookup{..., Client: adapter.Client(r)}.
//
// Ops see all caches under /caches/ of Caddy's admin API (see Admin) and as the
// metrics fieldhouse_cache_*{cache,class}.
package adapter
