package gateway

import (
	"slices"
	"strings"
	"testing"

	"github.com/caddyserver/caddy/v2"
)

func TestWhatAnOperatorExpectsIsThere(t *testing.T) {
	modules := caddy.Modules()
	for _, expected := range []string{
		"http", "tls", "pki", "events",
		"http.handlers.reverse_proxy", "http.handlers.encode", "http.handlers.file_server", "http.handlers.headers",
		"http.handlers.rewrite", "http.handlers.request_body", "http.handlers.metrics", "admin.api.metrics",
		"http.encoders.gzip", "http.encoders.zstd", "http.ip_sources.static", "tls.issuance.acme", "tls.issuance.internal",
		"caddy.storage.file_system", "caddy.logging.encoders.json",
		"site", "chain", "rows", "http.handlers.rows", "http.handlers.editions", "devchain",
	} {
		if !slices.Contains(modules, expected) {
			t.Errorf("module %s is missing", expected)
		}
	}
}

// The file server brings `templates`, which its listings are made with.
func TestNothingElseOfTheStandardDistributionIsThere(t *testing.T) {
	for _, module := range caddy.Modules() {
		for _, unwanted := range []string{"fastcgi", "forward_auth", "authentication", "push", "tracing", "acme_server", "map"} {
			if strings.HasSuffix(module, "."+unwanted) || strings.Contains(module, "."+unwanted+".") {
				t.Errorf("module %s is in the binary", module)
			}
		}
	}
}
