package site

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/metric"

	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"github.com/caddyserver/caddy/v2/modules/caddytls"
	"github.com/caddyserver/certmagic"
	"github.com/prometheus/client_golang/prometheus"
)

// certificates are those of a configuration's sites, whether Caddy obtains them or reads them
// from files.
type certificates struct {
	// mutex keeps Caddy's certificates in place while they are read: they are gone after Stop.
	mutex sync.RWMutex
	// names are what the sites are called; none unless the configuration runs.
	names map[string]bool
}

func (c *certificates) setNames(names map[string]bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.names = names
}

// namesOverTLS are the hosts of the sites that are served over TLS. A site without a name has
// none.
func namesOverTLS(sites *caddyhttp.App) map[string]bool {
	names := map[string]bool{}
	for _, site := range adapter.SiteHandlers(sites) {
		if site.IsNamed() && !strings.Contains(site.Host, "{") && len(sites.Servers[site.Server].TLSConnPolicies) > 0 {
			names[site.Host] = true
		}
	}
	return names
}

// validity is when a certificate begins and ends to be valid.
type validity struct{ from, until time.Time }

// collector collects the certificate of each name.
func (c *certificates) collector() prometheus.Collector {
	return metric.NewCollector("site", []string{"host"}, []metric.Metric[validity]{
		{Name: "certificate_not_before_timestamp_seconds", Help: "Since when the certificate of a host is valid; 0 while the host has none.", Value: func(v validity) float64 { return unix(v.from) }},
		{Name: "certificate_not_after_timestamp_seconds", Help: "Until when the certificate of a host is valid; 0 while the host has none.", Value: func(v validity) float64 { return unix(v.until) }},
	}, func(send func(validity, ...string)) {
		c.mutex.RLock()
		defer c.mutex.RUnlock()
		for name := range c.names {
			send(latest(name), name)
		}
	})
}

// AwaitCertificates waits until the sites have the certificates that are kept for them: Caddy
// reads them while its servers answer already. It does not wait for what has to be obtained, for
// which the authority may have to be answered, nor for what Caddy cannot load, and says in its log.
// The error says which it could not wait for.
func (a *App) AwaitCertificates(ctx context.Context) error {
	unread, err := kept(ctx, a.ctx.Storage(), a.certificates.missing(), certmagic.Storage.Exists)
	loadable := make(chan []string, 1) // as slow as the disk, which is waited for
	if err == nil && len(unread) > 0 {
		names := slices.Clone(unread)
		go func() {
			names, _ := kept(ctx, a.ctx.Storage(), names, loads)
			loadable <- names
		}()
	}
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for err == nil {
		missing := a.certificates.missing()
		unread = slices.DeleteFunc(unread, func(name string) bool { return !slices.Contains(missing, name) })
		if len(unread) == 0 {
			return nil
		}
		select {
		case <-tick.C:
		case unread = <-loadable:
		case <-ctx.Done():
			err = ctx.Err()
		}
	}
	return fmt.Errorf("reading the certificates that are kept for %s: %w", strings.Join(unread, ", "), err)
}

// missing are the names without a certificate.
func (c *certificates) missing() (names []string) {
	c.mutex.RLock()
	defer c.mutex.RUnlock()
	for name := range c.names {
		if len(caddytls.AllMatchingCertificates(name)) == 0 {
			names = append(names, name)
		}
	}
	return names
}

// kept are those of names for each of which a storage has a certificate, of any authority, by what has
// says of its key there; all when that cannot be said.
func kept(ctx context.Context, storage certmagic.Storage, names []string, has func(certmagic.Storage, context.Context, string) bool) ([]string, error) {
	authorities, err := storage.List(ctx, "certificates", false)
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // as before the first is obtained
		return names, err
	}
	return slices.DeleteFunc(names, func(name string) bool {
		return !slices.ContainsFunc(authorities, func(authority string) bool {
			return has(storage, ctx, certmagic.StorageKeys.SiteCert(path.Base(authority), name))
		})
	}), nil
}

// loads reports whether Caddy can load a certificate: with its private key and what is known of it.
func loads(storage certmagic.Storage, ctx context.Context, key string) bool {
	var parts [3][]byte
	for i, kind := range []string{".key", ".crt", ".json"} {
		var err error
		if parts[i], err = storage.Load(ctx, strings.TrimSuffix(key, ".crt")+kind); err != nil {
			return false
		}
	}
	_, err := tls.X509KeyPair(parts[1], parts[0])
	return err == nil && json.Valid(parts[2])
}

// latest is the validity of the certificate for a name that is valid longest.
func latest(name string) (found validity) {
	for _, certificate := range caddytls.AllMatchingCertificates(name) {
		if leaf := certificate.Leaf; leaf != nil && leaf.NotAfter.After(found.until) {
			found = validity{leaf.NotBefore, leaf.NotAfter}
		}
	}
	return found
}

func unix(when time.Time) float64 {
	if when.IsZero() {
		return 0
	}
	return float64(when.Unix())
}
