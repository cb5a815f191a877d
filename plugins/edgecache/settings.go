package edgecache

import (
	"fmt"
	"math"
	"time"
)

// MaxHard is the longest hard lifetime.
const MaxHard = 7 * 24 * time.Hour

// Settings are what can change in a living engine.
type Settings struct {
	// Classes are the new lifetimes. A class that is not named stays as it is.
	Classes map[Class]Lifetime
	// Budget bounds what each client may cause; nil is DefaultBudget.
	Budget *Budget
}

// Lifetime is how long the entries of a class live, and how they are fetched.
type Lifetime struct {
	// Soft, Hard, Timeout, Retry and Remember are as in ClassConfig, with the
	// same defaults.
	Soft, Hard, Timeout, Retry, Remember time.Duration
}

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

// Settings gives what of a configuration can change in a living engine.
func (config Config) Settings() Settings {
	settings := Settings{Classes: make(map[Class]Lifetime, len(config.Classes)), Budget: config.Budget}
	for _, class := range config.Classes {
		settings.Classes[class.Name] = class.lifetime()
	}
	return settings
}

func (config ClassConfig) lifetime() Lifetime {
	return Lifetime{Soft: config.Soft, Hard: config.Hard, Timeout: config.Timeout, Retry: config.Retry, Remember: config.Remember}
}

// Update lets settings hold from now on. A soft lifetime holds for what is
// fetched from now on, a hard one also for what is kept already. All settings
// are checked before the first is changed.
func (e *Engine) Update(settings Settings) error {
	for name, lifetime := range settings.Classes {
		if e.classes[name] == nil {
			return fmt.Errorf("settling a cache: there is no class %q", name)
		}
		if err := lifetime.check(name); err != nil {
			return fmt.Errorf("settling a cache: %w", err)
		}
	}
	if err := settings.Budget.check(); err != nil {
		return fmt.Errorf("settling a cache: %w", err)
	}
	for name, lifetime := range settings.Classes {
		e.classes[name].update(lifetime)
	}
	e.budgets.Update(settings.Budget.limits())
	return nil
}

// update lets a lifetime hold that was checked.
func (c *class) update(lifetime Lifetime) {
	lifetime.Timeout = orDefault(lifetime.Timeout, defaultTimeout)
	lifetime.Retry = orDefault(lifetime.Retry, defaultRetry)
	lifetime.Remember = orDefault(lifetime.Remember, defaultRemember)
	before := c.live.Swap(&lifetime)
	if before == nil || before.Hard == lifetime.Hard {
		return
	}
	for _, s := range c.hot.all() {
		s.change(func(entry *Entry) bool {
			entry.setHard(lifetime.Hard)
			return true
		})
	}
}

func (l Lifetime) check(name Class) error {
	if l.Soft <= 0 || l.Hard < l.Soft || l.Hard > MaxHard {
		return fmt.Errorf("class %q: soft deadline %s and hard deadline %s must be positive, in this order and at most %s", name, l.Soft, l.Hard, MaxHard)
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
