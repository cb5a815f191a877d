package site

import (
	"strings"
	"sync"
	"time"

	"fieldhouse/plugins/adapter"
	"fieldhouse/plugins/metric"

	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"github.com/caddyserver/caddy/v2/modules/caddytls"
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
