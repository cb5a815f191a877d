package adapter

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"fieldhouse/plugins/edgecache"
)

var caches = NewStates(func(e *engine) { e.Close() })

// engine is a cache under its plugin's name.
type engine struct {
	*edgecache.Engine
	name string
}

// cacheKey holds everything that is settled when a cache is made.
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
