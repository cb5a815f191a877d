package serve

import (
	"testing"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/plugintest/asking"
)

func BenchmarkAnswer(b *testing.B) {
	for name, match := range map[string]bool{"200": false, "304": true} {
		b.Run(name, func(b *testing.B) {
			s := newSetup(b, func(chaintest.Request) string { return chaintest.Empty })
			var header []string
			if match {
				header = []string{"If-None-Match", s.get(drops).Header().Get("ETag")}
			}
			asking.Benchmark(b, s, drops, header...)
		})
	}
}
