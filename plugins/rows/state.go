package rows

// Start lets lifetimes and budgets hold.
func (a *App) Start() error { return a.cache.Start() }

// Cleanup lets go of the cache. It also runs after a Provision that failed.
func (a *App) Cleanup() error { return a.cache.Leave() }
