package serve

import (
	"fieldhouse/plugins/paths"
	"net/http"
	"net/http/httptest"
	"testing"
)

// discard is a ResponseWriter without a connection.
type discard struct{ header http.Header }

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) WriteHeader(int)             {}
func (d *discard) Write(p []byte) (int, error) { return len(p), nil }

func BenchmarkAnswer(b *testing.B) {
	for name, match := range map[string]bool{"200": false, "304": true} {
		b.Run(name, func(b *testing.B) {
			s := newSetup(b)
			const query = "?collection_name=fieldhousegm&owner=alice.wam&nonce=1700000000123"
			r := httptest.NewRequest(http.MethodGet, paths.Assets+query, nil)
			if match {
				r.Header.Set("If-None-Match", s.get(query).Header().Get("ETag"))
			}
			w := &discard{make(http.Header)}
			b.ReportAllocs()
			for b.Loop() {
				clear(w.header)
				s.ServeHTTP(w, r)
			}
		})
	}
}
