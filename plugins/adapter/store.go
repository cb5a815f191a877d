package adapter

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"

	"github.com/caddyserver/caddy/v2"
)

// defaultStore is the store of the shipped Caddyfile: what is taken in without
// naming a store is what the site serves.
const defaultStore = "/var/lib/fieldhouse/store"

// StoreFolder is where a store is that was named like this, or not at all.
func StoreFolder(named string) string {
	if named == "" {
		return cmp.Or(os.Getenv("FIELDHOUSE_STORE"), defaultStore)
	}
	return caddy.NewReplacer().ReplaceAll(named, "")
}

// StateFolder is where a plugin keeps what outlasts a restart, as an absolute path; empty
// where the site keeps nothing. The error begins with the plugin's name.
func StateFolder(ctx caddy.Context, plugin string) (string, error) {
	site, err := Service[interface{ StateFolder() string }](ctx, plugin, "site")
	if err != nil || site.StateFolder() == "" {
		return "", err
	}
	folder, err := filepath.Abs(StoreFolder(site.StateFolder()))
	if err != nil {
		return "", fmt.Errorf("%s: the folder %q: %w", plugin, site.StateFolder(), err)
	}
	return folder, nil
}
