package editions

import (
	"fmt"
	"path/filepath"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/editions/board"
	"fieldhouse/plugins/editions/live"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"
)

// stores hold the open releases of each store, by its absolute path, over reloads.
var stores = adapter.NewStates((*live.Releases).Close)

// sessions are of the lineup page, over reloads.
var sessions = board.NewSessions()

func joinReleases(folder string) (*adapter.State[*live.Releases], error) {
	path, err := filepath.Abs(folder)
	if err != nil {
		return nil, fmt.Errorf("store %q: %w", folder, err)
	}
	return stores.Join(path, func() (*live.Releases, error) { return live.Open(path, logger), nil })
}

// logger is of the configuration that runs now: the releases outlast reloads.
func logger() *zap.Logger { return caddy.Log().Named("editions") }

// Cleanup lets go of the store; the next configuration may have it already. It
// also runs after a Provision that failed.
func (h *Handler) Cleanup() error {
	h.server.Close()
	return h.releases.Leave()
}
