package serve

import (
	"testing"

	"fieldhouse/plugins/paths"
	"fieldhouse/plugins/plugintest/asking"
)

func BenchmarkAnswer(b *testing.B) {
	for name, match := range map[string]bool{"200": false, "304": true} {
		b.Run(name, func(b *testing.B) {
			s := newSetup(b)
			const query = "?collection_name=fieldhousegm&owner=alice.wam&nonce=1700000000123"
			var header []string
			if match {
				header = []string{"If-None-Match", s.get(query).Header().Get("ETag")}
			}
			asking.Benchmark(b, s, paths.Assets+query, header...)
		})
	}
}
