package serve

import (
	"fmt"
	"sync"
	"testing"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/plugintest/asking"
)

func (r *recentQueries) len() (n int) {
	r.queries.Range(func(any, any) bool { n++; return true })
	return n
}

func TestWhatIsRememberedMayBeAskedAtOnce(t *testing.T) {
	r := &recentQueries{most: 8}
	var asking sync.WaitGroup
	for client := range 4 {
		asking.Go(func() {
			for i := range 500 {
				at := address{"/", fmt.Sprint((i + client) % 20)}
				if r.get(at) == nil {
					r.add(at, new(preparedQuery))
				}
			}
		})
	}
	asking.Wait()
	last := new(preparedQuery)
	if r.add(address{"/last", ""}, last); r.get(address{"/last", ""}) != last || r.len() > 8 {
		t.Errorf("%d are remembered, or the last is not", r.len())
	}
}

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
