package cluster

import (
	"cmp"
	"path/filepath"
	"sync"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/cluster/storage"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/caddyconfig/caddyfile"
	"github.com/caddyserver/certmagic"
	"go.uber.org/zap"
)

func init() { caddy.RegisterModule(Storage{}) }

// Storage is the storage module `cluster`: what Caddy keeps of certificates, of the accounts that
// they are asked for with and of challenges is the same at all processes of the cluster. Each has it
// in a folder of its own. Without the app `cluster` it is that folder alone.
type Storage struct {
	// The folder. Default: Caddy's data folder, as without the module.
	Root string `json:"root,omitempty"`
}

// CaddyModule returns the Caddy module information.
func (Storage) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "caddy.storage.cluster", New: func() caddy.Module { return new(Storage) }}
}

// storages are the ones that were made, by their folders: each answers the other processes for as
// long as this one runs.
var (
	storagesMutex sync.Mutex
	storages      = map[string]*storage.Storage{}
)

// CertMagicStorage implements caddy.StorageConverter.
func (s *Storage) CertMagicStorage() (certmagic.Storage, error) {
	root, err := filepath.Abs(cmp.Or(s.Root, caddy.AppDataDir()))
	if err != nil {
		return nil, err
	}
	storagesMutex.Lock()
	defer storagesMutex.Unlock()
	if storages[root] == nil {
		storages[root] = storage.New(storage.Config{
			Root: root, Index: filepath.Join(root, "cluster"), Peers: adapter.Peers,
			Report: func(err error) { logger().Warn("storage", zap.Error(err)) },
		})
	}
	return storages[root], nil
}

// UnmarshalCaddyfile reads the global option. Syntax:
//
//	storage cluster [<folder>]
func (s *Storage) UnmarshalCaddyfile(d *caddyfile.Dispenser) error {
	d.Next() // the module's name
	if d.NextArg() {
		s.Root = d.Val()
	}
	if d.NextArg() || d.NextBlock(0) {
		return d.Errf("unexpected %q: write `storage cluster`, and a folder if it is another one than Caddy's", d.Val())
	}
	return nil
}

// Interface guards.
var (
	_ caddy.StorageConverter = (*Storage)(nil)
	_ caddyfile.Unmarshaler  = (*Storage)(nil)
)
