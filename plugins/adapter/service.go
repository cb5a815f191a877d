package adapter

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"

	"fieldhouse/plugins/site/settings"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

// Service takes another app of the configuration as what a plugin needs of it.
// The error begins with the plugin's name.
func Service[T any](ctx caddy.Context, plugin, app string) (T, error) {
	var none T
	found, err := ctx.App(app)
	if err != nil {
		return none, fmt.Errorf("%s: %w", plugin, err)
	}
	service, ok := found.(T)
	if !ok {
		return none, fmt.Errorf("%s: the app %s is a %T, which does not offer what %s needs of it", plugin, app, found, plugin)
	}
	return service, nil
}

// Configured is another app as Service takes it, if the configuration has it.
func Configured[T any](ctx caddy.Context, plugin, app string) (service T, found bool, err error) {
	if _, err := ctx.AppIfConfigured(app); errors.Is(err, caddy.ErrNotConfigured) {
		return service, false, nil
	}
	service, err = Service[T](ctx, plugin, app)
	return service, err == nil, err
}

// Site is the site's settings, which every configuration has, if only with the
// defaults. The error begins with the plugin's name.
func Site(ctx caddy.Context, plugin string) (*settings.Settings, error) {
	site, err := Service[interface{ Settings() *settings.Settings }](ctx, plugin, "site")
	if err != nil {
		return nil, err
	}
	return site.Settings(), nil
}

// Client is the address of a request's client as Caddy sees it (trusted_proxies
// included), for edgecache.Lookup.Client.
func Client(r *http.Request) string {
	if address, ok := caddyhttp.GetVar(r.Context(), caddyhttp.ClientIPVarKey).(string); ok && address != "" {
		return address
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

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

// IsSecure reports whether the visitor's connection is TLS, here or at a proxy
// that the server trusts.
func IsSecure(r *http.Request) bool {
	return r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" && IsProxied(r)
}

// IsProxied reports whether a request comes from a proxy that its server trusts.
func IsProxied(r *http.Request) bool {
	trusted, _ := caddyhttp.GetVar(r.Context(), caddyhttp.TrustedProxyVarKey).(bool)
	return trusted
}

// WithoutWriteTimeout lifts the server's `write_idle` time-out from a response whose handler bounds
// its writes itself: over HTTP/2 it sets a timer before each write and each flush and takes it back
// after it, by a message to the connection's goroutine each. The handler's own deadlines are set with
// what it returns.
func WithoutWriteTimeout(w http.ResponseWriter, r *http.Request) *http.ResponseController {
	_, timed := caddyhttp.IdleTimeoutsFromContext(r.Context())
	if timed == nil {
		return http.NewResponseController(w)
	}
	deadlines := timed.Ctrl
	// It sets no more of them once one was refused.
	timed.Ctrl = http.NewResponseController(noDeadlines{})
	return deadlines
}

// noDeadlines has no deadlines, and is never written to.
type noDeadlines struct{ http.ResponseWriter }
