package feed

import (
	"errors"
	"fmt"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/feed/reader"
)

// memories hold what is known of each feed over reloads: after one, too, a feed
// that did not change is not sent again, and a server that wants to be left
// alone is.
var memories = adapter.NewStates[*reader.Memory](nil)

// memory joins the memory of a feed. What is kept there was cut for an answer of
// so many posts and bytes, so these are in its key.
func (a *App) memory(address string) *reader.Memory {
	key := fmt.Sprintf("%d %d %s", a.Posts, a.CacheSize, address)
	// Making one cannot fail.
	joined, _ := memories.Join(key, func() (*reader.Memory, error) { return new(reader.Memory), nil })
	a.memories = append(a.memories, joined)
	return joined.Value
}

// Cleanup lets go of what was joined. It also runs after a Provision that failed.
func (a *App) Cleanup() error {
	err := a.Options.Cleanup()
	for _, memory := range a.memories {
		err = errors.Join(err, memory.Leave())
	}
	return err
}
