package feed

import (
	"errors"
	"fmt"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/feed/archive"
	"fieldhouse/plugins/feed/reader"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"
)

// memories hold what is known of each feed over reloads: after one, too, a feed
// that did not change is not sent again, and a server that wants to be left
// alone is.
var memories = adapter.NewStates[*reader.Memory](nil)

// memory joins the memory of a feed. What is remembered there was cut for an answer of
// so many posts and bytes, so these are in its key.
func (a *App) memory(address string) *reader.Memory {
	key := fmt.Sprintf("%d %d %s", a.Posts, a.CacheSize, address)
	joined := memories.JoinValue(key, func() *reader.Memory { return new(reader.Memory) })
	a.memories = append(a.memories, joined)
	return joined.Value
}

// archives hold the archived posts of each feed and state folder over reloads; after a restart
// they are read from the folder.
var archives = adapter.NewStates[*archive.Archive](nil)

// archive joins the archived posts of a feed.
func (a *App) archive(folder string) func(address string) *archive.Archive {
	return func(address string) *archive.Archive {
		joined := archives.JoinValue([2]string{folder, address}, func() *archive.Archive {
			return archive.Open(folder, address, archive.Config{
				Report: func(err error) { logger().Error("posts", zap.Error(err)) },
				Removed: func(slug string) {
					logger().Info("a post that the blog took down was removed", zap.String("post", slug))
				},
			})
		})
		a.archives = append(a.archives, joined)
		return joined.Value
	}
}

// logger is that of the running configuration: archives and memories outlast reloads.
func logger() *zap.Logger { return caddy.Log().Named("feed") }

// Cleanup lets go of what was joined. It also runs after a Provision that failed.
func (a *App) Cleanup() error {
	err := a.Options.Cleanup()
	for _, memory := range a.memories {
		err = errors.Join(err, memory.Leave())
	}
	for _, archived := range a.archives {
		err = errors.Join(err, archived.Leave())
	}
	return err
}
