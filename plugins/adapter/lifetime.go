package adapter

import (
	"fmt"
	"time"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
)

// Lifetime is how long an answer lives.
type Lifetime struct {
	// How long an answer is fresh. After that it is still answered, at once,
	// while one refresh runs.
	Soft caddy.Duration `json:"soft,omitempty"`

	// How long an answer that cannot be refreshed is answered.
	Hard caddy.Duration `json:"hard,omitempty"`
}

// Lives is a Lifetime in Go's own durations.
func Lives(soft, hard time.Duration) Lifetime {
	return Lifetime{caddy.Duration(soft), caddy.Duration(hard)}
}

// Classes are a plugin's classes of answers with the lifetimes they have when
// nothing else is set.
type Classes struct {
	Defaults map[string]Lifetime
	// Unknown is what an error says of a name that is no class, such as "there
	// is no such table".
	Unknown string
}

// Parse reads one line of a plugin's block into lifetimes, which may be nil:
//
//	lifetime <class> <soft> [<hard>]
func (c Classes) Parse(d *caddyfile.Dispenser, lifetimes *map[string]Lifetime) error {
	args := d.RemainingArgs()
	if len(args) < 2 || len(args) > 3 {
		return d.ArgErr()
	}
	class := args[0]
	if err := c.check(class); err != nil {
		return d.WrapErr(err)
	}
	if _, given := (*lifetimes)[class]; given {
		return d.Errf("lifetime %s stands twice", class)
	}
	var lifetime Lifetime
	for i, into := range []*caddy.Duration{&lifetime.Soft, &lifetime.Hard}[:len(args)-1] {
		parsed, err := caddy.ParseDuration(args[i+1])
		if err != nil || parsed <= 0 {
			return d.Errf("lifetime %q: write a duration such as 2s", args[i+1])
		}
		*into = caddy.Duration(parsed)
	}
	if *lifetimes == nil {
		*lifetimes = make(map[string]Lifetime)
	}
	(*lifetimes)[class] = lifetime
	return nil
}

// Complete answers the lifetimes of all classes: those given, and the defaults
// of what is not. It refuses a class that does not exist, and one whose answers
// would end before they are stale.
func (c Classes) Complete(given map[string]Lifetime) (map[string]Lifetime, error) {
	for class := range given {
		if err := c.check(class); err != nil {
			return nil, err
		}
	}
	all := make(map[string]Lifetime, len(c.Defaults))
	for class, defaults := range c.Defaults {
		lifetime := given[class]
		if lifetime.Soft == 0 {
			lifetime.Soft = defaults.Soft
		}
		if lifetime.Hard == 0 {
			lifetime.Hard = max(defaults.Hard, lifetime.Soft)
		}
		if lifetime.Soft < 0 || lifetime.Hard < lifetime.Soft {
			return nil, fmt.Errorf("lifetime %s: soft %s must be more than nothing and at most hard, which is %s",
				class, time.Duration(lifetime.Soft), time.Duration(lifetime.Hard))
		}
		all[class] = lifetime
	}
	return all, nil
}

func (c Classes) check(class string) error {
	if _, known := c.Defaults[class]; !known {
		return fmt.Errorf("lifetime %q: %s", class, c.Unknown)
	}
	return nil
}
