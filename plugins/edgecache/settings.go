package edgecache

import (
	"fmt"
	"math"
	"time"

	"fieldhouse/plugins/clients"
)

// MaxHard is the longest hard lifetime.
const MaxHard = 7 * 24 * time.Hour

// Budget bounds the fetches of one client: its misses, and the refreshes that it
// causes of keys that are not shared. Hits and shared keys cost nothing.
type Budget struct {
	// Misses is how many fetches a client may cause each second; 0 is no bound.
	Misses float64
	// Burst is how many at once. Default three times Misses, at least 1.
	Burst int
}

// DefaultBudget is 20 misses a second and 60 at once.
var DefaultBudget = Budget{Misses: 20, Burst: 60}

// Update changes the lifetimes of classes, all of ClassConfig but Size and HotEntries, and
// the budget from now on. A class that is not named stays as it is. A soft lifetime holds
// for what is fetched from now on, a hard one also for what is cached already. All settings
// are checked before the first is changed.
func (e *Engine) Update(classes []ClassConfig, budget *Budget) error {
	for _, config := range classes {
		if e.classes[config.Name] == nil {
			return fmt.Errorf("changing a cache's settings: there is no class %q", config.Name)
		}
		if err := config.checkLifetime(); err != nil {
			return fmt.Errorf("changing a cache's settings: %w", err)
		}
	}
	if err := budget.check(); err != nil {
		return fmt.Errorf("changing a cache's settings: %w", err)
	}
	for _, config := range classes {
		e.classes[config.Name].update(config)
	}
	e.budgets.Update(budget.limits())
	return nil
}

// Budgets are what clients may have fetched that nobody holds.
func (e *Engine) Budgets() *clients.Limits { return e.budgets }

// update changes the settings to ones that were checked.
func (c *class) update(config ClassConfig) {
	config.Timeout = orDefault(config.Timeout, defaultTimeout)
	config.Retry = orDefault(config.Retry, defaultRetry)
	config.Remember = orDefault(config.Remember, defaultRemember)
	before := c.config.Swap(&config)
	if before == nil || before.Hard == config.Hard {
		return
	}
	for _, s := range c.hot.all() {
		s.change(func(entry *Entry) bool {
			entry.setHard(config.Hard)
			return true
		})
	}
}

func (config *ClassConfig) checkLifetime() error {
	if config.Soft <= 0 || config.Hard < config.Soft || config.Hard > MaxHard {
		return fmt.Errorf("class %q: soft deadline %s and hard deadline %s must be positive, in this order and at most %s", config.Name, config.Soft, config.Hard, MaxHard)
	}
	return nil
}

// limits are what the budget allows each client a second, and at once.
func (b *Budget) limits() (perSecond float64, burst int) {
	if b == nil {
		b = &DefaultBudget
	}
	if b.Burst > 0 {
		return b.Misses, b.Burst
	}
	return b.Misses, max(int(math.Ceil(3*b.Misses)), 1)
}

func (b *Budget) check() error {
	if b != nil && (!(b.Misses >= 0) || math.IsInf(b.Misses, 0) || b.Burst < 0) {
		return fmt.Errorf("a budget of %g misses a second and %d at once is not one", b.Misses, b.Burst)
	}
	return nil
}
