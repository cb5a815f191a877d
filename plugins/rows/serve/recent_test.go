package serve

import (
	"fmt"
	"sync"
	"testing"

	"fieldhouse/plugins/chain/chaintest"
	"fieldhouse/plugins/plugintest/asking"
)

func TestWhatIsAskedAgainIsRememberedWhateverComesBetween(t *testing.T) {
	r, often := newRecentQueries(16), new(preparedQuery)
	at := address{"/often", ""}
	r.add(at, often)
	for i := range 100 {
		r.add(address{"/once", fmt.Sprint(i)}, new(preparedQuery))
		if r.get(at) != often {
			t.Fatalf("forgotten after %d others", i)
		}
		if n := r.len(); n > 16 {
			t.Fatalf("%d are remembered", n)
		}
	}
	if r.get(address{"/once", "0"}) != nil {
		t.Error("what nobody asked again is remembered")
	}
}

func TestWhatIsRememberedMayBeAskedAtOnce(t *testing.T) {
	r := newRecentQueries(8)
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
	if n := r.len(); n > 8 {
		t.Errorf("%d are remembered", n)
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
