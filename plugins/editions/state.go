package editions

import (
	"fmt"
	"path/filepath"

	"fieldhouse/plugins/adapter"
)

// shelves hold what was read from each store, by its absolute path, over
// reloads: releases are checked and compiled once in the process's life.
var shelves = adapter.NewStates((*shelf).close)

func joinShelf(folder string) (*adapter.State[*shelf], error) {
	path, err := filepath.Abs(folder)
	if err != nil {
		return nil, fmt.Errorf("store %q: %w", folder, err)
	}
	return shelves.Join(path, func() (*shelf, error) { return newShelf(path), nil })
}

// Cleanup lets go of the store; the next configuration may have it already. It
// also runs after a Provision that failed.
func (h *Handler) Cleanup() error {
	h.end()
	return h.store.Leave()
}
