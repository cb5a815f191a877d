package doctor

import (
	"encoding/json"
	"maps"
	"os"

	"fieldhouse/plugins/adapter"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/certmagic"
)

// given is what a configuration says beside its apps.
type given struct {
	text     []byte
	hasAdmin bool
	// storage has the certificates.
	storage certmagic.Storage
}

// withApps provisions the apps of a configuration, hands them on, and cleans them up. Nothing is
// started and nothing written: its logs lead nowhere, and what Caddy makes for itself, such as an
// authority of its own, goes into a folder that is removed.
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
	look, err := json.Marshal(app{StorageRaw: config.StorageRaw})
	if err != nil {
		return err
	}
	if config.StorageRaw, err = json.Marshal(map[string]string{"module": "file_system", "root": folder}); err != nil {
		return err
	}
	// What is logged while it is looked at would only be in the way.
	config.Logging = &caddy.Logging{Logs: map[string]*caddy.CustomLog{"default": {BaseLog: caddy.BaseLog{WriterRaw: json.RawMessage(`{"output":"discard"}`)}}}}
	apps := caddy.ModuleMap{"doctor": look}
	maps.Copy(apps, config.AppsRaw)
	config.AppsRaw = apps
	provisioned = func(ctx caddy.Context, storage certmagic.Storage) error {
		return use(ctx, given{text, config.Admin == nil || !config.Admin.Disabled, storage})
	}
	defer func() { provisioned = nil }()
	return caddy.Validate(config)
}

// provisioned is called with the apps of the configuration that is looked at.
var provisioned func(caddy.Context, certmagic.Storage) error

func init() { caddy.RegisterModule(new(app)) }

// app is the Caddy app `doctor`, by which the command comes to the other apps of the configuration
// that it looks at. In one that runs it does nothing.
type app struct {
	// Where the configuration has its certificates. Default: Caddy's folder of data.
	StorageRaw json.RawMessage `json:"storage,omitempty" caddy:"namespace=caddy.storage inline_key=module"`
}

// CaddyModule returns the Caddy module information.
func (app) CaddyModule() caddy.ModuleInfo { return adapter.ModuleInfo[app]("doctor") }

// Provision hands the apps to the command.
func (a *app) Provision(ctx caddy.Context) error {
	if provisioned == nil {
		return nil
	}
	storage := certmagic.Storage(caddy.DefaultStorage)
	if a.StorageRaw != nil {
		module, err := ctx.LoadModule(a, "StorageRaw")
		if err != nil {
			return err
		}
		if storage, err = module.(caddy.StorageConverter).CertMagicStorage(); err != nil {
			return err
		}
	}
	return provisioned(ctx, storage)
}

// Start implements caddy.App.
func (*app) Start() error { return nil }

// Stop implements caddy.App.
func (*app) Stop() error { return nil }
