package feed

import (
	"errors"
	"fmt"

	"fieldhouse/plugins/feed/reader"

	"github.com/caddyserver/caddy/v2"
)

// living holds what is kept of each feed over reloads: after one, too, a feed
// that did not change is not sent again, and a server that wants to be left
// alone is.
var living = caddy.NewUsagePool()

// shared is a feed's memory in the pool.
type shared struct{ reader.Memory }

// Destruct implements caddy.Destructor.
func (*shared) Destruct() error { return nil }

// memories are the keys of those that a configuration has joined.
type memories []string

// memory joins the memory of a feed. What is kept there was cut for an answer of
// so many posts and bytes, so these are in its key.
func (a *App) memory(address string) *reader.Memory {
	key := fmt.Sprintf("%d %d %s", a.Posts, a.CacheSize, address)
	loaded, _ := living.LoadOrStore(key, new(shared))
	a.memories = append(a.memories, key)
	return &loaded.(*shared).Memory
}

// leave lets go of them.
func (m *memories) leave() error {
	var errs []error
	for _, key := range *m {
		_, err := living.Delete(key)
		errs = append(errs, err)
	}
	*m = nil
	return errors.Join(errs...)
}
