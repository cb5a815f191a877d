package doctor

import (
	"cmp"
	"encoding/json"
	"os"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/certmagic"
)

// given is what a configuration says beside its apps.
type given struct {
	text     []byte
	hasAdmin bool
	// storage has the certificates.
	storage *certmagic.FileStorage
}

// withApps provisions the apps of a configuration and hands them on; they end with the command.
// Nothing is started and nothing written: its logs lead nowhere, and what Caddy makes for itself,
// such as an authority of its own, goes into a folder that is removed.
func withApps(text []byte, use func(caddy.Context, given) error) error {
	config := new(caddy.Config)
	if err := caddy.StrictUnmarshalJSON(caddy.RemoveMetaFields(text), config); err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "fieldhouse-doctor-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	// Both storages of this binary, file_system and cluster, have all in a folder of that name.
	var storage struct {
		Root string `json:"root"`
	}
	if config.StorageRaw != nil {
		if err := json.Unmarshal(config.StorageRaw, &storage); err != nil {
			return err
		}
	}
	if config.StorageRaw, err = json.Marshal(map[string]string{"module": "file_system", "root": folder}); err != nil {
		return err
	}
	// What is logged while it is looked at would only be in the way.
	config.Logging = &caddy.Logging{Logs: map[string]*caddy.CustomLog{"default": {BaseLog: caddy.BaseLog{WriterRaw: json.RawMessage(`{"output":"discard"}`)}}}}
	ctx, err := caddy.ProvisionContext(config)
	if err != nil {
		return err
	}
	return use(ctx, given{text, config.Admin == nil || !config.Admin.Disabled, &certmagic.FileStorage{Path: cmp.Or(storage.Root, caddy.AppDataDir())}})
}
