package adapter

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"fieldhouse/plugins/edgecache"

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

// Class is a class of a plugin's answers.
type Class struct {
	Name edgecache.Class
	// Share is the class's part of the cache, in parts of those of all classes
	// together.
	Share int64
	// Soft and Hard are the lifetime when nothing else is set.
	Soft, Hard time.Duration
	// Retry is the pause after a refresh that failed. Default: the engine's.
	Retry time.Duration
}

// Classes are a plugin's classes of answers.
type Classes struct {
	All []Class
	// Unknown is the reason in the error for a name that is no class, such as "there
	// is no such table".
	Unknown string
}

// subdirective reads one line of a plugin's block into lifetimes, which may be
// nil:
//
//	lifetime <class> <soft> [<hard>]
func (c Classes) subdirective(lifetimes *map[string]Lifetime) Subdirective {
	return func(d *caddyfile.Dispenser, option string) error {
		args := d.RemainingArgs()
		if len(c.All) == 1 {
			args = slices.Insert(args, 0, string(c.All[0].Name))
		}
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
		read := []Argument{Duration(&lifetime.Soft, "2s"), Duration(&lifetime.Hard, "2s")}
		for i, value := range args[1:] {
			if err := read[i](d, option, value); err != nil {
				return err
			}
		}
		if *lifetimes == nil {
			*lifetimes = make(map[string]Lifetime)
		}
		(*lifetimes)[class] = lifetime
		return nil
	}
}

// configs are the classes of a cache with options, and the defaults of what is not
// given. It refuses a class that does not exist, one whose answers would end before
// they are stale, and a cache too small for a MiB of the smallest class.
func (c Classes) configs(o *Options) ([]edgecache.ClassConfig, error) {
	for class := range o.Lifetimes {
		if err := c.check(class); err != nil {
			return nil, err
		}
	}
	parts, smallest := int64(0), c.All[0].Share
	for _, class := range c.All {
		parts, smallest = parts+class.Share, min(smallest, class.Share)
	}
	if least := parts / smallest; o.CacheSize < least*mebibyte {
		return nil, fmt.Errorf("cache_size %d must be at least %d (%dMiB)", o.CacheSize, least*mebibyte, least)
	}
	configs := make([]edgecache.ClassConfig, len(c.All))
	for i, class := range c.All {
		lifetime := o.Lifetimes[string(class.Name)]
		soft := cmp.Or(time.Duration(lifetime.Soft), class.Soft)
		hard := cmp.Or(time.Duration(lifetime.Hard), max(class.Hard, soft))
		if soft < 0 || hard < soft {
			return nil, fmt.Errorf("lifetime %s: soft %s must be more than nothing and at most hard, which is %s", class.Name, soft, hard)
		}
		configs[i] = edgecache.ClassConfig{
			Name: class.Name, Soft: soft, Hard: hard, Retry: class.Retry,
			Size:    o.CacheSize * class.Share / parts / mebibyte * mebibyte, // in whole MiB, as the engine has it
			Timeout: time.Duration(o.FetchTimeout), Remember: time.Duration(o.Remember),
		}
	}
	return configs, nil
}

func (c Classes) check(class string) error {
	if !slices.ContainsFunc(c.All, func(one Class) bool { return string(one.Name) == class }) {
		return fmt.Errorf("lifetime %q: %s", class, c.Unknown)
	}
	return nil
}
