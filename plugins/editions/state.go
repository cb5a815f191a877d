package editions

import (
	"fmt"
	"path/filepath"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/editions/ship/api"
	"fieldhouse/plugins/editions/ship/lineuppage"
	"fieldhouse/plugins/editions/ship/webhook"
	"fieldhouse/plugins/editions/visit"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"
)

// openStore has the releases of a store, its webhooks, the pages that are told of changes, and
// what clients have of its API.
type openStore struct {
	*visit.Releases
	webhooks *webhook.Sender
	streams  *visit.Streams
	usage    *api.Usage
}

func (s *openStore) Close() {
	s.streams.Close()
	s.Releases.Close()
	s.webhooks.Close()
}

// stores are the open ones, by their absolute paths, over reloads.
var stores = adapter.NewStates((*openStore).Close)

var metrics = visit.NewMetrics(func() (open []*visit.Releases) {
	for _, store := range stores.All() {
		open = append(open, store.Releases)
	}
	return open
})

// streamed are the numbers of the streams of all stores.
var streamed = visit.NewStreamMetrics(func() (open []*visit.Streams) {
	for _, store := range stores.All() {
		open = append(open, store.streams)
	}
	return open
})

// sessions are of the lineup page, over reloads.
var sessions = lineuppage.NewSessions()

func joinStore(folder string) (*adapter.State[*openStore], error) {
	path, err := filepath.Abs(folder)
	if err != nil {
		return nil, fmt.Errorf("store %q: %w", folder, err)
	}
	return stores.Join(path, func() (*openStore, error) {
		webhooks := webhook.New(webhook.Options{Report: func(err error) { logger().Error("webhook", zap.Error(err)) }})
		return &openStore{visit.NewReleases(path, logger, webhooks.Send), webhooks, visit.NewStreams(caddy.Exiting), api.NewUsage()}, nil
	})
}

// logger is of the configuration that runs now: the releases outlast reloads.
func logger() *zap.Logger { return caddy.Log().Named("editions") }

// Cleanup lets go of the store, which the next configuration may have already.
func (h *Handler) Cleanup() error {
	h.server.Close()
	return h.releases.Leave()
}
