package editions

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/editions/page/items"
	"fieldhouse/plugins/editions/release"
	"fieldhouse/plugins/editions/ship/api"
	"fieldhouse/plugins/editions/ship/lineuppage"
	"fieldhouse/plugins/editions/ship/token"
	"fieldhouse/plugins/editions/ship/webhook"
	"fieldhouse/plugins/editions/store"
	"fieldhouse/plugins/editions/visit"
	"fieldhouse/plugins/peers"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"
)

// openStore has the releases of a store, its webhooks, the pages that are told of changes, its
// tokens, and what clients have of its API.
type openStore struct {
	*visit.Releases
	webhooks *webhook.Sender
	streams  *visit.Streams
	tokens   *token.Tokens
	usage    *api.Usage

	sharing sync.Mutex
	// mesh is that of the cluster which the journal is shared with; nil for none.
	mesh peers.Mesh
}

func (s *openStore) Close() {
	s.streams.Close()
	s.Releases.Close()
	s.webhooks.Close()
}

// stores are the open ones, by their absolute paths, over reloads.
var stores = adapter.NewStates((*openStore).Close)

var metrics = visit.NewMetrics(opened(func(store *openStore) *visit.Releases { return store.Releases }))

// streamed are the numbers of the streams of all stores.
var streamed = visit.NewStreamMetrics(opened(func(store *openStore) *visit.Streams { return store.streams }))

// opened are parts of the open stores, each once however many configurations use its store.
func opened[T comparable](of func(*openStore) T) func() []T {
	return func() (parts []T) {
		for _, store := range stores.All() {
			if part := of(store); !slices.Contains(parts, part) {
				parts = append(parts, part)
			}
		}
		return parts
	}
}

// sessions are of the lineup page, over reloads.
var sessions = lineuppage.NewSessions()

func joinStore(folder string) (*adapter.State[*openStore], error) {
	path, err := filepath.Abs(folder)
	if err != nil {
		return nil, fmt.Errorf("store %q: %w", folder, err)
	}
	return stores.Join(path, func() (*openStore, error) {
		webhooks := webhook.New(webhook.Options{Peers: adapter.Peers, Report: func(err error) { logger().Error("webhook", zap.Error(err)) }})
		tokens := token.New(path, time.Now)
		tokens.Report = reportTokens
		return &openStore{Releases: visit.NewReleases(path, logger, webhooks.Send, adapter.Peers), webhooks: webhooks, streams: visit.NewStreams(caddy.Exiting, adapter.WithoutWriteTimeout), tokens: tokens, usage: api.NewUsage()}, nil
	})
}

// sharings are the open stores as far as a cluster's mesh is concerned.
var sharings = adapter.NewStates[*openStore](nil)

// startSharing has a store's journal and releases be those of the configuration's cluster, until
// the configuration leaves what it returns, before it leaves the store.
func startSharing(ctx caddy.Context, store *openStore) (*adapter.State[*openStore], error) {
	joined, found, err := adapter.Configured[interface{ Mesh() peers.Mesh }](ctx, "editions", "cluster")
	if err != nil {
		return nil, err
	}
	var mesh peers.Mesh
	if found {
		mesh = joined.Mesh()
	}
	state := sharings.JoinValue(store, func() *openStore { return store })
	return state, state.StartPart("cluster", func() error {
		store.share(mesh)
		return nil
	}, func() { store.share(nil) })
}

// share has the journal be that of a cluster, or the store's own for nil.
func (s *openStore) share(mesh peers.Mesh) {
	s.sharing.Lock()
	defer s.sharing.Unlock()
	if s.mesh == mesh {
		return
	}
	s.mesh = mesh
	s.Share(mesh, store.NewStore(s.Folder(), items.Compiles, release.WithinBudget))
}

// sharedTokens are those of the configuration that runs; nil for one that nobody ships to.
func sharedTokens() *token.Tokens {
	app, err := adapter.Running[*App]("releases")
	if err != nil {
		return nil
	}
	return app.releases.Value.tokens
}

func reportTokens(err error) { logger().Error("tokens", zap.Error(err)) }

const (
	// tokensQuestion is answered with the tokens of a process; tokensTimeout is how long it has.
	tokensQuestion = "tokens"
	tokensTimeout  = 5 * time.Second
)

// The processes of a cluster say the sum of their tokens, and ask the one for its tokens whose sum is
// another one.
func init() {
	adapter.Peers.Answer(tokensQuestion, func(context.Context, []byte) ([]byte, error) {
		content, _, err := tokensOf(sharedTokens())
		return content, err
	})
	adapter.Peers.Share(peers.Shared{
		Name: "tokens",
		Say: func() []byte {
			tokens := sharedTokens()
			if tokens == nil {
				return nil
			}
			// It must not wait for the disk: a process that says nothing counts as gone.
			sum, err := tokens.Sum()
			if err != nil {
				return nil // whoever uses them is told
			}
			return []byte(sum)
		},
		Take: func(from string, said []byte) error {
			own := sharedTokens()
			if _, sum, err := tokensOf(own); err != nil || sum == string(said) {
				return nil
			}
			ctx, cancel := context.WithTimeout(context.Background(), tokensTimeout)
			defer cancel()
			content, err := adapter.Peers.Ask(ctx, from, tokensQuestion, nil)
			if err != nil {
				return err
			}
			return own.Merge(content)
		},
		Report: reportTokens,
	})
}

var errNoTokens = errors.New("nobody ships to this process")

func tokensOf(tokens *token.Tokens) (content []byte, sum string, err error) {
	if tokens == nil {
		return nil, "", errNoTokens
	}
	return tokens.Content()
}

// logger is of the configuration that runs now: the releases outlast reloads.
func logger() *zap.Logger { return caddy.Log().Named("editions") }

// Cleanup lets go of the store, which the next configuration may have already.
func (h *Handler) Cleanup() error {
	h.server.Close()
	return errors.Join(h.sharing.Leave(), h.releases.Leave())
}
